"""AccelRat (document 1, 3.3): from the top, each player meets the least undesirable opponent who is left."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.errors import NoPairingError
from miai.pairing.blocking import blocked_sentence
from miai.pairing.byes import eligible, lowest_order
from miai.pairing.drawing import seated
from miai.pairing.oracle import Oracle
from miai.pairing.plan import Pair
from miai.pairing.pricing.priced import banned
from miai.pairing.protocol import Draw, Flags, Floats, Reason, RoundView
from miai.pairing.rules.forbidding import BANS
from miai.pairing.rules.geography import Geography
from miai.pairing.solving import forced_pairs, index_of
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
        undesirable, bans = self.undesirability(view), banned(view)
        oracle = Oracle(bans, eligible(view))
        pairs = forced_pairs(view)
        bye = None if view.constraints.bye is None else index_of(view, view.constraints.bye)
        taken = {bye, *(i for pair in pairs for i in pair)}
        left = [i for i in np.argsort(-view.ratings, kind="stable").tolist() if i not in taken]
        blocked = oracle.blocked(left)
        if blocked is not None:
            raise NoPairingError(blocked_sentence(view, BANS, blocked))
        if len(left) % 2:
            bye = _bye(view, left, oracle)
            left.remove(bye)
        pairs += _from_the_top(left, undesirable, bans, oracle)

        def reasons(seen: RoundView, i: int, j: int) -> tuple[Reason, ...]:
            gap = abs(float(seen.ratings[i] - seen.ratings[j]))
            text = f"ratings {seen.ratings[i]:.2f} and {seen.ratings[j]:.2f}, {gap:.2f} apart"
            cost = round(1000 * float(undesirable[i, j]))
            return (Reason(rule="undesirability", deviation=cost, cost=cost, text=text),)

        return Draw(
            round=view.round,
            system=self.key,
            preset="",
            seed=seed,
            boards=seated(view, pairs, seed=seed, reasons=reasons),
            bye=None if bye is None else view.players[bye],
            total=sum(round(1000 * float(undesirable[pair])) for pair in pairs),
            optimal=False,
            problems=view.problems,
            notes=("each player from the top meets the least undesirable opponent who is left",),
        )

    def undesirability(self, view: RoundView) -> Floats:
        """The score that AccelRat minimises, player by player."""
        gaps = np.abs(view.ratings[:, None] - view.ratings[None, :])
        hours = np.array([_hours(player.time_zone) for player in view.players])
        apart = np.abs(hours[:, None] - hours[None, :])
        around = np.minimum(apart, 24 - apart)
        return np.asarray(gaps + self.area * Geography().deviation(view) + self.hour * around)


def _bye(view: RoundView, left: list[int], oracle: Oracle) -> int:
    may = set(eligible(view).tolist())
    return next(
        i
        for i in lowest_order(view)
        if i in may and i in left and oracle.can_pair([j for j in left if j != i])
    )


def _from_the_top(left: list[int], undesirable: Floats, bans: Flags, oracle: Oracle) -> list[Pair]:
    pairs: list[Pair] = []
    while left:
        first, others = left[0], np.array(left[1:])
        for other in others[np.argsort(undesirable[first, others], kind="stable")].tolist():
            rest = [i for i in left if i not in (first, other)]
            if not bans[first, other] and oracle.can_pair(rest):
                pairs.append((first, other))
                left = rest
                break
    return pairs


def _hours(time_zone: str) -> float:
    """Hours from Greenwich of "+2", "UTC-5:30" or nothing."""
    text = time_zone.upper().removeprefix("UTC").removeprefix("GMT").strip()
    hours, _, minutes = text.partition(":")
    try:
        whole = float(hours or 0)
        return whole + float(minutes or 0) / 60 * (-1 if whole < 0 else 1)
    except ValueError:
        return 0.0
