"""From the best pairs to a draw: colours, handicaps, tables and reasons."""

from miai.pairing.colouring import white_and_black
from miai.pairing.handicapping import komi_for, stones_matrix
from miai.pairing.plan import Plan, Solved
from miai.pairing.protocol import Draw, Pairing, RoundView
from miai.pairing.seats import seat
from miai.pairing.solving import forced_pairs, solve_round


def draw_round(view: RoundView, plan: Plan) -> Draw:
    """Draw a round at the least cost, with every reason."""
    return draw_of(view, plan, solve_round(view, plan))


def draw_of(view: RoundView, plan: Plan, solved: Solved) -> Draw:
    """Give pairs their colours, handicaps, tables and reasons."""
    stones = stones_matrix(view)
    forced = set(forced_pairs(view))
    seats = seat(view, solved.pairs)
    boards = []
    for pair in sorted(solved.pairs, key=lambda pair: seats[pair]):
        given = int(stones[pair])
        # The director's pairs come with their colours.
        ours = pair if pair in forced else white_and_black(view, *pair, stones=given, seed=plan.seed)
        white, black = ours
        boards.append(
            Pairing(
                table=seats[pair],
                white=view.players[white],
                black=view.players[black],
                handicap=given,
                komi=komi_for(view, given),
                reasons=solved.priced.reasons(view, white, black),
            )
        )
    bye = solved.bye
    return Draw(
        round=view.round,
        system=plan.system,
        preset=plan.preset,
        seed=plan.seed,
        boards=tuple(boards),
        bye=None if bye is None else view.players[bye],
        total=solved.priced.shown_total(solved.cost, len(boards)),
        optimal=solved.optimal,
        problems=view.problems,
        notes=solved.priced.notes,
        bye_reasons=() if bye is None else solved.priced.bye_reasons(view, bye),
    )
