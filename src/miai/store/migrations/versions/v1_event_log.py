"""The first schema: an append-only log of events for each tournament, and small values by name."""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None

SQLITE_GUARDS = (
    """
    CREATE TRIGGER entries_are_never_changed BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END
    """,
    """
    CREATE TRIGGER entries_go_only_with_their_tournament BEFORE DELETE ON entries
    WHEN EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament)
    BEGIN SELECT RAISE(ABORT, 'entries go only with their tournament'); END
    """,
)
_POSTGRESQL_GUARDS = (
    """
    CREATE FUNCTION guard_entries() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM tournaments WHERE id = OLD.tournament) THEN
            RETURN OLD;
        END IF;
        RAISE EXCEPTION 'entries are never changed, and go only with their tournament'
            USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """,
    """
    CREATE TRIGGER entries_are_never_changed BEFORE UPDATE OR DELETE ON entries
    FOR EACH ROW EXECUTE FUNCTION guard_entries()
    """,
)


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
    guards = SQLITE_GUARDS if op.get_bind().dialect.name == "sqlite" else _POSTGRESQL_GUARDS
    for guard in guards:
        op.execute(guard)
