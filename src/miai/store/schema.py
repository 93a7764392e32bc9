"""The tables as the code uses them; a test checks that a new database and an upgraded one are alike.

Nothing that is read goes unverified: each entry has its hash in the chain of its log (`domain.chain`), each
row of the other tables a seal, a hash of its own columns (`seals`).
"""

from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, MetaData, Table, Text

METADATA = MetaData()


def _texts(*names: str) -> tuple[Column[str], ...]:
    return tuple(Column(name, Text, nullable=False) for name in names)


def _later_text(name: str) -> Column[str]:
    """A column that a migration has added to a table with rows."""
    return Column(name, Text, nullable=False, server_default="")


def _of_tournament(**more: Any) -> Column[str]:
    return Column("tournament", Text, ForeignKey("tournaments.id", ondelete="CASCADE"), **more)


tournaments = Table(
    "tournaments",
    METADATA,
    Column("id", Text, primary_key=True),
    *_texts("name", "place", "begin", "end"),
    Column("version", Integer, nullable=False),
    *_texts("created_at", "changed_at"),
    Column("archived", Boolean, nullable=False),
    # Random, made at the creation: another tournament that has the same id later has another identity.
    _later_text("identity"),
    _later_text("seal"),
)

entries = Table(
    "entries",
    METADATA,
    _of_tournament(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    *_texts("event", "about", "by", "at"),
    # The version of the log's format that `about` is written in.
    Column("format_version", Integer, nullable=False, server_default="1"),
    _later_text("hash"),
)

# The changes that browsers asked for; `session` is the browser. Where nothing had to change, `last_entry` is
# less than `first_entry`.
requests = Table(
    "requests",
    METADATA,
    Column("id", Text, primary_key=True),
    _of_tournament(nullable=False),
    Column("first_entry", Integer, nullable=False),
    Column("last_entry", Integer, nullable=False),
    _later_text("seal"),
    Column("session", Text, nullable=True),
)
Index("requests_by_session", requests.c.tournament, requests.c.session)

# Browsers that signed in; one that signed out stays in the table with the time when it did.
sign_ins = Table(
    "sign_ins",
    METADATA,
    Column("id", Text, primary_key=True),
    *_texts("role", "name", "proof", "address", "device", "signed_in_at"),
    Column("ended_at", Text, nullable=True),
    *_texts("seal"),
)

values = Table(
    "values",
    METADATA,
    Column("key", Text, primary_key=True),
    *_texts("value"),
    _later_text("seal"),
)
