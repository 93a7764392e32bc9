"""miai show, convert, formats."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.features.files.answer import CONVERSION, FORMAT_LIST, SUMMARY, rounds_table
from miai.features.files.convert import convert as run
from miai.features.files.file_summary import field_picture, summary_lines
from miai.features.files.show import summarise
from miai.features.uploads.aga_checks import temporary_ids_message
from miai.formats import FORMATS
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, lenient_hint, reading_of
from miai.terminal.options import Rounds, TemporaryIds, Without
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.streams import file_argument, target_argument
from miai.terminal.words import completing

if TYPE_CHECKING:
    from miai.domain.people.player import Player


@app.command()
def show(
    file: File = None, stage: Stage = "", as_json: Json = False, demo: Demo = False, lenient: Lenient = False
) -> None:
    """Show what a file contains: the event, its rules, its field and its rounds."""
    summary = summarise(reading_of(file, demo=demo, lenient=lenient, stage=stage))
    print_notes(summary.notes)
    if as_json:
        print_answer(SUMMARY, summary)
        return
    print_lines(summary_lines(summary))
    print_line()
    print_table(field_picture(summary))
    if summary.rounds:
        print_line()
        print_table(rounds_table(summary))


@app.command()
def convert(
    source: Annotated[Path, file_argument("Any supported file.", "IN")],
    target: Annotated[Path, target_argument("The file to write.", "OUT")],
    to: Annotated[
        str | None,
        typer.Option(
            help="The format to write; by default that of the ending, or miai: {formats}.",
            metavar="FORMAT",
            autocompletion=completing("formats"),
        ),
    ] = None,
    rounds: Rounds = "",
    without: Without = "",
    temporary_ids: TemporaryIds = False,
    stage: Stage = "",
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Convert a tournament to another format and list what that format cannot hold."""

    def agree(players: Sequence["Player"]) -> bool:
        """Ask before temporary ids are written; where nobody can answer, the notes tell of them."""
        if temporary_ids or not sys.stdin.isatty():
            return True
        print_line(str(temporary_ids_message(players)))
        return typer.confirm("Write them?")

    with lenient_hint(source, lenient=lenient):
        done = run(
            source, target, to, rounds=rounds, without=without, lenient=lenient, agree=agree, stage=stage
        )
    print_notes(done.notes)
    if as_json:
        print_answer(CONVERSION, done)
        return
    print_line(f"{source.name} ({done.source_format}) → {target.name} ({done.target_format})")
    for lost in done.lost:
        print_line(f"  not held: {lost}")


@app.command()
def formats(as_json: Json = False) -> None:
    """List the file formats that Miai reads and writes."""
    known = tuple(FORMATS.values())
    if as_json:
        print_answer(FORMAT_LIST, known)
        return
    print_table(FORMAT_LIST.table(known))
