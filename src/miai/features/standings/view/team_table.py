"""The table of teams and that of their players, for pages, paper and the projector."""

from collections.abc import Sequence

from miai.desk.live_state import Desk, State
from miai.engine.scoring import TeamTable, team_standings
from miai.engine.scoring.teams.individuals import IndividualTable, individual_standings


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
) -> TeamTable | None:
    """The table of teams after a round; None as long as there are no teams."""
    return team_table_of(desk, state, after=after, criteria=criteria) if state.tournament.teams else None


def people_table(desk: Desk, state: State, *, after: int) -> IndividualTable:
    """What the players of the teams won, worked out once for each version of the tournament."""

    def work_out() -> IndividualTable:
        return individual_standings(state.tournament, after=after)

    return desk.recall(state, ("players of the teams", after), work_out)
