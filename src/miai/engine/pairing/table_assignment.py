"""Which board sits at which table."""

from collections import deque
from collections.abc import Iterator, Sequence

from miai.engine.pairing.protocol import RoundView
from miai.errors import InputError
from miai.messages import Message

Pair = tuple[int, int]


def seat(view: RoundView, pairs: Sequence[Pair]) -> dict[Pair, int]:
    """Leaders first, at the first free tables of the event; fixed tables are kept, excluded ones avoided."""
    excluded = set(view.constraints.excluded_tables)
    ordered = sorted(pairs, key=lambda pair: _rank(view, pair))
    _demand_tables(view)
    seats = _fixed_seats(view, ordered)
    numbers, passed_over = view.settings.tables.free(set(seats.values())), deque[int]()
    for pair in ordered:
        if pair not in seats:
            barred = {table for i in pair for player, table in excluded if player == view.players[i].id}
            seats[pair] = _next_table(numbers, passed_over, barred)
    return seats


def _demand_tables(view: RoundView) -> None:
    """Raise InputError if the director named a table that cannot be."""
    for player, table in (*view.constraints.fixed_tables, *view.constraints.excluded_tables):
        if table < 1:
            raise InputError(
                Message("there is no table %(table)s for '%(player)s'", table=table, player=player)
            )


def _fixed_seats(view: RoundView, pairs: Sequence[Pair]) -> dict[Pair, int]:
    """The pairs of players with a fixed table, who sit there."""
    fixed = dict(view.constraints.fixed_tables)
    excluded = set(view.constraints.excluded_tables)
    seats: dict[Pair, int] = {}
    for pair in pairs:
        wanted = {fixed[view.players[i].id] for i in pair if view.players[i].id in fixed}
        if len(wanted) > 1:
            raise InputError(
                Message("%(names)s are paired but fixed to different tables", names=_names(view, pair))
            )
        for table in wanted:
            if table in seats.values():
                raise InputError(Message("table %(table)s is fixed for two boards", table=table))
            if any((view.players[i].id, table) in excluded for i in pair):
                raise InputError(
                    Message(
                        "table %(table)s is fixed for one of %(names)s and excluded for the other",
                        table=table,
                        names=_names(view, pair),
                    )
                )
            seats[pair] = table
    return seats


def _next_table(numbers: Iterator[int], passed_over: deque[int], barred: set[int]) -> int:
    """The first table that is not barred; those which are wait for the boards that follow."""
    table = next((table for table in passed_over if table not in barred), None)
    if table is not None:
        passed_over.remove(table)
        return table
    for table in numbers:
        if table not in barred:
            return table
        passed_over.append(table)
    raise AssertionError("the numbers end with an error")


def _names(view: RoundView, pair: Pair) -> tuple[str, ...]:
    return tuple(view.name(i) for i in pair)


def _rank(view: RoundView, pair: Pair) -> tuple[int, int, int, int]:
    """By the better score, then the other, then the better place."""
    scores = sorted((int(view.scores[i]) for i in pair), reverse=True)
    return -scores[0], -scores[1], min(int(view.places[i]) for i in pair), min(pair)
