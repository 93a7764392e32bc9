"""Accounts, their roles in tournaments, invitations and the audit; sign-ins know their account."""

import sqlalchemy as sa
from alembic import op

from miai.store.log_reading import rows_by
from miai.store.row_hashes import is_intact, seal_of

revision = "8"
down_revision = "7"


def upgrade() -> None:
    """Add the tables and the column; the sign-ins already there are those of the passwords of roles."""
    connection = op.get_bind()
    intact = [row for row in rows_by(connection, sa.select(_sign_ins(connection))) if is_intact(row)]
    op.add_column("sign_ins", _text("account", server_default=""))
    sign_ins = _sign_ins(connection)
    for row in intact:
        step = sa.update(sign_ins).where(sign_ins.c.id == row["id"])
        connection.execute(step.values(seal=seal_of({**row, "account": ""})))
    op.create_table(
        "accounts",
        sa.Column("id", sa.Text, primary_key=True),
        _text("login", unique=True),
        _text("name"),
        _text("password_hash"),
        _text("created_at"),
        sa.Column("is_admin", sa.Boolean, nullable=False),
        sa.Column("disabled_at", sa.Text, nullable=True),
        _text("seal"),
    )
    op.create_table(
        "memberships",
        sa.Column("tournament", sa.Text, primary_key=True),
        sa.Column("account", sa.Text, primary_key=True),
        _text("role"),
        _text("since"),
        _text("given_by"),
        _text("seal"),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.Text, primary_key=True),
        _text("tournament", index=True),
        _text("token_hash", unique=True),
        _text("role"),
        _text("made_by"),
        _text("made_at"),
        _text("expires_at"),
        sa.Column("most_uses", sa.Integer, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("revoked_at", sa.Text, nullable=True),
        _text("seal"),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.Text, primary_key=True),
        _text("at", index=True),
        _text("code"),
        _text("who"),
        _text("address"),
        _text("tournament"),
        _text("details"),
        _text("seal"),
    )


def _text(name: str, **more: object) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False, **more)  # type: ignore[arg-type] # options of a column


def _sign_ins(connection: sa.Connection) -> sa.Table:
    return sa.Table("sign_ins", sa.MetaData(), autoload_with=connection)
