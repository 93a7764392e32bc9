"""Which board sits at which table."""

from collections import deque
from collections.abc import Collection, Iterator, Sequence

from miai.domain.people.player import Player
from miai.domain.table_numbers import Tables
from miai.engine.pairing.protocol import Constraints, RoundView
from miai.errors import InputError
from miai.messages import Message

Pair = tuple[int, int]
People = tuple[Player, Player]


def seat(view: RoundView, pairs: Sequence[Pair]) -> dict[Pair, int]:
    """Leaders first, at the first free tables of the event; fixed tables are kept, excluded ones avoided."""
    ordered = sorted(pairs, key=lambda pair: _rank(view, pair))
    people = [(view.players[i], view.players[j]) for i, j in ordered]
    return dict(zip(ordered, tables_of(people, view.constraints, view.settings.tables), strict=True))


def tables_of(
    pairs: Sequence[People], wishes: Constraints, tables: Tables, taken: Collection[int] = ()
) -> list[int]:
    """The table of each pair: a fixed one, or the first that is free and not excluded, in their order.

    `taken` are tables of boards that stay.
    """
    excluded = set(wishes.excluded_tables)
    _demand_tables(wishes)
    fixed = _fixed_seats(pairs, wishes, taken)
    numbers, passed_over = tables.free({*fixed.values(), *taken}), deque[int]()
    seats: list[int] = []
    for place, pair in enumerate(pairs):
        barred = {table for player, table in excluded if player in (pair[0].id, pair[1].id)}
        seats.append(fixed[place] if place in fixed else _next_table(numbers, passed_over, barred))
    return seats


def _demand_tables(wishes: Constraints) -> None:
    """Raise InputError if the director named a table that cannot be."""
    for player, table in (*wishes.fixed_tables, *wishes.excluded_tables):
        if table < 1:
            raise InputError(
                Message("there is no table %(table)s for '%(player)s'", table=table, player=player)
            )


def _fixed_seats(pairs: Sequence[People], wishes: Constraints, taken: Collection[int]) -> dict[int, int]:
    """The tables of pairs with a player who has a fixed one, by their place in the order."""
    fixed = dict(wishes.fixed_tables)
    excluded = set(wishes.excluded_tables)
    seats: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        names = tuple(player.name for player in pair)
        wanted = {fixed[player.id] for player in pair if player.id in fixed}
        if len(wanted) > 1:
            raise InputError(Message("%(names)s are paired but fixed to different tables", names=names))
        for table in wanted:
            if table in seats.values():
                raise InputError(Message("table %(table)s is fixed for two boards", table=table))
            if table in taken:
                raise InputError(
                    Message(
                        "table %(table)s is fixed for one of %(names)s, and another board stays there:"
                        " move or release that board first",
                        table=table,
                        names=names,
                    )
                )
            if any((player.id, table) in excluded for player in pair):
                raise InputError(
                    Message(
                        "table %(table)s is fixed for one of %(names)s and excluded for the other",
                        table=table,
                        names=names,
                    )
                )
            seats[place] = table
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


def _rank(view: RoundView, pair: Pair) -> tuple[int, int, int, int]:
    """By the better score, then the other, then the better place."""
    scores = sorted((int(view.scores[i]) for i in pair), reverse=True)
    return -scores[0], -scores[1], min(int(view.places[i]) for i in pair), min(pair)
