"""Swiss by matching."""

from dataclasses import dataclass
from typing import ClassVar

from miai.domain.settings.event_settings import DEFAULT_PRESET
from miai.engine.pairing.analysis import LEAST_COST, WeighedRound, weighed_by_preset
from miai.engine.pairing.protocol import Draw, RoundView
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss:
    """Swiss, drawn by the prices of a preset."""

    key: ClassVar[str] = "swiss"
    how: ClassVar[Message] = LEAST_COST
    preset: str = DEFAULT_PRESET

    def analyse(self, view: RoundView, seed: int) -> WeighedRound:
        """Look at a round by the preset's prices."""
        return weighed_by_preset(view, self.preset, seed)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round by the preset's prices."""
        return self.analyse(view, seed).draw()
