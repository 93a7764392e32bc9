"""The standings as a table for files, in any language."""

from collections.abc import Callable, Iterator

from miai.domain.criterion_names import CRITERION_NAMES
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.messages import Clauses, Message
from miai.report.standings import shown_criteria, standings_rows
from miai.report.table import Column, Table
from miai.scoring import Standings
from miai.scoring.scores import scores

# Place, number, name, grade, country and club come before the games, and the place among all of some.
_ABOUT_PLAYER = 6


def standings_file(table: Standings, say: Callable[[Message], str] = str) -> Table:
    """The standings for a file: every line has its place, headings are whole words as `say` writes them."""
    columns = (
        Column(title=say(Message("Place")), right=True),
        *([Column(title=say(Message("Overall")), right=True)] if table.of_some else ()),
        Column(title=say(Message("No.")), right=True),
        Column(title=say(Message("Name"))),
        Column(title=say(Message("Grade")), right=True),
        Column(title=say(Message("Country"))),
        Column(title=say(Message("Club"))),
        *([Column(title=say(Message("Start")), right=True)] if table.shows_start else ()),
        *(
            Column(title=say(Message("R%(number)s", number=number)), right=True)
            for number in range(1, table.after_round + 1)
        ),
        *([Column(title=say(Message("Wins")), right=True)] if table.shows_wins else ()),
        *(
            Column(title=say(CRITERION_NAMES[key].title), says=say(CRITERION_NAMES[key].says), right=True)
            for key in shown_criteria(table)
        ),
    )
    limits = str(table.among)
    parts = (table.tournament.name, *map(say, _stage(table)), limits)
    title = ": ".join(part for part in parts if part)
    return Table(title=title, columns=columns, rows=tuple(_rows(table)))


def _stage(table: Standings) -> Iterator[Message]:
    """What the table is, and why it was corrected."""
    number = table.after_round
    if not number:
        yield Message("Starting list")
    elif not table.final:
        yield Message("Standings after round %(number)s", number=number)
    else:
        yield Message("Final standings after round %(number)s", number=number)
        yield from why_corrected(table.tournament)


def why_corrected(tournament: Tournament) -> Iterator[Message]:
    """The reasons for which a final table was corrected, if it was."""
    if tournament.corrections:
        yield Message("corrected: %(reasons)s", reasons=Clauses(tournament.corrections))


def _rows(table: Standings) -> Iterator[tuple[str, ...]]:
    """The lines with starting score and wins in the places where the page has them."""
    scored = scores(table.tournament, after=table.after_round)
    index = {player.id: i for i, player in enumerate(scored.players)}
    for row, texts in zip(table.rows, standings_rows(table), strict=True):
        i = index[row.player.id]
        start = (f"{plain(scored.starts[i]):g}",) if table.shows_start else ()
        wins = (f"{plain(scored.wins[i]):g}",) if table.shows_wins else ()
        first = _ABOUT_PLAYER + table.of_some
        end = first + table.after_round
        yield (*texts[:first], *start, *texts[first:end], *wins, *texts[end:])
