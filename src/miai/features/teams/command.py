"""miai teams."""

from typing import Annotated

import typer

from miai.engine.scoring.places import counted_rounds
from miai.errors import InputError
from miai.features.standings.team_tables import matches_table, teams_table
from miai.features.teams.answer import TEAMS, TeamRound
from miai.messages import Message
from miai.terminal.app import File, Json, app, reading_of
from miai.terminal.output import print_answer, print_line, print_notes, print_table


@app.command()
def teams(
    file: File = None,
    round_number: Annotated[int | None, typer.Option("--round", help="The last one by default.")] = None,
    as_json: Json = False,
) -> None:
    """Print the teams of an event, with the line-ups and the matches of a round."""
    reading = reading_of(file, demo=False)
    event = reading.tournament
    if not event.teams:
        raise InputError(Message("there are no teams"))
    number = max(1, counted_rounds(event, round_number))
    print_notes(reading.notes)
    if as_json:
        print_answer(TEAMS, TeamRound(event, number))
        return
    print_table(teams_table(event, number))
    drawn = event.round(number)
    if drawn.matches:
        print_line()
        print_table(matches_table(event, number))
    if drawn.resting:
        print_line()
        print_line(f"resting: {', '.join(event.team(each).name for each in drawn.resting)}")
