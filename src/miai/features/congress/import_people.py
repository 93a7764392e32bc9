"""Add the people of a file to the list of a congress."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from miai.desk.live_state import Desk, Saved
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.features.congress.congress_state import congress_state
from miai.features.congress.matching import PersonMatch, Recognised, match_people
from miai.features.congress.person import as_person
from miai.features.players.register_player import NEW, register_players


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPeople:
    """The congress after an import: how many are new, who was there already, and about whom to ask."""

    saved: Saved
    new: int
    known: tuple[PersonMatch, ...]
    doubtful: tuple[PersonMatch, ...]


def add_people(desk: Desk, congress_id: str, people: Sequence[Player], *, by: str) -> ImportedPeople:
    """Add people to the list, except those who are on it already or may be."""
    congress = congress_state(desk, congress_id).tournament
    numbered = tuple(
        replace(player, id=PlayerId(f"new{number}")) for number, player in enumerate(people, start=1)
    )
    found = match_people(congress, "", Tournament(players=numbered))
    new = [
        as_person(match.entrant, NEW, match.player) for match in found if match.recognised is Recognised.NEW
    ]
    saved = register_players(desk, congress_id, new, by=by)
    doubtful = tuple(match for match in found if match.recognised is Recognised.DOUBTFUL)
    return ImportedPeople(
        saved=saved,
        new=len(new),
        known=tuple(match for match in found if match.person is not None),
        doubtful=doubtful,
    )
