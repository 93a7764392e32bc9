"""The people who signed up and wait to be accepted."""

import sqlalchemy as sa
from alembic import op

revision = "10"
down_revision = "9"


def upgrade() -> None:
    """Add the table."""
    tournament = sa.ForeignKey("tournaments.id", ondelete="CASCADE")
    texts = ("token_hash", "state", "about", "said", "player", "signed_up_at", "decided_at", "seal")
    op.create_table(
        "sign_ups",
        sa.Column("tournament", sa.Text, tournament, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in texts),
    )
    op.create_index("sign_ups_by_token", "sign_ups", ["token_hash"], unique=True)
