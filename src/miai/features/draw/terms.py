"""Colours, handicap and komi of boards that were put together by hand."""

from collections.abc import Collection
from dataclasses import replace

from miai.domain.draw_seeds import seed_of_round
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.handicaps import terms_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.colouring import by_nigiri, colour_promise, white_and_black
from miai.engine.pairing.handicapping import handicap_matrix, levels
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.solving import index_of
from miai.engine.pairing.view import build_view


def with_terms(
    tournament: Tournament, drawn: Round, tables: Collection[int], *, new_colours: bool = False
) -> Round:
    """The round with the stones and komi that belong to the pairs at some tables.

    Who gives a handicap has White; else the colours stay, unless new ones are wanted or a promise of the
    system would be broken.
    """
    changed = [board for board in drawn.boards if board.table in tables]
    if not changed:
        return drawn
    seats = [seat for board in changed for seat in (board.white, board.black)]
    seed = seed_of_round(tournament, drawn.number)
    view = build_view(tournament, drawn.number, seed=seed, only=seats)
    handicaps, level = handicap_matrix(view), levels(view)
    abilities = abilities_of(tournament.settings.system)
    planned = abilities.plans_rounds
    promise = colour_promise(view) if abilities.promises_colours else None

    def settled(board: Board) -> Board:
        i, j = index_of(view, board.white), index_of(view, board.black)
        # Brackets and round robins are played without handicap.
        given = 0 if planned else int(handicaps[i, j])
        if new_colours:
            i, j = white_and_black(view, i, j, handicap=given, seed=seed, promise=promise)
        elif level[i] < level[j] if given else promise is not None and promise.side(i, j) < 0:
            i, j = j, i
        white, black = view.players[i].id, view.players[j].id
        terms = terms_of(view.settings, given)
        return replace(
            board,
            white=white,
            black=black,
            handicap=terms.stones,
            komi=terms.komi,
            colours_known=not by_nigiri(view, given),
        )

    boards = tuple(settled(board) if board.table in tables else board for board in drawn.boards)
    return replace(drawn, boards=boards)
