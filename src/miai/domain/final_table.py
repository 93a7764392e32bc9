"""The final table: standings that were fixed, so that later changes need a reason."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import RoundCount
from miai.domain.numbers import Between
from miai.domain.player import PlayerId

# A value of a criterion as tables show it.
CriterionValue = Annotated[float, Between(-(10**9), 10**9)]


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalRow:
    """One line of a final table; the values are those of its criteria, in their order."""

    player: PlayerId
    place: Annotated[int, Between(1, 99_999)]
    values: tuple[CriterionValue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalTable:
    """The standings as they were fixed, best first."""

    after_round: RoundCount
    criteria: tuple[str, ...] = ()
    rows: tuple[FinalRow, ...] = ()

    def is_for(self, after: int, criteria: Sequence[str]) -> bool:
        """Whether it is the table after a round by these criteria."""
        return self.after_round == after and self.criteria == tuple(criteria)
