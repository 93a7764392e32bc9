"""Derives the seed of a round from the log a second time, and counts how often the round was drawn."""

from dataclasses import dataclass
from enum import Enum
from hashlib import sha256

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.stages import MAIN


class SeedOrigin(Enum):
    """Who or what chose the seed of a draw."""

    LOG = "follows from the log"
    RULES = "follows from the log and a seed in the rules"
    RULES_ALONE = "is that of the rules"
    TYPED = "was typed"
    UNKNOWN = "is not recorded"
    HIDDEN = "follows from what is private"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedVerdict:
    """Where the seed of a published draw comes from, and how many draws were made in all.

    `others` are the draws before it that had other games, also those that were undone.
    """

    origin: SeedOrigin
    draws: int
    others: int


def check_seed(before: History, number: int, *, lot_is_private: bool = False) -> SeedVerdict:
    """The seed of a round, from its history before the publication."""
    undone = before.undone
    made = [
        (entry, entry.event)
        for entry in before.entries
        if isinstance(entry.event, events.RoundDrawn) and entry.event.round.number == number
    ]
    valid = [(entry, drawn) for entry, drawn in made if entry.number not in undone]
    if not valid:
        return SeedVerdict(origin=SeedOrigin.UNKNOWN, draws=len(made), others=0)
    last, drawn = valid[-1]
    games = _games(drawn)
    earlier = [other for entry, other in made if entry.number < last.number]
    return SeedVerdict(
        origin=SeedOrigin.HIDDEN if lot_is_private else _origin(before, last, number, drawn.seed),
        draws=len(made),
        others=sum(_games(each) != games for each in earlier),
    )


def _origin(before: History, last: Entry, number: int, seed: int | None) -> SeedOrigin:
    if seed is None:
        return SeedOrigin.UNKNOWN
    rules = before.until(last.number - 1).tournament().settings.draw_seed
    first = (before.whole or before).entries[0].event
    lot = first.lot if isinstance(first, events.TournamentCreated) else ""
    if not lot:
        return SeedOrigin.RULES_ALONE if seed == rules else SeedOrigin.TYPED
    stage = "" if before.stage == MAIN else f" {before.stage}"
    digest = sha256("\0".join(("miai draw", lot + stage, str(number), str(rules))).encode()).digest()
    if seed != int.from_bytes(digest[:8], "big") % 1_000_000_000:
        return SeedOrigin.TYPED
    return SeedOrigin.RULES if rules else SeedOrigin.LOG


def _games(drawn: events.RoundDrawn) -> object:
    return {(board.white, board.black) for board in drawn.round.boards}, frozenset(drawn.round.free)
