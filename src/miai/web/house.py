"""What all requests share: the desk, the doors, the templates, and who looks on."""

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from miai.app.desk import Desk
from miai.errors import InputError
from miai.web.following import Follower
from miai.web.live import Hub
from miai.web.page import Page
from miai.web.passwords import Throttle, stored_doors
from miai.web.rendering import environment
from miai.web.roles import Role
from miai.web.sessions import Signer
from miai.web.static_files import Assets

_SECRET = "secret of the cookies"  # noqa: S105 - the name of the value, not the value

_DOORS_LAST = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Where the application is served; `doors` are hashes of passwords that hold for this run."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    doors: dict[Role, str] = field(default_factory=dict)
    demo: bool = False

    @property
    def at_home(self) -> bool:
        """Whether only this machine can reach us."""
        return is_loopback(self.host)


class House:
    """The application behind all requests."""

    def __init__(self, desk: Desk, serving: Serving, rail: Sequence[Page]) -> None:
        self.desk, self.serving, self.rail = desk, serving, tuple(rail)
        self.assets = Assets()
        self.templates = environment(self.assets)
        self.signer = Signer(_secret(desk))
        self.throttle = Throttle()
        self.hub = Hub(desk, Follower(self.templates).news)
        self._doors = self._read_doors()
        self._doors_until = 0.0

    @property
    def doors(self) -> dict[Role, str]:
        """The hashes of the passwords, by role; another process may have set one a moment ago."""
        if time.monotonic() > self._doors_until:
            # Where the disk fails the doors stay as they were, and the page says what is wrong.
            with suppress(InputError):
                self._doors = self._read_doors()
            self._doors_until = time.monotonic() + _DOORS_LAST
        return self._doors

    def look_at_doors(self) -> None:
        """Notice at once that a password was set here."""
        self._doors_until = 0.0

    def _read_doors(self) -> dict[Role, str]:
        return {**stored_doors(self.desk.store), **self.serving.doors}


def is_loopback(host: str) -> bool:
    """Whether a name or address means this very machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _secret(desk: Desk) -> str:
    kept = desk.store.value(_SECRET)
    if kept is None:
        kept = secrets.token_urlsafe(32)
        desk.store.set_value(_SECRET, kept)
    return kept
