"""miai standings."""

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, Lenient, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table, write_table


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
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write them to a file: .html, .csv or .xlsx.")
    ] = None,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print the standings with the results of every round, or write them to a file."""
    from miai.app.results.bonus import bonuses
    from miai.app.results.standings_file import standings_file
    from miai.cli.json.standings import standings_json
    from miai.report.standings import standings_table
    from miai.standings import standings as compute

    reading = reading_of(file, demo=demo, lenient=lenient)
    table = compute(reading.tournament, after=after, criteria=criteria, unplayed=unplayed)
    print_notes(reading.notes)
    if as_json:
        print_json(standings_json(table))
        return
    if output:
        write_table(output, standings_file(table))
        return
    print_table(standings_table(table))
    given = bonuses(reading.tournament, after=table.after_round)
    if given:
        print_line()
        print_line(f"bonus points: {'; '.join(str(each.message) for each in given)}")
