"""miai bar."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table
from miai.errors import InputError

if TYPE_CHECKING:
    from miai.app.studies.bar import Entered


@app.command()
def bar(
    file: File = None,
    entry: Annotated[
        str | None, typer.Option(help='Players by grade instead of a file: "4d:4,3d:6,1k:2".', metavar="TEXT")
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="The number of rounds; the file's own by default.")
    ] = None,
    pairings: Annotated[
        int | None, typer.Option(help="Tournaments tried for each bar; 1000, fewer for large fields.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same numbers.")] = 0,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the bars tried into this .svg or .png file.", metavar="FILE")
    ] = None,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Find where the McMahon bar belongs, by trying bars on the players entered."""
    from miai.app.studies.bar import bar_data, bar_picture, study_bar
    from miai.formats.registry import save
    from miai.report.bar import bars_table, field_picture, reading_lines, tables_table, verdict_lines
    from miai.report.plots import plot_form

    form = plot_form(plot) if plot else None
    entered = _entered(file, entry, rounds, demo=demo)
    study = study_bar(entered, pairings=pairings, seed=seed)
    if plot and form:
        save(plot, bar_picture(study, form))
    data = bar_data(study)
    print_notes(data["notes"])
    if as_json:
        print_json(data)
        return
    print_table(field_picture(data))
    _print_lines(verdict_lines(data))
    print_line()
    print_table(bars_table(data))
    _print_lines(reading_lines(data))
    if data["classical"]["tables"]:
        print_line()
        print_table(tables_table(data))


def _print_lines(lines: list[str]) -> None:
    print_line()
    for line in lines:
        print_line(line)


def _entered(file: Path | None, entry: str | None, rounds: int | None, *, demo: bool) -> "Entered":
    from miai.app.studies.bar import entered_in, read_entry

    if entry is None:
        return entered_in(reading_of(file, demo=demo).tournament, rounds)
    if file is not None or demo:
        raise InputError("give a file or an entry, not both")
    if rounds is None:
        raise InputError("say how many rounds the entry plays, with --rounds")
    return read_entry(entry, rounds)
