"""The Typer application and what all commands share."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.errors import InputError, Problem
from miai.messages import Message

if TYPE_CHECKING:
    from miai.formats import Reading

app = typer.Typer(
    name="miai",
    help="Miai pairs, runs and studies Go tournaments.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

File = Annotated[
    Path | None, typer.Argument(help="Any supported file; its format is recognised by its content.")
]
Json = Annotated[bool, typer.Option("--json", help="Print data for scripts.")]
Lenient = Annotated[
    bool, typer.Option("--lenient", help="Read a result table although its lines contradict each other.")
]
Demo = Annotated[bool, typer.Option("--demo", help="Use the demo tournament that comes with Miai.")]


def reading_of(file: Path | None, *, demo: bool, lenient: bool = False) -> "Reading":
    """Read the file that a command was given, or the demo."""
    from miai.app.event.demo import demo as read_demo
    from miai.formats import read_file

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
    from miai.formats.registry import assumptions, load

    try:
        yield
    except InputError as error:
        if lenient or not file.is_file() or not assumptions(load(file)):
            raise
        hint = Message("%(option)s reads the file all the same, and notes how", option="--lenient")
        raise InputError([*error.problems, Problem(what=hint, where=file.name)]) from error
