"""The final table: standings that were fixed, so that later changes need a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import RoundCount
from miai.domain.field_facts import Public
from miai.domain.numbers import Between
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId

# A value of a criterion as tables show it.
CriterionValue = Annotated[float, Between(-(10**9), 10**9)]
Place = Annotated[int, Between(1, 99_999)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRow:
    """One line of a final table; the values are those of its criteria, in their order."""

    player: Public[PlayerId]
    place: Public[Place]
    values: Public[tuple[CriterionValue, ...]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTeamRow:
    """One line of a final table of teams; the values are those of its criteria, in their order."""

    team: Public[TeamId]
    place: Public[Place]
    values: Public[tuple[CriterionValue, ...]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """The standings as they were fixed, best first; in an event with teams also those of the teams."""

    after_round: Public[RoundCount]
    criteria: Public[tuple[str, ...]] = ()
    rows: tuple[FinalRow, ...] = ()
    team_criteria: Public[tuple[str, ...]] = ()
    teams: tuple[FinalTeamRow, ...] = ()

    def is_for(self, after: int, criteria: Sequence[str]) -> bool:
        """Whether it is the table after a round by these criteria."""
        return self.after_round == after and self.criteria == tuple(criteria)

    def is_for_teams(self, after: int, criteria: Sequence[str]) -> bool:
        """Whether it has the table of teams after a round by these criteria."""
        return self.after_round == after and bool(self.teams) and self.team_criteria == tuple(criteria)
