"""The private links of players."""

import sqlalchemy as sa
from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the table; links of before, which were computed from a secret, end."""
    tournament = sa.ForeignKey("tournaments.id", ondelete="CASCADE")
    op.create_table(
        "player_links",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("tournament", sa.Text, tournament, nullable=False),
        sa.Column("player", sa.Text, nullable=False),
        sa.Column("registration", sa.Integer, nullable=False),
        sa.Column("issued_at", sa.Text, nullable=False),
        sa.Column("issued_by", sa.Text, nullable=False),
        sa.Column("revoked_at", sa.Text, nullable=True),
        sa.Column("revoked_by", sa.Text, nullable=True),
        sa.Column("seal", sa.Text, nullable=False),
    )
    op.create_index("player_links_by_tournament", "player_links", ["tournament"])
