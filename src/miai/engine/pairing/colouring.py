"""Who has White."""

import hashlib
from dataclasses import dataclass

import numpy as np

from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.kernel.colours import BY_LOT, white_side
from miai.engine.kernel.jit import in_python
from miai.engine.pairing.handicapping import handicap_matrix, levels
from miai.engine.pairing.protocol import Flags, RoundView

_white_side = in_python(white_side)
_IN_A_ROW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ColourPromise:
    """Who may have White and who may have Black without breaking a promise."""

    white: Flags
    black: Flags

    def kept(self, i: int, j: int) -> int:
        """How many of the two keep their promise if the first has White."""
        return int(self.white[i]) + int(self.black[j])

    def side(self, i: int, j: int) -> int:
        """1 if White for the first keeps more promises, -1 if for the second, 0 if there is no difference."""
        return int(np.sign(self.kept(i, j) - self.kept(j, i)))

    def possible(self, view: RoundView) -> Flags:
        """The pairs that can be given colours without breaking a promise; a handicap game has none."""
        one_way = self.white[:, None] & self.black[None, :]
        return np.asarray(one_way | one_way.T | (handicap_matrix(view) > 0))


def aga_promise(view: RoundView) -> ColourPromise:
    """The AGA's criterion 4: no colour four times in a row or in more than half of the rounds, rounded up."""
    most = -(-view.rounds // 2)
    return ColourPromise(
        white=np.asarray((view.streaks < _IN_A_ROW) & (view.whites < most)),
        black=np.asarray((view.streaks > -_IN_A_ROW) & (view.blacks < most)),
    )


def colour_promise(view: RoundView) -> ColourPromise | None:
    """What the AGA's system promises about colours, where colours are balanced."""
    return aga_promise(view) if view.settings.pairing.colours is ColourRule.BALANCE else None


def by_nigiri(view: RoundView, handicap: int) -> bool:
    """Whether the players of a game settle the colours at the board."""
    return handicap == 0 and view.settings.pairing.colours is ColourRule.NIGIRI


def white_and_black(
    view: RoundView, i: int, j: int, *, handicap: int, seed: int, promise: ColourPromise | None = None
) -> tuple[int, int]:
    """White gives the handicap; else the promise decides, then fewer whites so far, then who had Black last.

    A lot decides where nothing speaks for either, and where the players settle it themselves.
    """
    level = levels(view) if handicap else view.grades
    side = BY_LOT
    if not by_nigiri(view, handicap):
        side = _white_side(
            handicap, level[i], level[j], promise.side(i, j) if promise else 0,
            view.balances[i], view.balances[j], view.last_colours[i], view.last_colours[j],
        )  # fmt: skip
    if side != BY_LOT:
        return (i, j) if side > 0 else (j, i)
    first, second = sorted((i, j), key=view.name)
    text = f"{seed}\0{view.round}\0{view.name(first)}\0{view.name(second)}"
    heads = hashlib.sha256(text.encode()).digest()[0] % 2
    return (first, second) if heads else (second, first)
