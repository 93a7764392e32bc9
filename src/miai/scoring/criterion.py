"""What all criteria for places have in common."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.criterion_names import PLAYER_CRITERIA, CriterionTable
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion with its names."""

    table: ClassVar[CriterionTable] = PLAYER_CRITERIA
    key: str

    @property
    def title(self) -> Message:
        """Its heading: "SOS"."""
        return self.table.names[self.key].title

    @property
    def name(self) -> Message:
        """Its name in full."""
        return self.table.names[self.key].name

    @property
    def says(self) -> Message:
        """What it counts, in a sentence."""
        return self.table.names[self.key].says
