"""The log of an event as far as the public may know it now, in pieces that phones and programs can keep.

A piece that is full does not change when entries follow. The log ends with the last publication, or before
the first entry of a draw that players cannot see at present.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from math import inf
from typing import Any

from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.log.public_part import FORMAT, begins, public_entry, public_log_of
from miai.domain.log.versions import VERSION
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.publish.public_events import shows_something
from miai.features.publish.publish_round import Shown, publication
from miai.features.verify.log_head import all_hashes, last_publication
from miai.messages import Message

Json = Any
# Entries of a piece.
SIZE = 256
_LEVEL = 6
_NOTHING = Message("nothing is published yet")


@dataclass(frozen=True)
class SentJson:
    """JSON as it is sent, packed or not, with the mark of its content."""

    packed: bytes
    tag: str

    @classmethod
    def of(cls, content: Json) -> "SentJson":
        """Some content, packed once for all who ask."""
        return cls.packed_text(json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode())

    @classmethod
    def packed_text(cls, data: bytes) -> "SentJson":
        """JSON that is written already."""
        return cls(gzip.compress(data, _LEVEL, mtime=0), f'"{sha256(data).hexdigest()[:32]}"')

    @cached_property
    def data(self) -> bytes:
        """The JSON."""
        return gzip.decompress(self.packed)


def log_index(desk: Desk, state: State) -> SentJson:
    """The number of public entries, the hash of the last one, and the pieces with their last hashes."""
    return desk.recall(state, "public log", lambda: SentJson.of(_index(desk, state)))


def log_piece(desk: Desk, state: State, number: int) -> tuple[SentJson, bool]:
    """A piece of the public log, and if it is full; the first one has number 1."""
    last = _demand_public(desk, state)
    first = (number - 1) * SIZE + 1
    if not 1 <= first <= last:
        raise InputError(Message("the public log has no piece %(number)s", number=number))
    end = min(first + SIZE - 1, last)
    known = desk.recall_at(
        state, end, ("piece", number), lambda: SentJson.of(_piece(desk, state, number, first, end))
    )
    return known, end == first + SIZE - 1


def whole_log(state: State) -> bytes:
    """The public log of an event as one document, for `miai verify`."""
    last = last_public_entry(state)
    if not last:
        raise InputError(_NOTHING)
    document = public_log_of(state.history.until(last))
    lines = ",\n  ".join(json.dumps(each, ensure_ascii=False) for each in document.pop("history"))
    head = json.dumps(document, ensure_ascii=False)[:-1]
    return f'{head},\n "history": [\n  {lines}\n ]}}\n'.encode()


def log_file(desk: Desk, state: State) -> SentJson:
    """The same, kept until the next entry for all who ask."""
    return desk.recall(state, "public log file", lambda: SentJson.packed_text(whole_log(state)))


def last_public_entry(state: State) -> int:
    """The number of the last entry that the public may know now; 0 if nothing is published."""
    if not shows_something(state.tournament):
        return 0
    last = last_publication(state) or 0
    seen = _SeenRounds(state)
    for entry in state.history.entries:
        if entry.number > last:
            break
        if any(entry.number > seen.until(stage, number) for stage, number in _rounds(entry)):
            return entry.number - 1
    return last


def _demand_public(desk: Desk, state: State) -> int:
    last: int = desk.recall(state, "last public entry", lambda: last_public_entry(state))
    if not last:
        raise InputError(_NOTHING)
    return last


def _index(desk: Desk, state: State) -> Json:
    last, hashes = _demand_public(desk, state), all_hashes(desk, state)
    ends = [min(end, last) for end in range(SIZE, last + SIZE, SIZE)]
    first = begins(state.history.identity)
    return {
        "format": FORMAT,
        "miai": VERSION,
        "event": first[:16],
        "begins": first,
        "entries": last,
        "hash": hashes[last - 1],
        "at": state.history.until(last).entries[-1].at,
        "size": SIZE,
        "pieces": [
            {"piece": piece, "first": (piece - 1) * SIZE + 1, "last": end, "hash": hashes[end - 1]}
            for piece, end in enumerate(ends, start=1)
        ],
    }


def _piece(desk: Desk, state: State, number: int, first: int, last: int) -> Json:
    hashes, start = all_hashes(desk, state), begins(state.history.identity)
    entries = state.history.until(last).since(first - 1)
    return {
        "format": FORMAT,
        "miai": VERSION,
        "event": start[:16],
        "piece": number,
        "first": first,
        "last": last,
        "before": hashes[first - 2] if first > 1 else start,
        "entries": [public_entry(entry, hashes[entry.number - 1]) for entry in entries],
    }


class _SeenRounds:
    """Up to which entry the draws of each round are known to the public."""

    def __init__(self, state: State) -> None:
        self._state, self._known = state, dict[tuple[StageId, int], float]()
        self._is_final = any(table.final for table in state.tournament.tables_shown)

    def until(self, stage: StageId, number: int) -> float:
        """The number of the last entry about the draw of a round that may be shown."""
        if (stage, number) not in self._known:
            self._known[stage, number] = self._until(stage, number)
        return self._known[stage, number]

    def _until(self, stage: StageId, number: int) -> float:
        part = self._part(stage)
        if part is not None and number < _first_unseen(part):
            return inf
        match publication(part, number).shown if part else Shown.NOTHING:
            case Shown.CURRENT:
                return inf
            case Shown.EARLIER:
                return self._last_publication(stage, number)
        # A draw that was taken back for good gives nothing away once the event is over.
        gone = part is None or number not in {drawn.number for drawn in part.rounds}
        return inf if gone and self._is_final else 0

    def _part(self, stage: StageId) -> Tournament | None:
        event = self._state.tournament
        if stage == MAIN:
            return event
        return next((each.event for each in event.stages if each.id == stage), None)

    def _last_publication(self, stage: StageId, number: int) -> int:
        undone = self._state.history.undone
        return max(
            (
                entry.number
                for entry in self._state.history.entries
                if (happened := _inside(entry))[0] == stage
                and isinstance(happened[1], events.RoundPublished)
                and happened[1].round == number
                and entry.number not in undone
            ),
            default=0,
        )


def _first_unseen(part: Tournament) -> int:
    """The first round after those that players know: in published standings, or before published ones."""
    shown = max((drawn.number for drawn in part.shown), default=1)
    return max(shown, *(table.after_round + 1 for table in part.tables_shown), 1)


def _rounds(entry: Entry) -> Iterator[tuple[StageId, int]]:
    """The rounds whose draw an entry gives away."""
    stage, happened = _inside(entry)
    match happened:
        case events.RoundDrawn(round=drawn):
            yield stage, drawn.number
        case (
            events.RoundDeleted(round=number)
            | events.BoardChanged(round=number)
            | events.ByesChanged(round=number)
            | events.DrawChanged(round=number)
        ):
            yield stage, number
        case events.TeamEntered(team=team):
            yield from ((stage, each.round) for each in team.line_ups)
        case events.TeamsChanged(teams=teams):
            yield from ((stage, each.round) for team in teams for each in team.line_ups)


def _inside(entry: Entry) -> tuple[StageId, events.Event]:
    event = entry.event
    return (event.stage, event.change) if isinstance(event, events.InStage) else (MAIN, event)
