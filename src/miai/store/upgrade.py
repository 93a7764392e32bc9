"""Create the tables of a new database, bring an older one to the schema of this Miai, or refuse it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from miai.errors import InputError
from miai.messages import Message
from miai.store.append_only_triggers import GUARDS
from miai.store.backups.copies import damage
from miai.store.location import Site
from miai.store.protocol import Damaged
from miai.store.schema import METADATA

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = "miai.store:migrations"
VERSION_TABLE = "miai_schema"
HEAD = "11"
# An arbitrary number, the same in every Miai: only one of them upgrades a server at a time.
_LOCK = 0x4D696169


class NewerSchema(InputError):  # noqa: N818 - nothing is wrong with it
    """The database was written by a later Miai."""


def bring_up_to_date(connection: Connection, site: Site, *, before: Callable[[], object]) -> None:
    """Create the tables or run the missing migrations in the connection's transaction.

    `before` runs ahead of an upgrade.
    """
    if site.file is None:
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})
    found = schema_version(connection)
    if found is None:
        _demand_room(connection, site)
        _create(connection)
    elif found != HEAD:
        _upgrade(connection, site, found, before)


def configuration(connection: Connection) -> "Config":
    """What Alembic needs to run the migrations on a connection."""
    from alembic.config import Config  # noqa: PLC0415 - Alembic takes a third of a second, rarely needed

    config = Config()
    config.set_main_option("script_location", MIGRATIONS)
    config.attributes["connection"] = connection
    return config


def schema_version(connection: Connection) -> str | None:
    """The schema version of a database, if it is one of ours."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - our own name
    # Damaged, it is there and of any type; a table without a row is no database that we made.
    return "" if found is None else str(found)


def demand_not_newer(found: str | None, database: Message) -> None:
    """Refuse a database of a later schema than that of this Miai."""
    if _number(found) > _number(HEAD):
        raise NewerSchema(
            Message(
                "%(database)s was written by a newer Miai (schema %(schema)s): install that one;"
                " nothing was changed",
                database=database,
                schema=found,
            )
        )


def _number(version: str | None) -> int:
    """The number of a schema; 0 for anything that is not one."""
    return int(version) if version and version.isascii() and version.isdigit() else 0


def _create(connection: Connection) -> None:
    """Make the tables at once, without the migrations, which take ten times as long."""
    METADATA.create_all(connection, checkfirst=False)
    for guard in GUARDS[connection.dialect.name]:
        connection.exec_driver_sql(guard)
    # As Alembic makes it.
    connection.exec_driver_sql(
        f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL,"
        f" CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql(f"INSERT INTO {VERSION_TABLE} VALUES ('{HEAD}')")  # noqa: S608 - our own names


def _upgrade(connection: Connection, site: Site, found: str, before: Callable[[], object]) -> None:
    from alembic import command  # noqa: PLC0415 - as above
    from alembic.script import ScriptDirectory  # noqa: PLC0415 - as above

    config = configuration(connection)
    if found not in {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}:
        demand_not_newer(found, site.name)
        raise Damaged(damage(site))
    before()
    command.upgrade(config, "head")


def _demand_room(connection: Connection, site: Site) -> None:
    """Refuse a file that holds the tables of another program."""
    if site.file is not None and inspect(connection).get_table_names():
        raise InputError(
            Message(
                "%(database)s is the database of another program; nothing was changed", database=site.name
            )
        )
