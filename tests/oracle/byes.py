"""Who gets the free round, by document 1, section 3.4 (rules 1 and 2), 4.1 (rule 4) and 4.2.4."""

from collections.abc import Mapping, Sequence

from oracle.histories import Pair, can_be_paired


def eligible(names: Sequence[str], had: Mapping[str, int], met: frozenset[Pair]) -> list[str]:
    """Who can sit out a round with an odd number of players, if anybody can.

    3.4, rule 2: "No player may get more than one free round", and nobody meets an opponent twice: somebody
    can sit out whose absence leaves a pairing without rematches. Where all of them had a free round already,
    the fewest free rounds count, so that nobody has two before everybody had one.
    """
    open_to = [name for name in names if can_be_paired([other for other in names if other != name], met)]
    fewest = min((had.get(name, 0) for name in open_to), default=0)
    return [name for name in open_to if had.get(name, 0) == fewest]


def lowest_group(names: Sequence[str], scores: Mapping[str, int]) -> list[str]:
    """Those with the least points.

    3.4, rule 1: the free round falls to the group where "there is no group with less points"; 4.1, rule 4 and
    4.2.4: "usually this is the player lowest in the standings who has not been on a free round yet". Usually:
    who of the group sits out is left open.
    """
    least = min((scores[name] for name in names), default=0)
    return [name for name in names if scores[name] == least]


def free_round(
    names: Sequence[str], scores: Mapping[str, int], had: Mapping[str, int], met: frozenset[Pair]
) -> list[str]:
    """Everybody who may get the free round; nobody where no pairing without rematches exists."""
    return lowest_group(eligible(names, had, met), scores)
