"""The first schema: an append-only log of events for each tournament, and small values by name."""

import sqlalchemy as sa
from alembic import op

from miai.store.append_only_triggers import GUARDS

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables, and let the database itself keep the log append-only."""
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("begin", sa.Text, nullable=False),
        sa.Column("end", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("changed_at", sa.Text, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
    )
    op.create_table(
        "entries",
        sa.Column(
            "tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.Text, nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "values",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    for guard in GUARDS[op.get_bind().dialect.name]:
        op.execute(guard)
