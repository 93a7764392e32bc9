"""From pairs to a draw: colours, handicaps, tables and reasons."""

from collections.abc import Callable, Sequence

from miai.domain.settings.handicaps import terms_of
from miai.engine.pairing.byes import off_the_order
from miai.engine.pairing.colouring import ColourPromise, by_nigiri, white_and_black
from miai.engine.pairing.draw_plan import Pair, Plan, Solved
from miai.engine.pairing.handicapping import handicap_matrix, levels
from miai.engine.pairing.private_reasons import WANTED_GAME
from miai.engine.pairing.protocol import Draw, Pairing, Reason, RoundView
from miai.engine.pairing.solving import forced_pairs
from miai.engine.pairing.table_assignment import seat
from miai.messages import Message

Reasons = Callable[[RoundView, int, int], tuple[Reason, ...]]

NOT_DRAWN = Message("Not from the draw")


def draw_of(view: RoundView, plan: Plan, solved: Solved) -> Draw:
    """The draw of the pairs that were chosen."""
    # Who has White is decided with the seats.
    either_way = [*solved.pairs, *((j, i) for i, j in solved.pairs)]
    reasons = with_wishes(view, solved.priced.reasons_of(either_way))
    return Draw(
        round=view.round,
        system=plan.system,
        preset=plan.preset,
        seed=plan.seed,
        boards=seated(view, solved.pairs, seed=plan.seed, reasons=reasons),
        bye=None if solved.bye is None else view.players[solved.bye],
        total=solved.priced.shown_total(solved.cost, len(solved.pairs)),
        optimal=solved.optimal,
        problems=view.problems,
        notes=solved.notes,
        bye_reasons=bye_reasons_of(view, solved, solved.bye),
    )


def bye_reasons_of(view: RoundView, solved: Solved, bye: int | None) -> tuple[Reason, ...]:
    """Why somebody sits out: the system's own reasons, or what it has instead and what the bye costs."""
    if bye is None:
        return ()
    if bye == solved.bye:
        return solved.bye_reasons or ()
    against_it = off_the_order(view, bye, cost=int(solved.priced.bye_costs[bye]))
    if solved.bye is None:
        return against_it
    text = Message("by the order of the bye %(name)s sits out", name=view.name(solved.bye))
    return (Reason(rule="not_drawn", title=NOT_DRAWN, text=text), *against_it)


def with_wishes(view: RoundView, reasons: Reasons) -> Reasons:
    """Reasons that begin with the director's wish, where the director wants the game."""
    forced = {frozenset(pair) for pair in forced_pairs(view)}
    wanted = Reason(rule="director", title=Message("Your wish"), text=Message(WANTED_GAME))

    def all_reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
        found = reasons(view, i, j)
        return (wanted, *found) if frozenset((i, j)) in forced else found

    return all_reasons


def seated(
    view: RoundView,
    pairs: Sequence[Pair],
    *,
    seed: int,
    reasons: Reasons,
    promise: ColourPromise | None = None,
) -> tuple[Pairing, ...]:
    """Give pairs their colours, handicaps, tables and reasons, by table; colours keep the promise given."""
    handicaps = handicap_matrix(view)
    forced = set(forced_pairs(view))
    seats, level = seat(view, pairs), levels(view)
    boards = []
    for pair in sorted(pairs, key=lambda pair: seats[pair]):
        given = int(handicaps[pair])
        # The director's pairs come with their colours.
        white, black = (
            pair
            if pair in forced
            else white_and_black(view, *pair, handicap=given, seed=seed, promise=promise)
        )
        if pair in forced and level[white] < level[black]:
            given = 0  # nobody gives a handicap to a stronger player
        terms = terms_of(view.settings, given)
        boards.append(
            Pairing(
                table=seats[pair],
                white=view.players[white],
                black=view.players[black],
                handicap=terms.stones,
                komi=terms.komi,
                colours_known=pair in forced or not by_nigiri(view, given),
                reasons=reasons(view, white, black),
            )
        )
    return tuple(boards)
