"""miai standings."""

from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import Demo, File, Json, Lenient, Stage, TableOutput, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table, write_table
from miai.cli.words import completing
from miai.errors import InputError
from miai.messages import Message

if TYPE_CHECKING:
    from miai.app.json.stages import WholeStandingsJson
    from miai.app.json.teams import IndividualsJson, TeamStandingsJson
    from miai.domain.tournament import Tournament
    from miai.report.table import Table


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
    from miai.app.json.standings import standings_json
    from miai.app.results.bonus import bonuses
    from miai.app.results.final_message import final_message
    from miai.app.results.standings_file import standings_file
    from miai.report.standings import standings_table
    from miai.scoring import standings as compute

    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    if teams or individuals or whole:
        _demand_only(teams=teams, individuals=individuals, whole=whole, criteria=criteria, unplayed=unplayed)
        print_notes(reading.notes)
        data: WholeStandingsJson | TeamStandingsJson | IndividualsJson
        if whole:
            answer = "standings-whole"
            data, printed = _whole(reading.tournament)
        elif teams:
            answer = "standings-teams"
            data, printed = _teams(reading.tournament, after, criteria)
        else:
            answer = "standings-individuals"
            data, printed = _individuals(reading.tournament, after)
        if as_json:
            print_json(answer, data)
        elif output:
            write_table(output, printed)
        else:
            print_table(printed)
        return
    table = compute(reading.tournament, after=after, criteria=criteria, unplayed=unplayed, among=among)
    print_notes(reading.notes)
    if as_json:
        print_json("standings", standings_json(table))
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


def _teams(
    tournament: "Tournament", after: int | None, criteria: str | None
) -> "tuple[TeamStandingsJson, Table]":
    from miai.app.json.teams import team_standings_json
    from miai.app.results.team_tables import team_standings_table
    from miai.scoring import team_standings

    table = team_standings(tournament, after=after, criteria=criteria)
    return team_standings_json(table), team_standings_table(table)


def _whole(tournament: "Tournament") -> "tuple[WholeStandingsJson, Table]":
    from miai.app.json.stages import whole_json
    from miai.app.stages.tables import whole_file
    from miai.app.stages.whole import whole_standings

    table = whole_standings(tournament)
    return whole_json(table), whole_file(table)


def _individuals(tournament: "Tournament", after: int | None) -> "tuple[IndividualsJson, Table]":
    from miai.app.json.teams import individuals_json
    from miai.app.results.team_tables import individual_table
    from miai.scoring.teams.individuals import individual_standings

    table = individual_standings(tournament, after=after)
    return individuals_json(table), individual_table(table)
