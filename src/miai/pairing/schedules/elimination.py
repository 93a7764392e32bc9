"""What knock-outs have in common: seeds, byes, and the first round as it was drawn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from miai.domain.player import Player
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message
from miai.pairing.analysis import RedrawnRound
from miai.pairing.protocol import Draw, RoundView
from miai.pairing.schedules.bracket import Bracket, Match, MatchId, Nobody, Side, Slot
from miai.pairing.schedules.drawing import demand_ready, draw_from
from miai.pairing.schedules.field import demand_anybody, demand_fit, in_order, seat_of, starters_of
from miai.pairing.schedules.planned import PLANNED, planned_round
from miai.pairing.schedules.played import PlayedBack, played_back
from miai.pairing.system import Abilities


def stages_for(players: int) -> int:
    """How often the field must be halved."""
    return max(0, players - 1).bit_length()


def first_pairs(players: int) -> list[tuple[int, int]]:
    """The seeds of round 1 from the top of the bracket, counted from 1; one beyond the field is a bye.

    1 meets the last, and 1 and 2 can meet in the final only: byes fall to the top seeds.
    """
    order = [1]
    for _ in range(stages_for(players)):
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return list(zip(order[::2], order[1::2], strict=True))


def first_slots(order: Sequence[Player]) -> list[tuple[Slot, Slot]]:
    """The slots of round 1, from the top of the bracket."""

    def slot(seed: int) -> Slot:
        return order[seed - 1] if seed <= len(order) else Nobody()

    return [(slot(upper), slot(lower)) for upper, lower in first_pairs(len(order))]


def add(matches: list[Match], number: int, side: Side, upper: Slot, lower: Slot) -> MatchId:
    """Put a match at the end of the list."""
    match_id = MatchId(len(matches) + 1)
    matches.append(Match(id=match_id, round=number, side=side, upper=upper, lower=lower))
    return match_id


@dataclass(frozen=True, slots=True, kw_only=True)
class Elimination(ABC):
    """A bracket from which losers go out; seeded by rating, or by lot where it is `drawn`."""

    key: ClassVar[str]
    title: ClassVar[str]
    name: ClassVar[Message]
    how: ClassVar[Message] = PLANNED
    abilities: ClassVar[Abilities] = Abilities(plans_rounds=True)
    drawn: bool = False

    @abstractmethod
    def arrange(self, order: Sequence[Player]) -> Bracket:
        """Every match, with the entrants in their order."""

    def plan(self, entrants: Sequence[Player], seed: int) -> Bracket:
        """Every match from round 1 to the final."""
        return self.arrange(in_order(entrants, drawn=self.drawn, seed=seed))

    def bracket(self, tournament: Tournament, *, after: int, seed: int) -> Bracket:
        """The bracket as round 1 was drawn, with the results up to a round."""
        return self._play_back(tournament, after=after, seed=seed)[0].bracket

    def draw(self, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002 - the players' word
        """The matches of a round, by the results of those before."""
        if round < 1:
            raise InputError(Message("rounds are numbered from 1"))
        played, problems = self._play_back(tournament, after=round - 1, seed=seed)
        demand_anybody(played.bracket.entrants, round)
        demand_ready(played, round=round)
        return draw_from(
            played.bracket, tournament, system=self.key, round=round, seed=seed, problems=problems
        )

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by the plan."""
        return planned_round(self, view, seed)

    def _play_back(
        self, tournament: Tournament, *, after: int, seed: int
    ) -> tuple[PlayedBack, tuple[Message, ...]]:
        """The bracket after a round, on the places that round 1 gave; and warnings about the field."""
        first = tournament.round(1)
        if after > 0 and (first.boards or first.free):
            order = _order_of(first, tournament, drawn=self.drawn, seed=seed)
            return played_back(self.arrange(order), tournament, after=after), ()
        entrants, problems = starters_of(tournament)
        order = in_order(entrants, drawn=self.drawn, seed=seed)
        return played_back(self.arrange(order), tournament, after=after), problems


def _order_of(first: Round, tournament: Tournament, *, drawn: bool, seed: int) -> tuple[Player, ...]:
    """The seeds that give round 1 as it stands: its tables and byes, in order, are the bracket from the top.

    So a swap by hand in round 1, another seed, or a rating corrected later does not upset the bracket.
    """
    players = seat_of(tournament)
    boards = sorted(first.boards, key=lambda board: board.table)
    number = 2 * len(boards) + len(first.free)
    pairs = first_pairs(number)
    games = [pair for pair in pairs if max(pair) <= number]
    free = [min(pair) for pair in pairs if max(pair) > number]
    demand_fit(first, boards=len(games), byes=len(free), of=number)
    seeds = {seed: players[player] for seed, player in zip(free, first.free, strict=True)}
    for (upper, lower), board in zip(games, boards, strict=True):
        both = (players[board.white], players[board.black])
        seeds[upper], seeds[lower] = in_order(both, drawn=drawn, seed=seed)
    return tuple(seeds[seed] for seed in range(1, number + 1))
