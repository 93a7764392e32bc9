"""Draw a round, draw it again, pair the rest of it again, or take it back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TypeVar

from miai.desk.live_state import Desk, Measure, Saved, State
from miai.domain.draw_seeds import seed_of_round
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.teams.fielding import without_drawn
from miai.errors import InputError
from miai.features.draw.changes_by_hand import (
    HandWork,
    hand_work,
    held_boards,
    reported_boards,
    work_messages,
)
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import analysis_to_draw, before_round, how_drawn
from miai.features.draw.open_games import demand_games_over
from miai.features.draw.pair import bands_fixed, draw_of, pair, pair_rest, round_of, seated, teams_stated
from miai.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRound:
    """A draft of a round, with every reason of its boards."""

    saved: Saved
    draw: Draw


def draw_round(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
    preset: str | None = None,
    seed: int | None = None,
    nearest: bool = False,
) -> DrawnRound:
    """Draw a round by the settings, as a draft that nobody sees; drawn before, it is drawn again.

    Where no draw exists a `NoPairingError` says who blocks whom; `nearest` asks for the one that breaks the
    fewest rules.
    """

    def work_out(state: State) -> Draw:
        settings = state.tournament.settings
        analysis = analysis_to_draw(
            state.tournament,
            round,
            preset=preset or settings.preset,
            seed=seed_of_round(state.tournament, round) if seed is None else seed,
        )
        return seated(state.tournament, draw_of(analysis, nearest=nearest))

    demand_games_over(desk.state(tournament_id).tournament, before=round)
    draw_in = _ahead(desk, tournament_id, lambda state: before_round(state.tournament, round), work_out)
    drawn: list[Draw] = []

    def decide(state: State) -> list[events.Event]:
        demand_last(state.tournament, round)
        demand_games_over(state.tournament, before=round)
        drawn[:] = [draw_in(state)]
        return _drawn(state.tournament, round, drawn[0])

    saved = desk.change(tournament_id, decide, by=by)
    desk.back_up("draw")
    # A request that is repeated was decided the first time.
    return DrawnRound(saved=saved, draw=drawn[0] if drawn else draw_in(saved.state))


def round_drawn(tournament: Tournament, number: int) -> list[events.Event]:
    """The events that draw a round by the settings, for a use case that draws several tournaments at once."""
    demand_last(tournament, number)
    demand_games_over(tournament, before=number)
    settings = tournament.settings
    analysis = analysis_to_draw(
        tournament, number, preset=settings.preset, seed=seed_of_round(tournament, number)
    )
    return _drawn(tournament, number, seated(tournament, draw_of(analysis, nearest=False)))


def repair_rest(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
) -> Saved:
    """Pair again all but the boards that are over, being reported, or were locked or changed by hand."""

    def rests_on(state: State) -> object:
        tournament, work = state.tournament, hand_work(state, round)
        drawn = tournament.round(round)
        return before_round(tournament, round), drawn.pairings, drawn.claims, work

    drawn_in = _ahead(desk, tournament_id, rests_on, lambda state: _repaired(state, round))
    saved = desk.change(tournament_id, lambda state: [drawn_in(state)], by=by)
    desk.back_up("draw")
    return saved


def draw_around_wishes(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
    wish: Callable[[State], Sequence[events.Change]] = lambda _: (),
) -> Saved:
    """Pair again what a new wish changes; a system that plans rounds draws the whole round again.

    So does a team event. The wish and the draw are saved together or not at all.
    """

    def work_out(state: State) -> list[events.Event]:
        wished = wish(state)
        then = replace(state, tournament=apply_all(state.tournament, wished))
        return [*wished, *_around_wishes(then, round)]

    drawn_in = _ahead(desk, tournament_id, lambda state: state.head, work_out)
    saved = desk.change(tournament_id, drawn_in, by=by)
    desk.back_up("draw")
    return saved


def take_back_round(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
) -> Saved:
    """Take a round back whole, with its results; only the last one drawn."""

    def decide(state: State) -> list[events.Event]:
        state.tournament.drawn_round(round)
        demand_last(state.tournament, round)
        changed = tuple(
            kept for team in state.tournament.teams if (kept := without_drawn(team, round)) != team
        )
        deleted = events.RoundDeleted(round=round)
        return [deleted, events.TeamsChanged(teams=changed)] if changed else [deleted]

    desk.back_up("taking back a round")
    return desk.change(tournament_id, decide, by=by)


def _ahead(
    desk: Desk,
    tournament_id: str,
    rests_on: Callable[[State], object],
    work_out: Callable[[State], T],
) -> Callable[[State], T]:
    """Work something out without holding the lock, and again only if what it rests on has changed by then.

    Drawing a large field takes a moment, in which the result desk should not have to wait.
    """

    def timed(state: State) -> T:
        begin = perf_counter()
        worked = work_out(state)
        desk.observe(Measure.DRAW_SECONDS, perf_counter() - begin)
        return worked

    first = desk.state(tournament_id)
    known = rests_on(first), timed(first)

    def worked_out(state: State) -> T:
        nonlocal known
        if rests_on(state) != known[0]:
            known = rests_on(state), timed(state)
        return known[1]

    return worked_out


def _drawn(tournament: Tournament, number: int, draw: Draw) -> list[events.Event]:
    """The events of a draw; the line-ups of teams are stated with it."""
    made = events.RoundDrawn(
        round=round_of(draw).pairings,
        system=draw.system,
        preset=draw.preset,
        seed=draw.seed,
        again=any(earlier.number == number for earlier in tournament.rounds),
    )
    stated = teams_stated(tournament, draw)
    lined_up = [events.TeamsChanged(teams=stated)] if stated else []
    return [*bands_fixed(tournament), *lined_up, made]


def _around_wishes(state: State, number: int) -> list[events.Event]:
    """The events that pair a round again by the wishes as they are."""
    tournament, settings = state.tournament, state.tournament.settings
    if not abilities_of(settings.system).plans_rounds and not settings.by_teams:
        _demand_free(state, number)
        return [_repaired(state, number)]
    boards = tournament.round(number).boards
    if any(board.result.known for board in boards) or reported_boards(tournament, number):
        raise InputError(
            Message("round %(round)s has results already: unpair boards and pair by hand", round=number)
        )
    if not settings.by_teams:
        return [_planned_again(state, number)]
    demand_last(tournament, number)
    demand_games_over(tournament, before=number)
    how = how_drawn(draw_entries(state.history, number), settings)
    analysis = analysis_to_draw(tournament, number, preset=how.preset, seed=how.seed)
    return _drawn(tournament, number, seated(tournament, draw_of(analysis, nearest=False)))


def _repaired(state: State, number: int) -> events.RoundDrawn:
    old = state.tournament.drawn_round(number)
    kept = held_boards(state, old)
    held = replace(old, boards=tuple(replace(board, locked=board in kept) for board in old.boards))
    settings = state.tournament.settings
    how = how_drawn(draw_entries(state.history, number), settings)
    again = pair_rest(_with(state.tournament, held), round=number, preset=how.preset, seed=how.seed)
    locks = {board.table: board.locked for board in kept}
    boards = tuple(
        replace(board, result=Result.UNKNOWN, locked=locks.get(board.table, False)) for board in again.boards
    )
    return events.RoundDrawn(
        round=replace(again.pairings, boards=boards),
        system=settings.system,
        preset=how.preset if abilities_of(settings.system).by_preset else "",
        seed=how.seed,
        again=True,
        kept=tuple(board.table for board in kept),
    )


def _planned_again(state: State, number: int) -> events.RoundDrawn:
    """The round of a plan drawn again; boards set by hand keep colours, table and terms."""
    settings = state.tournament.settings
    how = how_drawn(draw_entries(state.history, number), settings)
    draw = pair(state.tournament, round=number, seed=how.seed)
    games = {frozenset((board.white.id, board.black.id)) for board in draw.boards}
    work = hand_work(state, number)
    gone = HandWork(
        boards=tuple(board for board in work.boards if frozenset((board.white, board.black)) not in games),
        byes=tuple(player for player in work.byes if player not in {each.id for each in draw.free}),
    )
    if gone:
        raise InputError(
            Message(
                "the plan would not have %(changes)s, set by hand: release that first",
                changes=work_messages(state.tournament, gone),
            )
        )
    again, kept = round_of(draw, kept=work.boards, tables=settings.tables), work.boards
    byes = tuple(replace(bye, locked=bye.player in work.byes) for bye in again.byes)
    return events.RoundDrawn(
        round=replace(again.pairings, byes=byes),
        system=draw.system,
        preset=draw.preset,
        seed=draw.seed,
        again=True,
        kept=tuple(board.table for board in kept),
    )


def _demand_free(state: State, number: int) -> None:
    """Refuse a wanted game of somebody whose board was set by hand for another game."""
    boards = held_boards(state, state.tournament.drawn_round(number))
    for game in state.tournament.wishes.games:
        wanted = {game.white, game.black}
        for board in boards:
            if game.round == number and len(wanted & {board.white, board.black}) == 1:
                raise InputError(
                    Message(
                        "%(boards)s was set by hand or has a result: release it first",
                        boards=work_messages(state.tournament, HandWork(boards=(board,))),
                    )
                )


def _with(tournament: Tournament, changed: Round) -> Tournament:
    rounds = tuple(changed if drawn.number == changed.number else drawn for drawn in tournament.rounds)
    return replace(tournament, rounds=rounds)


def demand_last(tournament: Tournament, number: int) -> None:
    """Refuse a round that has another one after it."""
    last = max((drawn.number for drawn in tournament.rounds), default=0)
    if number < last:
        raise InputError(Message("round %(round)s is drawn already: take it back first", round=last))
