"""miai bands."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from miai.domain.starting_bands import DEFAULT_FACTOR, BandPlan, with_bands
from miai.domain.typed_text import grade, points, whole
from miai.engine.bar.bands import band_rows, outside_bands
from miai.errors import InputError
from miai.features.bands.advise_bands import BandEdits, edited_bands, outside_notes, written_bands
from miai.features.bands.answer import BANDS
from miai.features.bands.answer import Bands as BandsAnswer
from miai.formats.registry import format_for, load, save
from miai.messages import Message
from miai.terminal.app import Demo, File, Json, Lenient, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.output import print_answer, print_line, print_notes, print_table
from miai.terminal.streams import event_output

if TYPE_CHECKING:
    from miai.domain.starting_bands import Bands
    from miai.formats import Format, Reading


_Value = TypeVar("_Value")


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
    force: Force = False,
    reason: Reason = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Show, build and edit the bands of the AGA's protocol, by which players start."""
    reading = reading_of(file, demo=demo, lenient=lenient)
    event = reading.tournament
    form = format_for(output, None) if output else None
    edits = BandEdits(
        plan=_plan(
            build=build,
            factor=factor,
            smallest=smallest,
            top_one=top_one,
            lowest=_lowest(lowest, bottom_zero=bottom_zero),
        ),
        merges=tuple(merge or ()),
        splits=_of_bands(split, grade),
        limits=_of_bands(limit, grade),
        separations=_of_bands(separation, points),
        moves=tuple((name, whole(number)) for name, number in _parts(move)),
    )
    if clear and edits != BandEdits():
        raise InputError(Message("--clear removes all bands: leave out the options that build or edit them"))
    found = () if clear else edited_bands(event, edits)
    notes = [*map(str, reading.notes), *map(str, outside_notes(with_bands(event, found)))]
    if output and form:
        lost = _save(output, form, reading, found, file)
        notes += [str(Message("not held: %(lost)s", lost=each)) for each in lost]
    print_notes(notes)
    rows = band_rows(event, found)
    bands = BandsAnswer(event, rows, outside_bands(event, found) if found else ())
    if as_json:
        print_answer(BANDS, bands)
        return
    if output and form:
        print_line(f"written: {output.name} ({form.key})")
    print_table(BANDS.table(bands))
    if not rows:
        print_line("No bands: players start by grade, bar and floor.")


def _plan(
    *, build: bool, factor: float | None, smallest: int | None, top_one: bool, lowest: int | None
) -> "BandPlan | None":
    """The plan by which bands are built again; None if no option asks for it."""
    if not (build or top_one) and (factor, smallest, lowest) == (None, None, None):
        return None
    return BandPlan(
        factor=DEFAULT_FACTOR if factor is None else factor,
        smallest=smallest,
        top_separation_is_one=top_one,
        lowest=lowest,
    )


def _lowest(score: int | None, *, bottom_zero: bool) -> int | None:
    """The score of the lowest band; one that was given counts more than --bottom-zero."""
    return 0 if bottom_zero and score is None else score


def _save(
    output: Path, form: "Format", reading: "Reading", found: "Bands", file: Path | None
) -> tuple[Message, ...]:
    """Write the tournament with its bands; the answer is what the format cannot hold."""
    document = load(file) if file and reading.format == "miai" else None
    written = written_bands(reading.tournament, found, form, document)
    save(output, written.data)
    return written.lost


def _of_bands(texts: list[str] | None, read: Callable[[str], _Value]) -> tuple[tuple[int, _Value], ...]:
    """The numbers of bands, each with the value after it."""
    return tuple((whole(number), read(text)) for number, text in _parts(texts))


def _parts(texts: list[str] | None) -> list[tuple[str, str]]:
    """The two parts of every text, such as 2 and 5k of 2:5k."""
    return [_parted(text) for text in texts or ()]


def _parted(text: str) -> tuple[str, str]:
    """What stands before and after the last colon."""
    before, colon, after = text.rpartition(":")
    if not colon:
        raise InputError(Message("'%(text)s' has no colon, as in 2:5k", text=text))
    return before.strip(), after.strip()
