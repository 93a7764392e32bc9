"""Tells a player who has left for good from one who misses rounds."""

from miai.domain.people.player import Player

# A withdrawal lasts at least to this round. Old logs replay with it: it can never change.
LAST_ROUND = 20


def rounds_after_leaving(first: int, rounds: int) -> range:
    """The rounds in which a player is away who leaves before round `first` of an event of so many rounds."""
    return range(first, max(LAST_ROUND, rounds) + 1)


def left_before(player: Player, rounds: int) -> int | None:
    """The round before which a player left an event of so many rounds; None if they have not left.

    A player who only misses the last rounds has not left: they are away in rounds that exist, and no others.
    """
    last = max(LAST_ROUND, rounds)
    first = last + 1
    while first > 1 and not player.attends(first - 1):
        first -= 1
    return first if first <= min(rounds, last) else None


def is_withdrawn(player: Player) -> bool:
    """True if a player is away to the last round that can be, whatever the number of rounds.

    An absence from single rounds does not reach so far, nor does the one from the main event during a cup.
    """
    return LAST_ROUND in player.absent_rounds
