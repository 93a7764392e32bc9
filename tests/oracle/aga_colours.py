"""The AGA's protocol, criterion 4: which colours a pair may have.

"Not ... the same color more than three times in a row, or for more than 50% of the rounds". Half of an odd
number is rounded up; games with a handicap do not count. Colours are strings: "WBB".
"""

from functools import cache
from itertools import groupby


def keeps_promise(colours: str, rounds: int) -> bool:
    """Whether a player's colours, the last one new, keep within criterion 4."""
    new = colours[-1]
    in_a_row = [len(list(run)) for _, run in groupby(colours)][-1]
    return in_a_row <= 3 and colours.count(new) <= (rounds + 1) // 2


def allowed_colours(a: str, b: str, rounds: int) -> list[tuple[str, str]]:
    """The colours that two players with this past may have: ("W", "B"), ("B", "W"), both or none."""
    return [
        (for_a, for_b)
        for for_a, for_b in (("W", "B"), ("B", "W"))
        if keeps_promise(a + for_a, rounds) and keeps_promise(b + for_b, rounds)
    ]


@cache
def can_keep_promise(a: str, b: str, rounds: int) -> bool:
    """Whether a game of two players can keep both within criterion 4."""
    return bool(allowed_colours(a, b, rounds))
