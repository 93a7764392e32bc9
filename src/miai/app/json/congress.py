"""The JSON of `miai congress`."""

from collections.abc import Sequence

from miai.app.congress.clashes import Clash, Engagement
from miai.app.congress.keep_up import Behind
from miai.app.congress.timetable import TableClash, TimetableRound
from miai.app.congress.whole import WholeCongress
from miai.app.json.values import JsonObject
from miai.domain.player import Registration


def events_json(whole: WholeCongress, found: Sequence[TableClash]) -> JsonObject:
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


def people_json(whole: WholeCongress, differing: Sequence[Behind]) -> JsonObject:
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


def timetable_json(whole: WholeCongress, rounds: Sequence[TimetableRound]) -> JsonObject:
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


def clashes_json(whole: WholeCongress, found: Sequence[Clash], shared: Sequence[TableClash]) -> JsonObject:
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


def _round(each: TimetableRound) -> JsonObject:
    return {"event": each.part.id, "name": each.part.name, "round": each.number}


def _engagement(each: Engagement) -> JsonObject:
    return {**_round(each.round), "drawn": each.drawn, "table": each.table}
