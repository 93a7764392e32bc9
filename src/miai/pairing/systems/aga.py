"""The AGA's Swiss McMahon protocol, group after group as it is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

import numpy as np

from miai.domain.settings import Handicapping
from miai.domain.system_names import SYSTEM_NAMES
from miai.errors import NoPairingError
from miai.kernel.deviations import fill_order_distance
from miai.kernel.matching import ABSENT
from miai.messages import Message
from miai.messages import Score as Points
from miai.pairing.aga_order import best_pairing
from miai.pairing.analysis import RedrawnRound
from miai.pairing.blocking import blocked_message
from miai.pairing.byes import eligible
from miai.pairing.drawing import seated, with_wishes
from miai.pairing.handicapping import stones_matrix
from miai.pairing.match import Blocked, match
from miai.pairing.oracle import Oracle
from miai.pairing.plan import Pair
from miai.pairing.pricing.priced import banned
from miai.pairing.protocol import Draw, Flags, Ints, Reason, RoundView
from miai.pairing.rules.forbidding import BANS
from miai.pairing.rules.geography import Geography
from miai.pairing.solving import forced_pairs, index_of
from miai.pairing.system import Abilities

_SAME_COLOUR_IN_A_ROW = 3
_PROTOCOL = Message("AGA protocol")


class Stones(Enum):
    """The AGA's handicap policies."""

    FULL = "full"
    MINUS_ONE = "minus one"
    MINUS_TWO = "minus two"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgaMcMahon:
    """Score groups from the top: floaters, split and shift, and relaxations in the protocol's order."""

    key: ClassVar[str] = "aga"
    name: ClassVar[Message] = SYSTEM_NAMES["aga"]
    how: ClassVar[Message] = Message("it pairs score group after score group, by split and shift")
    abilities: ClassVar[Abilities] = Abilities()
    colours_matter: bool = True
    avoid_area: bool = True
    stones: Stones | None = None
    top_band_even: bool = True

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by drawing it again."""
        return RedrawnRound(view, seed, draw=self.draw, how=self.how)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""
        seen = self._with_policy(view)
        table = _Table(seen, colours_matter=self.colours_matter, avoid_area=self.avoid_area)
        table.pair_all()
        return Draw(
            round=view.round,
            system=self.key,
            preset="",
            seed=seed,
            boards=seated(seen, table.pairs, seed=seed, reasons=with_wishes(seen, table.reasons)),
            bye=None if table.bye is None else view.players[table.bye],
            total=0,
            optimal=False,
            problems=view.problems,
            notes=tuple(table.notes),
            bye_reasons=table.bye_reasons(),
        )

    def _with_policy(self, view: RoundView) -> RoundView:
        if self.stones is None:
            return view
        correction = {Stones.FULL: 0, Stones.MINUS_ONE: 1, Stones.MINUS_TWO: 2, Stones.NONE: 0}[self.stones]
        given = Handicapping(
            by_score=False,
            correction=correction,
            ceiling=0 if self.stones is Stones.NONE else 9,
            none_from=view.settings.handicapping.none_from,
            none_above_bar=self.top_band_even,
        )
        return replace(view, settings=replace(view.settings, handicapping=given))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Level:
    """Which of the two desirable criteria are kept."""

    colour: bool
    floats: bool

    def note(self, scores: object) -> Message | None:
        """What is relaxed in a score group."""
        if self.colour:
            return None
        if self.floats:
            return Message("score %(scores)s: colours are relaxed", scores=scores)
        return Message("score %(scores)s: colours and repeated floats are relaxed", scores=scores)


_LEVELS = (
    _Level(colour=True, floats=True),
    _Level(colour=False, floats=True),
    _Level(colour=False, floats=False),
)


class _Table:
    """The state of pairing a round from the top down."""

    def __init__(self, view: RoundView, *, colours_matter: bool, avoid_area: bool) -> None:
        self.view = view
        self.bans = banned(view)
        forced = {i for pair in forced_pairs(view) for i in pair}
        self.may_sit_out = eligible(view, [i for i in range(len(view)) if i not in forced])
        self.oracle = Oracle(self.bans, self.may_sit_out)
        self.colour_ok = _colours_allow(view) if colours_matter else np.ones_like(self.bans)
        self.float_ok = ~_float_repeats(view)
        early = 2 * view.round <= view.rounds
        area = Geography().deviation(view) if avoid_area and early else np.zeros_like(self.bans, np.int64)
        self.area: Ints = area
        self.pairs: list[Pair] = []
        self.bye: int | None = None
        self.notes: list[Message] = []
        self.texts: dict[frozenset[int], Message] = {}

    def pair_all(self) -> None:
        """Pair the director's games, then group after group."""
        self.pairs = forced_pairs(self.view)
        seated_already = {i for pair in self.pairs for i in pair}
        if self.view.constraints.bye is not None:
            self.bye = index_of(self.view, self.view.constraints.bye)
            seated_already.add(self.bye)
        order = [i for i in self._strongest_first(range(len(self.view))) if i not in seated_already]
        self._demand_feasible(order)
        groups = _score_groups(self.view, order)
        group: list[int] = []
        merged = False
        while group or groups:
            if not group:
                group, merged = groups.pop(0), False
            if self._pair_group(group, groups, merged=merged):
                group = []
            elif groups:
                lower = groups.pop(0)
                self.notes.append(
                    Message(
                        "score %(scores)s cannot be paired alone and joins score %(lower)s",
                        scores=self._scores(group),
                        lower=self._scores(lower),
                    )
                )
                group, merged = group + lower, True
            else:
                raise NoPairingError(Message("no pairing exists for round %(round)s", round=self.view.round))

    def reasons(self, view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        """Why two players meet."""
        text = self.texts.get(frozenset((i, j)))
        return () if text is None else (Reason(rule="aga", title=_PROTOCOL, text=text),)

    def bye_reasons(self) -> tuple[Reason, ...]:
        """Why somebody sits out."""
        if self.bye is None:
            return ()
        if self.view.constraints.bye is not None:
            text = Message("%(name)s sits out as the director wants", name=self.view.name(self.bye))
        else:
            text = Message("%(name)s has the bye: the lowest rated who may", name=self.view.name(self.bye))
        return (Reason(rule="bye", title=Message("Bye"), text=text),)

    def _pair_group(self, group: list[int], groups: list[list[int]], *, merged: bool) -> bool:
        below = [i for lower in groups for i in lower]
        lower = groups[0] if groups else []
        for level in _LEVELS:
            allowed = self._allowed(level)
            for number, (players, floater, bye) in enumerate(self._complete(group, lower, below)):
                pairs = self._pairing(players, allowed, merged=merged)
                if pairs is not None:
                    self._take(pairs, players, floater, bye, level, alternate=number > 0)
                    if floater is not None:
                        lower.remove(floater)
                        if not lower:
                            groups.pop(0)
                    return True
        return False

    def _complete(
        self, group: list[int], lower: list[int], below: list[int]
    ) -> Iterator[tuple[list[int], int | None, int | None]]:
        """The ways to make a group even that leave the rest pairable: nobody, a floater, or the bye."""
        if len(group) % 2 == 0:
            if self.oracle.can_pair(below):
                yield group, None, None
            return
        if lower:
            for floater in lower:
                if self.oracle.can_pair([i for i in below if i != floater]):
                    yield [*group, floater], floater, None
            return
        may = set(self.may_sit_out.tolist())
        for bye in sorted(group, key=lambda i: (self.view.ratings[i], -i)):
            if bye in may:
                yield [i for i in group if i != bye], None, bye

    def _pairing(self, players: Sequence[int], allowed: Flags, *, merged: bool) -> list[Pair] | None:
        part = np.ix_(players, players)
        if not merged:
            found = best_pairing(allowed[part], self.area[part])
            return None if found is None else [(players[i], players[j]) for i, j in found]
        costs = self._merged_costs(players)
        costs[~allowed[part]] = ABSENT
        np.fill_diagonal(costs, ABSENT)
        matched = match(costs, np.zeros(len(players), np.int64))
        if isinstance(matched, Blocked):
            return None
        return [(players[i], players[j]) for i, j in matched.pairs]

    def _merged_costs(self, players: Sequence[int]) -> Ints:
        """Joined groups: the least total difference of scores, then split and shift as far as it goes."""
        view, n = self.view, len(players)
        scores = view.scores[list(players)]
        places, sizes = _places(scores)
        distance = np.empty((n, n), np.int64)
        fill_order_distance(scores, places, sizes, distance)
        gaps = np.abs(scores[:, None] - scores[None, :])
        return np.ascontiguousarray(gaps * (n * n * n + 1) + distance * distance, np.int64)

    def _take(
        self,
        pairs: list[Pair],
        players: Sequence[int],
        floater: int | None,
        bye: int | None,
        level: _Level,
        *,
        alternate: bool,
    ) -> None:
        self.pairs += pairs
        if bye is not None:
            self.bye = bye
            self.notes.append(
                Message("%(name)s has the bye: the lowest rated who may", name=self.view.name(bye))
            )
        scores = self._scores(players)
        relaxed = level.note(scores)
        if relaxed:
            self.notes.append(relaxed)
        if floater is not None and alternate:
            self.notes.append(
                Message(
                    "score %(scores)s: %(name)s floats up instead of a stronger player",
                    scores=scores,
                    name=self.view.name(floater),
                )
            )
        for i, j in pairs:
            gap = abs(int(self.view.scores[i] - self.view.scores[j]))
            places = (players.index(i) + 1, players.index(j) + 1)
            about: dict[str, Any] = {"a": places[0], "b": places[1], "size": len(players)}
            self.texts[frozenset((i, j))] = (
                Message(
                    "split and shift: places %(a)s and %(b)s of %(size)s at score %(scores)s, %(gap)s apart",
                    **about,
                    scores=scores,
                    gap=Points(gap),
                )
                if gap
                else Message(
                    "split and shift: places %(a)s and %(b)s of %(size)s at score %(scores)s",
                    **about,
                    scores=scores,
                )
            )

    def _allowed(self, level: _Level) -> Flags:
        allowed = ~self.bans
        if level.colour:
            allowed &= self.colour_ok
        if level.floats:
            allowed &= self.float_ok
        return np.asarray(allowed)

    def _demand_feasible(self, players: Sequence[int]) -> None:
        blocked = self.oracle.blocked(players)
        if blocked is not None:
            raise NoPairingError(blocked_message(self.view, BANS, blocked))

    def _strongest_first(self, players: Sequence[int]) -> list[int]:
        view = self.view
        return sorted(players, key=lambda i: (-view.scores[i], -view.ratings[i], i))

    def _scores(self, players: Sequence[int]) -> tuple[Points, ...]:
        scores = sorted({int(self.view.scores[i]) for i in players}, reverse=True)
        return tuple(Points(score) for score in scores[:3])


def _score_groups(view: RoundView, order: Sequence[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i in order:
        if groups and view.scores[groups[-1][0]] == view.scores[i]:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups


def _places(scores: Ints) -> tuple[Ints, Ints]:
    """Places within equal scores; players come strongest first."""
    places = np.zeros(len(scores), np.int64)
    sizes = np.zeros(len(scores), np.int64)
    for score in np.unique(scores):
        members = np.flatnonzero(scores == score)
        places[members] = np.arange(len(members))
        sizes[members] = len(members)
    return places, sizes


def _colours_allow(view: RoundView) -> Flags:
    """Criterion 4: no colour four times in a row or in more than half of the rounds, rounded up."""
    most = -(-view.rounds // 2)
    white = (view.streaks < _SAME_COLOUR_IN_A_ROW) & (view.whites < most)
    black = (view.streaks > -_SAME_COLOUR_IN_A_ROW) & (view.blacks < most)
    either = (white[:, None] & black[None, :]) | (black[:, None] & white[None, :])
    return np.asarray(either | (stones_matrix(view) > 0))


def _float_repeats(view: RoundView) -> Flags:
    """Criterion 3: nobody floats twice in a row the same way, but at the end of the tournament."""
    last = view.rounds if view.rounds < 6 else view.rounds - 1
    if view.round >= last:
        return np.zeros((len(view), len(view)), np.bool_)
    higher = view.scores[:, None] > view.scores[None, :]
    again = (view.last_floats == -1)[:, None] | (view.last_floats == 1)[None, :]
    down = higher & again
    return np.asarray(down | down.T)
