"""Read and write tournament files."""

from itertools import chain
from os import PathLike
from pathlib import Path

from miai.domain.tournament import Tournament
from miai.features.uploads.event_in_file import event_in_file
from miai.features.uploads.losses_in_file import losses_in_file
from miai.formats import read_file
from miai.formats.registry import format_for, save
from miai.messages import Message


def read(path: str | PathLike[str], *, lenient: bool = False) -> Tournament:
    """The tournament in a file of any format; a bad file raises an `InputError` with all its problems.

    With `lenient` a result table whose lines contradict each other is read as far as it goes.

    >>> event = miai.read(folder / "evening.h9")
    >>> event.name, len(event.players), event.rounds_played
    ('Club evening', 6, 2)
    """
    return read_file(Path(path), lenient=lenient).tournament


def write(
    tournament: Tournament,
    path: str | PathLike[str],
    *,
    format: str | None = None,
) -> tuple[Message, ...]:
    """Write a tournament to a file and say what its format cannot hold; the ending chooses the format.

    The file is complete or not written at all. An event with stages is one tournament in it, unless it is a
    Miai document.

    >>> miai.write(evening, folder / "copy.miai")
    ()
    >>> print(miai.write(evening, folder / "copy.h9")[0])
    Table number (Other – Fifth in round 1 and Third – Sixth in round 1)
    """
    target = Path(path)
    form = format_for(target, format)
    part = event_in_file(tournament, form.key).tournament
    data = form.write(part)
    found = losses_in_file(tournament, part, form.read(data))
    lost = tuple(chain.from_iterable(found.values()))
    save(target, data)
    return lost
