"""Tokens of programs, their requests, and the addresses that are told of new entries."""

import sqlalchemy as sa
from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Add the tables."""

    def tournament(*, nullable: bool) -> sa.Column[str]:
        return sa.Column(
            "tournament", sa.Text, sa.ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=nullable
        )

    def texts(*names: str) -> list[sa.Column[str]]:
        return [sa.Column(name, sa.Text, nullable=False) for name in names]

    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Text, primary_key=True),
        tournament(nullable=True),
        *texts("scope", "name", "secret_hash", "created_at", "created_by"),
        sa.Column("last_used_at", sa.Text, nullable=True),
        sa.Column("revoked_at", sa.Text, nullable=True),
        *texts("seal"),
    )
    op.create_table(
        "api_requests",
        sa.Column("id", sa.Text, primary_key=True),
        *texts("fingerprint", "at", "seal"),
    )
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Text, primary_key=True),
        tournament(nullable=False),
        *texts("url", "secret", "created_at", "created_by"),
        sa.Column("delivered", sa.Integer, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        *texts("next_try_at", "problem"),
        sa.Column("dead", sa.Boolean, nullable=False),
        *texts("sender", "sender_until", "seal"),
    )
