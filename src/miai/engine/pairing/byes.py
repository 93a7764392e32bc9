"""Who sits out when the field is odd, in which order, and why."""

from collections.abc import Callable, Sequence
from enum import Enum

import numpy as np

from miai.engine.kernel import byes
from miai.engine.kernel.jit import in_python
from miai.engine.pairing.private_reasons import VOLUNTEERED, WANTED_BYE, others_volunteered
from miai.engine.pairing.protocol import Flags, Ints, Reason, RoundView
from miai.messages import Clauses, Message, Score, counted

_gotha_key = in_python(byes.gotha_bye_key)
_lowest_key = in_python(byes.lowest_bye_key)
_fewest = in_python(byes.fewest_byes)

_TITLE = Message("Bye")


def lowest_order(view: RoundView) -> list[int]:
    """Volunteers, then the fewest byes, then the lowest score, then the lowest rating (documents 1 and 2)."""
    keys = [_lowest_key(int(view.byes[i]), int(view.scores[i])) for i in range(len(view))]
    return _volunteers_first(view, np.lexsort((view.ratings, np.array(keys))))


def gotha_order(view: RoundView) -> list[int]:
    """OpenGotha: the last of the lowest score, in a Swiss by wins and grade; earlier byes come last."""
    by_wins = int(view.settings.by_wins)
    keys = [
        _gotha_key(int(view.byes[i]), int(view.scores[i]), int(view.wins[i]), int(view.grades[i]), by_wins)
        for i in range(len(view))
    ]
    return _volunteers_first(view, np.lexsort((-view.places, np.array(keys))))


BYE_RULES: dict[Callable[[RoundView], list[int]], int] = {
    lowest_order: byes.LOWEST,
    gotha_order: byes.LIKE_GOTHA,
}
"""The simulation's name for each order."""


def volunteers(view: RoundView) -> Flags:
    """Those who offered to sit out this round and are in no game that the director wants."""
    offered = set(view.constraints.volunteers)
    return np.array([player.id in offered for player in view.players], np.bool_) & _not_forced(view)


def eligible(view: RoundView, among: Sequence[int] | None = None) -> Ints:
    """Volunteers if there are any, else those with the fewest byes: nobody has two before all have one."""
    players = np.arange(len(view)) if among is None else np.array(among, np.int64)
    offered = volunteers(view)[players]
    if offered.any():
        players = players[offered]
    byes_so_far = view.byes[players]
    fewest = _fewest(byes_so_far, np.ones(len(players), np.bool_))
    return np.asarray(players[byes_so_far == fewest], np.int64)


def lowest_eligible(view: RoundView, among: Flags | None = None) -> Flags:
    """Of those who are eligible the ones with the lowest score: one of them should sit out."""
    may = eligible(view, np.flatnonzero(_not_forced(view) if among is None else among).tolist())
    lowest = np.zeros(len(view), np.bool_)
    lowest[may] = view.scores[may] == view.scores[may].min(initial=2**40)
    return lowest


class WhyBye(Enum):
    """How a system chooses who sits out."""

    LAST_OF_FEWEST = "the lowest rated of the lowest score of those with the fewest byes"
    LOWEST_BY_LOT = "by lot from the lowest score of those with the fewest byes"
    LIKE_GOTHA = "OpenGotha's order"


WHY_BY_ORDER: dict[Callable[[RoundView], list[int]], WhyBye] = {
    lowest_order: WhyBye.LAST_OF_FEWEST,
    gotha_order: WhyBye.LIKE_GOTHA,
}


def bye_reason(view: RoundView, bye: int, why: WhyBye) -> Reason:
    """Why the draw lets a player sit out."""
    return Reason(rule="bye", title=_TITLE, text=_why(view, bye, why))


def bye_reasons(view: RoundView, bye: int, why: WhyBye, *, cost: int = 0) -> tuple[Reason, ...]:
    """Why the draw lets a player sit out, and what the order of the bye says against it, with its price."""
    reason = bye_reason(view, bye, why)
    if why is WhyBye.LIKE_GOTHA and view.constraints.bye is None:
        return (reason,)
    return (reason, *off_the_order(view, bye, cost=cost))


def off_the_order(view: RoundView, bye: int, *, cost: int = 0) -> tuple[Reason, ...]:
    """How far somebody who sits out is from those who should: more byes, a higher score, no volunteer."""
    wanted = lowest_eligible(view)
    if wanted[bye] or not wanted.any():
        return ()
    best = int(np.flatnonzero(wanted)[0])
    clauses = []
    passed_over = volunteers(view)[best] and not volunteers(view)[bye]
    if passed_over:
        offered = tuple(view.name(int(i)) for i in np.flatnonzero(volunteers(view)))
        clauses.append(others_volunteered(offered))
    if view.byes[bye] > view.byes[best]:
        clauses.append(
            counted("has had %(num)s bye already", "has had %(num)s byes already", int(view.byes[bye]))
        )
    above = int(view.scores[bye] - view.scores[best])
    # A volunteer may be of any group, so the points between the two say nothing.
    if above > 0 and not passed_over:
        clauses.append(points_apart(above))
    if not clauses:
        return ()
    text = Message("%(name)s: %(text)s", name=view.name(bye), text=Clauses(tuple(clauses), ", "))
    return (Reason(rule="bye_order", title=Message("Order of the bye"), cost=cost, text=text),)


def points_apart(quarters: int) -> Message:
    """How far a bye is above the lowest score that may have it."""
    if quarters == byes.POINT:
        return Message("one point above the lowest group that may sit out")
    return Message("%(points)s points above the lowest group that may sit out", points=Score(quarters))


def _why(view: RoundView, bye: int, why: WhyBye) -> Message:
    name = view.name(bye)
    if view.constraints.bye == view.players[bye].id:
        return Message(WANTED_BYE, name=name)
    if volunteers(view)[bye]:
        return Message(VOLUNTEERED, name=name)
    if why is WhyBye.LIKE_GOTHA:
        return Message(
            "%(name)s sits out by OpenGotha's order: fewest byes, lowest score, last place", name=name
        )
    if not lowest_eligible(view)[bye]:
        return Message(
            "%(name)s sits out: the first in the order of the bye without whom all others can be paired",
            name=name,
        )
    if why is WhyBye.LOWEST_BY_LOT:
        return Message(
            "%(name)s sits out, drawn by lot from the lowest score of those with the fewest byes", name=name
        )
    return Message(
        "%(name)s sits out: the lowest rated of the lowest score of those with the fewest byes", name=name
    )


def _volunteers_first(view: RoundView, order: Ints) -> list[int]:
    offered = volunteers(view)
    return sorted(order.tolist(), key=lambda i: not offered[i])


def _not_forced(view: RoundView) -> Flags:
    busy = {seat for pair in view.constraints.forced for seat in pair}
    return np.array([player.id not in busy for player in view.players], np.bool_)
