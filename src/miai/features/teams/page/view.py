"""Teams for their page: who plays where in a round, who can replace them, and what to look at."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.team import Team
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.features.teams.limits import broken_limits
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLine:
    """A team in a round: its seats by board, the members who have none, and what to look at.

    `stated`: somebody stated the line-up; else it follows the rule of the event.
    """

    team: Team
    seats: tuple[Player | None, ...]
    others: tuple[Player, ...]
    captain: Player | None
    rests: bool
    stated: bool
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRoundState:
    """A round on the page of a team: whether it is drawn with the team, and whether the team rests."""

    number: int
    drawn: bool
    rests: bool


def team_line(event: Tournament, team: Team, number: int) -> TeamLine:
    """A team as it plays in a round."""
    people = {player.id: player for player in event.players}
    rests = number in team.absent_rounds
    seats = (
        () if rests else tuple(people.get(seat) if seat else None for seat in line_up_of(event, team, number))
    )
    seated = {player.id for player in seats if player}
    stated = team.stated_line_up(number)
    return TeamLine(
        team=team,
        seats=seats,
        others=tuple(people[each] for each in team.members if each in people and each not in seated),
        captain=people.get(team.captain) if team.captain else None,
        rests=rests,
        stated=stated is not None and not stated.drawn,
        notes=tuple(_notes(event, team, seats, number)),
    )


def team_rounds(event: Tournament, team: Team) -> list[TeamRoundState]:
    """All rounds of the event for one team."""
    return [
        TeamRoundState(
            number=number,
            drawn=_is_drawn(event, number),
            rests=number in team.absent_rounds,
        )
        for number in range(1, event.settings.rounds + 1)
    ]


def round_to_state(event: Tournament, asked: int) -> int:
    """The round whose line-ups are stated: the one asked for, else the first that is not drawn."""
    last = event.settings.rounds
    if asked:
        return min(asked, last)
    return next((number for number in range(1, last + 1) if not _is_drawn(event, number)), last)


def candidates(event: Tournament, team: Team, number: int) -> list[tuple[PlayerId, str]]:
    """Who can sit for a team in a round: those of its members who attend, with their grades."""
    people = {player.id: player for player in event.players}
    here = [people[member] for member in team.members if member in people]
    return [(player.id, f"{player.name} {player.grade}") for player in here if player.attends(number)]


def _is_drawn(event: Tournament, number: int) -> bool:
    return bool(event.round(number).matches or event.round(number).resting)


def _notes(event: Tournament, team: Team, seats: tuple[Player | None, ...], number: int) -> Iterator[str]:
    """What the director should know of a team."""
    yield from (tell(each) for each in broken_limits(event, team))
    missing = event.settings.teams.size - len(team.members)
    if missing > 0:
        yield ngettext("%(num)s member fewer than boards", "%(num)s members fewer than boards", missing)
    checks_in = any(player.registration is Registration.FINAL for player in event.players)
    for player in seats:
        if player and not player.attends(number):
            yield _("%(name)s misses round %(number)s", name=player.name, number=number)
        elif player and checks_in and player.registration is not Registration.FINAL:
            yield _("%(name)s is not here", name=player.name)
