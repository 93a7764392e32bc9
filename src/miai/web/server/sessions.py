"""Sessions: one signed cookie for each browser, and the tokens of its forms."""

import base64
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from typing import Any

from miai.app.entry_once import browser_of
from miai.web.server.roles import Role

# Longer than a congress, shorter than a season.
LASTS = 30 * 24 * 3600


class Signer:
    """Signs the data that browsers keep for us, so that they cannot change it."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def proof(self, *parts: str) -> str:
        """A short signature of some parts."""
        proof = hmac.digest(self._secret, "\0".join(parts).encode(), "sha256")
        return base64.urlsafe_b64encode(proof).decode().rstrip("=")

    def write(self, purpose: str, data: Any) -> str:
        """Data as signed text."""
        text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
        word = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
        return f"{word}.{self.proof(purpose, word)}"

    def read(self, purpose: str, signed: str | None) -> Any:
        """The data of a signed text; None for anything that we did not sign for that purpose."""
        word, _, mark = (signed or "").partition(".")
        if not word or not hmac.compare_digest(mark.encode(), self.proof(purpose, word).encode()):
            return None
        return json.loads(base64.urlsafe_b64decode(word + "=" * (-len(word) % 4)))


@dataclass(slots=True, kw_only=True)
class Session:
    """The session of a browser; it gets an id when a form needs one. `changed`: its cookie must be sent."""

    signer: Signer
    id: str = ""
    role: Role = Role.PUBLIC
    name: str = ""
    changed: bool = False

    @classmethod
    def of(cls, cookie: str | None, signer: Signer, password_hashes: dict[Role, str]) -> "Session":
        """The session in a cookie; a password that was changed since signs its users out."""
        held = signer.read("session", cookie)
        if held is None or held["at"] + LASTS < time.time():
            return cls(signer=signer)
        role = Role(held["role"])
        password_hash = password_hashes.get(role, "")
        if role is not Role.PUBLIC and held.get("password") != signer.proof("password", password_hash):
            role = Role.PUBLIC
        return cls(signer=signer, id=held["id"], role=role, name=held["name"])

    def cookie(self, password_hashes: dict[Role, str]) -> str:
        """The value of the cookie."""
        password = self.signer.proof("password", password_hashes.get(self.role, ""))
        held = {
            "id": self.id,
            "role": int(self.role),
            "name": self.name,
            "password": password,
            "at": int(time.time()),
        }
        return self.signer.write("session", held)

    def enter(self, role: Role, name: str) -> None:
        """Sign in or out under a new id."""
        self.id, self.role, self.name, self.changed = secrets.token_urlsafe(12), role, name, True

    def rename(self, name: str) -> None:
        """Change the name of the person at this browser."""
        self.name, self.changed = name, True
        self.id = self.id or secrets.token_urlsafe(12)

    @property
    def browser(self) -> str:
        """The public name of this browser; empty without an id."""
        return browser_of(self.id)

    def begin(self) -> None:
        """Give this browser an id, unless it has one."""
        if not self.id:
            self.enter(self.role, self.name)

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
