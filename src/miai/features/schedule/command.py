"""miai games, postpone, adjourn, deadline."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.answers import Column, Table
from miai.desk.changed_file import write_changed
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.stages import StageId
from miai.domain.time_zones import read_moment, zone_of
from miai.errors import InputError
from miai.features.schedule.deadlines import with_late_games_settled
from miai.features.schedule.delay_game import with_delay
from miai.features.schedule.open_games_answer import OPEN_GAMES, OpenGames, moment_in
from miai.features.schedule.plan_schedule import with_deadline
from miai.messages import Message
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.output import print_answer, print_line, print_notes, print_table
from miai.terminal.streams import event_output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from miai.desk.changed_file import WrittenFile
    from miai.domain.log import events
    from miai.domain.tournament import Tournament

RoundNumber = Annotated[int, typer.Option("--round", help="The round of the game.")]
TableNumber = Annotated[int, typer.Option("--table", help="The table of the game.")]
Until = Annotated[
    str,
    typer.Option(
        "--until", metavar="MOMENT", help="2026-12-01 18:00, in the time zone of the event; if it is known."
    ),
]
Output = Annotated[Path | None, event_output("Where to write; by default the document that was read.")]


@app.command()
def games(
    file: File = None,
    settle: Annotated[
        bool,
        typer.Option("--settle", help="Give games past their deadline the result that the rules say."),
    ] = False,
    output: Output = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """List the games that are not over: put off until when, and whether they are past their deadline."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event, changes = with_late_games_settled(reading.tournament) if settle else (reading.tournament, ())
    written = _write(file, output, event, changes, stage) if settle else None
    print_notes(reading.notes)
    if as_json:
        print_answer(OPEN_GAMES, OpenGames(event, written))
        return
    print_table(OPEN_GAMES.table(OpenGames(event)))
    _say_written(file, output, written)


@app.command()
def postpone(
    round_number: RoundNumber,
    table: TableNumber,
    file: File = None,
    until: Until = "",
    output: Output = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
    lenient: Lenient = False,
) -> None:
    """Postpone a game that has not begun."""
    _delay(file, output, round_number, table, DelayKind.POSTPONED, until, stage=stage, lenient=lenient)


@app.command()
def adjourn(
    round_number: RoundNumber,
    table: TableNumber,
    file: File = None,
    until: Until = "",
    output: Output = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
    lenient: Lenient = False,
) -> None:
    """Adjourn a game that has begun; it goes on later."""
    _delay(file, output, round_number, table, DelayKind.ADJOURNED, until, stage=stage, lenient=lenient)


@app.command()
def deadline(
    round_number: RoundNumber,
    file: File = None,
    at: Annotated[
        str,
        typer.Option(
            "--at", metavar="MOMENT", help="2026-12-01 18:00, in the time zone of the event; none to drop it."
        ),
    ] = "",
    output: Output = None,
    force: Force = False,
    reason: Reason = "",
    stage: Stage = "",
    lenient: Lenient = False,
) -> None:
    """Set the moment by which the games of a round have to be over."""
    reading = reading_of(file, demo=False, lenient=lenient, stage=stage)
    if not at:
        raise InputError(Message("say with --at when the games have to be over"))
    moment = None if at == "none" else read_moment(at, zone_of(reading.tournament), "--at")
    event, changes = with_deadline(reading.tournament, round_number, moment)
    written = _write(file, output, event, changes, stage)
    print_notes(reading.notes)
    print_table(_deadlines(event))
    _say_written(file, output, written)


def _delay(
    file: Path | None,
    output: Path | None,
    number: int,
    table: int,
    kind: "DelayKind",
    until: str,
    *,
    stage: str,
    lenient: bool,
) -> None:
    reading = reading_of(file, demo=False, lenient=lenient, stage=stage)
    when = read_moment(until, zone_of(reading.tournament), "--until") if until else None
    event, changes = with_delay(reading.tournament, round=number, table=table, kind=kind, until=when)
    written = _write(file, output, event, changes, stage)
    print_notes(reading.notes)
    print_table(OPEN_GAMES.table(OpenGames(event)))
    _say_written(file, output, written)


def _write(
    file: Path | None,
    output: Path | None,
    event: "Tournament",
    changes: "Sequence[events.Change]",
    stage: str,
) -> "WrittenFile | None":
    target = output or file
    if target is None:
        raise InputError(Message("say with -o where to write the tournament"))
    if not (changes or output):
        return None
    return write_changed(file, target, event, changes, stage=StageId(stage))


def _say_written(file: Path | None, output: Path | None, written: "WrittenFile | None") -> None:
    target = output or file
    if not (written and target):
        return
    print_line()
    print_line(f"written: {target.name} ({written.format})")
    for lost in written.lost:
        print_line(f"  not held: {lost}")


def _deadlines(event: "Tournament") -> "Table":
    return Table(
        title="Deadlines",
        columns=(Column(title="Round", right=True), Column(title="Deadline")),
        rows=tuple(
            (str(clock.round), moment_in(event, clock.deadline)) for clock in event.clocks if clock.deadline
        ),
    )
