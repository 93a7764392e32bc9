"""What all criteria for places have in common."""

from dataclasses import dataclass

from miai.domain.criterion_names import CRITERION_NAMES
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion with its names."""

    key: str

    @property
    def title(self) -> Message:
        """Its heading: "SOS"."""
        return CRITERION_NAMES[self.key].title

    @property
    def name(self) -> Message:
        """Its name in full."""
        return CRITERION_NAMES[self.key].name

    @property
    def says(self) -> Message:
        """What it counts, in a sentence."""
        return CRITERION_NAMES[self.key].says
