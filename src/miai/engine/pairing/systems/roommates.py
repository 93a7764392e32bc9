"""Stable roommates: no two players would rather meet each other than the opponents they got."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar

import numpy as np

from miai.engine.kernel.matching import ABSENT
from miai.engine.kernel.roommates import stable_mates
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.byes import lowest_order
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.drawing import Reasons
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.protocol import Draw, Flags, Ints, Reason, RoundView
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.speaking import rule_reasons
from miai.engine.pairing.stepwise_pairing import drawn, everybody, sit_out
from miai.errors import InternalError
from miai.messages import Message, counted

_SHOWN = 12


class OpponentPreference(Enum):
    """What a player looks at in an opponent."""

    SCORE = "score"
    """A score as near as possible."""
    FLOATS = "floats"
    """Who was drawn down would rather go up, and who was drawn up down."""
    GEOGRAPHY = "geography"
    """Nobody of the own country or club, as dear as the settings say."""
    COLOUR = "colour"
    """Somebody with whom both can have the colour that is due."""
    GRADING = "grading"
    """An opponent who tells most about the own grade, after clearly more or fewer wins than expected."""
    RATING = "rating"
    """A rating as near as possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roommates:
    """Stable roommates, with the wishes in their order.

    Document 2, the third approach. Equal wishes follow the canonical order. Score, geography, colour and
    rating are mutual, so they alone never go round in a circle; only bans can then leave a stable pairing
    without somebody. Where no stable pairing of everybody exists, the one that gives players the best places
    on each other's lists in all is taken.
    """

    key: ClassVar[str] = "roommates"
    how: ClassVar[Message] = Message("it looks for pairs of whom no two would rather meet each other")
    wishes: tuple[OpponentPreference, ...] = tuple(OpponentPreference)

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by drawing it again."""
        return RedrawnRound(view, seed, draw=self.draw, how=self.how, reasons=_rules_of)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round; a board costs the places on both lists, 0 for two first choices."""
        field = everybody(view)
        sit_out(field, lowest_order(view))
        waiting = field.waiting
        ranks = ranks_of(self.scale(view)[np.ix_(waiting, waiting)], field.may_meet[np.ix_(waiting, waiting)])
        mates = stable_mates(ranks)
        stable = mates is not None
        if mates is None:
            mates = _best_mates(ranks)
        blocking = blocking_pairs(ranks, mates)
        if stable and blocking:
            raise InternalError("a stable pairing has pairs that block it")
        places = {(waiting[i], waiting[j]): int(ranks[i, j]) for i, j in enumerate(mates.tolist())}
        for i, j in enumerate(mates.tolist()):
            if i < j:
                field.pair(waiting[i], waiting[j])
        return drawn(
            view,
            field,
            system=self.key,
            seed=seed,
            reasons=_with_places(view, places),
            total=sum(places.values()),
            optimal=not stable,
            problems=_complaints(view, [(waiting[i], waiting[j]) for i, j in blocking]),
            notes=(_note(stable=stable, blocked=len(blocking)),),
        )

    def scale(self, view: RoundView) -> Ints:
        """How far every player (row) is from what each other one wants, the wishes in their order."""
        total = np.zeros((len(view), len(view)), np.int64)
        for wish in self.wishes:
            distance = _DISTANCES[wish](view)
            total = total * (int(distance.max(initial=0)) + 1) + distance
        return total


def ranks_of(scale: Ints, may_meet: Flags) -> Ints:
    """The place of each player in everybody's list, -1 for those whom they may not meet."""
    n = len(scale)
    worst = int(scale.max(initial=0)) + 1
    order = np.argsort(np.where(may_meet, scale, worst), axis=1, kind="stable")
    ranks = np.empty((n, n), np.int64)
    np.put_along_axis(ranks, order, np.broadcast_to(np.arange(n), (n, n)), axis=1)
    ranks[~may_meet] = -1
    return ranks


def blocking_pairs(ranks: Ints, mates: Ints) -> list[Pair]:
    """All pairs who would both rather meet each other than their mates."""
    own = ranks[np.arange(len(ranks)), mates]
    prefers = (ranks >= 0) & (ranks < own[:, None])
    return [(int(i), int(j)) for i, j in np.argwhere(np.triu(prefers & prefers.T))]


def _best_mates(ranks: Ints) -> Ints:
    """The pairing of everybody with the least sum of places on the lists."""
    costs = np.where(ranks >= 0, ranks + ranks.T, np.int64(ABSENT))
    found = match(np.ascontiguousarray(costs), np.zeros(len(ranks), np.int64))
    if isinstance(found, Blocked):
        raise InternalError("a field that can be paired could not be paired")
    mates = np.empty(len(ranks), np.int64)
    for i, j in found.pairs:
        mates[i], mates[j] = j, i
    return mates


def _rules_of(view: RoundView) -> Reasons:
    """What the rules behind the lists say of a pair."""
    return rule_reasons(view, (EqualScore(), _geography(view), ColourBalance()))


def _with_places(view: RoundView, places: dict[Pair, int]) -> Reasons:
    """The places on both lists, and what the lists are made of."""
    rules = _rules_of(view)

    def reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        found = rules(view, i, j)
        if (i, j) not in places:
            return found
        mine, theirs = places[i, j], places[j, i]
        text = Message(
            "number %(a_place)s on the list of %(a)s, %(b_place)s on that of %(b)s",
            a_place=mine + 1,
            a=view.name(i),
            b_place=theirs + 1,
            b=view.name(j),
        )
        cost = mine + theirs
        return (Reason(rule="wishes", title=Message("Wishes"), deviation=cost, cost=cost, text=text), *found)

    return reasons


def _complaints(view: RoundView, blocking: Sequence[Pair]) -> list[Message]:
    """The pairs who would rather meet, the first dozen by name."""
    names = sorted(tuple(sorted((view.name(i), view.name(j)))) for i, j in blocking)
    said = [
        Message("%(a)s and %(b)s would rather meet each other than their opponents", a=a, b=b)
        for a, b in names[:_SHOWN]
    ]
    if len(names) > _SHOWN:
        said.append(
            counted(
                "%(num)s more pair would rather meet each other, %(all)s in all",
                "%(num)s more pairs would rather meet each other, %(all)s in all",
                len(names) - _SHOWN,
                all=len(names),
            )
        )
    return said


def _note(*, stable: bool, blocked: int) -> Message:
    if stable:
        return Message("stable: no two players would rather meet each other than the opponents they got")
    return counted(
        "no stable pairing of everybody exists: this one has the best places on the lists in all, and "
        "%(num)s pair would rather meet each other",
        "no stable pairing of everybody exists: this one has the best places on the lists in all, and "
        "%(num)s pairs would rather meet each other",
        blocked,
    )


def _score(view: RoundView) -> Ints:
    return np.asarray(np.abs(view.scores[:, None] - view.scores[None, :]))


def _floats(view: RoundView) -> Ints:
    """0 for the float that makes up for an earlier one, 1 for none before, 2 for the same again."""
    lean = np.sign(view.ups - view.downs)[:, None]
    return np.asarray(1 + lean * np.sign(view.groups[None, :] - view.groups[:, None]))


def _geography(view: RoundView) -> Geography:
    return Geography.of(view.settings.pairing)


def _grading(view: RoundView) -> Ints:
    """How many grades the other is away from those wanted; who wants none is content."""
    low, high, grades = view.wanted_low[:, None], view.wanted_high[:, None], view.grades[None, :]
    away = np.maximum(0, np.maximum(low - grades, grades - high))
    return np.where(low <= high, away, np.int64(0))


def _rating(view: RoundView) -> Ints:
    whole = np.rint(view.ratings).astype(np.int64)
    return np.asarray(np.abs(whole[:, None] - whole[None, :]))


_DISTANCES: dict[OpponentPreference, Callable[[RoundView], Ints]] = {
    OpponentPreference.SCORE: _score,
    OpponentPreference.FLOATS: _floats,
    OpponentPreference.GEOGRAPHY: lambda view: _geography(view).deviation(view).astype(np.int64),
    OpponentPreference.COLOUR: lambda view: ColourBalance().deviation(view).astype(np.int64),
    OpponentPreference.GRADING: _grading,
    OpponentPreference.RATING: _rating,
}
