"""Runs the migrations on the connection that the store hands over, inside its transaction."""

from alembic import context

from miai.store.schema import METADATA
from miai.store.upgrade import VERSION_TABLE

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
)
context.run_migrations()
