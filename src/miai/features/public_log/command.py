"""miai public-log."""

from pathlib import Path
from typing import Annotated

import typer

from miai.desk.live_state import State
from miai.domain.log.document import read_history
from miai.features.public_log.public_log import whole_log
from miai.formats.registry import load
from miai.store.tournament_id import TournamentId
from miai.terminal.app import app
from miai.terminal.output import print_line
from miai.terminal.streams import file_argument


@app.command("public-log")
def public_log(
    file: Annotated[Path, file_argument("The document of an event (.miai).")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A file to write; else the log is printed.")
    ] = None,
) -> None:
    """Write the log of an event without private fields, as far as players can see its rounds."""
    history = read_history(load(file))
    version = history.entries[-1].number
    state = State(id=TournamentId(""), history=history, tournament=history.tournament(), version=version)
    data = whole_log(state)
    if output is None:
        print_line(data.decode().rstrip("\n"))
    else:
        output.write_bytes(data)
