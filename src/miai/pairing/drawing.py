"""From pairs to a draw: colours, handicaps, tables and reasons."""

from collections.abc import Callable, Sequence

from miai.pairing.colouring import white_and_black
from miai.pairing.handicapping import komi_for, levels, stones_matrix
from miai.pairing.plan import Pair, Plan, Solved
from miai.pairing.protocol import Draw, Pairing, Reason, RoundView
from miai.pairing.seats import seat
from miai.pairing.solving import forced_pairs, solve_round

Reasons = Callable[[RoundView, int, int], tuple[Reason, ...]]


def draw_round(view: RoundView, plan: Plan) -> Draw:
    """Draw a round at the least cost, with every reason."""
    return draw_of(view, plan, solve_round(view, plan))


def draw_of(view: RoundView, plan: Plan, solved: Solved) -> Draw:
    """The draw of the best pairs."""
    priced, bye = solved.priced, solved.bye
    return Draw(
        round=view.round,
        system=plan.system,
        preset=plan.preset,
        seed=plan.seed,
        boards=seated(view, solved.pairs, seed=plan.seed, reasons=priced.reasons),
        bye=None if bye is None else view.players[bye],
        total=priced.shown_total(solved.cost, len(solved.pairs)),
        optimal=solved.optimal,
        problems=view.problems,
        notes=priced.notes,
        bye_reasons=() if bye is None else priced.bye_reasons(view, bye),
    )


def seated(view: RoundView, pairs: Sequence[Pair], *, seed: int, reasons: Reasons) -> tuple[Pairing, ...]:
    """Give pairs their colours, handicaps, tables and reasons, by table."""
    stones = stones_matrix(view)
    forced = set(forced_pairs(view))
    seats, level = seat(view, pairs), levels(view)
    boards = []
    for pair in sorted(pairs, key=lambda pair: seats[pair]):
        given = int(stones[pair])
        # The director's pairs come with their colours.
        ours = pair if pair in forced else white_and_black(view, *pair, stones=given, seed=seed)
        white, black = ours
        if pair in forced and level[white] < level[black]:
            given = 0  # nobody gives stones to a stronger player
        boards.append(
            Pairing(
                table=seats[pair],
                white=view.players[white],
                black=view.players[black],
                handicap=given,
                komi=komi_for(view, given),
                reasons=reasons(view, white, black),
            )
        )
    return tuple(boards)
