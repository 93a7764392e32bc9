"""The proofs of published draws."""

import sqlalchemy as sa
from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the table; draws that were published before have no proof."""
    tournament = sa.ForeignKey("tournaments.id", ondelete="CASCADE")
    op.create_table(
        "proofs",
        sa.Column("tournament", sa.Text, tournament, primary_key=True),
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
    )
