"""miai bands."""

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, Lenient, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table
from miai.cli.streams import event_output
from miai.errors import InputError
from miai.messages import Message


@app.command()
def bands(
    file: File = None,
    factor: Annotated[float | None, typer.Option(help="The AGA's parameter D, 0.75 by default.")] = None,
    smallest: Annotated[
        int | None, typer.Option(help="The fewest players in a band; by default the number of rounds.")
    ] = None,
    top_one: Annotated[
        bool, typer.Option("--top-one", help="Keep the separation below the top band at one.")
    ] = False,
    bottom_zero: Annotated[
        bool, typer.Option("--bottom-zero", help="Give the lowest band the score 0.")
    ] = False,
    lowest: Annotated[
        int | None,
        typer.Option(help="Give the lowest band this score; above 0 leaves room for weaker late entrants."),
    ] = None,
    build: Annotated[
        bool, typer.Option("--build", help="Build the bands anew although the file holds some.")
    ] = False,
    merge: Annotated[
        list[int] | None, typer.Option(metavar="BAND", help="Join a band with the next lower one.")
    ] = None,
    split: Annotated[
        list[str] | None, typer.Option(metavar="BAND:GRADE", help="End a band at a grade and begin another.")
    ] = None,
    limit: Annotated[
        list[str] | None, typer.Option(metavar="BAND:GRADE", help="Let a band reach down to a grade.")
    ] = None,
    separation: Annotated[
        list[str] | None,
        typer.Option(metavar="BAND:POINTS", help="Set how far a band starts below the one above."),
    ] = None,
    move: Annotated[
        list[str] | None, typer.Option(metavar="NAME:BAND", help="Put a player into another band.")
    ] = None,
    clear: Annotated[
        bool, typer.Option("--clear", help="Remove the bands: players start by grade, bar and floor.")
    ] = False,
    output: Annotated[Path | None, event_output("Write the tournament with these bands.")] = None,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Show, build and edit the bands of the AGA's protocol, by which players start."""
    from miai.app.json.bands import bands_json
    from miai.app.studies.bands import BandEdits, edited_bands, outside_notes, written_bands
    from miai.bar.bands import DEFAULT_FACTOR, BandPlan, band_rows, outside_bands, with_bands
    from miai.domain.typed_text import grade, points, whole
    from miai.formats.registry import format_for, load, save
    from miai.report.bands import bands_table

    reading = reading_of(file, demo=demo, lenient=lenient)
    event = reading.tournament
    form = format_for(output, None) if output else None
    score = 0 if bottom_zero and lowest is None else lowest
    anew = build or top_one or any(value is not None for value in (factor, smallest, score))
    plan = BandPlan(
        factor=DEFAULT_FACTOR if factor is None else factor,
        smallest=smallest,
        top_separation_is_one=top_one,
        lowest=score,
    )
    edits = BandEdits(
        plan=plan if anew else None,
        merges=merge or (),
        splits=[(whole(number), grade(text)) for number, text in map(_parted, split or ())],
        limits=[(whole(number), grade(text)) for number, text in map(_parted, limit or ())],
        separations=[(whole(number), points(text)) for number, text in map(_parted, separation or ())],
        moves=[(name, whole(number)) for name, number in map(_parted, move or ())],
    )
    if clear and (anew or merge or split or limit or separation or move):
        raise InputError(Message("--clear removes all bands: leave out the options that build or edit them"))
    found = () if clear else edited_bands(event, edits)
    banded = with_bands(event, found)
    notes = [*map(str, reading.notes), *map(str, outside_notes(banded))]
    if output and form:
        document = load(file) if file and reading.format == "miai" else None
        written = written_bands(event, found, form, document)
        save(output, written.data)
        notes += [str(Message("not held: %(lost)s", lost=lost)) for lost in written.lost]
    print_notes(notes)
    if output and form and not as_json:
        print_line(f"written: {output.name} ({form.key})")
    rows = band_rows(event, found)
    if as_json:
        print_json("bands", bands_json(event, rows, outside_bands(event, found) if found else []))
    else:
        print_table(bands_table(event.settings.rounds, rows))
        if not rows:
            print_line("No bands: players start by grade, bar and floor.")


def _parted(text: str) -> tuple[str, str]:
    """What stands before and after the last colon."""
    before, colon, after = text.rpartition(":")
    if not colon:
        raise InputError(Message("'%(text)s' has no colon, as in 2:5k", text=text))
    return before.strip(), after.strip()
