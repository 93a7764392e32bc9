"""Sessions: one signed cookie for each browser, and the tokens of its forms."""

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from miai.desk.entry_once import browser_of
from miai.server.roles import Role
from miai.server.signing import Signer
from miai.store.protocol import SignIn

# Longer than a congress, shorter than a season.
LASTS = 30 * 24 * 3600


@dataclass(slots=True, kw_only=True)
class Session:
    """The session of a browser; it gets an id when a form needs one. `changed`: its cookie must be sent.

    Who is signed in, under which name and role, is kept by the server; the cookie only has the id. The role
    is the one whose password was given; an `account` has its roles by tournament.
    """

    signer: Signer
    id: str = ""
    role: Role = Role.PUBLIC
    name: str = ""
    signed_in: bool = False
    changed: bool = False
    account: str = ""

    @classmethod
    def of(
        cls, cookie: str | None, signer: Signer, signed_in_as: Callable[[str], SignIn | None]
    ) -> "Session":
        """The session in a cookie; a sign-in that has ended leaves nothing of it."""
        held = signer.read("session", cookie)
        if held is None or held["at"] + LASTS < time.time():
            return cls(signer=signer)
        if not held.get("signed_in"):
            # Cookies of older versions had the role in them, and signed it.
            return (
                cls(signer=signer)
                if held.get("role")
                else cls(signer=signer, id=held["id"], name=held["name"])
            )
        found = signed_in_as(held["id"])
        if found is None:
            return cls(signer=signer)
        return cls(
            signer=signer,
            id=found.id,
            role=Role[found.role],
            name=found.name,
            signed_in=True,
            account=found.account,
        )

    def cookie(self) -> str:
        """The value of the cookie."""
        held = {"id": self.id, "name": self.name, "signed_in": self.signed_in, "at": int(time.time())}
        return self.signer.write("session", held)

    def sign_in(self, sign_in: SignIn) -> None:
        """Go on as somebody who signed in."""
        self.id, self.role, self.name = sign_in.id, Role[sign_in.role], sign_in.name
        self.account = sign_in.account
        self.signed_in = self.changed = True

    def sign_out(self) -> None:
        """Go on as nobody, under a new id."""
        self.id, self.role, self.name = secrets.token_urlsafe(12), Role.PUBLIC, ""
        self.account = ""
        self.signed_in, self.changed = False, True

    def rename(self, name: str) -> None:
        """Change the name of the person at this browser, unless it is the one they signed in with."""
        if self.signed_in:
            return
        self.name, self.changed = name, True
        self.id = self.id or secrets.token_urlsafe(12)

    @property
    def browser(self) -> str:
        """The public name of this browser; empty without an id."""
        return browser_of(self.id)

    def begin(self) -> None:
        """Give this browser an id, unless it has one."""
        if not self.id:
            self.id, self.changed = secrets.token_urlsafe(12), True

    def token(self) -> str:
        """A token for a form; it differs each time, so that compression reveals nothing (BREACH)."""
        self.begin()
        salt = secrets.token_urlsafe(9)
        return f"{salt}.{self.signer.proof('form', self.id, salt)}"

    def knows(self, token: str) -> bool:
        """Whether a token is one that we gave to this browser."""
        salt, _, mark = token.partition(".")
        return bool(self.id) and hmac.compare_digest(
            mark.encode(), self.signer.proof("form", self.id, salt).encode()
        )
