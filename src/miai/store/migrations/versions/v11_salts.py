"""Entries get salts, so that private fields can be left out of their chain; older ones have none."""

import sqlalchemy as sa
from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    """Add the column."""
    op.add_column("entries", sa.Column("salts", sa.Text, nullable=False, server_default=""))
