"""How work is shared out to threads."""

from typing import Final

# The smallest share is about this part of what a thread does.
_SMALLEST_PART: Final = 64


def edges_of_shares(many: int, threads: int) -> list[int]:
    """Where the shares of so many things begin and end.

    Large shares come first, then smaller ones: a thread that is done early takes the next, and all end
    together.
    """
    if threads == 1:
        return [0, many]
    edges = [0]
    least = max(1, many // (_SMALLEST_PART * threads))
    while edges[-1] < many:
        left = many - edges[-1]
        edges.append(edges[-1] + min(left, max(least, left // (2 * threads))))
    return edges
