"""miai finalise."""

from pathlib import Path
from typing import Annotated

import typer

from miai.desk.changed_file import write_changed
from miai.domain.log.replay import apply
from miai.domain.stages import StageId
from miai.features.standings.final_message import final_message
from miai.features.standings.finalise import finalised, reopened
from miai.terminal.app import Stage, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.output import print_line
from miai.terminal.streams import event_output, file_argument


@app.command()
def finalise(
    file: Annotated[Path, file_argument("A tournament; a Miai document keeps its history.")],
    output: Annotated[Path, event_output("Write the tournament to this file.")],
    reopen: Annotated[
        str | None, typer.Option(metavar="REASON", help="Reopen final standings, for this reason.")
    ] = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
) -> None:
    """Fix the standings as they are, so that later corrections need a reason; or reopen them for one."""
    event = reading_of(file, demo=False, stage=stage).tournament
    change = finalised(event) if reopen is None else reopened(event, reopen)
    event = apply(event, change)
    written = write_changed(file, output, event, [change], stage=StageId(stage))
    print_line(str(final_message(event)) if event.final else "The standings are open again.")
    print_line(f"written: {output.name} ({written.format})")
    for lost in written.lost:
        print_line(f"  not held: {lost}")
