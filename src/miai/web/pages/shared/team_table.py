"""The table of teams and that of their players, for pages, paper and the projector."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.app.desk import Desk, State
from miai.domain.team import TeamId
from miai.scoring import TeamTable, team_standings
from miai.scoring.teams.criteria import TEAM_TIEBREAKS, TeamCriterion
from miai.scoring.teams.individuals import IndividualTable, individual_standings
from miai.scoring.teams.table import TeamRow


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLineOfTable:
    """One line; others' matches refer to its `number`; `tied`: the line above has the same place."""

    number: int
    tied: bool
    row: TeamRow
    values: tuple[float | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTeamTable:
    """The table of teams after a round."""

    after: int
    columns: tuple[TeamCriterion, ...]
    lines: tuple[TeamLineOfTable, ...]

    @property
    def numbered(self) -> bool:
        """Whether the lines need numbers of their own, because places are shared."""
        return any(line.number != line.row.place for line in self.lines)

    def line_of(self, team: TeamId) -> TeamLineOfTable | None:
        """The line of a team."""
        return next((line for line in self.lines if line.row.team.id == team), None)


def team_table_of(
    desk: Desk, state: State, *, after: int, criteria: Sequence[str] | None = None
) -> TeamTable:
    """The standings of the teams, worked out once for each version of the tournament."""
    wanted = None if criteria is None else tuple(criteria)

    def work_out() -> TeamTable:
        return team_standings(state.tournament, after=after, criteria=wanted)

    return desk.recall(state, ("team standings", after, wanted), work_out)


def team_table(
    desk: Desk, state: State, *, after: int, criteria: Sequence[str] | None = None
) -> ShownTeamTable | None:
    """The table of teams after a round; None as long as there are no teams."""
    if not state.tournament.teams:
        return None
    table = team_table_of(desk, state, after=after, criteria=criteria)
    return ShownTeamTable(
        after=table.after_round,
        columns=tuple(TEAM_TIEBREAKS[key] for key in table.criteria),
        lines=tuple(
            TeamLineOfTable(
                number=number,
                tied=number > 1 and table.rows[number - 2].place == row.place,
                row=row,
                values=tuple(row.values[key] for key in table.criteria),
            )
            for number, row in enumerate(table.rows, start=1)
        ),
    )


def people_table(desk: Desk, state: State, *, after: int) -> IndividualTable:
    """What the players of the teams won, worked out once for each version of the tournament."""

    def work_out() -> IndividualTable:
        return individual_standings(state.tournament, after=after)

    return desk.recall(state, ("players of the teams", after), work_out)
