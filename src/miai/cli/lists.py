"""miai list import, search, check."""

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Where Miai keeps its data; MIAI_DATA or your own by default."
    ),
]

lists = typer.Typer(
    help="Import the federations' rating lists, search them, and check entrants against them.",
    rich_markup_mode=None,
)
app.add_typer(lists, name="list")


@lists.command(name="import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A list of the EGF, the AGA or the French federation.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Import a rating list; it replaces the same federation's earlier list."""
    from miai.app.players.rating_lists import import_data, import_list
    from miai.report.lists import import_lines

    done = import_list(file, data)
    print_notes([*done.imported.notes, *done.imported.problems])
    if as_json:
        print_json(import_data(done))
        return
    for line in import_lines(import_data(done)):
        print_line(line)


@lists.command()
def search(
    text: Annotated[str, typer.Argument(help="The first letters of surname and first name, or an id.")],
    limit: Annotated[int, typer.Option("--limit", help="How many players at most.")] = 20,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Find players by the first letters of their names, accents aside, or by PIN, AGA id or licence."""
    from miai.app.players.rating_lists import listed_data, search_list
    from miai.report.lists import players_table

    found = search_list(text, data, limit=limit)
    if as_json:
        print_json({"text": text, "players": [listed_data(player) for player in found]})
    else:
        print_table(players_table(found, text))


@lists.command()
def check(file: File = None, data: Data = None, as_json: Json = False, demo: Demo = False) -> None:
    """Match a tournament's entrants against the lists: who is found, what differs, who is entered twice."""
    from miai.app.players.rating_lists import check_data, check_entrants
    from miai.report.lists import entrants_table, summary_lines

    reading = reading_of(file, demo=demo)
    found = check_data(reading.tournament, check_entrants(reading.tournament, data))
    print_notes(reading.notes)
    if as_json:
        print_json(found)
        return
    print_table(entrants_table(found))
    print_line()
    for line in summary_lines(found):
        print_line(line)
