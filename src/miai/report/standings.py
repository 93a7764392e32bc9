"""Standings with the results of every round: the wall list."""

from miai.domain.criterion_names import criterion_title
from miai.report.table import Column, Table
from miai.standings import Standings


def standings_table(table: Standings) -> Table:
    """One line a player; a shared place is printed once."""
    keys = tuple(table.rows[0].values) if table.rows else table.criteria
    rounds = range(1, table.after_round + 1)
    columns = (
        Column(title="Pl", right=True),
        Column(title="#", right=True),
        Column(title="Name"),
        Column(title="Gr", right=True),
        Column(title="Co"),
        Column(title="Club"),
        *(Column(title=f"R{number}", right=True) for number in rounds),
        *(Column(title=str(criterion_title(key)), right=True) for key in keys),
    )
    rows = []
    previous = 0
    for line, row in enumerate(table.rows, start=1):
        place = "" if row.place == previous else str(row.place)
        previous = row.place
        values = (f"{row.values[key]:g}" for key in keys)
        who = (row.player.name, str(row.player.grade), row.player.country, row.player.club)
        rows.append((place, str(line), *who, *row.results, *values))
    name = table.tournament.name or "Tournament"
    stage = f"after round {table.after_round}" if table.after_round else "before round 1"
    return Table(title=f"{name}: standings {stage}", columns=columns, rows=tuple(rows))
