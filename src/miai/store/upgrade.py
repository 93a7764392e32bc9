"""Brings a database to the schema of this Miai, or refuses it."""

from collections.abc import Callable

from sqlalchemy import Connection, inspect, text

from miai.errors import InputError
from miai.store.site import Site

MIGRATIONS = "miai.store:migrations"
VERSION_TABLE = "miai_schema"
HEAD = "1"
# Any number does, as long as every Miai takes the same: one upgrade at a time on a server.
_LOCK = 0x4D696169


def bring_up_to_date(connection: Connection, site: Site, *, before: Callable[[], object]) -> None:
    """Run the missing migrations in the connection's transaction; before an upgrade something else first."""
    if site.file is None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
    if _version(connection) != HEAD:
        _upgrade(connection, site, before)


def _version(connection: Connection) -> str | None:
    """The schema that a database has, if it has one of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - our own name
    return found


def _upgrade(connection: Connection, site: Site, before: Callable[[], object]) -> None:
    # Alembic takes a third of a second to load, and a database is seldom behind.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.attributes["connection"] = connection
    found = _version(connection)
    if found is None:
        _demand_room(connection, site)
    elif found in {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}:
        before()
    else:
        raise InputError(
            f"{site.name} was written by a newer Miai (schema {found}): install that one; nothing was changed"
        )
    command.upgrade(config, "head")


def _demand_room(connection: Connection, site: Site) -> None:
    """A file that holds something else is not ours to fill."""
    if site.file is not None and inspect(connection).get_table_names():
        raise InputError(f"{site.name} is the database of another program; nothing was changed")
