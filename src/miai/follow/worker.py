"""What a server of a hall does in the background: follows the leader, or tells the others that it leads."""

import http.client
import json
import logging
import socket
import threading
import time
from contextlib import closing, suppress
from typing import Any

from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.follow import left_behind, witness
from miai.follow.calls import Caller, Unreachable, lines_of
from miai.follow.hall import Hall, Member
from miai.follow.take_over import leader_of, mark_logs
from miai.messages import Message, literal
from miai.store.backups.copying import Difference, read_difference, schema_mark, write_holdings
from miai.store.protocol import Damaged
from miai.store.write_permission import LOCAL, Kind, LeaderRecord, Standing
from miai.version import __version__

# The leader says something every second.
_SILENT = 5.0
_ASK_WITHIN = 1.5
_COPY_WITHIN = 60.0
# Pauses in seconds: after a broken connection, and between two rounds of telling.
_TRY_AGAIN = 0.5
_TELL_EVERY = 2.0
# The rank of the leader that was told what it has not got.
_REPORTED = f"{LOCAL}told what is missing"
log = logging.getLogger("miai.follow")


class Worker:
    """The thread of one server; what it does depends on the standing, which it reads each time."""

    def __init__(self, desk: Desk, hall: Hall) -> None:
        self._desk, self._hall = desk, hall
        self._stopping, self._woken = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="second laptop", daemon=True)
        self._connection: http.client.HTTPConnection | None = None
        # What pages show: when the leader was last heard, and why it is not followed.
        self.heard_at: float | None = None
        self.problem: Message | None = None
        self._marked: tuple[int, str] | None = None

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Stop, also in the middle of waiting for the leader."""
        self._stopping.set()
        self.wake()
        if self._thread.is_alive():
            self._thread.join(_SILENT)

    def wake(self) -> None:
        """Look at once, because the standing was changed; an answer of the leader is no longer waited for."""
        self._woken.set()
        connection = self._connection
        if connection is not None and connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    @property
    def behind(self) -> float | None:
        """For how many seconds nothing was heard of the leader; None where it was never heard."""
        return None if self.heard_at is None else time.monotonic() - self.heard_at

    def _run(self) -> None:
        while not self._stopping.is_set():
            pause = _TELL_EVERY
            try:
                standing = self._hall.store.standing()
                if standing is None:
                    self.lead()
                elif standing.kind is Kind.FOLLOWS:
                    pause = _TRY_AGAIN
                    self.follow(standing)
                else:
                    self.ask_for_leader(standing)
            except Unreachable as error:
                self.problem = Message("it does not answer (%(reason)s)", reason=str(error))
            except InputError as error:
                self.problem = Message("%(text)s", text=error.reasons)
            except Exception:
                log.exception("the second laptop")
            self._woken.wait(pause)
            self._woken.clear()

    def lead(self) -> None:
        """Tell the others who leads; the logs are marked once."""
        record = self._hall.leader()
        if record.epoch and self._marked != record.rank:
            mark_logs(self._desk, self._hall, by=record.name)
            self._marked = record.rank
        if record.epoch:
            tell_others(self._hall)

    def ask_for_leader(self, standing: Standing) -> None:
        """Look whether the server that took over leads, and tell it what it has not got."""
        leader = standing.leader
        caller = leader_of(self._hall, standing)
        state = caller.get("/follow/state", timeout=_ASK_WITHIN).data
        self._hall.hear(self._hall.read_ticket(state.get("leader")))
        if standing.kind is Kind.FENCED and state.get("leads"):
            report_once(self._hall, leader, caller)

    def follow(self, standing: Standing) -> None:
        """Copy what the leader has until the connection breaks or this server no longer follows it."""
        leader = standing.leader
        caller = leader_of(self._hall, standing)
        # Each time: a leader that has lost entries since gets them again before they are overwritten here.
        report_once(self._hall, leader, caller, again=True)
        asked = {**handshake(), "holdings": write_holdings(self._hall.store.holdings())}
        with (
            closing(caller.connected(within=_SILENT, timeout=_COPY_WITHIN)) as stream,
            closing(caller.connect(timeout=_SILENT)) as answers,
        ):
            self._connection = stream
            response = caller.ask(stream, "POST", "/follow/stream", asked)
            if response.status != http.HTTPStatus.OK:
                self._refused(response)
                return
            for line in lines_of(response):
                if stream.sock is not None:
                    stream.sock.settimeout(_SILENT)
                if self._stopping.is_set() or not self._take(line, standing, caller, answers):
                    return

    def _take(
        self, line: dict[str, Any], standing: Standing, caller: Caller, answers: http.client.HTTPConnection
    ) -> bool:
        """Write what a line brings and acknowledge it; whether to go on."""
        if self._hall.hear(self._hall.read_ticket(line["leader"])) or "mark" not in line:
            return False
        if self._hall.store.standing() != standing:
            return False
        heads: dict[str, str] = {}
        if line.get("difference"):
            found = read_difference(line["difference"])
            if not self._apply(found, standing):
                return False
            heads = witness.signed(self._hall, witness.keep(self._hall, found))
        self.heard_at, self.problem = time.monotonic(), None
        caller.ask(answers, "POST", "/follow/ack", {"mark": line["mark"], "heads": heads}).read()
        return True

    def _apply(self, found: Difference, standing: Standing) -> bool:
        try:
            replaced = self._hall.store.apply(found, standing=standing)
        except Damaged:
            log.warning("what arrived from the leader is damaged; it is asked for again")
            raise
        if replaced is None:
            return False
        if "values" in found.rows:
            self._hall.forget()
        for each in replaced:
            self._desk.forget(each)
        for part in found.logs:
            if self._desk.is_loaded(part.row["id"]) or part.row["id"] in replaced:
                # Tells the pages that watch it.
                with suppress(InputError):
                    self._desk.state(part.row["id"])
        return True

    def _refused(self, response: http.client.HTTPResponse) -> None:
        raw = json.loads(response.read() or b"{}")
        if self._hall.hear(self._hall.read_ticket(raw.get("leader"))):
            return
        self.problem = literal(str(raw.get("why", response.status)))


def handshake() -> dict[str, str]:
    """What two servers must have in common."""
    return {"version": __version__, "schema": schema_mark()}


def report_once(hall: Hall, leader: LeaderRecord, caller: Caller, *, again: bool = False) -> None:
    """Tell a new leader what it has not got, before any of it is overwritten here."""
    rank = f"{leader.epoch} {leader.server}"
    if again or hall.store.value(_REPORTED) != rank:
        left_behind.report(hall, caller)
        hall.store.set_value(_REPORTED, rank)


def tell_others(hall: Hall) -> None:
    """Tell every other server who leads, and hear from it if it knows of a higher rank."""
    ticket = hall.ticket()
    for each in hall.others():
        if not each.address:
            continue
        caller = Caller(address=each.address, fingerprint=each.fingerprint)
        with suppress(Unreachable, InputError):
            answer = caller.post("/follow/leads", {"ticket": ticket}, timeout=_ASK_WITHIN)
            hall.hear(hall.read_ticket((answer.data or {}).get("leader")))


def ask_others(hall: Hall) -> None:
    """Ask the other servers who leads before anything is accepted; those that do not answer are left out."""
    if not hall.leads():
        return
    asking = [threading.Thread(target=_ask, args=(hall, each), daemon=True) for each in hall.others()]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join(2 * _ASK_WITHIN)


def _ask(hall: Hall, other: Member) -> None:
    caller = Caller(address=other.address, fingerprint=other.fingerprint)
    with suppress(Unreachable, InputError):
        answer = caller.get("/follow/state", timeout=_ASK_WITHIN)
        hall.hear(hall.read_ticket((answer.data or {}).get("leader")))


def copy_once(hall: Hall, *, timeout: float = _COPY_WITHIN) -> None:
    """Copy everything that the leader has at this moment, before this server shows a page."""
    standing = hall.store.standing()
    if standing is None or standing.kind is not Kind.FOLLOWS:
        return
    caller = leader_of(hall, standing)
    report_once(hall, standing.leader, caller)
    asked = {**handshake(), "holdings": write_holdings(hall.store.holdings())}
    with caller.opened("POST", "/follow/stream", asked, timeout=timeout) as response:
        if response.status != http.HTTPStatus.OK:
            raise InputError(
                Message(
                    "%(address)s gives no copy (%(status)s)", address=caller.address, status=response.status
                )
            )
        for line in lines_of(response):
            if line.get("difference"):
                found = read_difference(line["difference"])
                hall.store.apply(found, standing=standing)
                # They are sent with the next publication.
                witness.keep(hall, found)
            return
