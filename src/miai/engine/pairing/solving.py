"""The best pairs under the bans and the director's constraints."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from miai.domain.people.player import PlayerId
from miai.domain.settings.presets import preset_name
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.blocking import blocked_message
from miai.engine.pairing.byes import WHY_BY_ORDER, WhyBye, bye_reasons
from miai.engine.pairing.draw_plan import Pair, Plan, Solved
from miai.engine.pairing.match import Blocked, Matched, match
from miai.engine.pairing.pricing.price_matrix import SIMULATED, Priced, banned
from miai.engine.pairing.protocol import Ints, RoundView
from miai.errors import InputError, InternalError, NoPairingError
from miai.messages import Message


def price_round(view: RoundView, plan: Plan) -> Priced:
    """What every pair and every bye costs; a rule that the prices leave out is named."""
    priced = plan.pricing.price(view, plan.rules, banned(view, plan.bans))
    counted = {part.key for part in priced.parts}
    # What becomes of Miai's own rules under a preset is said beside the settings.
    ignored = tuple(
        rule.title for rule in plan.rules if rule.key not in counted and rule.key not in SIMULATED
    )
    if not ignored:
        return priced
    note = Message(
        "the pairing rules “%(preset)s” make no use of: %(rules)s",
        preset=preset_name(plan.preset),
        rules=ignored,
    )
    return replace(priced, notes=(*priced.notes, note))


def solve_round(
    view: RoundView, plan: Plan, priced: Priced | None = None, *, also_forced: Sequence[Pair] = ()
) -> Solved:
    """Pair everybody at the least cost; raises a `NoPairingError` that says who blocks whom."""
    priced = priced or price_round(view, plan)
    forced = [*forced_pairs(view), *also_forced]
    seated = {i for pair in forced for i in pair}
    if len(seated) < 2 * len(forced):
        raise InputError(forced_twice())
    found = _match_rest(view, plan, priced, seated)
    if isinstance(found, Blocked):
        raise NoPairingError(blocked_message(view, plan.bans, found))
    why = WHY_BY_ORDER.get(plan.bye_order, WhyBye.LAST_OF_FEWEST)
    return Solved(
        priced=priced,
        pairs=(*forced, *found.pairs),
        bye=found.bye,
        cost=found.cost + sum(priced.cost_of(i, j) for i, j in forced),
        optimal=found.optimal,
        duals=found.duals,
        notes=priced.notes,
        bye_reasons=None
        if found.bye is None
        else bye_reasons(view, found.bye, why, cost=int(priced.bye_costs[found.bye])),
    )


def forced_twice() -> Message:
    """That a player cannot play two games in one round."""
    return Message("a player is forced into two games")


def demand_bye(view: RoundView, bye: int, *, busy: bool, even: bool) -> None:
    """Refuse a bye for somebody who plays, or one that leaves another player alone."""
    if busy:
        raise InputError(Message("%(name)s cannot have the bye and a forced game", name=view.name(bye)))
    if even:
        raise InputError(Message("a bye in an even field leaves another player alone"))


def forced_pairs(view: RoundView) -> list[Pair]:
    """The director's pairs, White first."""
    return [(index_of(view, white), index_of(view, black)) for white, black in view.constraints.forced]


def index_of(view: RoundView, player: PlayerId) -> int:
    """Where a player stands in the view."""
    for i, each in enumerate(view.players):
        if each.id == player:
            return i
    raise InputError(
        Message("'%(player)s' does not play in round %(round)s", player=player, round=view.round)
    )


def _match_rest(view: RoundView, plan: Plan, priced: Priced, seated: set[int]) -> Matched | Blocked:
    rest = [i for i in range(len(view)) if i not in seated]
    if view.constraints.bye is not None:
        bye = index_of(view, view.constraints.bye)
        demand_bye(view, bye, busy=bye in seated, even=len(rest) % 2 == 0)
        return _match_without(priced, rest, bye)
    if len(rest) % 2 == 0:
        return _match_part(priced.costs, priced.bye_costs, rest)
    order = [i for i in plan.bye_order(view) if i not in seated]
    found = _match_without(priced, rest, order[0])
    if isinstance(found, Matched):
        return found
    first = _first_who_can_sit_out(priced.costs, rest, order)
    return first if isinstance(first, Blocked) else _match_without(priced, rest, first)


def _first_who_can_sit_out(costs: Ints, rest: Sequence[int], order: Sequence[int]) -> int | Blocked:
    """The first in an order without whom all others can be paired, found by a single matching."""
    places = np.zeros(len(costs), np.int64)
    places[order] = np.arange(len(order))
    found = _match_part(np.where(costs == ABSENT, np.int64(ABSENT), np.int64(0)), places, rest)
    if isinstance(found, Blocked):
        return found
    if found.bye is None:
        raise InternalError("nobody sits out of an odd field")
    return found.bye


def _match_without(priced: Priced, rest: Sequence[int], bye: int) -> Matched | Blocked:
    found = _match_part(priced.costs, priced.bye_costs, [i for i in rest if i != bye])
    if isinstance(found, Blocked):
        return found
    cost = found.cost + int(priced.bye_costs[bye])
    return replace(found, bye=bye, cost=cost)


def _match_part(costs: Ints, bye_costs: Ints, rest: Sequence[int]) -> Matched | Blocked:
    """Match some of the field, and name them by their place in the whole."""
    part = costs if len(rest) == len(costs) else np.ascontiguousarray(costs[np.ix_(rest, rest)])
    found = match(part, bye_costs[rest])
    if isinstance(found, Blocked):
        return Blocked(
            blockers=tuple(rest[i] for i in found.blockers),
            groups=tuple(tuple(rest[i] for i in group) for group in found.groups),
        )
    return Matched(
        pairs=tuple((rest[i], rest[j]) for i, j in found.pairs),
        bye=None if found.bye is None else rest[found.bye],
        cost=found.cost,
        optimal=found.optimal,
        # The phantom of an odd field comes after all players.
        duals=found.duals.renamed([*rest, len(costs)]),
    )
