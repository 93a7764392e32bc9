"""miai standings."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import Demo, File, Json, Lenient, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table, write_table
from miai.errors import InputError
from miai.messages import Message

if TYPE_CHECKING:
    from miai.cli.json.values import JsonObject
    from miai.domain.tournament import Tournament
    from miai.report.table import Table


@app.command()
def standings(
    file: File = None,
    after: Annotated[int | None, typer.Option(help="Count only the rounds up to this one.")] = None,
    criteria: Annotated[
        str | None,
        typer.Option(help="Criteria separated by commas, such as MMS,SOS; or all.", metavar="NAMES"),
    ] = None,
    unplayed: Annotated[
        str | None,
        typer.Option(help="Unplayed rounds: zero, start, own, macmahon, dummy or aga.", metavar="POLICY"),
    ] = None,
    among: Annotated[
        str,
        typer.Option(
            help="Only some, placed among themselves, such as 'country=FR, born=2008-'.", metavar="LIMITS"
        ),
    ] = "",
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write them to a file: .html, .csv or .xlsx.")
    ] = None,
    teams: Annotated[bool, typer.Option("--teams", help="Rank the teams of a team event.")] = False,
    individuals: Annotated[
        bool, typer.Option("--individuals", help="Rank the players of a team event by their boards.")
    ] = False,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print the standings with the results of every round, or write them to a file."""
    from miai.app.results.bonus import bonuses
    from miai.app.results.finalise import final_message
    from miai.app.results.standings_file import standings_file
    from miai.cli.json.standings import standings_json
    from miai.report.standings import standings_table
    from miai.standings import standings as compute

    reading = reading_of(file, demo=demo, lenient=lenient)
    if teams or individuals:
        _demand_only(teams=teams, individuals=individuals, criteria=criteria, unplayed=unplayed)
        print_notes(reading.notes)
        data, printed = (
            _teams(reading.tournament, after, criteria) if teams else _individuals(reading.tournament, after)
        )
        if as_json:
            print_json(data)
        elif output:
            write_table(output, printed)
        else:
            print_table(printed)
        return
    table = compute(reading.tournament, after=after, criteria=criteria, unplayed=unplayed, among=among)
    print_notes(reading.notes)
    if as_json:
        print_json(standings_json(table))
        return
    if output:
        write_table(output, standings_file(table))
        return
    print_table(standings_table(table))
    if table.final:
        print_line()
        print_line(str(final_message(reading.tournament)))
    given = bonuses(reading.tournament, after=table.after_round)
    if given:
        print_line()
        print_line(f"bonus points: {'; '.join(str(each.message) for each in given)}")


def _demand_only(*, teams: bool, individuals: bool, criteria: str | None, unplayed: str | None) -> None:
    """Refuse options that the table of teams or of their players does not have."""
    if teams and individuals:
        raise InputError(Message("give %(one)s or %(other)s, not both", one="--teams", other="--individuals"))
    if unplayed or (individuals and criteria):
        raise InputError(
            Message("%(option)s is for the standings of players", option="--unplayed")
            if unplayed
            else Message("%(option)s is not for the boards of players", option="--criteria")
        )


def _teams(tournament: "Tournament", after: int | None, criteria: str | None) -> "tuple[JsonObject, Table]":
    from miai.app.results.team_tables import team_standings_table
    from miai.cli.json.teams import team_standings_json
    from miai.standings import team_standings

    table = team_standings(tournament, after=after, criteria=criteria)
    return team_standings_json(table), team_standings_table(table)


def _individuals(tournament: "Tournament", after: int | None) -> "tuple[JsonObject, Table]":
    from miai.app.results.team_tables import individual_table
    from miai.cli.json.teams import individuals_json
    from miai.standings.teams.individuals import individual_standings

    table = individual_standings(tournament, after=after)
    return individuals_json(table), individual_table(table)
