"""miai bar."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.engine.gpu.playing import check_device
from miai.errors import InputError
from miai.features.bar.answer import BAR, bars_table, tables_table
from miai.features.bar.bar_words import field_picture, legend_lines, verdict_lines
from miai.features.bar.find_bar import entry_of, read_entry, study_bar
from miai.formats.registry import save
from miai.messages import Message
from miai.terminal.app import Demo, Device, File, Json, Lenient, app, reading_of
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.plots import bar_plot, plot_form

if TYPE_CHECKING:
    from miai.engine.bar.study import BarEntry


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
    device: Device = "auto",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Find where the McMahon bar belongs, by trying bars on the players entered."""
    form = plot_form(plot) if plot else None
    check_device(device)
    study = study_bar(
        _entry(file, entry, rounds, demo=demo, lenient=lenient), pairings=pairings, seed=seed, device=device
    )
    if plot and form:
        save(plot, bar_plot(study.solution, form))
    print_notes(study.entry.notes)
    if as_json:
        print_answer(BAR, study)
        return
    print_table(field_picture(study))
    print_line()
    print_lines(verdict_lines(study))
    print_line()
    print_table(bars_table(study))
    print_line()
    print_lines(legend_lines(study))
    tables = tables_table(study)
    if tables.rows:
        print_line()
        print_table(tables)


def _entry(
    file: Path | None, text: str | None, rounds: int | None, *, demo: bool, lenient: bool
) -> "BarEntry":
    if text is None:
        return entry_of(reading_of(file, demo=demo, lenient=lenient).tournament, rounds)
    if file is not None or demo:
        raise InputError(Message("give a file or an entry, not both"))
    if rounds is None:
        raise InputError(Message("say how many rounds the entry plays, with --rounds"))
    return read_entry(text, rounds)
