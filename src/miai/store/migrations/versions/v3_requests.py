"""Requests of browsers that were carried out, so that one that is sent twice counts once."""

import sqlalchemy as sa
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    """Add the table; entries that are already there belong to no request."""
    op.create_table(
        "requests",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
        sa.Column("first_entry", sa.Integer, nullable=False),
        sa.Column("last_entry", sa.Integer, nullable=False),
    )
