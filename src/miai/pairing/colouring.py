"""Who has White."""

import hashlib

from miai.pairing.handicapping import levels
from miai.pairing.protocol import RoundView


def white_and_black(view: RoundView, i: int, j: int, *, stones: int, seed: int) -> tuple[int, int]:
    """White gives stones; else it goes to who had fewer whites, then to who had Black last, then by lot."""
    if stones:
        level = levels(view)
        return (i, j) if level[i] > level[j] else (j, i)
    for due in (view.balances, view.last_colours):
        if due[i] != due[j]:
            return (i, j) if due[i] < due[j] else (j, i)
    first, second = sorted((i, j), key=view.name)
    text = f"{seed}\0{view.round}\0{view.name(first)}\0{view.name(second)}"
    heads = hashlib.sha256(text.encode()).digest()[0] % 2
    return (first, second) if heads else (second, first)
