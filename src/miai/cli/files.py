"""miai show, convert, formats."""

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table


@app.command()
def show(file: File = None, as_json: Json = False, demo: Demo = False) -> None:
    """Print what a file holds: the event, its rules, its field and its rounds."""
    from miai.app.event.show import show_data
    from miai.report.overview import field_table, overview_lines, rounds_table

    reading = reading_of(file, demo=demo)
    data = show_data(reading)
    print_notes(reading.notes)
    if as_json:
        print_json(data)
        return
    for line in overview_lines(data):
        print_line(line)
    print_line()
    print_table(field_table(data))
    if data["round_details"]:
        print_line()
        print_table(rounds_table(data))


@app.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="Any supported file.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    to: Annotated[str | None, typer.Option(help="The format to write.", metavar="FORMAT")] = None,
    as_json: Json = False,
) -> None:
    """Write a tournament in another format and list what that format cannot hold."""
    from miai.app.event.convert import convert as run

    done = run(source, target, to)
    print_notes(done.notes)
    if as_json:
        print_json(
            {"from": done.source_format, "to": done.target_format, "lost": [str(lost) for lost in done.lost]}
        )
        return
    print_line(f"{source.name} ({done.source_format}) → {target.name} ({done.target_format})")
    for lost in done.lost:
        print_line(f"  not held: {lost}")


@app.command()
def formats(as_json: Json = False) -> None:
    """List the file formats that Miai reads and writes."""
    from miai.formats import FORMATS
    from miai.report.table import Column, Table

    if as_json:
        print_json(
            [
                {"key": each.key, "title": str(each.title), "extension": each.extension}
                for each in FORMATS.values()
            ]
        )
        return
    columns = tuple(Column(title=title) for title in ("Format", "Ending", "What it is"))
    rows = tuple((each.key, each.extension, str(each.title)) for each in FORMATS.values())
    print_table(Table(title="Formats, read and written", columns=columns, rows=rows))
