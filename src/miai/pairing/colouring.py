"""Who has White."""

import hashlib

from miai.kernel.colours import BY_LOT, white_side
from miai.kernel.jit import in_python
from miai.pairing.handicapping import levels
from miai.pairing.protocol import RoundView

_white_side = in_python(white_side)


def white_and_black(view: RoundView, i: int, j: int, *, stones: int, seed: int) -> tuple[int, int]:
    """White gives stones; else it goes to who had fewer whites, then to who had Black last, then by lot."""
    level = levels(view) if stones else view.grades
    side = _white_side(
        stones, level[i], level[j], view.balances[i], view.balances[j],
        view.last_colours[i], view.last_colours[j],
    )  # fmt: skip
    if side != BY_LOT:
        return (i, j) if side > 0 else (j, i)
    first, second = sorted((i, j), key=view.name)
    text = f"{seed}\0{view.round}\0{view.name(first)}\0{view.name(second)}"
    heads = hashlib.sha256(text.encode()).digest()[0] % 2
    return (first, second) if heads else (second, first)
