"""Categories play among themselves."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.engine.kernel import deviations
from miai.engine.pairing.matrix import blank, nothing
from miai.engine.pairing.protocol import Ints, RoundView, SmallInts
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """Players of one category meet."""

    key: ClassVar[str] = "category"
    title: ClassVar[Message] = Message("Categories")
    fault: ClassVar[Message] = Message("games across categories")
    says: ClassVar[str] = "The difference of categories."
    clause: ClassVar[str] = ""

    def deviation(self, view: RoundView) -> SmallInts:
        """0 within a category."""
        out = blank(view, int(np.ptp(view.categories)) if len(view) else 0)
        deviations.fill_difference(view.categories, out)
        return out

    def for_bye(self, view: RoundView) -> Ints:
        """Any category may have the bye."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """The categories of the two."""
        mine, theirs = int(view.categories[i]) + 1, int(view.categories[j]) + 1
        if mine == theirs:
            return Message("both in category %(number)s", number=mine)
        return Message("categories %(a)s and %(b)s", a=mine, b=theirs)
