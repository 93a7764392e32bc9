"""The Typer application and what all commands share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.errors import InputError
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
Demo = Annotated[bool, typer.Option("--demo", help="Use the demo tournament that comes with Miai.")]


def reading_of(file: Path | None, *, demo: bool) -> "Reading":
    """Read the file that a command was given, or the demo."""
    from miai.app.event.demo import demo as read_demo
    from miai.formats import read_file

    if demo:
        if file is not None:
            raise InputError(Message("give a file or --demo, not both"))
        return read_demo()
    if file is None:
        raise InputError(Message("say which file to read"))
    return read_file(file)
