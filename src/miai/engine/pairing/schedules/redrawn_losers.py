"""Double elimination whose losers' bracket is drawn anew in each round, without rematches where possible.

"Players having won all their games play each other and the players with one loss with each other"
(document 1, section 3.2.1): both do so in every round, until one of each kind is left for the final.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.protocol import Ints
from miai.engine.pairing.schedules.bracket import (
    Bracket,
    Ending,
    LoserOf,
    Match,
    MatchId,
    MatchOutcome,
    Nobody,
    Side,
    Slot,
    ToBeDrawn,
    WinnerOf,
    advance,
)
from miai.engine.pairing.schedules.elimination import first_slots
from miai.engine.pairing.schedules.placement import stages_for
from miai.engine.pairing.schedules.played_bracket import PlayedBack, results_of_round
from miai.engine.pairing.schedules.wishes import Pair, PairWishes, pair_of
from miai.errors import Problem
from miai.messages import Message

# What a pair of the losers' bracket costs, the most important first; lots decide the rest.
_UNWANTED, _APART, _MET, _FAMILY, _FREE_BEFORE, _LOTS = 5 * 10**15, 10**13, 10**10, 10**7, 10**5, 1000


class RedrawnLosers:
    """A double elimination while it is built round by round."""

    def __init__(
        self, title: str, order: Sequence[Player], tournament: Tournament, wishes: PairWishes
    ) -> None:
        self._tournament = tournament
        self._wishes = wishes
        self._stages = stages_for(len(order))
        self._bracket = Bracket(
            title=title, entrants=tuple(order), matches=(), out_after=2, losers_drawn=True
        )
        self._lost: dict[MatchId, Ending] = {}
        self._obstacles: dict[MatchId, Problem] = {}

    def played(self, *, after: int, drawing: int | None, reset_final: bool) -> PlayedBack:
        """The whole bracket with the results up to a round; with `drawing`, a seed, the next one is drawn."""
        winners = [self._add(1, Side.WINNERS, *slots) for slots in self._first_slots()]
        self._play(1, after)
        waiting, number = self._falling(1), 2
        while number <= self._stages or waiting > 1:
            winners = [
                self._add(number, Side.WINNERS, WinnerOf(match=a), WinnerOf(match=b))
                for a, b in zip(winners[::2], winners[1::2], strict=False)
            ] or winners
            matches = (waiting + 1) // 2
            self._add_losers(number, matches, after=after, drawing=drawing)
            self._play(number, after)
            number += 1
            decided = self._is_decided(number)
            waiting = len(self._pool()) if decided else matches + self._falling(number - 1)
        if self._stages:
            self._add_finals(number, winners[0], after=after, reset_final=reset_final)
        return PlayedBack(bracket=self._bracket, obstacles=self._obstacles)

    def _first_slots(self) -> list[tuple[Slot, Slot]]:
        return first_slots(self._bracket.entrants) if self._stages else []

    def _falling(self, number: int) -> int:
        """How many players come down from a round of the winners' bracket, as far as can be known."""
        matches = [each for each in self._bracket.of_round(number) if each.side is Side.WINNERS]
        empty = sum(any(isinstance(arrival, Nobody) for arrival in each.arrivals) for each in matches)
        return len(matches) - empty

    def _add_losers(self, number: int, matches: int, *, after: int, drawing: int | None) -> None:
        """The matches of the losers' bracket: as they were drawn, as they are drawn now, or still open."""
        decided = self._is_decided(number)
        if decided and len(self._pool()) == 1:
            self._add(number, Side.LOSERS, self._pool()[0], Nobody())
        elif not decided or number > after + (drawing is not None):
            for _ in range(matches):
                self._add(number, Side.LOSERS, ToBeDrawn(), ToBeDrawn())
        elif number <= after:
            self._add_recorded(self._tournament.round(number))
        else:
            self._add_drawn(number, drawing or 0)

    def _add_finals(self, number: int, last: MatchId, *, after: int, reset_final: bool) -> None:
        slots: list[Slot] = [WinnerOf(match=last), ToBeDrawn()]
        if self._is_decided(number):
            losses = self._bracket.losses()
            left = [player for player in self._bracket.entrants if losses[player.id] < 2]
            slots = [*sorted(left, key=lambda player: losses[player.id]), Nobody(), Nobody()]
        final = self._add(number, Side.FINAL, slots[0], slots[1])
        self._play(number, after)
        if reset_final:
            self._add(number + 1, Side.FINAL, WinnerOf(match=final), LoserOf(match=final))
            self._play(number + 1, after)

    def _add_recorded(self, drawn: Round) -> None:
        """Read the matches of a round from its boards; who is away has lost again."""
        pool = {player.id: player for player in self._pool()}
        for board in drawn.boards:
            if {board.white, board.black} <= pool.keys():
                pair = sorted((pool.pop(board.white), pool.pop(board.black)), key=self._number)
                self._add(drawn.number, Side.LOSERS, *pair)
        for player in pool.values():
            away = drawn.bye_of(player.id) or not player.attends(drawn.number)
            if player.id in drawn.free:
                self._add(drawn.number, Side.LOSERS, player, Nobody())
            elif away:
                self._add(drawn.number, Side.LOSERS, player, Nobody(), lost=True)
            else:
                open_match = self._add(drawn.number, Side.LOSERS, player, ToBeDrawn())
                self._obstacles[open_match] = Problem(
                    where=Message("round %(round)s", round=drawn.number),
                    what=Message("%(name)s has not been drawn", name=player.name),
                )

    def _add_drawn(self, number: int, seed: int) -> None:
        """Draw the round: no rematch that could be avoided, and the bye to who had fewest."""
        pool = self._pool()
        there = [player for player in pool if player.attends(number)]
        pairs, bye = self._matched(there, number, seed)
        for pair in pairs:
            self._add(number, Side.LOSERS, *pair)
        if bye:
            self._add(number, Side.LOSERS, bye, Nobody())
        # Who is away loses when the round is played.
        for player in pool:
            if player not in there:
                self._add(number, Side.LOSERS, player, ToBeDrawn())

    def _matched(
        self, players: list[Player], number: int, seed: int
    ) -> tuple[list[tuple[Player, Player]], Player | None]:
        found = match(*self._costs(players, number, seed))
        if isinstance(found, Blocked):  # every pair is possible
            return [], None
        pairs = [sorted((players[i], players[j]), key=self._number) for i, j in found.pairs]
        pairs.sort(key=lambda pair: self._number(pair[0]))
        bye = None if found.bye is None else players[found.bye]
        return [(upper, lower) for upper, lower in pairs], bye

    def _costs(self, players: list[Player], number: int, seed: int) -> tuple[Ints, Ints]:
        """What each pair costs, and each bye."""
        met = Counter(pair_of(*each.pair) for each in self._bracket.matches if each.pair)
        wanted = {frozenset((game.white, game.black)) for game in self._wishes.wanted(number)}
        bound = {player for pair in wanted for player in pair}
        free = Counter(player for drawn in self._before(number) for player in drawn.free)
        costs = np.zeros((len(players), len(players)), np.int64)
        for i, one in enumerate(players):
            for j, other in enumerate(players[:i]):
                pair = pair_of(one, other)
                cost = _MET * met[pair] + _lot(seed, number, pair)
                if pair not in wanted:
                    cost += _UNWANTED * bool(bound & pair) + _APART * (pair in self._wishes.apart)
                    cost += _FAMILY * (pair in self._wishes.family)
                costs[i, j] = costs[j, i] = cost
        byes = [
            _UNWANTED * (player.id in bound)
            + _FREE_BEFORE * free[player.id]
            + _lot(seed, number, frozenset((player.id,)))
            for player in players
        ]
        return costs, np.array(byes, np.int64)

    def _before(self, number: int) -> list[Round]:
        return [drawn for drawn in self._tournament.rounds if drawn.number < number]

    def _pool(self) -> list[Player]:
        """Those who have lost once."""
        losses = self._bracket.losses()
        return [player for player in self._bracket.entrants if losses[player.id] == 1]

    def _number(self, player: Player) -> int:
        return self._bracket.entrants.index(player)

    def _is_decided(self, number: int) -> bool:
        """Whether everything before a round has ended, so that it is known who has lost once."""
        return all(each.ending for each in self._bracket.matches if each.round < number)

    def _add(self, number: int, side: Side, upper: Slot, lower: Slot, *, lost: bool = False) -> MatchId:
        match_id = MatchId(len(self._bracket.matches) + 1)
        new = Match(id=match_id, round=number, side=side, upper=upper, lower=lower)
        self._bracket = replace(self._bracket, matches=(*self._bracket.matches, new))
        if lost:
            self._lost[match_id] = Ending(outcome=MatchOutcome.BOTH_LOST, walkover=True)
        return match_id

    def _play(self, number: int, after: int) -> None:
        """Let players arrive in the matches of a round, and note their results if it has been played."""
        self._bracket = advance(self._bracket, self._lost)
        if number <= after:
            results, obstacles = results_of_round(self._bracket, number, self._tournament)
            self._obstacles |= obstacles
            self._bracket = advance(self._bracket, results)


def _lot(seed: int, number: int, players: Pair | frozenset[PlayerId]) -> int:
    text = "\0".join((str(seed), str(number), *sorted(players)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) % _LOTS
