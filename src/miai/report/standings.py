"""Standings with the results of every round: the wall list."""

from collections.abc import Iterator

from miai.domain.criterion_names import criterion_title
from miai.report.table import Column, Table
from miai.scoring import Standings


def standings_table(table: Standings) -> Table:
    """One line a player, as narrow as a terminal needs it; a shared place is printed once."""
    columns = (
        Column(title="Pl", right=True),
        *([Column(title="All", says="The place among all", right=True)] if table.of_some else ()),
        Column(title="#", right=True),
        Column(title="Name"),
        Column(title="Gr", right=True),
        Column(title="Co"),
        Column(title="Club"),
        *(Column(title=f"R{number}", right=True) for number in range(1, table.after_round + 1)),
        *(Column(title=str(criterion_title(key)), right=True) for key in shown_criteria(table)),
    )
    rows = []
    previous = ""
    for place, *rest in standings_rows(table):
        rows.append(("" if place == previous else place, *rest))
        previous = place
    name = table.tournament.name or "Tournament"
    stage = f"after round {table.after_round}" if table.after_round else "before round 1"
    some = f" ({table.among})" if table.of_some else ""
    return Table(title=f"{name}: standings {stage}{some}", columns=columns, rows=tuple(rows))


def shown_criteria(table: Standings) -> tuple[str, ...]:
    """The criteria that have a column."""
    return tuple(table.rows[0].values) if table.rows else table.criteria


def standings_rows(table: Standings) -> Iterator[tuple[str, ...]]:
    """Place, place among all where only some are shown, number, player, games and criteria of every line."""
    keys = shown_criteria(table)
    for row in table.rows:
        player = row.player
        who = (player.name, str(player.grade), player.country, player.club)
        values = (f"{row.values[key]:g}" for key in keys)
        overall = (str(row.overall),) if table.of_some else ()
        yield (str(row.place), *overall, str(row.line), *who, *row.results, *values)
