"""The AGA's Swiss McMahon protocol, group after group as it is written."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.aga.criteria import AGA_BANS, Breaches, Criteria, breaches_of
from miai.engine.pairing.aga.joined_groups import Section, fewest_breaches, sections_of
from miai.engine.pairing.aga.order import best_pairing
from miai.engine.pairing.aga.reasons import (
    Obstacle,
    Passed,
    board_reasons,
    bye_text,
    floater_text,
    joined_floats,
    joining_note,
    relaxed_notes,
    unfinished_note,
)
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.blocking import blocked_message
from miai.engine.pairing.byes import eligible, lowest_order, volunteers
from miai.engine.pairing.colouring import colour_promise
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.drawing import seated, with_wishes
from miai.engine.pairing.pairability import Oracle
from miai.engine.pairing.private_reasons import VOLUNTEERED, WANTED_BYE
from miai.engine.pairing.protocol import Draw, Reason, RoundView
from miai.engine.pairing.solving import forced_pairs, index_of
from miai.errors import InternalError, NoPairingError
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class AgaMcMahon:
    """The AGA's protocol, group after group."""

    key: ClassVar[str] = "aga"
    how: ClassVar[Message] = Message("it pairs score group after score group, by split and shift")

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by drawing it again."""
        return RedrawnRound(view, seed, draw=self.draw, how=self.how, bans=AGA_BANS)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""
        balanced = view.settings.pairing.colours is ColourRule.BALANCE
        round_drawn = _Protocol(view, colours_matter=balanced)
        round_drawn.pair_all()
        return Draw(
            round=view.round,
            system=self.key,
            preset="",
            seed=seed,
            boards=seated(
                view,
                round_drawn.pairs,
                seed=seed,
                reasons=with_wishes(view, round_drawn.reasons),
                promise=colour_promise(view),
            ),
            bye=None if round_drawn.bye is None else view.players[round_drawn.bye],
            total=0,
            optimal=False,
            problems=view.problems,
            notes=tuple(round_drawn.notes),
            bye_reasons=round_drawn.bye_reasons(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Choice:
    """A score group made even: by nobody, by a floater from the next group, or by a bye.

    `price` is what its best pairing breaks of the criteria, None where the `obstacle` forbids it.
    """

    players: tuple[int, ...]
    floater: int | None = None
    bye: int | None = None
    price: int | None = None
    obstacle: Obstacle = Obstacle.REST

    @property
    def breaches(self) -> Breaches:
        """How many boards break which criterion."""
        return breaches_of(self.price or 0, len(self.players) // 2)

    def passed_for(self, better: "_Choice") -> Passed:
        """Why another choice is taken although this one comes first."""
        player = self.floater if self.bye is None else self.bye
        why = self.obstacle
        if self.price is not None:
            more = self.breaches.floats > better.breaches.floats
            why = Obstacle.FLOATS if more else Obstacle.COLOURS
        return Passed(player=-1 if player is None else player, why=why)


class _Protocol:
    """Pairs a round from the top down and remembers why."""

    def __init__(self, view: RoundView, *, colours_matter: bool) -> None:
        self.view = view
        self.criteria = Criteria(view, colours_matter=colours_matter)
        forced = {i for pair in forced_pairs(view) for i in pair}
        free = [i for i in range(len(view)) if i not in forced]
        self.volunteers = [int(i) for i in np.flatnonzero(volunteers(view))]
        self.may_sit_out = eligible(view, [i for i in free if i not in self.volunteers] or free)
        self.oracle = Oracle(self.criteria.bans, self.may_sit_out)
        self.pairs: list[Pair] = []
        self.bye: int | None = None
        self.notes: list[Message] = []
        self._reasons: dict[frozenset[int], tuple[Reason, ...]] = {}
        self._bye_text: Message | None = None

    def pair_all(self) -> None:
        """Pair the director's games, then group after group."""
        self.pairs = forced_pairs(self.view)
        seated_already = {i for pair in self.pairs for i in pair}
        if self.view.constraints.bye is not None:
            self.bye = index_of(self.view, self.view.constraints.bye)
            self._bye_text = Message(WANTED_BYE, name=self.view.name(self.bye))
            seated_already.add(self.bye)
        order = [i for i in self._strongest_first() if i not in seated_already]
        if self.bye is None and len(order) % 2:
            self._let_volunteer(order)
        self._demand_feasible(order)
        groups = _score_groups(self.view, order)
        group: list[int] = []
        while group or groups:
            if not group:
                group = groups.pop(0)
            if self._pair_group(group, groups):
                group = []
            elif groups:
                lower = groups.pop(0)
                self.notes.append(joining_note(self.view, group, lower))
                group = group + lower
            else:
                raise NoPairingError(Message("no pairing exists for round %(round)s", round=self.view.round))

    def reasons(self, view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        """Why two players meet."""
        return self._reasons.get(frozenset((i, j)), ())

    def bye_reasons(self) -> tuple[Reason, ...]:
        """Why somebody sits out."""
        if self._bye_text is None:
            return ()
        return (Reason(rule="bye", title=Message("Bye"), text=self._bye_text),)

    def _pair_group(self, group: list[int], groups: list[list[int]]) -> bool:
        """Pair a group, with a floater or a bye if it is odd; False if that is impossible."""
        tried = self._tried(group, groups)
        possible = [choice for choice in tried if choice.price is not None]
        if not possible:
            return False
        chosen = min(possible, key=lambda choice: choice.price or 0)
        passed = [choice.passed_for(chosen) for choice in tried[: tried.index(chosen)]]
        floats = {}
        if chosen.floater is not None:
            groups[0].remove(chosen.floater)
            if not groups[0]:
                groups.pop(0)
            floats[chosen.floater] = floater_text(self.view, chosen.floater, passed)
            self.notes += [floats[chosen.floater]] if passed else []
        if chosen.bye is not None:
            self.bye = chosen.bye
            self._bye_text = bye_text(self.view, chosen.bye, passed)
            self.notes.append(self._bye_text)
        for section in self._sections(group, chosen.players):
            players = [chosen.players[place] for place in section.players]
            if section.floating:
                half = len(players) // 2
                floats = joined_floats(self.view, players[:half], players[half:]) | floats
            self._pair_section(players, floats, floating=section.floating)
        return True

    def _sections(self, group: Sequence[int], players: Sequence[int]) -> list[Section]:
        """A group of one score is paired as a whole, with its floater; joined groups score by score."""
        scores = self.view.scores
        if len({int(scores[i]) for i in group}) <= 1:
            return [Section(players=tuple(range(len(players))))]
        return sections_of(scores[list(players)], self.criteria.breach_prices(players))

    def _tried(self, group: list[int], groups: list[list[int]]) -> list[_Choice]:
        """The choices in order, as far as they have to be tried.

        Another floater is tried before a criterion is relaxed; the bye goes to the first who allows a
        pairing, whatever that breaks.
        """
        tried: list[_Choice] = []
        for choice in self._choices(group, groups):
            tried.append(choice)
            if choice.price == 0 or (choice.price is not None and choice.bye is not None):
                break
        return tried

    def _choices(self, group: list[int], groups: list[list[int]]) -> Iterator[_Choice]:
        """The ways to make a group even, in the protocol's order.

        A floater is the strongest of the next group, the bye goes to the lowest rated of the lowest score.
        """
        below = [i for lower in groups for i in lower]
        if len(group) % 2 == 0:
            yield self._priced(group, below)
        elif groups:
            for floater in groups[0]:
                rest = [i for i in below if i != floater]
                yield replace(self._priced([*group, floater], rest), floater=floater)
        else:
            may = set(self.may_sit_out.tolist())
            view = self.view
            for bye in sorted(group, key=lambda i: (view.scores[i], view.ratings[i], -i)):
                if bye in may:
                    yield replace(self._priced([i for i in group if i != bye], []), bye=bye)

    def _priced(self, players: Sequence[int], rest: Sequence[int]) -> _Choice:
        if not self.oracle.can_pair(rest):
            return _Choice(players=tuple(players))
        price = fewest_breaches(self.criteria.breach_prices(players))
        return _Choice(players=tuple(players), price=price, obstacle=Obstacle.GROUP)

    def _pair_section(self, players: Sequence[int], floats: dict[int, Message], *, floating: bool) -> None:
        """Pair players by split and shift; of floaters, those who go down meet those who go up."""
        prices = self.criteria.prices(players)
        if floating:
            scores = self.view.scores[list(players)]
            half = len(players) // 2
            prices[:half, :half] = prices[half:, half:] = ABSENT
            not_down = scores[:half, None] <= scores[None, half:]
            prices[:half, half:][not_down] = prices[half:, :half].T[not_down] = ABSENT
        found = best_pairing(prices)
        if found is None:
            raise InternalError("a group that can be paired was not paired")
        if not found.exact:
            self.notes.append(unfinished_note(self.view, players, found))
        for places in found.pairs:
            i, j = players[places[0]], players[places[1]]
            self.pairs.append((i, j))
            self._reasons[frozenset((i, j))] = board_reasons(
                self.criteria, players, places, floats, floating=floating
            )
            self.notes += relaxed_notes(self.criteria, i, j)

    def _let_volunteer(self, order: list[int]) -> None:
        """Give the bye to a volunteer without whom the others can be paired, before any group is made."""
        for i in lowest_order(self.view):
            if i in self.volunteers and self.oracle.can_pair([other for other in order if other != i]):
                self.bye = i
                self._bye_text = Message(VOLUNTEERED, name=self.view.name(i))
                order.remove(i)
                return
        if self.volunteers:
            self.notes.append(
                counted(
                    "%(names)s volunteered to sit out, but without them the others cannot be paired",
                    "%(names)s volunteered to sit out, but without any of them the others cannot be paired",
                    len(self.volunteers),
                    names=tuple(self.view.name(i) for i in self.volunteers),
                )
            )

    def _demand_feasible(self, players: Sequence[int]) -> None:
        blocked = self.oracle.blocked(players)
        if blocked is not None:
            raise NoPairingError(blocked_message(self.view, AGA_BANS, blocked))

    def _strongest_first(self) -> list[int]:
        view = self.view
        return sorted(range(len(view)), key=lambda i: (-view.scores[i], -view.ratings[i], i))


def _score_groups(view: RoundView, order: Sequence[int]) -> list[list[int]]:
    groups: list[list[int]] = []
    for i in order:
        if groups and view.scores[groups[-1][0]] == view.scores[i]:
            groups[-1].append(i)
        else:
            groups.append([i])
    return groups
