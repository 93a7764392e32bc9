"""AccelRat (document 1, 3.3): from the top, each player meets the least undesirable opponent who is left.

A game is as undesirable as the ratings are apart, in grades of the AGA without the gap, and a quarter of a
grade for each point that the rules charge for a common club or country, and a tenth for an hour between
time zones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from miai.domain.rounds.game import Board
from miai.engine.verify.costs import CostsInLog
from miai.engine.verify.deviations import Rules
from miai.engine.verify.field_check import same
from miai.engine.verify.proof_file import Pair, ProofFile
from miai.engine.verify.round_in_log import RoundInLog
from miai.engine.verify.systems.before import BeforeDraw, NotDerived
from miai.engine.verify.systems.seating import OwnDraw, seated
from miai.engine.verify.verdicts import Difference, What, Why

_AREA, _HOUR = 0.25, 0.1
_RULE = "undesirability"
# The price of a pair is in thousandths; two ways to find the ratings agree to a hundredth of one.
_THOUSAND, _EXACT = 1000, 0.51
# Nearer than this, which of two is larger depends on how the ratings are found.
_TIE = 1e-6


def accelrat(before: BeforeDraw) -> OwnDraw:
    """The pairs from the top of the ratings as they stand."""
    return AccelRat(before).drawn()


class AccelRat:
    """A round, with what each pair costs."""

    def __init__(self, before: BeforeDraw) -> None:
        self._before = before
        settings = before.settings
        kin = replace(settings, pairing=replace(settings.pairing, far_time_zones=0))
        self._rules = Rules(
            replace(before.event, settings=kin), before.facts, before.number, seed=before.seed
        )

    def undesirable(self, one: int, other: int) -> float:
        """How undesirable a game is, in grades."""
        before = self._before
        mine, theirs = before.facts[one], before.facts[other]
        gap = abs(before.ratings[one] - before.ratings[other])
        hours = self._rules.hours_apart(mine, theirs)
        return gap + _AREA * self._rules.geography(mine, theirs) + _HOUR * hours

    def drawn(self) -> OwnDraw:
        """The draw; one that depends on the last digits of ratings is not derived."""
        before = self._before
        pool = before.pool()
        before.let_sit_out(pool, before.bye_order)
        near_tie = False
        for first in sorted(range(len(before.facts)), key=lambda at: (-before.ratings[at], at)):
            opponents = pool.opponents(first)
            costs = {other: self.undesirable(first, other) for other in opponents}
            for other in sorted(opponents, key=lambda each: (costs[each], each)):
                if pool.pair(first, other):
                    near_tie |= any(0 < abs(cost - costs[other]) < _TIE for cost in costs.values())
                    break
        own = seated(before, pool.pairs, pool.bye, ("rematches", "ratings", "pairs from the top"))
        if near_tie and not _as_made(before, own):
            raise NotDerived(Why.NEAR_TIE)
        return own


def _as_made(before: BeforeDraw, own: OwnDraw) -> bool:
    def games(boards: tuple[Board, ...]) -> set[frozenset[str]]:
        return {frozenset((board.white, board.black)) for board in boards}

    return games(own.boards) == games(before.draw.made.boards)


def different_prices(proof: ProofFile, known: RoundInLog, own: OwnDraw) -> Iterator[Difference]:
    """The prices of a proof beside the undesirability of each pair, and the draw that it names."""
    about, costs = proof.about, CostsInLog(known, nearest=False)
    if known.draw is None or [rule["key"] for rule in about["rules"]] != [_RULE]:
        yield Difference(what=What.RULES)
        return
    at = costs.positions
    exact = _exact_prices(known, costs)
    if any(abs(proof.prices[_RULE][k] - exact[pair]) > _EXACT for k, pair in enumerate(costs.pairs)):
        yield Difference(what=What.PRICES, of=_RULE)
    if proof.forbidden != costs.forbidden:
        yield Difference(what=What.FORBIDDEN)
    pairs = sorted(sorted((at[board.white], at[board.black])) for board in own.boards)
    free = [at[player] for player in own.free if player in at]
    wanted = {
        "bye_costs": (["0"] * len(costs.field), What.BYE_COSTS),
        "forced": (costs.forced, What.FORCED),
        "nearest": (False, What.NEAREST),
        "duals": ([None] * len(costs.field), What.CLAIM),
        "blossoms": ([], What.CLAIM),
    }
    for field, (value, what) in wanted.items():
        if not same(about.get(field), value):
            yield Difference(what=what)
    if not same(about["best"]["pairs"], pairs) or about["best"]["bye"] != (free[0] if free else None):
        yield Difference(what=What.OWN_GAMES)


def _exact_prices(known: RoundInLog, costs: CostsInLog) -> Mapping[Pair, float]:
    """The prices by the facts of the proof, which has later entrants too."""
    if known.draw is None:
        return {}
    paired = replace(known.draw, before=replace(known.facts, rounds=known.draw.before.rounds))
    before = BeforeDraw(paired)
    round_ = AccelRat(before)
    place = [before.place[each.player.id] for each in costs.field]
    return {(i, j): _THOUSAND * round_.undesirable(place[i], place[j]) for i, j in costs.pairs}
