"""AccelRat (document 1, 3.3): from the top, each player meets the least undesirable opponent who is left."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.engine.pairing.analysis import WeighedRound
from miai.engine.pairing.byes import lowest_order
from miai.engine.pairing.draw_plan import Pair, Plan, Solved
from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.pricing.price_matrix import Part, Priced, with_absent
from miai.engine.pairing.protocol import Draw, Flags, Floats, Ints, RoundView, Rule
from miai.engine.pairing.rules.geography import Geography, far_message, in_common, minutes_apart, zone_gap
from miai.engine.pairing.solving import price_round
from miai.engine.pairing.stepwise_pairing import WhyBye, bye_reason, everybody, sit_out
from miai.engine.rating.aga import closed
from miai.messages import Clauses, Message

# Prices are whole numbers: thousandths of a grade.
_THOUSANDTHS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Undesirability:
    """How far ratings are apart, with a surcharge for a common club or country and for time zones."""

    key: ClassVar[str] = "undesirability"
    title: ClassVar[Message] = Message("Undesirability")
    fault: ClassVar[Message] = Message("games between players of different ratings")
    area: float
    hour: float

    def exact(self, view: RoundView) -> Floats:
        """The score that AccelRat minimises, player by player."""
        strengths = np.array([closed(rating) for rating in view.ratings.tolist()])
        gaps = np.abs(strengths[:, None] - strengths[None, :])
        hours = minutes_apart(view.zones[:, None], view.zones) / 60
        return np.asarray(gaps + self.area * _kinship(view).deviation(view) + self.hour * hours)

    def deviation(self, view: RoundView) -> Ints:
        """Thousandths of a grade."""
        return np.rint(_THOUSANDTHS * self.exact(view)).astype(np.int64)

    def for_bye(self, view: RoundView) -> Ints:
        """The bye is not weighed."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """How far ratings and time zones are apart, and what the two have in common."""
        mine, theirs = float(view.ratings[i]), float(view.ratings[j])
        clauses = [
            Message(
                "ratings %(a)s and %(b)s, %(gap)s apart",
                a=round(mine, 2),
                b=round(theirs, 2),
                gap=round(abs(closed(mine) - closed(theirs)), 2),
            )
        ]
        if zone_gap(view, i, j):
            clauses.append(far_message(view, i, j))
        if in_common(view, i, j):
            clauses.append(_kinship(view).explain(view, i, j))
        return Message("%(text)s", text=Clauses(tuple(clauses)))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeastUndesirable:
    """The price of a pair is its undesirability."""

    key: ClassVar[str] = "accelrat"

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """One rule, whose deviations are the prices."""
        (rule,) = rules
        matrix = rule.deviation(view).astype(np.int64)
        none = nothing(view)
        part = Part(key=rule.key, rule=rule, deviation=matrix, costs=matrix, bye=none)
        return Priced(costs=with_absent(matrix.copy(), bans), bye_costs=none, parts=(part,))


@dataclass(frozen=True, slots=True, kw_only=True)
class AccelRat:
    """AccelRat, with its weights of area and of time zones.

    A degree of kinship counts as `area` of a grade, an hour between time zones as `hour`.
    """

    key: ClassVar[str] = "accelrat"
    how: ClassVar[Message] = Message(
        "each player from the top meets the least undesirable opponent who is left"
    )
    area: float = 0.25
    hour: float = 0.1

    @property
    def undesirability(self) -> Undesirability:
        """What a pair costs."""
        return Undesirability(area=self.area, hour=self.hour)

    def analyse(self, view: RoundView, seed: int) -> WeighedRound:
        """Look at a round by how undesirable its games are."""
        plan = Plan(
            system=self.key, preset="", seed=seed, rules=(self.undesirability,), pricing=LeastUndesirable()
        )
        return WeighedRound(view, plan, self._from_the_top)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round from the top of the ratings."""
        return self.analyse(view, seed).draw()

    def _from_the_top(
        self, view: RoundView, plan: Plan, priced: Priced | None = None, *, also_forced: Sequence[Pair] = ()
    ) -> Solved:
        priced = priced or price_round(view, plan)
        wanted = tuple((view.players[i].id, view.players[j].id) for i, j in also_forced)
        constraints = replace(view.constraints, forced=(*view.constraints.forced, *wanted))
        field = everybody(replace(view, constraints=constraints))
        sit_out(field, lowest_order(view))
        undesirable = self.undesirability.exact(view)
        for first in np.argsort(-view.ratings, kind="stable").tolist():
            opponents = field.opponents(first)
            for other in opponents[np.argsort(undesirable[first, opponents], kind="stable")].tolist():
                if field.pair(first, other):
                    break
        return Solved(
            priced=priced,
            pairs=tuple(field.pairs),
            bye=field.bye,
            cost=sum(priced.cost_of(i, j) for i, j in field.pairs),
            optimal=False,
            notes=(self.how,),
            bye_reasons=None if field.bye is None else (bye_reason(view, field.bye, WhyBye.LAST_OF_FEWEST),),
        )


def _kinship(view: RoundView) -> Geography:
    """What a common club or country costs; hours between time zones have a price of their own here."""
    return replace(Geography.of(view.settings.pairing), far_zones=0)
