"""Brings a database to the schema of this Miai, or refuses it."""

from collections.abc import Callable

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from miai.errors import InputError
from miai.store.site import Site

MIGRATIONS = "miai.store:migrations"
VERSION_TABLE = "miai_schema"
# Any number does, as long as every Miai takes the same: one upgrade at a time on a server.
_LOCK = 0x4D696169


def bring_up_to_date(connection: Connection, site: Site, *, before: Callable[[], object]) -> None:
    """Run the missing migrations in the connection's transaction; before an upgrade something else first."""
    if site.file is None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.attributes["connection"] = connection
    scripts = ScriptDirectory.from_config(config)
    found = MigrationContext.configure(
        connection, opts={"version_table": VERSION_TABLE}
    ).get_current_revision()
    if found == scripts.get_current_head():
        return
    if found is None:
        _demand_room(connection, site)
    elif found in {script.revision for script in scripts.walk_revisions()}:
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
