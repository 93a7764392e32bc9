"""The tables as the code uses them; a test checks that the migrations make exactly these."""

from sqlalchemy import Boolean, Column, ForeignKey, Integer, MetaData, Table, Text

METADATA = MetaData()

tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("begin", Text, nullable=False),
    Column("end", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
    Column("archived", Boolean, nullable=False),
)

entries = Table(
    "entries",
    METADATA,
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("event", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Text, nullable=False),
    # The version of the log's format that `about` is written in.
    Column("format_version", Integer, nullable=False, server_default="1"),
)

# The changes that browsers asked for; `last_entry` is less than `first_entry` where nothing had to change.
requests = Table(
    "requests",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("first_entry", Integer, nullable=False),
    Column("last_entry", Integer, nullable=False),
)

values = Table(
    "values",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
