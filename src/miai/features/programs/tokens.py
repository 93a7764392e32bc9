"""Tokens of programs that use the API: random, stored hashed, shown once; of a tournament or the server."""

import hmac
import secrets
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from miai.domain.people.names import name_words
from miai.errors import InputError, unknown_word
from miai.features.accounts.audit import AuditCode, note
from miai.messages import Message
from miai.store.accounts.programs_protocol import ApiToken
from miai.store.protocol import Store
from miai.store.times import current_time
from miai.store.tournament_id import TournamentId

_BEGIN = "miai"
_LONGEST_NAME = 60


class Scope(Enum):
    """What a token allows; each allows what those before do."""

    READ = "read"
    RESULTS = "results"
    DIRECT = "direct"
    ADMIN = "admin"

    @classmethod
    def parse(cls, text: str) -> "Scope":
        """The scope with that name."""
        for each in cls:
            if each.value == text:
                return each
        what = Message("'%(text)s' is not a scope", text=text[:40])
        raise InputError(unknown_word(what, text[:40], (each.value for each in cls)))

    def allows(self, needed: "Scope") -> bool:
        """Whether it allows what needs another scope."""
        order = list(Scope)
        return order.index(self) >= order.index(needed)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken:
    """A token that was just made, with the text that is shown this once."""

    token: ApiToken
    text: str


def add_token(
    store: Store,
    tournament: str | None,
    *,
    scope: Scope,
    name: str,
    by: str,
    address: str = "",
    id: str | None = None,
) -> NewToken:
    """Make a token for a tournament, or with the scope `admin` for the whole server.

    It is noted in the audit; `address` is the machine that asks for it.
    """
    shown = " ".join(name.split())[:_LONGEST_NAME]
    if not name_words(shown):
        raise InputError(Message("a token needs a name: say which program uses it"))
    if (scope is Scope.ADMIN) != (tournament is None):
        raise InputError(
            Message("the scope 'admin' is for the whole server, all others are for one tournament")
        )
    secret = secrets.token_urlsafe(32)
    token = ApiToken(
        id=id or secrets.token_hex(6),
        tournament=None if tournament is None else TournamentId(tournament),
        scope=scope.value,
        name=shown,
        secret_hash=_hash(secret),
        created_at=current_time(),
        created_by=by,
    )
    store.api_tokens.add(token)
    note(
        store,
        AuditCode.TOKEN_MADE,
        who=by,
        address=address,
        tournament=tournament or "",
        name=shown,
        scope=scope.value,
    )
    return NewToken(token=token, text=f"{_BEGIN}_{token.id}_{secret}")


def find_token(store: Store, text: str) -> ApiToken | None:
    """The token that a text is, unless it is wrong or was revoked."""
    begin, _, rest = text.partition("_")
    known, _, secret = rest.partition("_")
    token = store.api_tokens.get(known) if begin == _BEGIN and known else None
    if token is None or token.revoked_at or not hmac.compare_digest(token.secret_hash, _hash(secret)):
        return None
    return token


def revoke_token(store: Store, tournament: str | None, token: str, *, by: str, address: str = "") -> ApiToken:
    """Revoke a token of a tournament, or of the whole server, by its id, and note it in the audit."""
    found = store.api_tokens.get(token)
    if found is None or found.tournament != tournament:
        raise InputError(Message("there is no token '%(id)s'", id=token[:40]))
    if not found.revoked_at:
        store.api_tokens.revoke(token, at=current_time())
        about = {"who": by, "address": address, "tournament": tournament or "", "name": found.name}
        note(store, AuditCode.TOKEN_REVOKED, **about)
    return found


def _hash(secret: str) -> str:
    """The secret is long and random, so that a plain hash cannot be guessed."""
    return sha256(secret.encode()).hexdigest()
