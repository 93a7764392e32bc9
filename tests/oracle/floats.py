"""Games between groups, by document 1, section 3.4 (rule 1) and 4.1 (rules 2 and 3).

"Players in the same group are paired with each other. If the number of unpaired players in the group is odd,
one player is paired to a player from the group" below: from the top group down, at most one game between a
group and the next one, and none that jumps over a group. Rematches can make that impossible; then the points
between opponents, which the rules keep small, are as few as a pairing without rematches allows. Whether one
wide gap is worse than several narrow ones is not in the text: the total of the differences may be the least
one, or that of their squares.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from oracle.histories import Pair, groups_of, least_cost

Groups = Sequence[Sequence[str]]
Choice = tuple[str, str]
"""Who is paired down, and who is paired up to meet them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FloatStep:
    """A group with an odd number of unpaired players, the next group, and the choices that rematches leave.

    `completable` are those after which everybody else can still be paired by the rule.
    """

    group: tuple[str, ...]
    below: tuple[str, ...]
    legal: frozenset[Choice]
    completable: frozenset[Choice]


def difference(pairs: Iterable[Iterable[str]], scores: Mapping[str, int], *, power: int = 1) -> int:
    """The total of the differences of points between opponents, or of their squares."""
    return sum(abs(scores[a] - scores[b]) ** power for a, b in pairs)


def difference_is_least(pairs: frozenset[Pair], scores: Mapping[str, int], met: frozenset[Pair]) -> bool:
    """Whether no pairing of the same players without rematches has less difference."""
    names = [name for pair in pairs for name in pair]

    def is_least(power: int) -> bool:
        least = least_cost(names, met, lambda a, b: abs(scores[a] - scores[b]) ** power)
        return difference(pairs, scores, power=power) == least

    return is_least(1) or is_least(2)


def wanted_floats(groups: Groups) -> list[tuple[int, int]]:
    """The groups between which a game is wanted, by their numbers from the top."""
    floats = []
    unpaired = 0
    for index, (group, _) in enumerate(pairwise(groups)):
        unpaired = (unpaired + len(group)) % 2
        if unpaired:
            floats.append((index, index + 1))
    return floats


def drawn_floats(pairs: Iterable[Pair], groups: Groups) -> list[tuple[int, int]]:
    """The groups between which games were drawn."""
    place = _places(groups)
    between = [sorted(place[name] for name in pair) for pair in pairs]
    return sorted((upper, lower) for upper, lower in between if upper != lower)


def follows_the_rule(pairs: Iterable[Pair], groups: Groups) -> bool:
    """Whether each odd group sends one player to the next group, and nobody leaves a group otherwise."""
    return drawn_floats(pairs, groups) == wanted_floats(groups)


def rule_is_possible(groups: Groups, met: frozenset[Pair]) -> bool:
    """Whether a pairing without rematches follows the rule."""
    place = _places(groups)

    def steps(a: str, b: str) -> int:
        return (place[a] - place[b]) ** 2

    # A game between neighbouring groups costs 1 and one that jumps at least 4, so that the wanted number of
    # steps is reached only by single steps, and each odd group has to make one.
    return least_cost(place, met, steps) == len(wanted_floats(groups))


def float_difference(
    pairs: frozenset[Pair],
    groups: Groups,
    met: frozenset[Pair],
    allowed: Callable[[FloatStep], frozenset[Choice]],
) -> str | None:
    """How a draw differs from "one player of each odd group, from the top down, is paired to the next group".

    `allowed` says who may be chosen. The documents do not say what happens where the choices so far leave no
    pairing that follows the rule; whatever is drawn then is accepted.
    """
    return _float_difference(pairs, groups, met, allowed, start=0)


def _float_difference(
    pairs: frozenset[Pair],
    groups: Groups,
    met: frozenset[Pair],
    allowed: Callable[[FloatStep], frozenset[Choice]],
    *,
    start: int,
) -> str | None:
    if not rule_is_possible(groups, met):
        return None
    odd = next((n for n in range(start, len(groups) - 1) if len(groups[n]) % 2), None)
    if odd is None:
        return None if follows_the_rule(pairs, groups) else "games between groups that nobody asked for"
    step = _step(groups, odd, met)
    drawn = [choice for choice in step.legal if frozenset(choice) in pairs]
    if not drawn:
        return f"nobody of {', '.join(step.group)} meets somebody of the next group"
    wanted = allowed(step)
    if not any(choice in wanted for choice in drawn):
        return f"{drawn} between groups, allowed {sorted(wanted)}"
    found = [
        _float_difference(pairs - {frozenset(choice)}, _without(groups, choice), met, allowed, start=odd + 1)
        for choice in drawn
        if choice in wanted
    ]
    return None if None in found else found[0]


def _step(groups: Groups, index: int, met: frozenset[Pair]) -> FloatStep:
    group, below = groups[index], groups[index + 1]
    legal = frozenset((down, up) for down in group for up in below if frozenset((down, up)) not in met)
    return FloatStep(
        group=tuple(group),
        below=tuple(below),
        legal=legal,
        completable=frozenset(choice for choice in legal if rule_is_possible(_without(groups, choice), met)),
    )


def _without(groups: Groups, choice: Choice) -> Groups:
    return [[name for name in group if name not in choice] for group in groups]


def _places(groups: Groups) -> dict[str, int]:
    return {name: index for index, group in enumerate(groups) for name in group}


def paired_groups(names: Iterable[str], scores: Mapping[str, int], free: Sequence[str]) -> list[list[str]]:
    """The groups of those who play."""
    return groups_of([name for name in names if name not in free], scores)
