"""EPM, by document 1, chapter 6: floaters from the middle first, then everybody from the top.

EPM's weights are not printed, so that only what every weighting must give is checked: a player whose wanted
opponent (by the seeding of 4.2.3) is free and was not met before gets that opponent.
"""

from collections.abc import Sequence

from oracle.floats import Choice, FloatStep, Groups
from oracle.histories import Event, Pair, can_be_paired
from oracle.seedings import wanted_pairs


def score_for_pairing(event: Event) -> dict[str, int]:
    """Half points "when calculating pairings and the opponents' SOS".

    6.1: "half a point for each round absent", with the total rounded down; for the player's own place only
    what was earned counts, in games or by a bonus, which is `Event.scores`.
    """
    behind = range(1, event.next_round)
    absences = {each.name: len(each.absent.intersection(behind)) for each in event.entrants}
    return {name: score + absences[name] // 2 * 2 for name, score in event.scores().items()}


def distance_from_middle(name: str, group: Sequence[str]) -> int:
    """How far somebody is from the middle of an ordered group, in half places; an even one has two."""
    nearest = (len(group) + 1) % 2
    return max(0, abs(2 * group.index(name) - (len(group) - 1)) - nearest)


def allowed_choices(step: FloatStep, groups: Groups) -> frozenset[Choice]:
    """6.1: EPM "selects players from the middle of the group" to be paired up or down.

    Rematches can rule the middle out. A choice is allowed unless another one, after which everybody else can
    still be paired, is nearer to the middle in both groups, or in one with the same player of the other.
    """
    group, below = (
        next(whole for whole in groups if set(part) <= set(whole)) for part in (step.group, step.below)
    )
    far = {
        (down, up): (distance_from_middle(down, group), distance_from_middle(up, below))
        for down, up in step.legal
    }

    def beaten(choice: Choice) -> bool:
        return any(
            all(
                name == own or there < here
                for name, own, there, here in zip(other, choice, far[other], far[choice], strict=True)
            )
            for other in step.completable - {choice}
        )

    return frozenset(choice for choice in step.legal if not beaten(choice))


def inside_difference(
    staying: Sequence[str], pairs: frozenset[Pair], met: frozenset[Pair], method: str
) -> str | None:
    """How the games inside a group differ from lines 4 to 9 of the algorithm, if they do.

    "Pick the highest-standing player not paired. Pick the first available opponent": the one whom the seeding
    wants, unless somebody before took them, the two have met, or the rest could not be paired. `staying` are
    those who stay in the group, in the order of the standings.
    """
    places = {frozenset(pair) for answer in wanted_pairs(method, len(staying)) for pair in answer}
    left = list(staying)
    while left:
        first = left[0]
        drawn = _partner(first, pairs)
        for wanted in _wanted(first, staying, places):
            free = wanted in left and frozenset((first, wanted)) not in met
            rest = [name for name in left if name not in (first, wanted)]
            if free and drawn != wanted and can_be_paired(rest, met):
                return f"{first} meets {drawn}, not {wanted}"
        left = [name for name in left if name not in (first, drawn)]
    return None


def _wanted(first: str, staying: Sequence[str], places: set[frozenset[int]]) -> list[str]:
    own = list(staying).index(first) + 1
    return [staying[number - 1] for pair in places if own in pair for number in pair - {own}]


def _partner(name: str, pairs: frozenset[Pair]) -> str:
    pair = next(pair for pair in pairs if name in pair)
    (other,) = pair - {name}
    return other
