"""miai validate."""

from pathlib import Path
from typing import Annotated

import typer

from miai.features.uploads.answer import UPLOAD, CheckedUpload
from miai.features.uploads.check_upload import check_upload, federation_of_key
from miai.features.uploads.event_in_file import event_or_stage
from miai.terminal.app import Json, Lenient, Stage, app, reading_of
from miai.terminal.options import Rounds, TemporaryIds, Without
from miai.terminal.output import print_answer, print_line, print_lines, print_notes
from miai.terminal.streams import file_argument
from miai.terminal.words import completing

NOT_READY = 1


@app.command()
def validate(
    file: Annotated[Path, file_argument("Any supported file.")],
    federation: Annotated[
        str,
        typer.Option(
            "--for",
            metavar="KEY",
            help="The federation: {federations}.",
            autocompletion=completing("federations"),
        ),
    ],
    rounds: Rounds = "",
    without: Without = "",
    temporary_ids: TemporaryIds = False,
    stage: Stage = "",
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Say whether a federation would accept the results; exit status 1 means that it would not."""
    chosen = federation_of_key(federation)
    reading = reading_of(file, demo=False, lenient=lenient)
    print_notes(reading.notes)
    event = event_or_stage(reading.tournament, stage)
    check = check_upload(event, chosen, rounds=rounds, without=without, temporary_ids=temporary_ids)
    if as_json:
        print_answer(UPLOAD, CheckedUpload(chosen, check))
    else:
        verdict = f"ready to send to {chosen.title}" if check.ready else f"not ready for {chosen.title}"
        print_line(f"{file.name}: {verdict}")
        print_lines(f"  {each.problem}" for each in check.problems)
        print_lines(f"  note: {note}" for note in check.notes)
    if not check.ready:
        raise typer.Exit(NOT_READY)
