"""The standings as a table for files, in any language."""

from collections.abc import Callable

from miai.domain.criterion_names import CRITERION_NAMES
from miai.messages import Message
from miai.report.standings import shown_criteria, standings_rows
from miai.report.table import Column, Table
from miai.standings import Standings


def standings_file(table: Standings, say: Callable[[Message], str] = str) -> Table:
    """The standings for a file: every line has its place, headings are whole words as `say` writes them."""
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
            for key in shown_criteria(table)
        ),
    )
    stage = (
        Message("Standings after round %(number)s", number=table.after_round)
        if table.after_round
        else Message("Starting list")
    )
    title = ": ".join(part for part in (table.tournament.name, say(stage)) if part)
    return Table(title=title, columns=columns, rows=tuple(standings_rows(table)))
