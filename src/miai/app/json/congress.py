"""The JSON of `miai congress`."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from miai.app.congress.clashes import Clash, Engagement
from miai.app.congress.keep_up import Behind
from miai.app.congress.timetable import TableClash, TimetableRound
from miai.app.congress.whole import WholeCongress
from miai.domain.player import Registration


class CreatedCongressJson(TypedDict):
    """A new congress by its id."""

    congress: str
    name: str


class CongressEventJson(TypedDict):
    """An event of a congress."""

    id: str
    name: str
    room: str
    tables: list[str]
    players: int
    rounds: int
    drawn: int


class CongressEventsJson(TypedDict):
    """The events, and the tables that two of them use at the same time."""

    congress: str
    events: list[CongressEventJson]
    missing: list[str]
    table_clashes: list[str]


class PersonJson(TypedDict):
    """Somebody with their events."""

    id: str
    name: str
    grade: str
    club: str
    here: bool
    events: list[str]


class BehindJson(TypedDict):
    """What an event has otherwise than the list, and why it stays so."""

    what: str
    why: str | None


class CongressPeopleJson(TypedDict):
    """Everybody with their events."""

    congress: str
    people: list[PersonJson]
    behind: list[BehindJson]


class CongressRoundJson(TypedDict):
    """A round of an event."""

    event: str
    name: str
    round: int


class TimetableRoundJson(CongressRoundJson):
    """A round in the timetable; moments are in UTC."""

    starts: str | None
    ends: str | None
    room: str
    tables: list[str]
    boards: int
    state: str


class TimetableJson(TypedDict):
    """All rounds of a congress."""

    congress: str
    rounds: list[TimetableRoundJson]


class EngagementJson(CongressRoundJson):
    """A round that somebody plays in."""

    drawn: bool
    table: int | None


class PersonClashJson(TypedDict):
    """Somebody in two rounds at the same time."""

    person: str
    drawn: bool
    rounds: list[EngagementJson]


class TableClashJson(TypedDict):
    """Tables in two rounds at the same time."""

    rounds: list[CongressRoundJson]
    tables: list[str]


class ClashesJson(TypedDict):
    """Who is in two rounds at the same time, and which tables."""

    congress: str
    people: list[PersonClashJson]
    tables: list[TableClashJson]


def events_json(whole: WholeCongress, found: Sequence[TableClash]) -> CongressEventsJson:
    """The events, and the tables that two of them use at the same time."""
    return {
        "congress": whole.tournament.name,
        "events": [
            {
                "id": part.id,
                "name": part.name,
                "room": part.room,
                "tables": [str(each) for each in part.tournament.settings.tables.ranges],
                "players": len(part.tournament.players),
                "rounds": part.tournament.settings.rounds,
                "drawn": len(part.tournament.rounds),
            }
            for part in whole.parts
        ],
        "missing": list(whole.missing),
        "table_clashes": [str(clash.what) for clash in found],
    }


def people_json(whole: WholeCongress, differing: Sequence[Behind]) -> CongressPeopleJson:
    """Everybody with their events, and what events have otherwise than the list."""
    return {
        "congress": whole.tournament.name,
        "people": [
            {
                "id": person.id,
                "name": person.name,
                "grade": str(person.grade),
                "club": person.club,
                "here": person.registration is Registration.FINAL,
                "events": [entry.event for entry in whole.entries.get(person.id, ())],
            }
            for person in whole.people.values()
        ],
        "behind": [
            {"what": str(each.what), "why": str(each.why) if each.why else None} for each in differing
        ],
    }


def timetable_json(whole: WholeCongress, rounds: Sequence[TimetableRound]) -> TimetableJson:
    """All rounds; times are ISO 8601 in UTC."""
    return {
        "congress": whole.tournament.name,
        "rounds": [
            {
                **_round(each),
                "starts": each.starts.isoformat() if each.starts else None,
                "ends": each.ends.isoformat() if each.ends else None,
                "room": each.part.room,
                "tables": [str(table) for table in each.tables],
                "boards": each.boards,
                "state": each.state.value,
            }
            for each in rounds
        ],
    }


def clashes_json(whole: WholeCongress, found: Sequence[Clash], shared: Sequence[TableClash]) -> ClashesJson:
    """Who is in two rounds at the same time, and which tables."""
    return {
        "congress": whole.tournament.name,
        "people": [
            {
                "person": clash.person.name,
                "drawn": clash.certain,
                "rounds": [_engagement(clash.first), _engagement(clash.second)],
            }
            for clash in found
        ],
        "tables": [
            {
                "rounds": [_round(clash.first), _round(clash.second)],
                "tables": [str(table) for table in clash.tables],
            }
            for clash in shared
        ],
    }


def _round(each: TimetableRound) -> CongressRoundJson:
    return {"event": each.part.id, "name": each.part.name, "round": each.number}


def _engagement(each: Engagement) -> EngagementJson:
    return {**_round(each.round), "drawn": each.drawn, "table": each.table}
