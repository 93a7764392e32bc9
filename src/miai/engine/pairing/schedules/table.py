"""Tables at which everybody moves on: what a round robin and split-and-cycle have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.schedules.bracket import Bracket, Match, bracket_of
from miai.engine.pairing.schedules.field import (
    demand_anybody,
    demand_fit,
    entered_in,
    in_order,
    outside_message,
    seat_of,
)
from miai.engine.pairing.schedules.planned_rounds import PLANNED, planned_round
from miai.engine.pairing.schedules.table_drawing import draw_table_round
from miai.engine.pairing.schedules.table_plan import (
    Seats,
    TablePlan,
    Turns,
    first_plan,
    plan_after,
    usual_plan,
)
from miai.engine.pairing.schedules.table_results import missed_matches, table_notes, with_results
from miai.engine.pairing.schedules.wishes import PairWishes, pair_of, pair_wishes
from miai.engine.pairing.view import build_view
from miai.errors import InputError
from miai.messages import Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSchedule(ABC):
    """A plan in which everybody who is entered plays to the end, whatever the results.

    Seats are taken by rating, or by lot where it is `drawn`. The game of somebody who misses its round is
    missed: nobody has points for it until the two meet in another round.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    how: ClassVar[Message] = PLANNED
    drawn: bool = False

    @abstractmethod
    def seats_for(self, order: Sequence[Player]) -> Seats:
        """The upper row and then the lower one, equally long, as players sit in the first turn."""

    @abstractmethod
    def turns_for(self, seats: Seats) -> Turns:
        """Every turn of the rotation; free seats are the last of the lower row."""

    @abstractmethod
    def no_round(self, turns: int, number: int) -> Message:
        """That there is no such round."""

    def turns_planned(self, seats: Seats) -> int:
        """How many turns the system is meant to have."""
        return len(self.turns_for(seats))

    def free_seats(self, players: Sequence[Player]) -> int:
        """How many seats are free with these players."""
        return len(self.seats_for(players)) - len(players)

    def rows_stay(self, seats: Seats) -> bool:
        """Whether a wish may not move anybody to the other row."""
        return False

    def upper_first(
        self, boards: Sequence[tuple[Player, Player]], players: Sequence[Player]
    ) -> list[tuple[Player, Player]]:
        """The boards of round 1, given as Black and White, with who sits in the upper row first.

        `players` are all who are at the table.
        """
        return list(boards)

    def rounds_shown(self, tournament: Tournament, turns: int) -> int:
        """How many rounds of the plan are worth showing."""
        return turns

    def plan(self, entrants: Sequence[Player], seed: int) -> Bracket:
        """Every match there will be."""
        seats = self.seats_for(in_order(entrants, drawn=self.drawn, seed=seed))
        return self._bracket(usual_plan(seats, self.turns_for(seats)), self.turns_planned(seats))

    def bracket(self, tournament: Tournament, *, after: int, seed: int) -> Bracket:
        """Every match, with the games of the rounds played."""
        wishes = pair_wishes(tournament)
        plan, _ = self._plan(tournament, wishes, before=after + 1, seed=seed)
        shown = self.rounds_shown(tournament, len(plan.turns))
        bracket = with_results(self._bracket(plan, shown), tournament, wishes, after=after)
        outside = _outside(tournament, plan, max(1, after))
        return replace(bracket, notes=(*table_notes(bracket), *self.plan_notes(plan, shown), *outside))

    def draw(self, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002 - the players' word
        """The games of one round of the table; after the last one, games that were missed."""
        wishes = pair_wishes(tournament)
        plan, problems = self._plan(tournament, wishes, before=round, seed=seed)
        demand_anybody(plan.players, round)
        turns = len(plan.turns)
        if round < 1:
            raise InputError(self.no_round(turns, round))
        # What was missed before, and the games of this round.
        bracket = self._bracket(plan, min(round, turns))
        bracket = with_results(bracket, tournament, wishes, after=round - 1)
        drawn = draw_table_round(bracket, tournament, wishes, system=self.key, round=round, seed=seed)
        if round > turns and not drawn.boards:
            missed = missed_matches(bracket)
            raise InputError(_cannot_make_up(missed, round) if missed else self.no_round(turns, round))
        notes = self.plan_notes(plan, round, first=round)
        said = (*problems, *drawn.problems, *_outside(tournament, plan, round))
        return replace(drawn, problems=said, notes=(*drawn.notes, *notes))

    def plan_notes(self, plan: TablePlan, last: int, *, first: int = 1) -> tuple[Message, ...]:
        """What is worth knowing about some rounds of the plan."""
        return ()

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by the table; who has its free seat is seen also when away."""
        return planned_round(self, self._with_free(view, seed), seed, everybody_plays=True)

    def _with_free(self, view: RoundView, seed: int) -> RoundView:
        seen = [player.id for player in view.players]
        if len(seen) == len(view.source.tournament.players):
            return view
        try:
            free = self.draw(view.source.tournament, round=view.round, seed=seed).free
        except InputError:
            return view
        away = [player.id for player in free if player.id not in seen]
        return _also_seeing(view, away) if away else view

    def _bracket(self, plan: TablePlan, rounds: int) -> Bracket:
        matches: list[Match] = []
        for number in range(1, rounds + 1):
            matches += plan.matches(number, first=len(matches) + 1)
        return bracket_of(self.title, plan.players, matches)

    def _plan(
        self, tournament: Tournament, wishes: PairWishes, *, before: int, seed: int
    ) -> tuple[TablePlan, tuple[Message, ...]]:
        """The plan as round 1 was drawn, changes by hand included, or as it would be drawn."""
        first = tournament.round(1)
        entrants, problems = entered_in(tournament)
        recorded = before > 1 and bool(first.boards or first.byes)
        if recorded and _is_whole(first, entrants):
            seats = self._recorded_seats(first, tournament)
        else:
            seats = self.seats_for(in_order(entrants, drawn=self.drawn, seed=seed))
            stay = self.rows_stay(seats)
            plan = first_plan(seats, self.turns_for(seats), wishes.games, rows_stay=stay)
            if not recorded:
                return plan, problems
            seats = plan.seats if _fits(plan.seats, first) else self._recorded_seats(first, tournament)
        return plan_after(seats, self.turns_for(seats), tournament, wishes.games, before=before), ()

    def _recorded_seats(self, first: Round, tournament: Tournament) -> Seats:
        """The seats that players have in the record of round 1: Black, as a rule, in the upper row.

        Both players of a missed game are recorded one after the other; whoever has the bye has it from a free
        seat, unless the director gave it instead of a missed game.
        """
        players = seat_of(tournament)
        boards = sorted(first.boards, key=lambda board: board.table)
        voluntary = [bye.player for bye in first.byes if bye.kind is ByeKind.VOLUNTARY]
        resting = [players[each] for each in (*voluntary, *first.free)]
        inside = [*(players[seat] for board in boards for seat in (board.black, board.white)), *resting]
        free = self.free_seats(inside)
        missed = len(resting) - free
        if missed < 0 or missed % 2 or len(first.free) - free > len(voluntary):
            demand_fit(first, boards=(len(inside) - free) // 2, byes=free, of=len(inside))
        pairs = self.upper_first([(players[board.black], players[board.white]) for board in boards], inside)
        idle: list[tuple[Player, Player | None]] = list(
            zip(resting[:missed:2], resting[1:missed:2], strict=True)
        )
        idle += [(player, None) for player in resting[missed:]]
        numbers = islice(tournament.settings.tables.ascending.numbers(), len(pairs) + len(idle))
        places = {table: place for place, table in enumerate(numbers, start=1)}
        rows = _at_their_places([places.get(board.table, 0) for board in boards], pairs, idle)
        return (*(upper for upper, _ in rows), *(lower for _, lower in rows))


def _also_seeing(view: RoundView, others: Sequence[PlayerId]) -> RoundView:
    """The view with some players more."""
    source = view.source
    wider = build_view(
        source.tournament,
        view.round,
        seed=source.seed,
        seeding=source.seeding,
        constraints=view.constraints,
        only=[*(player.id for player in view.players), *others],
        live=source.live,
        drawn_for=source.drawn_for,
        drawn_from=source.drawn_from,
        kept=source.kept,
        pricing=source.pricing,
    )
    return replace(wider, problems=view.problems)


def _at_their_places(
    places: list[int], pairs: list[tuple[Player, Player]], idle: list[tuple[Player, Player | None]]
) -> list[tuple[Player, Player | None]]:
    """Every table of round 1: boards where they stood, others where no board was, free seats last.

    The places are 0 for boards at tables that the event does not have.
    """
    total = len(pairs) + len(idle)
    if len(set(places)) < len(places) or 0 in places:
        return [*pairs, *idle]
    boards = dict(zip(places, pairs, strict=True))
    others = iter(idle)
    rows = [boards.get(place) or next(others) for place in range(1, total + 1)]
    return sorted(rows, key=lambda row: row[1] is None)


def _is_whole(first: Round, entrants: Sequence[Player]) -> bool:
    """Whether round 1 has everybody who is entered; a file may not have kept who sat out."""
    seated = {seat for board in first.boards for seat in (board.white, board.black)}
    seated |= {bye.player for bye in first.byes}
    return seated.issuperset(player.id for player in entrants)


def _fits(usual: Seats, first: Round) -> bool:
    """Whether round 1 was drawn by these seats, as far as it was recorded."""
    half = len(usual) // 2
    rows = list(zip(usual[:half], usual[half:], strict=True))
    games = [
        pair_of(upper, lower)
        for upper, lower in rows
        if upper and lower and upper.attends(1) and lower.attends(1)
    ]
    free = {upper.id for upper, lower in rows if upper and lower is None}
    boards = sorted(first.boards, key=lambda board: board.table)
    same = [frozenset((board.white, board.black)) for board in boards] == games
    return same and free.issuperset(first.free)


def _cannot_make_up(missed: Sequence[Match], number: int) -> Message:
    games = Clauses(tuple(Message("%(a)s – %(b)s", a=a.name, b=b.name) for a, b in _pairs(missed)), ", ")
    return Message("no missed game can be made up in round %(round)s: %(games)s", round=number, games=games)


def _pairs(matches: Sequence[Match]) -> list[tuple[Player, Player]]:
    return [match.pair for match in matches if match.pair]


def _outside(tournament: Tournament, plan: TablePlan, number: int) -> Iterator[Message]:
    inside: set[PlayerId] = {player.id for player in plan.players}
    return outside_message(tournament, inside, number)
