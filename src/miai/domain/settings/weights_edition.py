"""The editions of the weights that the presets give to the rules.

`domain/pricing_version.py` says how they differ from the versions of the arithmetic.
"""

from enum import Enum
from typing import TYPE_CHECKING

from miai.domain.settings.presets import base_preset
from miai.domain.settings.setting import When
from miai.messages import Message

if TYPE_CHECKING:
    from miai.domain.settings.event_settings import Settings


class WeightsEdition(Enum):
    """The weights of the presets have changed; an event keeps the edition that it began with.

    The second edition gives more weight to what the director chose and most events leave out: the part of a
    group that floats, unless it is the middle, and games that tell about grades. Without such a choice the
    editions are the same.
    """

    FIRST = "1"
    SECOND = "2"


def _differ(settings: "Settings") -> bool:
    chosen = settings.pairing
    # In strict order the part that floats came before seeding in the first edition too.
    by_part = chosen.floats_from_an_end and base_preset(settings.preset) != "miai"
    return by_part or chosen.grading_information


IF_EDITIONS_DIFFER = When(
    lambda settings, _: _differ(settings),
    Message("the editions differ only if you choose a part of the group that floats, or games about grades"),
)
