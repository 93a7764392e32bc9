"""miai bonus."""

from pathlib import Path
from typing import Annotated

import typer

from miai.desk.changed_file import write_changed
from miai.domain.stages import StageId
from miai.domain.typed_text import points as read_points
from miai.errors import InputError
from miai.features.players.find_entrant import entrant_named
from miai.features.standings.bonus import with_bonus
from miai.features.standings.bonus_answer import BONUSES, GivenBonuses
from miai.messages import Message
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.output import print_answer, print_line, print_notes, print_table
from miai.terminal.streams import event_output


@app.command()
def bonus(
    file: File = None,
    name: Annotated[str | None, typer.Option("--to", metavar="NAME", help="Who earned points.")] = None,
    points: Annotated[str, typer.Option(help="How many; halves and quarters are possible.")] = "0.5",
    round_number: Annotated[
        int | None, typer.Option("--round", help="For which round; the last one drawn by default.")
    ] = None,
    output: Annotated[Path | None, event_output("Write the tournament with these points.")] = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """List the bonus points of a tournament, and give a player some."""
    if output and name is None:
        raise InputError(Message("say with --to who earned the points"))
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = reading.tournament
    given = []
    if name is not None:
        number = event.rounds_played if round_number is None else round_number
        earned = read_points(points, "--points")
        event, change = with_bonus(event, round=number, player=entrant_named(event, name).id, points=earned)
        given.append(change)
    written = write_changed(file, output, event, given, stage=StageId(stage)) if output else None
    print_notes(reading.notes)
    if as_json:
        print_answer(BONUSES, GivenBonuses(event, written))
        return
    print_table(BONUSES.table(GivenBonuses(event, written)))
    if output and written:
        print_line()
        print_line(f"written: {output.name} ({written.format})")
        for lost in written.lost:
            print_line(f"  not held: {lost}")
