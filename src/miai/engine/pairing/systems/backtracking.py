"""EPM's backtracking from the top, which looks ahead so that it never has to go back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import ClassVar

import numpy as np

from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.byes import lowest_order
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.following_groups import FollowingGroups
from miai.engine.pairing.pricing.price_matrix import Priced, banned
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Draw, Ints, Reason, RoundView
from miai.engine.pairing.rules import rules_for
from miai.engine.pairing.rules.float_place import PARTS
from miai.engine.pairing.stepwise_pairing import Remaining, drawn, everybody, sit_out
from miai.messages import Message
from miai.messages import Score as Points

# EPM picks its floaters itself, and leaves to chance only what is seeded by chance.
_NOT_WEIGHED = frozenset(("floats", "float_place", "chance"))
_SEEDED_BY_CHANCE = frozenset((SeedMethod.RANDOM, SeedMethod.SPLIT_AND_RANDOM))


@dataclass(frozen=True, slots=True, kw_only=True)
class Backtracking:
    """EPM's pairing from the top, without going back.

    Document 1, chapter 6. Floaters come from the part of their group that the settings name, EPM's own choice
    being the middle. The weights are those of the rules that the settings ask for, each tier above the next:
    score, geography, colour, grading, handicap, seeding; seeding goes by the places of those who stay in
    their group once the floaters have left it. EPM goes back when nobody is left for somebody; here a pair is
    made only if all others can still be paired, which gives the pairing that EPM would find in the end, in
    polynomial time.
    """

    key: ClassVar[str] = "backtracking"
    how: ClassVar[Message] = Message("it pairs from the top, each with the best opponent left")

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by drawing it again."""
        return RedrawnRound(
            view,
            seed,
            draw=self.draw,
            how=self.how,
            reasons=lambda seen: weigh(_by_score(seen, score_groups(seen)), seed).reasons,
        )

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round; the total is the weight of all boards, which is not the least."""
        if not len(view):
            return drawn(view, Remaining(np.zeros((0, 0), np.bool_), []), system=self.key, seed=seed)
        field = everybody(view)
        sit_out(field, lowest_order(view))
        groups = score_groups(view)
        floats, notes = _floats(view, field, groups)
        staying = _by_score(view, [field.waiting_of(members) for members in groups])
        priced = weigh(staying, seed)
        for members in groups:
            if not field.keep_together(members):
                notes.append(not_kept_together(view, members))
            pair_from_the_top(field, members, priced.costs, view)

        def reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
            return (*priced.reasons(staying, i, j), *floats.get(frozenset((i, j)), ()))

        return drawn(
            view,
            field,
            system=self.key,
            seed=seed,
            reasons=reasons,
            total=sum(priced.cost_of(i, j) for i, j in field.pairs),
            notes=notes,
        )


def _floats(
    view: RoundView, field: Remaining, groups: Sequence[Sequence[int]]
) -> tuple[dict[frozenset[int], tuple[Reason, ...]], list[Message]]:
    """Line 1 of the algorithm: pair who leaves each odd group with somebody of the next."""
    wanted = view.settings.pairing
    reasons: dict[frozenset[int], tuple[Reason, ...]] = {}
    notes: list[Message] = []
    for upper, members in enumerate(groups):
        waiting = field.waiting_of(members)
        if len(waiting) % 2 == 0 or upper == len(groups) - 1:
            continue
        downs = _nearest_to(wanted.float_down_from, waiting)
        lower = [there for members in groups[upper + 1 :] if (there := field.waiting_of(members))]
        made = next(_tries(field, downs, lower, wanted.float_up_from), None)
        if made is None:
            notes.append(none_drawn_down(view, members))
            continue
        down, up = made
        text = Message(
            "%(down)s goes down, as near the %(down_from)s of the group as possible; "
            "%(up)s goes up, as near the %(up_from)s of the group as possible",
            down=view.name(down),
            down_from=PARTS[wanted.float_down_from],
            up=view.name(up),
            up_from=PARTS[wanted.float_up_from],
        )
        reasons[frozenset(made)] = (
            Reason(rule="floater", title=Message("Floaters"), deviation=1, text=text),
        )
    return reasons, notes


def _tries(
    field: Remaining, downs: Sequence[int], lower: Sequence[Sequence[int]], up_from: GroupEnd
) -> Iterator[Pair]:
    """Games between an odd group and a lower one, each made when it is asked for.

    First come those of the next group after which every group can be paired inside, with one game between an
    odd group and the next.
    """
    if lower:
        groups = FollowingGroups(field.may_meet, (downs, *lower))
        for down, up in product(downs, _nearest_to(up_from, lower[0])):
            if groups.can_follow(down, up) and field.pair(down, up):
                yield down, up
    for members in lower:
        for down, up in product(field.leavers(downs), _nearest_to(up_from, members)):
            if field.pair(down, up):
                yield down, up


def _nearest_to(end: GroupEnd, members: Sequence[int]) -> list[int]:
    """Those who should float first: the nearest to the wanted end of their group."""
    wanted = {GroupEnd.TOP: 0, GroupEnd.MIDDLE: len(members) - 1, GroupEnd.BOTTOM: 2 * len(members)}[end]
    return [member for _, _, member in sorted((abs(2 * k - wanted), k, i) for k, i in enumerate(members))]


def _by_score(view: RoundView, groups: Sequence[Sequence[int]]) -> RoundView:
    """The view in which those with the same points are a group, and places count among the players named."""
    places, sizes = view.places.copy(), view.sizes.copy()
    for members in groups:
        places[members] = np.arange(len(members))
        sizes[members] = len(members)
    return replace(view, groups=view.scores, places=places, sizes=sizes)


def weigh(view: RoundView, seed: int) -> Priced:
    """The weighting function: what every pair costs by the rules, floaters apart."""
    left_out = _NOT_WEIGHED
    if view.settings.pairing.seeding(view.round).method in _SEEDED_BY_CHANCE:
        left_out -= {"chance"}
    rules = [rule for rule in rules_for(view.settings, view.round, seed) if rule.key not in left_out]
    return Tiers().price(view, rules, banned(view))


def pair_from_the_top(field: Remaining, members: Sequence[int], costs: Ints, view: RoundView) -> None:
    """Lines 2 to 9: the highest gets the first of the preference list who leaves a pairing for the others."""
    standing = np.lexsort((view.places, -view.scores)).argsort()
    for i in members:
        opponents = field.opponents(i)
        for j in opponents[np.lexsort((standing[opponents], costs[i, opponents]))]:
            if field.pair(i, int(j)):
                break


def score_groups(view: RoundView) -> list[list[int]]:
    """Those with the same points, from the top, each group in the order of its places."""
    return [
        sorted(np.flatnonzero(view.scores == score).tolist(), key=lambda i: int(view.places[i]))
        for score in np.unique(view.scores)[::-1]
    ]


def not_kept_together(view: RoundView, members: Sequence[int]) -> Message:
    """That somebody of a group had to meet somebody of another."""
    return Message("the group of %(points)s points could not be kept together", points=_points(view, members))


def none_drawn_down(view: RoundView, members: Sequence[int]) -> Message:
    """That an odd group could not send anybody down."""
    return Message(
        "nobody of the group of %(points)s points could be drawn down", points=_points(view, members)
    )


def _points(view: RoundView, members: Sequence[int]) -> Points:
    return Points(int(view.scores[members[0]]))
