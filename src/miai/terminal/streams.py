"""Standard input and output in place of files: "-" as the name of a file."""

import shutil
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import typer

from miai.errors import InputError
from miai.messages import Message

_DASH = Path("-")
_READ = "standard input"
_WRITTEN = "standard output"


def _read(context: typer.Context, value: Path | None) -> Path | None:
    """A file with what comes from standard input, where "-" is given; a command may read it twice."""
    if value != _DASH:
        return value
    if sys.stdin.isatty():
        raise InputError(Message("'-' reads a file from standard input, and nothing is piped into it"))
    copy = _temporary(context) / _READ
    with copy.open("wb") as target:
        shutil.copyfileobj(sys.stdin.buffer, target)
    return copy


def _to_standard_output(context: typer.Context, file: Path | None, ending: str) -> Path | None:
    """A file that is copied to standard output when the command is done, where "-" is given."""
    if file != _DASH:
        return file
    made = _temporary(context) / f"{_WRITTEN}{ending}"
    context.call_on_close(lambda: _copy(made))
    # What the command tells about the file does not belong into it.
    context.with_resource(redirect_stdout(sys.stderr))
    return made


def _event(context: typer.Context, value: Path | None) -> Path | None:
    return _to_standard_output(context, value, ".miai")


def _table(context: typer.Context, value: Path | None) -> Path | None:
    return _to_standard_output(context, value, ".csv")


def _copy(made: Path) -> None:
    if made.exists():
        sys.stdout.flush()
        sys.stdout.buffer.write(made.read_bytes())
        sys.stdout.buffer.flush()


def _temporary(context: typer.Context) -> Path:
    return Path(context.with_resource(tempfile.TemporaryDirectory(prefix="miai-")))


def file_argument(help_text: str, metavar: str | None = None) -> Any:
    """A file that is read."""
    return typer.Argument(metavar=metavar, help=f"{help_text} - is standard input.", callback=_read)


def event_output(help_text: str) -> Any:
    """A tournament that is written, in the format of the ending."""
    return typer.Option(
        "-o", "--output", help=f"{help_text} - is standard output, as a Miai document.", callback=_event
    )


def table_output(help_text: str) -> Any:
    """A table that is written: .html, .csv or .xlsx."""
    text = f"{help_text}: .html, .csv or .xlsx. - is standard output, as .csv."
    return typer.Option("-o", "--output", help=text, callback=_table)


def target_argument(help_text: str, metavar: str) -> Any:
    """A tournament that is written, as an argument."""
    return typer.Argument(metavar=metavar, help=f"{help_text} - is standard output.", callback=_event)
