"""Which board sits at which table."""

from collections.abc import Sequence

from miai.errors import InputError
from miai.pairing.protocol import RoundView

Pair = tuple[int, int]


def seat(view: RoundView, pairs: Sequence[Pair]) -> dict[Pair, int]:
    """Leaders first, at the lowest free tables; fixed tables are kept, excluded ones avoided."""
    fixed = dict(view.constraints.fixed_tables)
    excluded = set(view.constraints.excluded_tables)
    seats: dict[Pair, int] = {}
    used: set[int] = set()
    for player, table in (*view.constraints.fixed_tables, *view.constraints.excluded_tables):
        if table < 1:
            raise InputError(f"there is no table {table} for '{player}'")
    ordered = sorted(pairs, key=lambda pair: _rank(view, pair))
    for pair in ordered:
        wanted = {fixed[view.players[i].id] for i in pair if view.players[i].id in fixed}
        if len(wanted) > 1:
            names = " and ".join(view.name(i) for i in pair)
            raise InputError(f"{names} are paired but fixed to different tables")
        for table in wanted:
            if table in used:
                raise InputError(f"table {table} is fixed for two boards")
            if any((view.players[i].id, table) in excluded for i in pair):
                names = " and ".join(view.name(i) for i in pair)
                raise InputError(f"table {table} is fixed for one of {names} and excluded for the other")
            seats[pair] = table
            used.add(table)
    for pair in ordered:
        if pair not in seats:
            barred = {table for i in pair for player, table in excluded if player == view.players[i].id}
            table = 1
            while table in used or table in barred:
                table += 1
            seats[pair] = table
            used.add(table)
    return seats


def _rank(view: RoundView, pair: Pair) -> tuple[int, int, int, int]:
    """By the better score, then the other, then the better place."""
    scores = sorted((int(view.scores[i]) for i in pair), reverse=True)
    return -scores[0], -scores[1], min(int(view.places[i]) for i in pair), min(pair)
