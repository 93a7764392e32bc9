"""Swiss by matching."""

from dataclasses import dataclass
from typing import ClassVar

from miai.pairing.presets import draw_by_preset
from miai.pairing.protocol import Draw, RoundView


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss:
    """Everybody starts at nothing; equal numbers of wins meet, the whole field at once."""

    key: ClassVar[str] = "swiss"
    preset: str = "miai"

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round by the preset's prices."""
        return draw_by_preset(view, preset=self.preset, seed=seed)
