"""Convert a tournament from one file format to another, and list what the other cannot hold."""

from dataclasses import dataclass
from pathlib import Path

from miai.app.event.import_event import continued, drawn_by
from miai.domain.document import read_history, write_history
from miai.errors import InputError, Problem
from miai.formats.losses import losses
from miai.formats.registry import format_for, load, read_file, recognise, save
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """Both formats, notes, and what the target format cannot hold.

    The notes are on the source, and on what readers of the target need and the tournament does not say.
    """

    source_format: str
    target_format: str
    notes: tuple[Problem, ...]
    lost: tuple[Message, ...]


def convert(source: Path, target: Path, to: str | None = None, *, lenient: bool = False) -> Conversion:
    """Write a tournament in another format; on an error the target stays as it was."""
    form = format_for(target, to)
    if target.exists() and source.exists() and target.samefile(source):
        raise InputError(
            [Problem(what=Message("the file cannot be converted onto itself"), where=target.name)]
        )
    reading = read_file(source, lenient=lenient)
    event, notes = reading.tournament, reading.notes
    if form.key == "miai" and reading.format == "miai":
        data = write_history(read_history(load(source)))
    else:
        if form.key == "miai":
            event = continued(reading)
            rules = drawn_by(reading, event.settings)
            notes = (*notes, Problem(what=rules)) if rules else notes
        data = form.write(event)
    lost = losses(event, recognise(data).read(data))
    save(target, data)
    return Conversion(
        source_format=reading.format,
        target_format=form.key,
        notes=(*notes, *(Problem(what=each) for each in form.missing(event))),
        lost=tuple(lost),
    )
