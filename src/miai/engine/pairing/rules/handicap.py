"""Games are even, or nearly so."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.people.grade import Grade
from miai.engine.pairing.handicapping import handicap_matrix, levels
from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicap:
    """Handicaps are small."""

    key: ClassVar[str] = "handicap"
    title: ClassVar[Message] = Message("Handicap")
    fault: ClassVar[Message] = Message("handicap games")
    says: ClassVar[str] = (
        "The size of the handicap: the stones, or the grades that komi or a table make up for."
    )
    clause: ClassVar[str] = "A45"

    def deviation(self, view: RoundView) -> SmallInts:
        """How many grades the handicap makes up for."""
        return handicap_matrix(view)

    def for_bye(self, view: RoundView) -> Ints:
        """A bye has no handicap."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the handicap is counted from."""
        by = levels(view)
        mine, theirs = Grade.of_number(int(by[i])), Grade.of_number(int(by[j]))
        return Message("%(a)s against %(b)s for the handicap", a=str(mine), b=str(theirs))
