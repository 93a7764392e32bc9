"""The events of a congress as its pages show them."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from miai.domain.tournament import Tournament
from miai.features.congress.congress_state import recall
from miai.features.congress.matching import match_people
from miai.features.congress.timetable import timetable_of
from miai.features.congress.view.timetable import state_word
from miai.server.request_context import Visit
from miai.server.words import gettext as _

if TYPE_CHECKING:
    from miai.domain.table_numbers import TableRange
    from miai.features.congress.congress_state import WholeCongress
    from miai.features.congress.timetable import TimetableRound


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRow:
    """An event on the page; `strangers` are its players who are not on the list of people."""

    id: str
    name: str
    system: str
    room: str
    tables: str
    left_out: str
    players: int
    rounds: int
    at: str
    tone: str
    next_at: str
    strangers: int
    first: bool
    last: bool


def event_rows(visit: Visit, whole: "WholeCongress") -> list[EventRow]:
    """The events in the order of the congress."""
    order = {part.id: at for at, part in enumerate(whole.parts)}
    rounds = sorted(timetable_of(visit.desk, whole), key=lambda each: (order[each.part.id], each.number))
    rooms = [each for each in whole.tournament.congress.events if each.event in whole.events]
    found = []
    for at, each in enumerate(rooms):
        event = whole.events[each.event].tournament
        said, tone, next_at = _progress([one for one in rounds if one.part.event == each.event])
        strangers = recall(
            visit.desk,
            whole,
            ("strangers", each.event),
            partial(_strangers, whole.tournament, each.event, event),
        )
        found.append(
            EventRow(
                id=each.event,
                name=event.name,
                system=event.settings.system,
                room=each.room,
                tables=_ranges_text(event.settings.tables.ranges),
                left_out=_ranges_text(event.settings.tables.left_out),
                players=len(event.players),
                rounds=event.settings.rounds,
                at=said,
                tone=tone,
                next_at=next_at,
                strangers=strangers,
                first=at == 0,
                last=at == len(rooms) - 1,
            )
        )
    return found


def _strangers(congress: Tournament, event_id: str, event: Tournament) -> int:
    """How many players of an event are not on the list of people."""
    return len(match_people(congress, event_id, event))


def _ranges_text(ranges: "tuple[TableRange, ...]") -> str:
    return ", ".join(str(each) for each in ranges)


def _progress(rounds: "list[TimetableRound]") -> tuple[str, str, str]:
    """Which of its rounds, stage by stage, an event is in, the tone of that, and when that round starts."""
    current = next((each for each in rounds if each.state.value != "over"), None)
    if current is None:
        return _("all rounds played"), "good", ""
    word, tone = state_word(current.state)
    starts = current.starts.isoformat() if current.starts else ""
    return _("round %(number)s %(state)s", number=current.number, state=word), tone, starts
