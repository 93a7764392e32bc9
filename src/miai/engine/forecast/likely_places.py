"""The places that a player ends on with a given chance."""

from collections.abc import Sequence
from itertools import accumulate

LIKELY, NEARLY_SURE = 0.8, 0.95


def likely_places(chances: Sequence[float], share: float) -> tuple[int, int]:
    """The neighbouring places around the middle one whose chance together comes nearest to a share.

    Places are whole, so that the chance is now a little more and now a little less than the share.
    """
    reached = list(accumulate(chances))
    first = last = next((at for at, total in enumerate(reached) if total >= 0.5), len(reached) - 1)
    inside = chances[first]
    while True:
        better = chances[first - 1] if first else -1.0
        worse = chances[last + 1] if last + 1 < len(chances) else -1.0
        more = max(better, worse)
        if more < 0 or abs(inside + more - share) >= abs(inside - share):
            return first + 1, last + 1
        inside += more
        first, last = (first - 1, last) if better >= worse else (first, last + 1)
