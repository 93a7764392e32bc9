"""Team events in the players' language."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kit.builders import crosstable
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import LineUp, Match, Team, TeamId, TeamRules
from miai.domain.settings.scoring_rules import Rulebook, Scoring
from miai.domain.tournament import Tournament

# The rules for teams that an imported file of OpenGotha has.
OPENGOTHA: dict[str, Any] = {
    "half_of_all_boards": True,
    "empty_seat_loses": False,
    "bye_points": 0,
    "bye_boards": 0,
}


def team_event(
    teams: Mapping[str, str],
    games: str,
    matches: str,
    *,
    resting: str = "",
    opengotha: bool = False,
    **rules: Any,
) -> Tournament:
    """Teams with their members in the captain's order: {"A": "a1 a2 a3"}; games as for `crosstable`.

    Matches as "A-B C-D", White first; those of several rounds are parted by "|", and so are resting teams.
    """
    event = crosstable(games, system="swiss")
    members = {name: tuple(PlayerId(each) for each in listed.split()) for name, listed in teams.items()}
    known = {player.id for player in event.players}
    missing = [each for listed in members.values() for each in listed if each not in known]
    players = (
        *event.players,
        *(Player(id=each, surname=each, grade=Grade.parse("1d")) for each in dict.fromkeys(missing)),
    )
    rounds = tuple(
        replace(
            drawn,
            matches=_matches(_part(matches, drawn.number)),
            resting=tuple(TeamId(name) for name in _part(resting, drawn.number).split()),
        )
        for drawn in event.rounds
    )
    scoring = Scoring(rulebook=Rulebook.GOTHA) if opengotha else Scoring()
    size = max(len(listed) for listed in members.values())
    applied = TeamRules(**{"size": size, **(OPENGOTHA if opengotha else {}), **rules})
    return replace(
        event,
        players=players,
        rounds=rounds,
        settings=replace(event.settings, teams=applied, scoring=scoring),
        teams=tuple(
            Team(id=TeamId(name), name=name, number=number, members=listed)
            for number, (name, listed) in enumerate(members.items(), start=1)
        ),
    )


def with_line_up(event: Tournament, team: str, round_number: int, seats: Sequence[str]) -> Tournament:
    """The event with a line-up stated; "-" is an empty seat."""
    players = tuple(None if seat == "-" else PlayerId(seat) for seat in seats)
    line_up = LineUp(round=round_number, players=players)
    teams = tuple(
        replace(each, line_ups=(*each.line_ups, line_up)) if each.id == team else each for each in event.teams
    )
    return replace(event, teams=teams)


def _part(text: str, number: int) -> str:
    parts = text.split("|")
    return parts[number - 1] if number <= len(parts) else ""


def _matches(text: str) -> tuple[Match, ...]:
    return tuple(
        Match(white=TeamId(white), black=TeamId(black))
        for white, black in (each.split("-") for each in text.split())
    )
