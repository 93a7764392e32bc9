"""Stable roommates (document 2, the third approach): no two would rather meet each other than they do others.

Everybody ranks all others by score, floats, home, colours, grades and rating, then in the order by lot. There
can be several stable pairings: that of the log is verified if it is one.
"""

from miai.engine.verify.grades import wanted_grades
from miai.engine.verify.systems.before import BeforeDraw, NotDerived
from miai.engine.verify.systems.seating import OwnDraw, seated
from miai.engine.verify.verdicts import Why


def roommates(before: BeforeDraw) -> OwnDraw:
    """The games of the log, if they are stable; an unstable draw may be the best there is."""
    pool = before.pool()
    before.let_sit_out(pool, before.bye_order)
    waiting, place = pool.waiting, before.place
    mates: dict[int, int] = {}
    for board in before.draw.made.boards:
        if board.white in place and board.black in place:
            one, other = place[board.white], place[board.black]
            if other in pool.allowed.get(one, ()):
                mates[one], mates[other] = other, one
    wishes = _Wishes(before)
    lists = {at: sorted(pool.allowed[at], key=lambda other: (wishes.far(at, other), other)) for at in waiting}
    rank = {at: {other: place for place, other in enumerate(lists[at])} for at in waiting}
    if mates.keys() != set(waiting) or any(
        rank[at][other] < rank[at][mates[at]] and rank[other][at] < rank[other][mates[other]]
        for at in waiting
        for other in lists[at]
    ):
        raise NotDerived(Why.UNSTABLE)
    pairs = [*pool.pairs, *((one, other) for one, other in mates.items() if one < other)]
    return seated(before, pairs, pool.bye, ("rematches", "stability"))


class _Wishes:
    """How far each player is from what another one wants."""

    def __init__(self, before: BeforeDraw) -> None:
        self._before = before
        self._wanted = wanted_grades(before.event, before.number)

    def far(self, own: int, other: int) -> tuple[int, ...]:
        """The wishes in their order, 0 if one is fulfilled."""
        before = self._before
        mine, theirs = before.facts[own], before.facts[other]
        lean = (mine.ups > mine.downs) - (mine.ups < mine.downs)
        up = (theirs.group > mine.group) - (theirs.group < mine.group)
        low, high = self._wanted[mine.player.id]
        grade = theirs.player.grade.number
        return (
            abs(mine.score - theirs.score),
            1 + lean * up,
            before.rules.geography(mine, theirs),
            before.rules.colour(mine, theirs),
            max(0, low - grade, grade - high) if low <= high else 0,
            abs(round(before.ratings[own]) - round(before.ratings[other])),
        )
