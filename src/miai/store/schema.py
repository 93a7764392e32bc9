"""The tables as the code uses them; a test checks that the migrations make exactly these.

Nothing that is read goes unverified: each entry has its hash in the chain of its log (`domain.chain`), each
row of the other tables a seal, a hash of its own columns (`seals`).
"""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

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
    # Random, made at the creation: another tournament that has the same id later has another identity.
    Column("identity", Text, nullable=False, server_default=""),
    Column("seal", Text, nullable=False, server_default=""),
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
    Column("hash", Text, nullable=False, server_default=""),
)

# The changes that browsers asked for; `session` is the browser. Where nothing had to change, `last_entry` is
# less than `first_entry`.
requests = Table(
    "requests",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), nullable=False),
    Column("first_entry", Integer, nullable=False),
    Column("last_entry", Integer, nullable=False),
    Column("session", Text, nullable=True),
    Column("seal", Text, nullable=False, server_default=""),
)
Index("requests_by_session", requests.c.tournament, requests.c.session)

# Browsers that signed in; one that signed out stays in the table with the time when it did.
sign_ins = Table(
    "sign_ins",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("proof", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("signed_in_at", Text, nullable=False),
    Column("ended_at", Text, nullable=True),
    Column("seal", Text, nullable=False),
)

values = Table(
    "values",
    METADATA,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    Column("seal", Text, nullable=False, server_default=""),
)
