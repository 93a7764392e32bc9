"""miai lab: studies."""

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.app import Json, app
from miai.cli.output import print_json, print_line, print_table

lab = typer.Typer(help="Studies of ratings and tournaments.", rich_markup_mode=None)
app.add_typer(lab, name="lab")


@lab.callback()
def group() -> None:
    """Studies of ratings and tournaments."""


@lab.command()
def calibrate(
    files: Annotated[list[Path], typer.Argument(help="Tournaments in any supported format.")],
    as_json: Json = False,
) -> None:
    """Set ratings against results: lambda, rating by grade, handicap games, observed scores."""
    from miai.app.calibrate import calibrate_data
    from miai.report.calibration import calibration_lines, handicap_table, lambda_table, observed_table

    data = calibrate_data(files)
    if as_json:
        print_json(data)
        return
    for line in calibration_lines(data):
        print_line(line)
    for table in (lambda_table(data), handicap_table(data), observed_table(data)):
        if table.rows:
            print_line()
            print_table(table)


@lab.command()
def generate(
    output: Annotated[Path, typer.Option("-o", "--output", help="The file to write, in any format.")],
    system: Annotated[str, typer.Option(help="The system to play by.", metavar="KEY")] = "mcmahon",
    seed: Annotated[int, typer.Option(help="The same seed gives the same tournament.")] = 0,
    players: Annotated[int | None, typer.Option(help="So many players; by chance otherwise.")] = None,
    rounds: Annotated[int | None, typer.Option(help="So many rounds; by chance otherwise.")] = None,
    as_json: Json = False,
) -> None:
    """Make a random tournament, drawn and played: late entries, absences, forfeits, jigo, gaps in grades."""
    from miai.app.generate import generated
    from miai.formats.registry import format_for, save
    from miai.lab.generate import Recipe

    form = format_for(output, None)
    field = {} if players is None else {"fewest": players, "most": players}
    event = generated(Recipe(system=system, rounds=rounds, **field), seed)
    save(output, form.write(event))
    facts = {
        "players": len(event.players),
        "rounds_played": event.rounds_played,
        "seed": seed,
        "system": system,
    }
    if as_json:
        print_json(facts)
    else:
        print_line(f"{output.name}: {facts['players']} players, {facts['rounds_played']} rounds by {system}")
