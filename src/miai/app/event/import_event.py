"""Import a tournament from any file that Miai reads."""

from dataclasses import dataclass, replace
from pathlib import PurePath

from miai.app.desk import Desk, State
from miai.app.event.create_tournament import current_time
from miai.domain.document import read_history
from miai.domain.history import History
from miai.errors import Problem
from miai.formats.registry import recognise


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The imported tournament, and what Miai noted about the file."""

    state: State
    format: str
    notes: tuple[Problem, ...]


def import_event(desk: Desk, data: bytes, *, file_name: str = "", by: str = "") -> Imported:
    """A new tournament from a file; a Miai document keeps its whole history."""
    form = recognise(data)
    reading = form.read(data)
    if form.key == "miai":
        history = read_history(data)
    else:
        named = reading.tournament.name or PurePath(file_name).stem
        history_of_file = History.of_tournament(replace(reading.tournament, name=named))
        now = current_time()
        history = History(entries=tuple(replace(entry, by=by, at=now) for entry in history_of_file.entries))
    state = desk.create(history)
    return Imported(state=state, format=form.key, notes=reading.notes)
