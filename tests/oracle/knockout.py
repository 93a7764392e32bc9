"""Cup and double elimination, by document 1, section 3.2."""

from collections import Counter
from collections.abc import Collection, Sequence

from oracle.histories import Pair, PlayedRound, least_cost


def number_of_rounds(players: int) -> int:
    """The rounds of a cup: with 2^N players N rounds; other fields are filled up to the next power of two."""
    return (players - 1).bit_length()


def free_first_rounds(players: int) -> int:
    """How many start in round 2, "so that the number of players on the second round is a power of two"."""
    return (1 << number_of_rounds(players)) - players


def losses(rounds: Sequence[PlayedRound]) -> Counter[str]:
    """How many games each has lost."""
    return Counter(
        name for played in rounds for game in played.games for name in game.pair if not game.points_of(name)
    )


def still_in(names: Collection[str], rounds: Sequence[PlayedRound], *, out_after: int) -> set[str]:
    """ "The loser drops out"; in double elimination "after two losses"."""
    lost = losses(rounds)
    return {name for name in names if lost[name] < out_after}


def avoidable_rematches(pairs: Collection[Pair], met: frozenset[Pair]) -> int:
    """How many games between players who have met could be avoided by pairing the same players otherwise."""
    drawn = sum(pair in met for pair in pairs)
    if drawn == 0:
        return 0
    names = [name for pair in pairs for name in pair]
    least = least_cost(names, frozenset(), lambda a, b: frozenset((a, b)) in met)
    assert least is not None
    return drawn - least
