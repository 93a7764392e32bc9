"""Changes of a draw by hand: each is one entry, which can be undone by itself."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, ByeKind, HandChange, Round
from miai.domain.settings.handicaps import komi_with_stones
from miai.domain.tournament import Tournament
from miai.engine.pairing import manual_changes as hand
from miai.errors import InputError
from miai.features.draw.changes_by_hand import hand_work
from miai.features.draw.entries import draw_change
from miai.features.draw.terms import with_terms
from miai.messages import Message

Change = Callable[[Tournament, Round], Round]
# Changes of who plays whom.
_SEATING = frozenset((HandChange.SWAPPED, HandChange.UNPAIRED, HandChange.PAIRED, HandChange.BYE))


def swap(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    a: PlayerId,
    b: PlayerId,
    by: str,
) -> Saved:
    """Let two players change places, at boards or with the bye; stones and komi follow the new pairs."""

    def change(tournament: Tournament, drawn: Round) -> Round:
        for player in (a, b):
            _demand_open(_seat(tournament, drawn, player))
        changed = hand.swap_players(drawn, a, b)
        tables = [board.table for each in (a, b) if (board := changed.board_of(each))]
        return _with_locked_bye(drawn, with_terms(tournament, changed, tables))

    return _change(desk, tournament_id, change, round=round, how=HandChange.SWAPPED, meant=[a, b], by=by)


def swap_or_pair(desk: Desk, tournament_id: str, *, round: int, a: PlayerId, b: PlayerId, by: str) -> Saved:
    """Let two players change places; two who have no opponent, of whom one may have the bye, are paired."""
    drawn = desk.state(tournament_id).tournament.round(round)
    free = [player for player in (a, b) if drawn.board_of(player) is None]
    byes = [player for player in free if player in drawn.free]
    change = pair_up if len(free) == 2 and len(byes) < 2 else swap
    return change(desk, tournament_id, round=round, a=a, b=b, by=by)


def unpair(desk: Desk, tournament_id: str, *, round: int, table: int, by: str) -> Saved:
    """Take a board away; its players are there and unpaired."""

    def change(_: Tournament, drawn: Round) -> Round:
        return hand.unpair(drawn, table)

    return _change(desk, tournament_id, change, round=round, how=HandChange.UNPAIRED, meant=table, by=by)


def pair_up(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    a: PlayerId,
    b: PlayerId,
    by: str,
    table: int | None = None,
) -> Saved:
    """Put two free players at a table, with the colours and stones that belong to them."""

    def change(tournament: Tournament, drawn: Round) -> Round:
        for player in (a, b):
            if drawn.board_of(player):
                raise InputError(
                    Message(
                        "%(name)s is paired already in round %(round)s",
                        name=tournament.name_of(player),
                        round=drawn.number,
                    )
                )
        changed = hand.pair_up(drawn, a, b, table=table, tables=tournament.settings.tables)
        tables = [board.table for board in changed.boards if board not in drawn.boards]
        return with_terms(tournament, changed, tables, new_colours=True)

    return _change(desk, tournament_id, change, round=round, how=HandChange.PAIRED, meant=[a, b], by=by)


def lock(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
    by: str,
    locked: bool = True,
) -> Saved:
    """Keep a board as it is, or let the draw decide about it again, also if it was changed by hand."""

    def decide(state: State) -> list[events.Event]:
        old = state.tournament.drawn_round(round)
        new = hand.lock(old, table, locked=locked)
        by_hand = table in hand_work(state, round).tables
        if new == old and (locked or not by_hand):
            return []
        how = HandChange.LOCKED if locked else HandChange.UNLOCKED
        return [draw_change(old, new, how, _players_at(old, table))]

    return desk.change(tournament_id, decide, by=by)


def lock_bye(
    desk: Desk, tournament_id: str, *, round: int, player: PlayerId, by: str, locked: bool = True
) -> Saved:
    """Keep a player's bye when the rest is paired again, or let the draw decide about it."""

    def change(_: Tournament, drawn: Round) -> Round:
        return replace(
            drawn,
            byes=tuple(replace(bye, locked=locked) if bye.player == player else bye for bye in drawn.byes),
        )

    how = HandChange.LOCKED if locked else HandChange.UNLOCKED
    return _change(desk, tournament_id, change, round=round, how=how, meant=[player], by=by)


def swap_colours(desk: Desk, tournament_id: str, *, round: int, table: int, by: str) -> Saved:
    """Turn a board round; who has won has still won."""

    def change(_: Tournament, drawn: Round) -> Round:
        return hand.swap_colours(drawn, table)

    return _change(desk, tournament_id, change, round=round, how=HandChange.COLOURS, meant=table, by=by)


def set_terms(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
    by: str,
    handicap: int | None = None,
    komi: float | None = None,
) -> Saved:
    """Change the handicap or komi of one board; without a komi the one that goes with the handicap is set."""

    def change(tournament: Tournament, drawn: Round) -> Round:
        by_rule = None if handicap is None else komi_with_stones(tournament.settings, handicap)
        return hand.set_terms(drawn, table, handicap=handicap, komi=by_rule if komi is None else komi)

    return _change(desk, tournament_id, change, round=round, how=HandChange.TERMS, meant=table, by=by)


def set_table(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
    new_table: int,
    by: str,
) -> Saved:
    """Move a board to another table; a board that sits there takes its place."""

    def change(_: Tournament, drawn: Round) -> Round:
        return hand.set_table(drawn, table, new_table)

    return _change(desk, tournament_id, change, round=round, how=HandChange.TABLE, meant=table, by=by)


def set_bye(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    player: PlayerId,
    by: str,
    kind: ByeKind = ByeKind.FORCED,
) -> Saved:
    """Let a player sit out; who had the bye takes their place, or else their opponent is unpaired."""

    def change(tournament: Tournament, drawn: Round) -> Round:
        tournament.player(player)
        _demand_open(drawn.board_of(player))
        return _with_locked_bye(drawn, _with_bye(tournament, drawn, Bye(player=player, kind=kind)))

    return _change(desk, tournament_id, change, round=round, how=HandChange.BYE, meant=[player], by=by)


def _change(
    desk: Desk,
    tournament_id: str,
    change: Change,
    *,
    round: int,
    how: HandChange,
    meant: Sequence[PlayerId] | int,
    by: str,
) -> Saved:
    """One change of a round, for the players meant or for those at a table."""

    def decide(state: State) -> list[events.Event]:
        old = state.tournament.drawn_round(round)
        if old.matches and how in _SEATING:
            raise InputError(
                Message("the line-ups say who plays in a match of teams: change the line-up of the team")
            )
        new = change(state.tournament, old)
        players = _players_at(old, meant) if isinstance(meant, int) else tuple(meant)
        return [draw_change(old, new, how, players)] if new != old else []

    return desk.change(tournament_id, decide, by=by)


def _seat(tournament: Tournament, drawn: Round, player: PlayerId) -> Board | None:
    """Where a player of the draw sits, or nowhere with the bye."""
    board = drawn.board_of(player)
    if board is None and drawn.bye_of(player) is None:
        name = tournament.name_of(player)
        raise InputError(
            Message("%(name)s is not in the draw of round %(round)s", name=name, round=drawn.number)
        )
    return board


def _demand_open(board: Board | None) -> None:
    if board and board.result.known:
        raise InputError(Message("table %(table)s has a result: take it back first", table=board.table))


def _players_at(drawn: Round, table: int) -> tuple[PlayerId, ...]:
    board = drawn.board_at(table)
    return (board.white, board.black) if board else ()


def _with_locked_bye(old: Round, new: Round) -> Round:
    """The round with a new bye locked: it was chosen by hand."""
    known = {bye.player for bye in old.byes if bye.kind is ByeKind.FORCED}
    byes = tuple(
        replace(bye, locked=True) if bye.kind is ByeKind.FORCED and bye.player not in known else bye
        for bye in new.byes
    )
    return replace(new, byes=byes)


def _with_bye(tournament: Tournament, drawn: Round, bye: Bye) -> Round:
    board = drawn.board_of(bye.player)
    others = tuple(each for each in drawn.byes if each.player != bye.player)
    waiting = next((each for each in others if each.kind is ByeKind.FORCED), None)
    if board and waiting and bye.kind is ByeKind.FORCED:
        changed = hand.swap_players(drawn, bye.player, waiting.player)
        return with_terms(tournament, changed, [board.table])
    if board:
        drawn = hand.unpair(drawn, board.table)
    return replace(drawn, byes=(*others, bye))
