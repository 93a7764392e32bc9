"""The AGA's Swiss McMahon protocol (document 2), score group after score group."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.verify.systems.before import BeforeDraw, NotDerived, Pair
from miai.engine.verify.systems.pool import Graph, Pool, can_pair
from miai.engine.verify.systems.seating import OwnDraw, may_have, seated
from miai.engine.verify.systems.split_and_shift import Pairs, all_pairings, best_pairing, least_price
from miai.engine.verify.verdicts import Why

_MOST_JOINED = 10


def aga(before: BeforeDraw) -> OwnDraw:
    """The pairs of all groups from the top."""
    protocol = _Protocol(before)
    protocol.pair_all()
    rules = ("rematches", "floaters", "split and shift", "promises")
    return seated(before, protocol.pairs, protocol.bye, rules)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    """A group that is made even; `broken` counts the criteria that its best pairing breaks."""

    players: tuple[int, ...]
    broken: int
    floater: int | None = None
    bye: int | None = None


class _Protocol:
    """A round, paired from the top down."""

    def __init__(self, before: BeforeDraw) -> None:
        self._before, self._facts = before, before.facts
        self._graph: Graph = before.may_meet(families=False)
        free = [at for at in range(len(self._facts)) if at not in before.busy]
        others = [at for at in free if at not in before.volunteers] or free
        self._may_sit_out = before.may_sit_out(others)
        self.pairs: list[Pair] = list(before.wanted)
        self.bye: int | None = None

    def pair_all(self) -> None:
        """Pair group after group; one that cannot be paired is joined with the next."""
        before = self._before
        order = sorted(
            (at for at in range(len(self._facts)) if at not in before.busy),
            key=lambda at: (-self._facts[at].score, -before.ratings[at], at),
        )
        if len(order) % 2:
            self._let_volunteer(order)
        if not self._possible(order):
            raise NotDerived(Why.NO_DRAW)
        scores = sorted({self._facts[at].score for at in order}, reverse=True)
        groups = [[at for at in order if self._facts[at].score == score] for score in scores]
        group: list[int] = []
        while group or groups:
            group = group or groups.pop(0)
            chosen = self._chosen(group, groups)
            if chosen is None:
                if not groups:
                    raise NotDerived(Why.NO_DRAW)
                group = group + groups.pop(0)
                continue
            if chosen.floater is not None:
                groups[0].remove(chosen.floater)
                groups = [each for each in groups if each]
            self.bye = chosen.bye if self.bye is None else self.bye
            self._pair(chosen.players, joined=len({self._facts[at].score for at in group}) > 1)
            group = []

    def _let_volunteer(self, order: list[int]) -> None:
        for at in self._before.bye_order:
            if at in self._before.volunteers and self._possible([each for each in order if each != at]):
                self.bye = at
                order.remove(at)
                return

    def _possible(self, players: Sequence[int]) -> bool:
        """If some players can be paired; one of an odd number has the bye."""
        if len(players) % 2 == 0:
            return can_pair(self._graph, players)
        inside = set(players)
        graph = {at: self._graph[at] & inside for at in players}
        return Pool.of(graph, inside.intersection(self._may_sit_out)) is not None

    # How a group is made even -----------------------------------------------------------

    def _chosen(self, group: Sequence[int], groups: Sequence[Sequence[int]]) -> _Choice | None:
        """The first choice that breaks fewest criteria; the bye goes to the first who leaves a pairing."""
        best: _Choice | None = None
        for choice in self._choices(group, groups):
            if best is None or choice.broken < best.broken:
                best = choice
            if best.broken == 0 or choice.bye is not None:
                break
        return best

    def _choices(self, group: Sequence[int], groups: Sequence[Sequence[int]]) -> Iterator[_Choice]:
        below = [at for lower in groups for at in lower]
        if len(group) % 2 == 0:
            yield from self._choice(group, below)
        elif groups:
            for floater in groups[0]:
                rest = [at for at in below if at != floater]
                yield from self._choice([*group, floater], rest, floater=floater)
        else:
            lowest = sorted(group, key=lambda at: (self._facts[at].score, self._before.ratings[at], -at))
            for bye in lowest:
                if bye in self._may_sit_out:
                    yield from self._choice([at for at in group if at != bye], [], bye=bye)

    def _choice(
        self,
        players: Sequence[int],
        rest: Sequence[int],
        *,
        floater: int | None = None,
        bye: int | None = None,
    ) -> Iterator[_Choice]:
        """A choice, if the players and the rest can be paired."""
        if can_pair(self._graph, players) and self._possible(rest):
            broken = self._fewest_broken(players)
            yield _Choice(players=tuple(players), broken=broken, floater=floater, bye=bye)

    def _fewest_broken(self, players: Sequence[int]) -> int:
        """The least number of broken criteria; a float outweighs all colours."""
        prices = self._prices(players, wishes=False)
        least = least_price(len(players), prices)
        if least == 0:
            return 0
        if len(players) <= _MOST_JOINED:
            pairings = all_pairings(tuple(range(len(players))), prices)
            return min(sum(prices[pair] for pair in pairs) for pairs in pairings)
        drawn = self._drawn(players)
        if drawn is None or sum(prices.get(pair, least + 1) for pair in drawn) > least:
            raise NotDerived(Why.LARGE_GROUP)
        return least

    def _drawn(self, players: Sequence[int]) -> Pairs | None:
        """The games of the log between some players; None if they are not the games of all of them."""
        at = {player: place for place, player in enumerate(players)}
        games = [pair for pair in self._games if pair[0] in at and pair[1] in at]
        if 2 * len(games) < len(players):
            return None
        found = (sorted((at[one], at[other])) for one, other in games)
        return tuple((one, other) for one, other in sorted(found))

    @cached_property
    def _games(self) -> list[Pair]:
        place, boards = self._before.place, self._before.draw.made.boards
        return [
            (place[board.white], place[board.black])
            for board in boards
            if board.white in place and board.black in place
        ]

    # The criteria -----------------------------------------------------------------------

    def _prices(self, players: Sequence[int], *, wishes: bool = True) -> dict[Pair, int]:
        """What each pair that may meet breaks, by places: floats, colours, then what is to be avoided."""
        last = self._rounds if self._rounds < 6 else self._rounds - 1
        floats_count = self._before.number < last
        pairs: dict[Pair, list[int]] = {}
        for i, one in enumerate(players):
            for j in range(i + 1, len(players)):
                other = players[j]
                if other in self._graph[one]:
                    broken = [
                        int(floats_count and self._floats_again(one, other)),
                        int(not self._can_have_colours(one, other)),
                    ]
                    pairs[i, j] = broken + (self._shared(one, other) if wishes else [])
        prices = dict.fromkeys(pairs, 0)
        for column in zip(*pairs.values(), strict=True):
            unit = len(players) // 2 * max(column) + 1
            for pair, value in zip(pairs, column, strict=True):
                prices[pair] = prices[pair] * unit + value
        return prices

    @property
    def _rounds(self) -> int:
        return max(self._before.settings.rounds, self._before.number)

    def _floats_again(self, one: int, other: int) -> bool:
        """Criterion 3: nobody floats twice in a row the same way."""
        high, low = (self._facts[at] for at in (one, other))
        if high.score == low.score:
            return False
        if high.score < low.score:
            high, low = low, high
        return high.last_float == -1 or low.last_float == 1

    def _can_have_colours(self, one: int, other: int) -> bool:
        """Criterion 4, in games without handicap."""
        before = self._before
        if before.settings.pairing.colours is not ColourRule.BALANCE:
            return True
        if before.rules.handicap(self._facts[one], self._facts[other]):
            return True
        return any(
            may_have(before, white, 1) and may_have(before, black, -1)
            for white, black in ((one, other), (other, one))
        )

    def _shared(self, one: int, other: int) -> list[int]:
        """Family and home, which the director may keep apart in the first half of the rounds."""
        before = self._before
        if 2 * before.number > self._rounds:
            return [0]
        mine, theirs = self._facts[one], self._facts[other]
        found = [int(frozenset((one, other)) in before.families), before.rules.geography(mine, theirs)]
        if before.settings.pairing.small_handicaps:
            found.append(before.rules.handicap(mine, theirs))
        return found

    # The games of a group ---------------------------------------------------------------

    def _pair(self, players: Sequence[int], *, joined: bool) -> None:
        sections = self._sections(players) if joined else [(tuple(players), False)]
        for section, floating in sections:
            prices = self._prices(section)
            if floating:
                half = len(section) // 2
                prices = {
                    (i, j): price
                    for (i, j), price in prices.items()
                    if i < half <= j and self._facts[section[i]].score > self._facts[section[j]].score
                }
            for i, j in best_pairing(len(section), prices, self._drawn(section)):
                self.pairs.append((section[i], section[j]))

    def _sections(self, players: Sequence[int]) -> list[tuple[tuple[int, ...], bool]]:
        """Joined groups: those who stay, score by score, then those who go down with those who go up.

        As few criteria as can be are broken, then scores differ least, then fewest games are between scores;
        the strongest who can go up, and the lowest who must go down.
        """
        if len(players) > _MOST_JOINED:
            raise NotDerived(Why.LARGE_GROUP)
        scores = [self._facts[at].score for at in players]
        prices = self._prices(players, wishes=False)

        def cost(pairs: Pairs) -> tuple[int, int, int]:
            gaps = [abs(scores[i] - scores[j]) for i, j in pairs]
            return sum(prices[pair] for pair in pairs), sum(gaps), sum(gap > 0 for gap in gaps)

        found = list(all_pairings(tuple(range(len(players))), prices))
        least = min(map(cost, found))
        left = [_opponents_scores(pairs, scores) for pairs in found if cost(pairs) == least]
        for at in range(len(players)):
            rising = [each for each in left if each[at] > scores[at]]
            left = rising or left
        up = [at for at in range(len(players)) if left[0][at] > scores[at]]
        for at in range(len(players)):
            left = [each for each in left if each[at] >= scores[at]] or left
        down = [at for at in range(len(players)) if left[0][at] < scores[at]]
        stay = [at for at in range(len(players)) if at not in (*up, *down)]
        sections = [
            (tuple(players[at] for at in stay if scores[at] == score), False)
            for score in sorted({scores[at] for at in stay}, reverse=True)
        ]
        return [*sections, (tuple(players[at] for at in (*down, *up)), True)] if up else sections


def _opponents_scores(pairs: Pairs, scores: Sequence[int]) -> list[int]:
    """The score of each player's opponent."""
    found = [0] * len(scores)
    for i, j in pairs:
        found[i], found[j] = scores[j], scores[i]
    return found
