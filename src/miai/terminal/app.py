"""The Typer application and what all commands share."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.domain.stages import StageId
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.terminal.output import print_line
from miai.terminal.streams import file_argument, table_output
from miai.terminal.words import Commands, completing
from miai.version import __version__

if TYPE_CHECKING:
    from miai.domain.log.history import History
    from miai.formats import Reading

app = Commands(name="miai", help="Miai pairs, runs and studies Go tournaments.")


def _version(asked: bool) -> None:
    if asked:
        print_line(f"miai {__version__}")
        raise typer.Exit


File = Annotated[Path | None, file_argument("Any supported file; its format is recognised by its content.")]
Device = Annotated[
    str,
    typer.Option(
        help="Where tournaments are played: {devices}; auto takes a GPU where that is faster.",
        metavar="DEVICE",
        autocompletion=completing("devices"),
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print data for scripts.")]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Read a result table although its lines contradict each other.")
]
TableOutput = Annotated[Path | None, table_output("Write them to a file")]
Demo = Annotated[bool, typer.Option("--demo", help="Use the demo tournament that comes with Miai.")]


Stage = Annotated[str, typer.Option("--stage", metavar="ID", help="In this stage of the event.")]


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Miai pairs, runs and studies Go tournaments."""


def reading_of(file: Path | None, *, demo: bool, lenient: bool = False, stage: str = "") -> "Reading":
    """Read the file that a command was given, or the demo; or a stage in it, as a tournament of its own."""
    reading = _whole_reading(file, demo=demo, lenient=lenient)
    return in_stage(reading, stage)


def in_stage(reading: "Reading", stage: str) -> "Reading":
    """What was read of a stage; without an id, of the whole file."""
    return replace(reading, tournament=reading.tournament.stage(StageId(stage)).event) if stage else reading


def history_in(history: "History", stage: str) -> "History":
    """The history of a stage; without an id, the whole."""
    return history.in_stage(StageId(stage)) if stage else history


def _whole_reading(file: Path | None, *, demo: bool, lenient: bool) -> "Reading":
    from miai.features.tournament.demo import demo as read_demo  # noqa: PLC0415 - only with --demo
    from miai.formats import read_file  # noqa: PLC0415 - the list of commands needs no reader

    if demo:
        if file is not None:
            raise InputError(Message("give a file or --demo, not both"))
        return read_demo()
    if file is None:
        raise InputError(Message("say which file to read"))
    with lenient_hint(file, lenient=lenient):
        return read_file(file, lenient=lenient)


@contextmanager
def lenient_hint(file: Path, *, lenient: bool) -> Iterator[None]:
    """Name the option that reads a file all the same, where it is refused without."""
    from miai.formats.registry import assumptions, load  # noqa: PLC0415 - the list of commands needs no reader

    try:
        yield
    except InputError as error:
        if lenient or not file.is_file() or not assumptions(load(file)):
            raise
        hint = Message("%(option)s reads the file all the same, and notes how", option="--lenient")
        raise InputError([*error.problems, Problem(what=hint, where=file.name)]) from error
