"""Browsers that signed in, and the browser that asked for each change."""

import sqlalchemy as sa
from alembic import op

from miai.store.log_reading import rows_by
from miai.store.row_hashes import is_intact, seal_of

revision = "5"
down_revision = "4"


def upgrade() -> None:
    """Add the table and the column; of the requests already there nobody knows which browser sent them."""
    connection = op.get_bind()
    intact = [row for row in rows_by(connection, sa.select(_requests(connection))) if is_intact(row)]
    op.add_column("requests", sa.Column("session", sa.Text, nullable=True))
    op.create_index("requests_by_session", "requests", ["tournament", "session"])
    requests = _requests(connection)
    for row in intact:
        step = sa.update(requests).where(requests.c.id == row["id"])
        connection.execute(step.values(seal=seal_of({**row, "session": None})))
    op.create_table(
        "sign_ins",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("proof", sa.Text, nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("device", sa.Text, nullable=False),
        sa.Column("signed_in_at", sa.Text, nullable=False),
        sa.Column("ended_at", sa.Text, nullable=True),
        sa.Column("seal", sa.Text, nullable=False),
    )


def _requests(connection: sa.Connection) -> sa.Table:
    return sa.Table("requests", sa.MetaData(), autoload_with=connection)
