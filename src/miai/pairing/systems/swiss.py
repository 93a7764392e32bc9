"""Swiss by matching."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.settings import DEFAULT_PRESET
from miai.domain.system_names import SYSTEM_NAMES
from miai.messages import Message
from miai.pairing.analysis import LEAST_COST, WeighedRound, weighed_by_preset
from miai.pairing.protocol import Draw, RoundView
from miai.pairing.system import Abilities


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss:
    """Everybody starts at nothing; equal numbers of wins meet, the whole field at once."""

    key: ClassVar[str] = "swiss"
    name: ClassVar[Message] = SYSTEM_NAMES["swiss"]
    how: ClassVar[Message] = LEAST_COST
    abilities: ClassVar[Abilities] = Abilities(weighs_pairs=True, by_preset=True)
    preset: str = DEFAULT_PRESET

    def analyse(self, view: RoundView, seed: int) -> WeighedRound:
        """Look at a round by the preset's prices."""
        return weighed_by_preset(view, self.preset, seed)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round by the preset's prices."""
        return self.analyse(view, seed).draw()
