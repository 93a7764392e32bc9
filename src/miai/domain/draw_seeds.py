"""The seeds of draws: they follow from the first entry of the log, so that nobody chooses them.

The first entry holds a random text, the lot of the event. The seed of a round follows from it, the stage, the
number of the round and the seed in the rules, and from nothing else. So a round drawn again in the same state
is drawn the same: after an undo, a result that came in, a change that is taken back.
"""

import secrets
from enum import Enum
from hashlib import sha256

from miai.domain.stages import StageId
from miai.domain.tournament import Tournament

# Seeds have at most nine digits, so that they can be read out and typed.
_BELOW = 10**9


class SeedSource(Enum):
    """What a seed follows from: the log alone, the log and a seed in the rules, or the director's choice."""

    LOG = "log"
    RULES = "rules"
    TYPED = "typed"


def new_lot() -> str:
    """A random text for a new event."""
    return secrets.token_hex(16)


def seed_of_round(tournament: Tournament, number: int) -> int:
    """The seed by which a round of an event or a stage is drawn.

    An event without a lot is of an older version or of another program: its seed is that of the rules.
    """
    return seed_by_lot(tournament.lot, number, tournament.settings.draw_seed)


def seed_by_lot(lot: str, number: int, given: int) -> int:
    """The seed of a round by the lot of its event or stage and the seed that the rules give."""
    if not lot:
        return given
    text = f"miai draw\0{lot}\0{number}\0{given}"
    return int.from_bytes(sha256(text.encode()).digest()[:8]) % _BELOW


def lot_of_stage(lot: str, stage: StageId) -> str:
    """The lot of a stage by that of its event."""
    return f"{lot} {stage}" if lot else ""


def source_of_seed(tournament: Tournament, number: int, seed: int) -> SeedSource:
    """What the seed of a draw followed from, by the tournament before the draw."""
    if seed != seed_of_round(tournament, number):
        return SeedSource.TYPED
    return SeedSource.RULES if tournament.settings.draw_seed else SeedSource.LOG
