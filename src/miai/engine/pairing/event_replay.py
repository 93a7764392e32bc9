"""A real event that was simulated, played again up to a round: what its criteria say of everybody there."""

from collections.abc import Sequence

import numpy as np

from miai.engine.kernel.criteria_of_games import Replayed, replay
from miai.engine.kernel.event import PlayedRounds
from miai.engine.pairing.event_simulation import CHANGING, FIXED, EventNow, criterion_codes, fixed_values
from miai.engine.pairing.simulation import Simulation
from miai.errors import InternalError

REPLAYED = (*CHANGING, *FIXED)
"""The criteria that are known after simulated rounds; those that compare tied players follow from them."""


def replayed(
    now: EventNow,
    simulation: Simulation,
    played: PlayedRounds,
    criteria: Sequence[str],
    *,
    rounds: int,
    seed: int,
    first: int = 0,
) -> Replayed:
    """The values of some criteria after so many rounds of the event, of tournaments that were played so."""
    if simulation.standing is None:
        raise InternalError("Only events that were simulated from a standing can be played again.")
    fixed = tuple(key for key in criteria if key in FIXED)
    rows = np.array([fixed_values(now, key) for key in fixed]).reshape(len(fixed), len(now.view))
    return replay(
        simulation.field._replace(fixed=rows),
        simulation.terms,
        simulation.standing,
        played,
        criteria=criterion_codes(now.settings, criteria, fixed, after=rounds),
        rounds=rounds,
        seed=seed,
        first=first,
    )
