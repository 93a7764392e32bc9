"""AccelRat (document 1, 3.3): from the top, each player meets the least undesirable opponent who is left."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.pairing.byes import lowest_order
from miai.pairing.protocol import Draw, Floats, Reason, RoundView
from miai.pairing.remaining import drawn, everybody, sit_out
from miai.pairing.rules.geography import Geography
from miai.rating.aga import Aga
from miai.rating.protocol import RatingSystem


@dataclass(frozen=True, slots=True, kw_only=True)
class AccelRat:
    """By rating as it stands: the closest rating first, then area and, on the internet, time zones.

    A degree of kinship counts as `area` of a grade, an hour between time zones as `hour`.
    """

    key: ClassVar[str] = "accelrat"
    live: ClassVar[RatingSystem | None] = Aga()
    area: float = 0.25
    hour: float = 0.1

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round from the top of the ratings."""
        undesirable = self.undesirability(view)
        field = everybody(view)
        sit_out(field, lowest_order(view))
        for first in np.argsort(-view.ratings, kind="stable").tolist():
            opponents = field.opponents(first)
            for other in opponents[np.argsort(undesirable[first, opponents], kind="stable")].tolist():
                if field.pair(first, other):
                    break

        def reasons(seen: RoundView, i: int, j: int) -> tuple[Reason, ...]:
            gap = abs(float(seen.ratings[i] - seen.ratings[j]))
            text = f"ratings {seen.ratings[i]:.2f} and {seen.ratings[j]:.2f}, {gap:.2f} apart"
            cost = round(1000 * float(undesirable[i, j]))
            return (Reason(rule="undesirability", deviation=cost, cost=cost, text=text),)

        return drawn(
            view,
            field,
            system=self.key,
            seed=seed,
            reasons=reasons,
            total=sum(round(1000 * float(undesirable[pair])) for pair in field.pairs),
            bye_reason="sits out as the last of those with the fewest byes",
            notes=("each player from the top meets the least undesirable opponent who is left",),
        )

    def undesirability(self, view: RoundView) -> Floats:
        """The score that AccelRat minimises, player by player."""
        gaps = np.abs(view.ratings[:, None] - view.ratings[None, :])
        hours = np.array([_hours(player.time_zone) for player in view.players])
        apart = np.abs(hours[:, None] - hours[None, :])
        around = np.minimum(apart, 24 - apart)
        return np.asarray(gaps + self.area * Geography().deviation(view) + self.hour * around)


def _hours(time_zone: str) -> float:
    """Hours from Greenwich of "+2", "UTC-5:30" or nothing."""
    text = time_zone.upper().removeprefix("UTC").removeprefix("GMT").strip()
    hours, _, minutes = text.partition(":")
    try:
        whole = float(hours or 0)
        return whole + float(minutes or 0) / 60 * (-1 if whole < 0 else 1)
    except ValueError:
        return 0.0
