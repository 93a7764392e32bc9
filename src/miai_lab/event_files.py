"""The tournaments of files and folders, for studies of many events."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.reading import in_file
from miai.formats.registry import claims, load, read_file
from miai.messages import Message, counted

# Events of these formats were drawn by the program that wrote them.
_DRAWN_BY = {"opengotha": "gotha"}


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFile:
    """A tournament with the name and the format of its file."""

    name: str
    form: str
    tournament: Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFiles:
    """All tournaments that were found; `left_out` are the files of folders that are none."""

    events: tuple[EventFile, ...]
    left_out: tuple[str, ...]

    @property
    def notes(self) -> tuple[Problem, ...]:
        """What was not read."""
        if not self.left_out:
            return ()
        what = counted(
            "left out, %(num)s file that is no tournament Miai knows: %(names)s",
            "left out, %(num)s files that are no tournaments Miai knows: %(names)s",
            len(self.left_out),
            names=", ".join((*self.left_out[:3], *(("…",) if len(self.left_out) > 3 else ()))),
        )
        return (Problem(what=what),)


def read_events(paths: Sequence[Path], *, lenient: bool = False) -> EventFiles:
    """Read files, and from folders whatever is a tournament; every unreadable tournament is reported."""
    events: list[EventFile] = []
    left_out: list[str] = []
    problems: list[Problem] = []
    for path, chosen in _files(paths):
        try:
            data = load(path)
        except InputError as error:
            problems += in_file(error, path.name).problems
            continue
        forms = claims(data)
        if not forms and not chosen:
            left_out.append(path.name)
            continue
        try:
            tournament = read_file(path, lenient=lenient).tournament
        except InputError as error:
            problems += error.problems
            continue
        events.append(EventFile(name=path.name, form=forms[0].key, tournament=tournament))
    if problems:
        raise InputError(problems)
    if not events:
        raise InputError(Message("there is no tournament among these files"))
    return EventFiles(events=tuple(events), left_out=tuple(left_out))


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Every file, and whether it was named itself."""
    for path in paths:
        if path.is_dir():
            inside = (each for each in path.iterdir() if each.is_file() and not each.name.startswith("."))
            yield from ((each, False) for each in sorted(inside))
        else:
            yield path, True


def as_drawn(event: EventFile) -> Tournament:
    """The event with the preset of the program that drew it."""
    preset = _DRAWN_BY.get(event.form)
    if preset is None:
        return event.tournament
    return replace(event.tournament, settings=replace(event.tournament.settings, preset=preset))
