"""What all requests share: the desk, the passwords, the templates and the live updates."""

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from miai.app.desk import Desk
from miai.errors import InputError
from miai.web.live.broadcast import Hub
from miai.web.live.changed_parts import ChangedRows
from miai.web.server.page import Page
from miai.web.server.passwords import Throttle, stored_hashes
from miai.web.server.rendering import environment
from miai.web.server.roles import Role
from miai.web.server.room import Room, allowed_descriptors
from miai.web.server.sessions import Signer
from miai.web.server.sign_ins import SignInRegister
from miai.web.server.static_files import package_assets
from miai.web.server.tls import Certificate

_SECRET = "secret of the cookies"  # noqa: S105 - the name of the value, not the value

_PASSWORD_HASHES_LAST = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Where the application is served; `password_hashes` are those given for this run only.

    `trust_this_machine`: whoever sits at this machine is the director, though a password is set.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    password_hashes: dict[Role, str] = field(default_factory=dict)
    demo: bool = False
    trust_this_machine: bool = False
    tls: Certificate | None = None

    @property
    def scheme(self) -> str:
        """How an address on this server begins."""
        return "https" if self.tls else "http"

    @property
    def at_home(self) -> bool:
        """Whether only this machine can reach us."""
        return is_loopback(self.host)


class AppState:
    """The application behind all requests."""

    def __init__(self, desk: Desk, serving: Serving, rail: Sequence[Page]) -> None:
        self.desk, self.serving, self.rail = desk, serving, tuple(rail)
        self.assets = package_assets()
        self.templates = environment(self.assets)
        self.signer = Signer(_secret(desk))
        self.throttle = Throttle()
        self.room = Room.within(allowed_descriptors())
        self.hub = Hub(desk, ChangedRows(self.templates).since, room=self.room)
        self._password_hashes = self._read_password_hashes()
        self._password_hashes_until = 0.0
        self.sign_ins = SignInRegister(desk.store.sign_ins, self.signer, lambda: self.password_hashes)

    @property
    def password_hashes(self) -> dict[Role, str]:
        """The hashes of the passwords, by role; read again often, because another process may set one."""
        if time.monotonic() > self._password_hashes_until:
            # If the disk fails the hashes stay as they were, and the page shows what is wrong.
            with suppress(InputError):
                self._password_hashes = self._read_password_hashes()
            self._password_hashes_until = time.monotonic() + _PASSWORD_HASHES_LAST
        return self._password_hashes

    @property
    def trusts_this_machine(self) -> bool:
        """Whether a browser on this machine is the director's without a password."""
        if self.serving.trust_this_machine:
            return True
        return self.serving.at_home and Role.DIRECTOR not in self.password_hashes

    def reload_password_hashes(self) -> None:
        """Read the hashes again at the next request, after a password was set here."""
        self._password_hashes_until = 0.0

    def _read_password_hashes(self) -> dict[Role, str]:
        return {**stored_hashes(self.desk.store), **self.serving.password_hashes}


def is_loopback(host: str) -> bool:
    """Whether a name or address means this machine itself."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _secret(desk: Desk) -> str:
    return desk.store.value(_SECRET) or desk.store.first_value(_SECRET, secrets.token_urlsafe(32))
