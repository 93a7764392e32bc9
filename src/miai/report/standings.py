"""Standings with the results of every round: the wall list."""

from collections.abc import Callable, Iterator

from miai.domain.criterion_names import CRITERION_NAMES, criterion_title
from miai.messages import Message
from miai.report.table import Column, Table
from miai.standings import Standings


def standings_table(table: Standings) -> Table:
    """One line a player, as narrow as a terminal needs it; a shared place is printed once."""
    columns = (
        Column(title="Pl", right=True),
        Column(title="#", right=True),
        Column(title="Name"),
        Column(title="Gr", right=True),
        Column(title="Co"),
        Column(title="Club"),
        *(Column(title=f"R{number}", right=True) for number in range(1, table.after_round + 1)),
        *(Column(title=str(criterion_title(key)), right=True) for key in _keys(table)),
    )
    rows = []
    previous = ""
    for place, *rest in _rows(table):
        rows.append(("" if place == previous else place, *rest))
        previous = place
    name = table.tournament.name or "Tournament"
    stage = f"after round {table.after_round}" if table.after_round else "before round 1"
    return Table(title=f"{name}: standings {stage}", columns=columns, rows=tuple(rows))


def standings_file(table: Standings, say: Callable[[Message], str] = str) -> Table:
    """The same for a file: every line has its place, and headings are whole words, as `say` writes them."""
    columns = (
        Column(title=say(Message("Place")), right=True),
        Column(title=say(Message("No.")), right=True),
        Column(title=say(Message("Name"))),
        Column(title=say(Message("Grade")), right=True),
        Column(title=say(Message("Country"))),
        Column(title=say(Message("Club"))),
        *(
            Column(title=say(Message("R%(number)s", number=number)), right=True)
            for number in range(1, table.after_round + 1)
        ),
        *(
            Column(title=say(CRITERION_NAMES[key].title), says=say(CRITERION_NAMES[key].says), right=True)
            for key in _keys(table)
        ),
    )
    stage = (
        Message("Standings after round %(number)s", number=table.after_round)
        if table.after_round
        else Message("Starting list")
    )
    title = ": ".join(part for part in (table.tournament.name, say(stage)) if part)
    return Table(title=title, columns=columns, rows=tuple(_rows(table)))


def _keys(table: Standings) -> tuple[str, ...]:
    return tuple(table.rows[0].values) if table.rows else table.criteria


def _rows(table: Standings) -> Iterator[tuple[str, ...]]:
    keys = _keys(table)
    for line, row in enumerate(table.rows, start=1):
        player = row.player
        who = (player.name, str(player.grade), player.country, player.club)
        values = (f"{row.values[key]:g}" for key in keys)
        yield (str(row.place), str(line), *who, *row.results, *values)
