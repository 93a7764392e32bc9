"""The standings of teams: every criterion for every team, sorted, with shared places."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from miai.domain.people.team import Team, TeamId
from miai.domain.points import NOTHING, Quarters, plain
from miai.domain.rounds.final_table import FinalTable, FinalTeamRow
from miai.domain.settings.criterion_names import TEAM_CRITERIA
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import counted_rounds, without_fraction
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS, TeamCriterion, shown_value
from miai.engine.scoring.teams.matches import DRAWN, WON, TeamMatch
from miai.engine.scoring.teams.scores import TeamRound, TeamScores, team_scores
from miai.errors import InputError, Problem
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRow:
    """One line of the table; tied teams share the place of the first of them."""

    line: int
    place: int
    tied: bool
    team: Team
    values: dict[str, float | int]
    results: tuple[str, ...]
    rounds: tuple[TeamRound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamTable:
    """The table of teams after a round, best first."""

    tournament: Tournament
    after_round: int
    criteria: tuple[str, ...]
    rows: tuple[TeamRow, ...]

    @property
    def columns(self) -> tuple[TeamCriterion, ...]:
        """The criteria that decide."""
        return tuple(TEAM_TIEBREAKS[key] for key in self.criteria)

    @property
    def shown_criteria(self) -> tuple[str, ...]:
        """The criteria that have a column in files."""
        return tuple(self.rows[0].values) if self.rows else self.criteria

    @property
    def numbered(self) -> bool:
        """Whether the lines need numbers of their own, because places are shared."""
        return any(row.line != row.place for row in self.rows)

    def row_of(self, team: TeamId) -> TeamRow | None:
        """The line of a team."""
        return next((row for row in self.rows if row.team.id == team), None)

    @property
    def final(self) -> bool:
        """Whether this is the table that was fixed."""
        fixed = self.tournament.final
        return fixed is not None and fixed.is_for_teams(self.after_round, self.criteria)


def team_standings(
    tournament: Tournament, *, after: int | None = None, criteria: Sequence[str] | str | None = None
) -> TeamTable:
    """The table of teams after `after` rounds (the last played) by the given criteria (the tournament's own).

    A criterion is given by its key or by any of its names. With "all" the table is ordered by the
    tournament's own criteria and shows every other one too. Teams that are equal in all criteria share the
    place and stand in the order of their numbers. A final table has the rows that were fixed, whatever would
    be computed now.

    >>> event = miai.tournament("Team cup", players=players, team_size=3)
    >>> event = miai.with_team(event, "Lund", ["Anna", "Chris", "Emil"])
    >>> event = miai.with_team(event, "Ulm", ["Ben", "Dora", "Fay"])
    >>> event = miai.with_draw(event, miai.pair(event, round=1))
    >>> event = miai.with_results(event, 1, {1: "white", 2: "black", 3: "white"})
    >>> [(row.team.name, row.values["bdw"]) for row in miai.team_standings(event).rows]
    [('Ulm', 3), ('Lund', 0)]
    """
    if not tournament.teams:
        raise InputError(Message("there are no teams"))
    after = counted_rounds(tournament, after)
    wanted = _wanted(criteria)
    everything = [key.lower() for key in wanted or ()] == ["all"]
    order = tournament.settings.teams.criteria if wanted is None or everything else wanted
    _demand_known(order)
    table = team_scores(tournament, after=after)
    values = _values(table, order, tuple(TEAM_TIEBREAKS) if everything else ())
    final = tournament.final
    fixed = final if final and final.is_for_teams(after, order) else None
    placed = _fixed(table, fixed) if fixed else _placed(table, order, values)
    whole = TeamTable(
        tournament=tournament, after_round=after, criteria=order, rows=tuple(_rows(table, values, placed))
    )
    return _with_fixed_values(whole, fixed) if fixed else whole


def _wanted(criteria: Sequence[str] | str | None) -> tuple[str, ...] | None:
    """The keys of the criteria that are asked for; None for those of the tournament."""
    if criteria is None:
        return None
    return tuple(map(TEAM_CRITERIA.key, criteria.split(",") if isinstance(criteria, str) else criteria))


def _demand_known(keys: Sequence[str]) -> None:
    unknown = [Problem(what=TEAM_CRITERIA.unknown(key)) for key in keys if key not in TEAM_TIEBREAKS]
    if unknown:
        raise InputError(unknown)


def with_teams(final: FinalTable, table: TeamTable) -> FinalTable:
    """A final table with the places of the teams."""
    return replace(
        final,
        team_criteria=table.criteria,
        teams=tuple(
            FinalTeamRow(
                team=row.team.id,
                place=row.place,
                values=tuple(float(row.values[key]) for key in table.criteria),
            )
            for row in table.rows
        ),
    )


def _values(table: TeamScores, order: Sequence[str], more: Sequence[str]) -> dict[str, Sequence[float]]:
    """The values of the criteria in their order and of more that do not decide."""
    everybody = range(len(table.teams))
    values: dict[str, Sequence[float]] = {}
    for key in dict.fromkeys((*order, *more)):
        criterion = TEAM_TIEBREAKS[key]
        if criterion.compute:
            values[key] = criterion.compute(table)
            continue
        found = [0.0] * len(table.teams)
        before = order[: order.index(key)] if key in order else order

        def tie(i: int, before: Sequence[str] = before) -> tuple[float, ...]:
            return tuple(values[each][i] for each in before)

        for _, tied in groupby(sorted(everybody, key=tie), key=tie):
            group = list(tied)
            if criterion.compute_tied and len(group) > 1:
                for i, value in criterion.compute_tied(table, group).items():
                    found[i] = value
        values[key] = found
    return values


def _placed(
    table: TeamScores, order: Sequence[str], values: dict[str, Sequence[float]]
) -> list[tuple[int, int]]:
    """The teams by their index, best first, with their places."""

    def tie(i: int) -> tuple[float, ...]:
        return tuple(-values[key][i] for key in order)

    ordered = sorted(range(len(table.teams)), key=lambda i: (tie(i), table.teams[i].number, i))
    placed: list[tuple[int, int]] = []
    for line, i in enumerate(ordered, start=1):
        shared = bool(placed) and tie(i) == tie(ordered[line - 2])
        placed.append((i, placed[-1][1] if shared else line))
    return placed


def _fixed(table: TeamScores, final: FinalTable) -> list[tuple[int, int]]:
    """The teams of a final table by their index, with the places that they have there."""
    index = {team.id: i for i, team in enumerate(table.teams)}
    return [(index[row.team], row.place) for row in final.teams if row.team in index]


def _with_fixed_values(table: TeamTable, final: FinalTable) -> TeamTable:
    """A table with the values of the criteria that the final table has."""
    known = {row.team: dict(zip(final.team_criteria, row.values, strict=False)) for row in final.teams}
    rows = (
        replace(
            row,
            values=row.values | {key: without_fraction(value) for key, value in known[row.team.id].items()},
        )
        for row in table.rows
    )
    return replace(table, rows=tuple(rows))


def _rows(
    table: TeamScores, values: dict[str, Sequence[float]], placed: Sequence[tuple[int, int]]
) -> Iterator[TeamRow]:
    line_of = {table.teams[i].id: line for line, (i, _) in enumerate(placed, start=1)}
    for line, (i, place) in enumerate(placed, start=1):
        yield TeamRow(
            line=line,
            place=place,
            tied=line > 1 and placed[line - 2][1] == place,
            team=table.teams[i],
            values={key: shown_value(key, value[i]) for key, value in values.items()},
            results=tuple(
                team_result_text(each, table.rules.bye_points, line_of) for each in table.rounds[i]
            ),
            rounds=table.rounds[i],
        )


def team_result_text(each: TeamRound, rest: Quarters, line_of: dict[TeamId, int]) -> str:
    """A round in one word: the opponents' line of the table, the result and the boards, as in "4+ 3:1".

    "0+", "0=" and "0-" are rests by what they are worth, or no match at all.
    """
    if not each.matches:
        worth = rest if each.rests else NOTHING
        return "0+" if worth >= WON else "0=" if worth > NOTHING else "0-"
    return " ".join(_match_text(match, each.team, line_of) for match in each.matches)


def _match_text(match: TeamMatch, team: TeamId, line_of: dict[TeamId, int]) -> str:
    opponent = match.opponent_of(team)
    own, other = (plain(match.board_points_of(side)) for side in (team, opponent))
    return f"{line_of[opponent]}{_sign(match, team)} {own:g}:{other:g}"


def _sign(match: TeamMatch, team: TeamId) -> str:
    points = match.team_points_of(team)
    if not (match.decided or match.white_team_points or match.black_team_points):
        return "?"
    return "+" if points >= WON else "=" if points >= DRAWN else "-"
