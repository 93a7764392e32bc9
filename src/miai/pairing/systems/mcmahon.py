"""McMahon by matching."""

from dataclasses import dataclass
from typing import ClassVar

from miai.pairing.presets import draw_by_preset
from miai.pairing.protocol import Draw, RoundView


@dataclass(frozen=True, slots=True, kw_only=True)
class McMahon:
    """Players start with a score by grade, up to the bar; equal scores meet, the whole field at once."""

    key: ClassVar[str] = "mcmahon"
    preset: str = "miai"

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round by the preset's prices."""
        return draw_by_preset(view, preset=self.preset, seed=seed)
