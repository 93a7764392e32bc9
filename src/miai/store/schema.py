"""The tables as the code uses them; a test checks that a new database and an upgraded one are alike.

Nothing that is read goes unverified: each entry has its hash in the chain of its log (`domain.log.chain`),
each row of the other tables a seal, a hash of its own columns (`store.row_hashes`).
"""

from typing import Any

from sqlalchemy import Boolean, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, Table, Text

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
    # The seal by which private fields can be left out: salts, and commitments to what was erased.
    _later_text("salts"),
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
    # The account that signed in; empty for those who know the password of a role.
    _later_text("account"),
)

# People who signed up and wait for the director's decision; afterwards `about`, which is what they wrote, is
# empty. `token_hash` is that of their private address.
sign_ups = Table(
    "sign_ups",
    METADATA,
    _of_tournament(primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    *_texts("token_hash", "state", "about", "said", "player", "signed_up_at", "decided_at", "seal"),
)
Index("sign_ups_by_token", sign_ups.c.token_hash, unique=True)

# The proofs of published draws, by their hash, which the entry of the publication names.
proofs = Table(
    "proofs",
    METADATA,
    _of_tournament(primary_key=True),
    Column("hash", Text, primary_key=True),
    Column("content", LargeBinary, nullable=False),
    *_texts("seal"),
)

values = Table(
    "values",
    METADATA,
    Column("key", Text, primary_key=True),
    *_texts("value"),
    _later_text("seal"),
)

# The private links of players: the hash of each token, never the token. A link that was revoked stays.
player_links = Table(
    "player_links",
    METADATA,
    Column("hash", Text, primary_key=True),
    _of_tournament(nullable=False),
    *_texts("player"),
    Column("registration", Integer, nullable=False),
    *_texts("issued_at", "issued_by"),
    Column("revoked_at", Text, nullable=True),
    Column("revoked_by", Text, nullable=True),
    *_texts("seal"),
)
Index("player_links_by_tournament", player_links.c.tournament)

# People who may sign in on a server of many tournaments; one who may no longer has the time of that.
accounts = Table(
    "accounts",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("login", Text, nullable=False, unique=True),
    *_texts("name", "password_hash", "created_at"),
    Column("is_admin", Boolean, nullable=False),
    Column("disabled_at", Text, nullable=True),
    *_texts("seal"),
)

# The roles of accounts in tournaments; deleted with the tournament, kept where its log is restored.
memberships = Table(
    "memberships",
    METADATA,
    Column("tournament", Text, primary_key=True),
    Column("account", Text, primary_key=True),
    *_texts("role", "since", "given_by", "seal"),
)

# Links that give a role in a tournament, by a hash of what is secret in them.
invitations = Table(
    "invitations",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("tournament", Text, nullable=False, index=True),
    Column("token_hash", Text, nullable=False, unique=True),
    *_texts("role", "made_by", "made_at", "expires_at"),
    Column("most_uses", Integer, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("revoked_at", Text, nullable=True),
    *_texts("seal"),
)

# Who signed in, who got which role and so on: written once, never changed, removed when it is old.
audit = Table(
    "audit",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("at", Text, nullable=False, index=True),
    *_texts("code", "who", "address", "tournament", "details", "seal"),
)

# Tokens of programs, with the hash of their secret; without a tournament one is for the whole server. A token
# that is revoked stays in the table with the time when it was.
api_tokens = Table(
    "api_tokens",
    METADATA,
    Column("id", Text, primary_key=True),
    _of_tournament(nullable=True),
    *_texts("scope", "name", "secret_hash", "created_at", "created_by"),
    Column("last_used_at", Text, nullable=True),
    Column("revoked_at", Text, nullable=True),
    *_texts("seal"),
)

# What programs asked for under which key: a key that is used again has to come with the same request.
api_requests = Table(
    "api_requests",
    METADATA,
    Column("id", Text, primary_key=True),
    *_texts("fingerprint", "at", "seal"),
)

# Addresses that are told of new entries; `delivered` is the number of the last entry that arrived there. The
# process that is `sender` tells them, until a moment at which another one may.
webhooks = Table(
    "webhooks",
    METADATA,
    Column("id", Text, primary_key=True),
    _of_tournament(nullable=False),
    *_texts("url", "secret", "created_at", "created_by"),
    Column("delivered", Integer, nullable=False),
    Column("failures", Integer, nullable=False),
    *_texts("next_try_at", "problem"),
    Column("dead", Boolean, nullable=False),
    *_texts("sender", "sender_until", "seal"),
)
