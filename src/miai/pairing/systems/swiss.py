"""Swiss by matching: everybody starts at nothing, equal wins meet."""

from dataclasses import dataclass
from typing import ClassVar

from miai.pairing.drawing import draw_round
from miai.pairing.presets import plan_for
from miai.pairing.protocol import Draw, RoundView


@dataclass(frozen=True, slots=True, kw_only=True)
class Swiss:
    """The whole field at once, at the least cost by the preset's prices."""

    key: ClassVar[str] = "swiss"
    preset: str = "miai"

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""
        plan = plan_for(view.settings, round_number=view.round, preset=self.preset, seed=seed)
        return draw_round(view, plan)
