"""miai standings."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.domain.stages import StageId
from miai.engine.scoring import standings as compute
from miai.engine.scoring import team_standings
from miai.engine.scoring.teams.individuals import individual_standings
from miai.errors import InputError
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.standings.answer import STANDINGS, TEAM_MEMBERS, TEAM_STANDINGS, WHOLE_EVENT
from miai.features.standings.final_message import final_message
from miai.messages import Message
from miai.terminal.app import Demo, File, Json, Lenient, Stage, TableOutput, app, reading_of
from miai.terminal.output import print_answer, print_lines, print_notes, print_table, write_table
from miai.terminal.words import completing

if TYPE_CHECKING:
    from miai.answers import Answer
    from miai.domain.tournament import Tournament
    from miai.engine.scoring import Standings


@app.command()
def standings(
    file: File = None,
    after: Annotated[int | None, typer.Option(help="Count only the rounds up to this one.")] = None,
    criteria: Annotated[
        str | None,
        typer.Option(
            help="Separated by commas, such as MMS,SOS, by heading or key; or all. The keys: {criteria}.",
            metavar="NAMES",
            autocompletion=completing("criteria"),
        ),
    ] = None,
    unplayed: Annotated[
        str | None,
        typer.Option(
            help="What unplayed rounds count: {unplayed}.",
            metavar="POLICY",
            autocompletion=completing("unplayed"),
        ),
    ] = None,
    among: Annotated[
        str,
        typer.Option(
            help="Only some, placed among themselves, such as 'country=FR, born=2008-'.", metavar="LIMITS"
        ),
    ] = "",
    output: TableOutput = None,
    teams: Annotated[bool, typer.Option("--teams", help="Rank the teams of a team event.")] = False,
    individuals: Annotated[
        bool, typer.Option("--individuals", help="Rank the players of a team event by their boards.")
    ] = False,
    whole: Annotated[bool, typer.Option("--whole", help="Rank everybody over all stages.")] = False,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print the standings with the results of every round, or write them to a file."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = reading.tournament
    if teams or individuals or whole:
        _demand_only(teams=teams, individuals=individuals, whole=whole, criteria=criteria, unplayed=unplayed)
    answer: Answer[Any]
    table: Any
    if not whole and not has_main_rounds(event):
        print_notes(
            [Message("this event is played in its stages: --whole has the places, --stage one table")]
        )
    if whole:
        from miai.features.stages.overall_standings import whole_standings  # noqa: PLC0415 - stages load the pairing engine

        answer, table = WHOLE_EVENT, whole_standings(event)
    elif teams:
        answer, table = TEAM_STANDINGS, team_standings(event, after=after, criteria=criteria)
    elif individuals:
        answer, table = TEAM_MEMBERS, individual_standings(event, after=after)
    else:
        answer = STANDINGS
        table = compute(event, after=after, criteria=criteria, unplayed=unplayed, among=among)
    print_notes(reading.notes)
    if file and reading.format == "miai" and not (individuals or criteria or unplayed):
        print_notes(_older(file, event, stage, None if whole else table.after_round))
    if as_json:
        print_answer(answer, table)
    elif output:
        write_table(output, answer.table(table))
    else:
        print_table(answer.table(table, narrow=True))
        if answer is STANDINGS:
            _print_remarks(table)


def _older(file: Path, event: "Tournament", stage: str, after: int | None) -> "Iterator[Message]":
    """How a table differs from the published one: that after a round, or the one over all stages."""
    if not event.tables_shown:
        return
    from miai.domain.log.document import read_history  # noqa: PLC0415 - only for published tables
    from miai.features.standings.since_messages import note_of  # noqa: PLC0415 - stages load the pairing engine
    from miai.features.standings.since_published import since_published  # noqa: PLC0415 - as above
    from miai.formats.registry import load  # noqa: PLC0415 - as above

    number = event.tables_shown[-1].after_round if after is None else after
    history = read_history(load(file))
    since = since_published(history, event, number, stage=StageId(stage), whole=after is None)
    if since and since.older:
        yield note_of(since, after=after)


def _print_remarks(table: "Standings") -> None:
    """What is below the table on a terminal."""
    if table.final:
        print_lines(["", final_message(table.tournament)])
    if table.bonuses:
        print_lines(["", f"bonus points: {'; '.join(str(each.message) for each in table.bonuses)}"])


def _demand_only(
    *, teams: bool, individuals: bool, whole: bool, criteria: str | None, unplayed: str | None
) -> None:
    """Refuse options that the table of teams, of their players or of all stages does not have."""
    if whole and (teams or individuals or criteria or unplayed):
        raise InputError(Message("%(option)s takes no other option for standings", option="--whole"))
    if teams and individuals:
        raise InputError(Message("give %(one)s or %(other)s, not both", one="--teams", other="--individuals"))
    if unplayed or (individuals and criteria):
        raise InputError(
            Message("%(option)s is for the standings of players", option="--unplayed")
            if unplayed
            else Message("%(option)s is not for the boards of players", option="--criteria")
        )
