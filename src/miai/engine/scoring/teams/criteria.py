"""The registry of criteria for the places of teams: each is a function with its key and its texts."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, combinations

from miai.domain.people.player import Player
from miai.domain.people.strength import rating_of
from miai.domain.points import POINT, Quarters
from miai.domain.settings.criterion_names import Criterion
from miai.engine.scoring.places import criteria_values, without_fraction
from miai.engine.scoring.scores import scores
from miai.engine.scoring.teams.entrants import entrants_of
from miai.engine.scoring.teams.line_ups import line_ups_of
from miai.engine.scoring.teams.matches import WON
from miai.engine.scoring.teams.scores import TeamScores, points_of
from miai.engine.scoring.tiebreaks import TIEBREAKS
from miai.messages import Message

Values = Sequence[float]
Compute = Callable[[TeamScores], Values]
# The indices of teams that are tied so far, to their values.
ComputeTied = Callable[[TeamScores, Sequence[int]], dict[int, float]]
# OpenGotha keeps ratings between 30k and 9d.
_LEAST_RATING, _MOST_RATING = -900, 2949


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCriterion(Criterion):
    """A criterion for teams; higher is better. `quarters`: the values are quarter points.

    One that compares tied teams with each other has `compute_tied`.
    """

    quarters: bool
    compute: Compute | None = None
    compute_tied: ComputeTied | None = None


TEAM_TIEBREAKS: dict[str, TeamCriterion] = {}


def _criterion(
    key: str, *, title: Message, name: Message, says: Message, quarters: bool = True
) -> Callable[[Compute], Compute]:
    """Add a function to the registry, with the texts that people read."""

    def register(compute: Compute) -> Compute:
        TEAM_TIEBREAKS[key] = TeamCriterion(
            key=key, title=title, name=name, says=says, quarters=quarters, compute=compute
        )
        return compute

    return register


@_criterion(
    "teamp",
    title=Message("Team points"),
    name=Message("team points"),
    says=Message("Team points: 2 for a won match, 1 for a drawn one, and what a rest is worth."),
)
def _team_points(table: TeamScores) -> Values:
    return table.team_points


@_criterion(
    "sost",
    title=Message("SOST"),
    name=Message("sum of opponents’ team points"),
    says=Message("Sum of the opponents' team points; a team met twice counts twice."),
)
def _opponents_team_points(table: TeamScores) -> Values:
    return _over_opponents(table, table.team_points)


@_criterion(
    "bdw",
    title=Message("Board points"),
    name=Message("board points"),
    says=Message("Points won on all boards, and what a rest is worth."),
)
def _board_points(table: TeamScores) -> Values:
    return table.board_points(table.rules.size)


def _first_boards(table: TeamScores, *, boards: int) -> Values:
    return table.board_points(boards)


_criterion(
    "bdw1u",
    title=Message("Board 1"),
    name=Message("board points on board 1"),
    says=Message("Points won on the first board."),
)(partial(_first_boards, boards=1))
for _last in range(2, 10):
    _criterion(
        f"bdw{_last}u",
        title=Message("Boards 1–%(last)s", last=_last),
        name=Message("board points on boards 1 to %(last)s", last=_last),
        says=Message("Points won on the first %(last)s boards.", last=_last),
    )(partial(_first_boards, boards=_last))


@_criterion(
    "mnr",
    title=Message("Mean rating"),
    name=Message("mean rating"),
    says=Message(
        "Sum of the ratings of the line-up of round 1, divided by the number of boards; whoever has no "
        "rating counts with that of the grade."
    ),
    quarters=False,
)
def _mean_rating(table: TeamScores) -> Values:
    players = {player.id: player for player in table.tournament.players}
    line_ups = line_ups_of(table.tournament, 1)
    sums = [
        sum(_bounded_rating(players[seat]) for seat in line_ups[team.id] if seat in players)
        for team in table.teams
    ]
    return [math.trunc(total / max(1, table.rules.size)) for total in sums]


@_criterion(
    "matches",
    title=Message("Matches won"),
    name=Message("number of matches won"),
    says=Message("Number of matches won; a drawn match and a rest count nothing."),
    quarters=False,
)
def _matches_won(table: TeamScores) -> Values:
    return [
        sum(match.team_points_of(each.team) == WON for each in rounds for match in each.matches)
        for rounds in table.rounds
    ]


@_criterion(
    "sobdw",
    title=Message("SOS (boards)"),
    name=Message("sum of opponents’ board points"),
    says=Message("Sum of the opponents' board points; a team met twice counts twice."),
)
def _opponents_board_points(table: TeamScores) -> Values:
    return _over_opponents(table, table.board_points(table.rules.size))


@_criterion(
    "sodost",
    title=Message("SODOST"),
    name=Message("sum of defeated opponents’ team points"),
    says=Message("Sum of the defeated opponents' team points; a drawn match counts half of them."),
)
def _defeated_opponents_team_points(table: TeamScores) -> Values:
    index = table.index
    return [
        sum(
            table.team_points[index[match.opponent_of(each.team)]] * match.team_points_of(each.team)
            for each in rounds
            for match in each.matches
        )
        / WON
        for rounds in table.rounds
    ]


@_criterion(
    "cusst",
    title=Message("CUSST"),
    name=Message("cumulated team points"),
    says=Message("Sum of the team points after each round."),
)
def _cumulated_team_points(table: TeamScores) -> Values:
    rest = table.rules.bye_points
    return [Quarters(sum(accumulate(points_of(each, rest) for each in rounds))) for rounds in table.rounds]


def _direct_comparison(table: TeamScores, group: Sequence[int]) -> dict[int, float]:
    index = table.index
    won = dict.fromkeys(((one, other) for one in group for other in group), -1)
    for one in group:
        for match in (match for each in table.rounds[one] for match in each.matches):
            pair = one, index[match.opponent_of(table.teams[one].id)]
            if pair in won:
                won[pair] = max(0, won[pair]) + match.team_points_of(table.teams[one].id)
    if any(won[pair] < 0 for pair in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return {one: sum(won[one, other] for other in group if other != one) for one in group}


TEAM_TIEBREAKS["direct"] = TeamCriterion(
    key="direct",
    title=Message("Direct comparison"),
    name=Message("direct comparison"),
    says=Message("Team points won against the tied teams, where all of them have met each other."),
    quarters=True,
    compute_tied=_direct_comparison,
)


def _as_of_players(table: TeamScores, *, key: str) -> Values:
    """A criterion for players, with teams as players and matches as games."""
    if not table.tournament.settings.by_teams:
        return [0] * len(table.teams)
    entrants = entrants_of(table.tournament, table.after + 1)
    return criteria_values(scores(entrants, after=table.after), (key,))[key]


for _each in (TIEBREAKS[_key] for _key in ("mms", "sosm", "sodosm", "sososm", "draw")):
    TEAM_TIEBREAKS[_each.key] = TeamCriterion(
        key=_each.key,
        title=_each.title,
        name=_each.name,
        says=_each.says,
        clause=_each.clause,
        quarters=_each.quarters,
        compute=partial(_as_of_players, key=_each.key),
    )


def _over_opponents(table: TeamScores, scores: Sequence[Quarters]) -> list[Quarters]:
    """The sum of a score over the opponents; a rest or a missed round adds nothing."""
    index = table.index
    return [
        Quarters(
            sum(scores[index[match.opponent_of(each.team)]] for each in rounds for match in each.matches)
        )
        for rounds in table.rounds
    ]


def _bounded_rating(player: Player) -> float:
    return min(_MOST_RATING, max(_LEAST_RATING, rating_of(player)))


def shown_value(key: str, value: float) -> float | int:
    """A value as tables show it: points instead of quarters."""
    if TEAM_TIEBREAKS[key].quarters:
        value /= POINT
    return without_fraction(value)
