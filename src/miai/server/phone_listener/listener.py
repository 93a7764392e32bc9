"""Phones in the hall: switched on and off by the director while the server runs."""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from time import monotonic
from typing import Protocol

from miai.errors import InputError
from miai.messages import Message
from miai.server.phone_listener.choice import KeptChoice, PhoneChoice
from miai.server.phone_listener.networks import Network, networks

# The first port that is tried; then those after it.
FIRST_PORT, PORTS = 8080, 20
_NETWORKS_LAST = 2.0
# Seconds until the next try to listen, such as when the network is back.
_AGAIN_AFTER = 5.0


class UnusableError(InputError):
    """The port or the address cannot be listened at."""

    def __init__(self, address: str, port: int, reason: str) -> None:
        super().__init__(
            Message(
                "phones cannot connect: port %(port)s of %(address)s cannot be used (%(reason)s)",
                port=str(port),
                address=address,
                reason=reason,
            )
        )


class Sockets(Protocol):
    """What listens, in the event loop of the server; called from other threads."""

    @property
    def scheme(self) -> str:
        """How addresses begin: http or https."""
        ...

    def fingerprint(self) -> str:
        """That of a certificate that browsers do not know; empty if there is none."""
        ...

    def open(self, address: str, port: int) -> None:
        """Listen at an address; an empty one means all networks."""
        ...

    def close(self) -> None:
        """Listen no longer, and end all connections."""
        ...


class Phones(Enum):
    """The state of the switch."""

    # Other machines reach the whole server.
    ALREADY = "already"
    # A server with accounts, or pages that no server of ours shows.
    NO_SWITCH = "no switch"
    OFF = "off"
    ON = "on"
    # It is on, but phones cannot connect.
    GONE = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneState:
    """The switch as the director sees it; `base` begins the addresses of phones.

    `came_back`: it is on since the server started again, and the director has not seen that yet. `problem`
    says why phones cannot connect.
    """

    phones: Phones
    choice: PhoneChoice = field(default_factory=PhoneChoice)
    networks: tuple[Network, ...] = ()
    base: str = ""
    fingerprint: str = ""
    came_back: bool = False
    problem: Message | None = None

    @property
    def network(self) -> Network | None:
        """The chosen network, if this machine is in it."""
        return next((each for each in self.networks if each.address == self.choice.address), None)


class PhoneListener:
    """The switch in one process of the server; all of them follow the same choice.

    `run` names the run of the server, `own_port` is that of the console, and `allowed` says if there is a
    switch at all.
    """

    def __init__(
        self,
        kept: KeptChoice,
        *,
        run: str,
        own_port: int,
        allowed: Callable[[], bool],
    ) -> None:
        self._kept, self._run, self._own_port, self._allowed = kept, run, own_port, allowed
        self._sockets: Sockets | None = None
        self._open_at: tuple[str, int] | None = None
        self._fault: Message | None = None
        self._try_again_at = 0.0
        self._networks: tuple[Network, ...] = ()
        self._networks_until = 0.0
        self._changing = threading.RLock()

    def attach(self, sockets: Sockets) -> None:
        """Use what listens in the running server."""
        self._sockets = sockets

    @property
    def available(self) -> bool:
        """True if there is a switch."""
        return self._sockets is not None and self._allowed()

    @property
    def is_open(self) -> bool:
        """True while this process listens."""
        return self._open_at is not None

    # The director ---------------------------------------------------------------------

    def turn_on(self, address: str = "", *, only_there: bool = False) -> None:
        """Let phones follow at an address of this machine; without one, at that of the first network."""
        with self._changing:
            sockets, known = self._demanded(), self._known_networks(fresh=True)
            if not known:
                raise InputError(
                    Message("this computer is in no network: connect it to that of the hall first")
                )
            found = next((each for each in known if each.address == address), None)
            if address and found is None:
                raise InputError(
                    Message("this computer has no address %(address)s any more", address=address)
                )
            chosen = (found or known[0]).address
            port = self._opened(sockets, chosen if only_there else "", self._kept.read().port)
            self._kept.write(
                PhoneChoice(on=True, address=chosen, port=port, only_there=only_there, run=self._run)
            )

    def turn_off(self) -> None:
        """Let phones follow no longer; address and port are kept for the posters that name them."""
        with self._changing:
            self._kept.write(replace(self._kept.read(), on=False))
            self._close()

    def seen(self) -> None:
        """Note that the director knows that phones can follow again since the start."""
        with self._changing:
            choice = self._kept.read()
            if choice.on:
                self._kept.write(replace(choice, run=self._run))

    # The server -----------------------------------------------------------------------

    @property
    def is_behind(self) -> bool:
        """True if this process should listen and does not, or the other way round."""
        return self._wanted() != self._open_at and monotonic() >= self._try_again_at

    def follow(self) -> None:
        """Listen as the choice says, made in an earlier run or in another process."""
        with self._changing:
            wanted = self._wanted()
            if wanted == self._open_at:
                return
            self._close()
            if wanted is None or self._sockets is None:
                return
            try:
                self._sockets.open(*wanted)
            except InputError as error:
                self._fault = error.problems[0].what
                self._try_again_at = monotonic() + _AGAIN_AFTER
                return
            self._open_at, self._fault = wanted, None

    def state(self) -> PhoneState:
        """The switch as it is now."""
        sockets = self._sockets
        if sockets is None or not self._allowed():
            return PhoneState(phones=Phones.NO_SWITCH)
        choice, known = self._kept.read(), self._known_networks()
        if not choice.on:
            return PhoneState(phones=Phones.OFF, choice=choice, networks=known)
        state = PhoneState(
            phones=Phones.ON,
            choice=choice,
            networks=known,
            came_back=choice.run != self._run,
            fingerprint=sockets.fingerprint(),
        )
        network, problem = state.network, self._problem(state)
        if network is None or problem:
            return replace(state, phones=Phones.GONE, problem=problem)
        return replace(state, base=f"{sockets.scheme}://{network.in_address}:{choice.port}")

    def _problem(self, state: PhoneState) -> Message | None:
        """The reason why phones cannot connect."""
        if not state.networks:
            return Message("This computer is in no network any more: phones cannot connect.")
        if state.network is None:
            return Message(
                "The network has changed: this computer is not at %(address)s any more, which the QR code and"
                " posters name.",
                address=state.choice.address,
            )
        return self._fault if self._open_at is None else None

    def _wanted(self) -> tuple[str, int] | None:
        choice = self._kept.read()
        if not (choice.on and choice.port and self.available):
            return None
        return (choice.address if choice.only_there else "", choice.port)

    def _demanded(self) -> Sockets:
        if self._sockets is None or not self._allowed():
            raise InputError(Message("phones cannot be switched on or off here"))
        return self._sockets

    def _opened(self, sockets: Sockets, host: str, before: int) -> int:
        """The port at which it listens now: that of before if it is free, because posters name it."""
        if self._open_at == (host, before):
            return before
        self._close()
        ports: list[int] = [*([before] if before else []), *range(FIRST_PORT, FIRST_PORT + PORTS)]
        refused: UnusableError | None = None
        for port in ports:
            if port == self._own_port:
                continue
            try:
                sockets.open(host, port)
            except UnusableError as error:
                refused = refused or error
                continue
            self._open_at, self._fault = (host, port), None
            return port
        raise refused or InputError(Message("no port is free for phones"))

    def _close(self) -> None:
        if self._open_at is not None and self._sockets is not None:
            self._sockets.close()
        self._open_at, self._fault, self._try_again_at = None, None, 0.0

    def _known_networks(self, *, fresh: bool = False) -> tuple[Network, ...]:
        if fresh or monotonic() >= self._networks_until:
            self._networks = networks()
            self._networks_until = monotonic() + _NETWORKS_LAST
        return self._networks
