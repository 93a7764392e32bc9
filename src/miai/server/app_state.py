"""What all requests share: the desk, the passwords, the templates and the live updates."""

import secrets
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.publish.public_events import PublicEvents
from miai.features.verify.phone_reports import PhoneReports
from miai.follow.copies import Copies
from miai.follow.hall import Hall
from miai.follow.worker import Worker
from miai.server.accounts import AccountRegister
from miai.server.background_values import PreparedValues
from miai.server.base_path import BasePath
from miai.server.club_site_sender import ClubSiteSender
from miai.server.connection_limits import Room, allowed_descriptors
from miai.server.limits import CountsInStore, Limit, Throttle, Window
from miai.server.live.broadcast import Hub
from miai.server.live.changed_parts import ChangedRows
from miai.server.logs import LogFormat
from miai.server.metrics import Metrics
from miai.server.page import Page
from miai.server.passwords import stored_hashes
from miai.server.phone_listener.choice import KeptChoice
from miai.server.phone_listener.listener import PhoneListener
from miai.server.proxies import THIS_MACHINE
from miai.server.rendering import environment
from miai.server.roles import Role
from miai.server.sign_ins import SignInRegister
from miai.server.signing import server_signer
from miai.server.static_files import package_assets
from miai.server.tls import Certificate
from miai.store.database import Database

_PASSWORD_HASHES_LAST = 3.0
# A hall behind one router shares its address, so a few typing mistakes are free.
WRONG_LINKS = Limit(most=30, within=600)
# A hall may have one address for all its phones, and people look for themselves several times.
SIGN_UPS, LIST_SEARCHES = Limit(most=60, within=3600), Limit(most=600, within=3600)
# Reports by name: 400 players in an hour, who correct themselves at times.
REPORTS = Limit(most=600, within=3600)


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """Where the application is served; `password_hashes` are those given for this run only.

    `trust_this_machine`: whoever sits at this machine is the director, though a password is set.
    `base_path`: the path of a site below which it is served; `trusted_proxies`: those that say who asks.
    `log_requests` writes a line for each request; `metrics_token` lets other machines read the metrics.
    `private_webhooks`: webhooks may lead to addresses inside the network of the server.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    data: Path | None = None
    password_hashes: dict[Role, str] = field(default_factory=dict)
    demo: bool = False
    trust_this_machine: bool = False
    tls: Certificate | None = None
    log_format: LogFormat = LogFormat.TEXT
    log_requests: bool = False
    metrics_token: str = ""
    database: str | None = None
    workers: int = 1
    base_path: str = ""
    trusted_proxies: tuple[str, ...] = THIS_MACHINE
    # For how many milliseconds an answer waits until a second laptop has the entry; 0 for not at all.
    wait_for_follower: int = 0
    private_webhooks: bool = False
    # Names this run of the server, the same in all its processes.
    run: str = field(default_factory=lambda: secrets.token_hex(8))

    @property
    def scheme(self) -> str:
        """How an address on this server begins."""
        return "https" if self.tls else "http"

    @property
    def sends_privately(self) -> bool:
        """Whether webhooks may lead to addresses inside our own network."""
        return self.private_webhooks or self.at_home

    @property
    def at_home(self) -> bool:
        """Whether only this machine can reach us."""
        return is_loopback(self.host)


class AppState:
    """The application behind all requests."""

    def __init__(self, desk: Desk, serving: Serving, rail: Sequence[Page], base: BasePath) -> None:
        self.desk, self.serving, self.rail, self.base = desk, serving, tuple(rail), base
        self.assets = package_assets()
        self.metrics = Metrics()
        desk.observe = self.metrics.observe
        self.templates = environment(self.assets, base)
        self.signer = server_signer(desk.store)
        self.wrong_links = Window(WRONG_LINKS.shared_by(serving.workers))
        self.prepared = PreparedValues()
        self.public_events = PublicEvents(desk)
        self.phone_reports = PhoneReports(desk.store)
        # Others may serve the same tournaments from a database on a server.
        shared = Throttle(CountsInStore(desk.store), time.time) if desk.store.on_server else None
        self.throttle = shared or Throttle()
        self.sign_up_limit, self.list_search_limit = Window(SIGN_UPS), Window(LIST_SEARCHES)
        self.report_limit = Window(REPORTS)
        self.room = Room.within(allowed_descriptors())
        self.club_sites = ClubSiteSender(desk)
        self.hub = Hub(desk, ChangedRows(self.templates).since, room=self.room)
        # The servers of this hall; tests may have a store that nobody can copy.
        self.hall = Hall(desk.store) if isinstance(desk.store, Database) else None
        self.worker = Worker(desk, self.hall) if self.hall else None
        self._copies: Copies | None = None
        self._password_hashes = self._read_password_hashes()
        self._password_hashes_until = 0.0
        self.accounts = AccountRegister(desk)
        self.phone_listener = PhoneListener(
            KeptChoice(serving.data),
            run=serving.run,
            own_port=serving.port,
            allowed=lambda: serving.at_home and not self.accounts.exist,
        )
        self.sign_ins = SignInRegister(
            desk.store.sign_ins, self.signer, lambda: self.password_hashes, self.accounts
        )

    def copies_of(self, hall: Hall) -> Copies:
        """The followers of this server."""
        if self._copies is None:
            self._copies = Copies(hall=hall, closing=lambda: self.hub.closing)
        return self._copies

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
        protected = Role.DIRECTOR in self.password_hashes or self.accounts.has_admin
        return self.serving.at_home and not protected

    @property
    def can_sign_in(self) -> bool:
        """Whether there is anything to sign in with: a role's password, or an account."""
        return bool(self.password_hashes) or self.accounts.exist

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
