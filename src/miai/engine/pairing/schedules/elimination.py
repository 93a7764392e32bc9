"""What knock-outs have in common: places, byes, and the first round as it was drawn."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from miai.domain.people.player import Player
from miai.domain.rounds.round import Round
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.tournament import Tournament
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.schedules.bracket import Bracket, Match, MatchId, Nobody, Side, Slot
from miai.engine.pairing.schedules.drawing import at_tables, demand_ready, draw_from, with_wanted_games
from miai.engine.pairing.schedules.field import (
    by_seed,
    demand_anybody,
    demand_fit,
    outside_message,
    seat_of,
    starters_of,
)
from miai.engine.pairing.schedules.placement import first_pairs, placed
from miai.engine.pairing.schedules.planned_rounds import PLANNED, planned_round
from miai.engine.pairing.schedules.played_bracket import PlayedBack, played_back
from miai.engine.pairing.schedules.prospects import wish_notes
from miai.engine.pairing.schedules.wishes import broken_pairs, pair_wishes, unkept_games, unkept_seats
from miai.errors import InputError
from miai.messages import Message


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
    """A bracket from which losers go out; by seed or rating, or by lot where it is `drawn` or set so."""

    key: ClassVar[str]
    title: ClassVar[str]
    how: ClassVar[Message] = PLANNED
    drawn: bool = False

    @abstractmethod
    def arrange(self, order: Sequence[Player]) -> Bracket:
        """Every match, with the entrants in their order."""

    def play(
        self,
        order: Sequence[Player],
        tournament: Tournament,
        *,
        after: int,
        drawing: int | None,
    ) -> PlayedBack:
        """The bracket with the results up to a round; with `drawing`, a seed, the next one is drawn."""
        return played_back(self.arrange(order), tournament, after=after)

    @abstractmethod
    def stage_of_rounds(self, players: int, rules: PairingRules) -> Mapping[int, int]:
        """Which stage of the bracket of those who have not lost each round plays."""

    def plan(self, entrants: Sequence[Player], seed: int) -> Bracket:
        """Every match from round 1 to the final."""
        return self.arrange(by_seed(entrants, drawn=self.drawn, seed=seed))

    def bracket(self, tournament: Tournament, *, after: int, seed: int) -> Bracket:
        """The bracket as round 1 was drawn, with the results up to a round."""
        played, problems = self._play_back(tournament, after=after, seed=seed, drawing=False)
        bracket = played.bracket
        outside = outside_message(tournament, {player.id for player in bracket.entrants}, max(1, after))
        wishes = wish_notes(bracket, tournament, pair_wishes(tournament))
        return replace(bracket, notes=(*_kinds(bracket), *problems, *wishes, *outside))

    def draw(self, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002 - the players' word
        """The matches of a round, by the results of those before."""
        if round < 1:
            raise InputError(Message("rounds are numbered from 1"))
        played, problems = self._play_back(tournament, after=round - 1, seed=seed, drawing=True)
        bracket, wishes = played.bracket, pair_wishes(tournament)
        demand_anybody(bracket.entrants, round)
        demand_ready(played, round=round)
        drawn = draw_from(bracket, tournament, system=self.key, round=round, seed=seed)
        draw = at_tables(with_wanted_games(drawn, tournament, wishes), tournament.settings.tables)
        said = (
            *problems,
            *draw.problems,
            *broken_pairs([(board.white, board.black) for board in draw.boards], wishes, round),
            *unkept_games(tournament, draw),
            *unkept_seats(tournament, draw),
            *outside_message(tournament, {player.id for player in bracket.entrants}, round),
        )
        notes = (*_kinds(bracket), *wish_notes(bracket, tournament, wishes)) if round == 1 else ()
        return replace(draw, problems=said, notes=(*draw.notes, *notes))

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by the plan."""
        return planned_round(self, view, seed)

    def _play_back(
        self, tournament: Tournament, *, after: int, seed: int, drawing: bool
    ) -> tuple[PlayedBack, tuple[Message, ...]]:
        """The bracket after a round, on the places that round 1 gave; and warnings about the field."""
        first = tournament.round(1)
        by_lot = self.drawn or tournament.settings.pairing.bracket_by_lot
        problems: tuple[Message, ...] = ()
        if after > 0 and (first.boards or first.free):
            order = _order_of(first, tournament, drawn=by_lot, seed=seed)
        else:
            entrants, problems = starters_of(tournament)
            order = by_seed(entrants, drawn=by_lot, seed=seed)
            stages = self.stage_of_rounds(len(order), tournament.settings.pairing)
            order = placed(order, pair_wishes(tournament), stages, seeded=not by_lot)
        played = self.play(order, tournament, after=after, drawing=seed if drawing else None)
        return replace(played, bracket=replace(played.bracket, by_lot=by_lot)), problems


def _kinds(bracket: Bracket) -> Iterator[Message]:
    """What is special about a bracket."""
    if bracket.by_lot:
        yield Message("places in the bracket and free first rounds are drawn by lot")
    if bracket.losers_drawn:
        yield Message("the losers' bracket is drawn anew in each round, without rematches where that can be")


def _order_of(first: Round, tournament: Tournament, *, drawn: bool, seed: int) -> tuple[Player, ...]:
    """The seeds that give round 1 as it stands: its tables and byes, in order, are the bracket from the top.

    So a swap by hand in round 1, another seed, or a rating corrected later does not upset the bracket.
    """
    players = seat_of(tournament)
    boards = sorted(first.boards, key=lambda board: board.table)
    number = 2 * len(boards) + len(first.free)
    # Boards that were all unpaired by hand leave no bracket.
    pairs = first_pairs(number) if number > 1 else []
    games = [pair for pair in pairs if max(pair) <= number]
    free = [min(pair) for pair in pairs if max(pair) > number]
    demand_fit(first, boards=len(games), byes=len(free), of=number)
    seeds = {seed: players[player] for seed, player in zip(free, first.free, strict=True)}
    for (upper, lower), board in zip(games, boards, strict=True):
        both = (players[board.white], players[board.black])
        seeds[upper], seeds[lower] = by_seed(both, drawn=drawn, seed=seed)
    return tuple(seeds[seed] for seed in range(1, number + 1))
