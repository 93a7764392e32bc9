"""miai hosting-file: the unit of systemd and the container file, which come with every installation."""

import sys
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from miai.errors import InputError, unknown_word
from miai.messages import Message
from miai.terminal.app import app
from miai.terminal.output import print_notes

UNIT = "miai.service"
NAMES = (UNIT, "Containerfile")
# Where the unit says that Miai is installed.
_USUAL = "/opt/miai/bin/miai"
# The unit has ProtectHome=yes.
_HIDDEN = (Path("/home"), Path("/root"), Path("/run/user"))


@app.command("hosting-file")
def hosting_file(
    name: Annotated[str, typer.Argument(help=f"{NAMES[0]} or {NAMES[1]}.", metavar="NAME")],
) -> None:
    """Print the unit of systemd for this installation, or the container file."""
    if name not in NAMES:
        raise InputError(unknown_word(Message("there is no file '%(name)s'", name=name), name, NAMES))
    text = files("miai.features.hosting").joinpath("files", name).read_text(encoding="utf-8")
    if name == UNIT:
        program = Path(sys.prefix) / "bin" / "miai"
        text = text.replace(_USUAL, str(program))
        # The environment may be outside of home folders, and the Python that it was made with inside.
        needed = (program, Path(sys.executable).resolve())
        hidden = next((each for each in needed if _is_hidden(each)), None)
        if hidden is not None:
            print_notes(
                [
                    f"the unit hides {hidden} from the service: install Miai, and the Python it runs with,"
                    " outside of home folders"
                ]
            )
    sys.stdout.write(text)


def _is_hidden(file: Path) -> bool:
    return any(file.is_relative_to(folder) for folder in _HIDDEN)
