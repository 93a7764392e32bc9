"""Enters the entries of another branch of a log after those that are here, as far as nothing contradicts.

A branch is what another laptop entered before it heard of the leader, or what a copy of the log holds that
the database has lost. Its entries are entered again, by their authors, with the requests that wrote them;
what was entered here meanwhile is never replaced.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from miai.desk.asking import without_asking
from miai.desk.entry_once import current_entry, entry_once
from miai.desk.live_state import Decide, Desk, State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.errors import InputError, NoPairingError, Problem
from miai.follow.overlaps import Path, absent_from, entered_alike, entered_meanwhile, makes, rests_on
from miai.follow.refusals import resting_on_refused, with_absent, would_replace
from miai.messages import Message
from miai.store.log_rows import Row, entry_of
from miai.store.tournament_id import TournamentId

# Events that speak of the number of an entry, which is another one in another log, or of the servers.
_OF_ONE_LOG = (events.Undone, events.Redone, events.LeaderChanged, events.ReasonGiven)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftBehind:
    """The entries of one log that only another server has, after those that both have.

    `requests` are the ids of the requests that wrote them, by the number of the entry; `done` are the numbers
    of those that are here in the meantime.
    """

    server: str
    name: str
    tournament: str
    identity: str
    common: int
    rows: tuple[Row, ...]
    requests: dict[int, str]
    done: frozenset[int] = frozenset()

    @property
    def missing(self) -> tuple[Row, ...]:
        """The entries that are not here."""
        return tuple(row for row in self.rows if row["number"] not in self.done)

    @property
    def key(self) -> str:
        """What tells it apart from others."""
        return f"{self.server} {self.tournament}"


def carry(desk: Desk, found: LeftBehind, problems: list[Problem]) -> Iterator[Row]:
    """Enter what can be entered; the rows that cannot."""
    if not exists(desk, found):
        yield from found.missing
        problems.append(Problem(what=Message("this tournament is not here: open its file from the backups")))
        return
    here = desk.state(found.tournament)
    resent = _entries_of_requests(desk, found)
    lacking: set[Path] = set()
    for rows in _by_request(found):
        entries = [entry_of(row) for row in rows]
        chosen = [entry.event for entry in entries]
        made = {path for event in chosen for path in makes(event)}
        if missed := {path for event in chosen for path in rests_on(event)} & lacking - made:
            # Here the same id or the same round may be about others.
            problems.append(resting_on_refused(their_state(desk, found), rows[0]["number"], missed))
            lacking |= made
            yield from rows
            continue
        lacking |= made
        if any(isinstance(event, _OF_ONE_LOG) for event in chosen):
            problems.append(Problem(what=Message("an undone entry cannot be carried over: undo it by hand")))
            yield from rows
            continue
        if entered_alike(here.history, found.common, chosen, but=resent):
            lacking -= made
            continue
        meanwhile = entered_meanwhile(here.history, found.common, chosen, but=resent)
        if meanwhile is not None:
            theirs = their_state(desk, found)
            problems.append(would_replace(here, meanwhile.number, theirs, rows[0]["number"]))
            yield from rows
            continue
        now = desk.state(found.tournament).tournament
        if absent := [name for event in chosen for name in absent_from(now, event)]:
            problems.append(with_absent(their_state(desk, found), rows[0]["number"], absent))
            yield from rows
            continue
        request = _request_of(found, rows[0])
        base, _, change = request.rpartition("/")
        try:
            # What it moves was seen where it was decided.
            with entry_once(base), without_asking():
                if (entry := current_entry()) is not None:
                    entry.changes, entry.looked_up = int(change) - 1, True
                desk.change(found.tournament, _always(chosen), by=entries[0].by)
        except (InputError, NoPairingError) as error:
            problems += error.problems
            yield from rows
        else:
            lacking -= made


def _entries_of_requests(desk: Desk, found: LeftBehind) -> frozenset[int]:
    """The entries here that are some of those that did not arrive: sent again, or carried over."""
    made = (desk.store.requested(_request_of(found, row)) for row in found.rows)
    return frozenset(number for each in made if each for number in range(each.first, each.last + 1))


def _request_of(found: LeftBehind, row: Row) -> str:
    return found.requests.get(row["number"], f"carried-{row['hash'][:40]}/1")


def _always(chosen: Sequence[events.Event]) -> Decide:
    return lambda _state: chosen


def _by_request(found: LeftBehind) -> Iterator[list[Row]]:
    """The rows that were written together."""
    together: list[Row] = []
    for row in found.missing:
        request = found.requests.get(row["number"])
        if together and (request is None or request != found.requests.get(together[-1]["number"])):
            yield together
            together = []
        together.append(row)
    if together:
        yield together


def exists(desk: Desk, found: LeftBehind) -> bool:
    """Whether the tournament of some entries is here."""
    try:
        return desk.store.head(TournamentId(found.tournament)).identity == found.identity
    except InputError:
        return False


def their_state(desk: Desk, found: LeftBehind) -> State:
    """The tournament as the other server has it."""
    here = exists(desk, found)
    before = desk.store.history(TournamentId(found.tournament)).entries[: found.common] if here else ()
    history = History(entries=(*before, *(entry_of(row) for row in found.rows)), identity=found.identity)
    return State(
        id=TournamentId(found.tournament), history=history, tournament=history.tournament(),
        version=history.entries[-1].number,
    )  # fmt: skip
