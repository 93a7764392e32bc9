"""Entries record the version of the format they are written in; those already there are version 1."""

import sqlalchemy as sa
from alembic import op

revision = "2"
down_revision = "1"


def upgrade() -> None:
    """Add the column; no entry is changed, which the database would refuse."""
    op.add_column("entries", sa.Column("format_version", sa.Integer, nullable=False, server_default="1"))
