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


@lab.command()
def referee(
    system: Annotated[str | None, typer.Option(help="One system; all by default.", metavar="KEY")] = None,
    first: Annotated[int, typer.Option(help="The first seed, to go on where a run was stopped.")] = 0,
    count: Annotated[int, typer.Option(help="How many tournaments for each system.")] = 200,
    most: Annotated[int, typer.Option(help="The most players of a tournament.")] = 60,
) -> None:
    """Play random tournaments by every system and let the referee judge every draw and every table."""
    from rich.console import Console
    from rich.progress import track

    from miai.app.refereed import refereed
    from miai.lab.generate import Recipe
    from miai.pairing.schedules import SCHEDULES
    from miai.pairing.systems import SYSTEMS

    wrong = 0
    console = Console(stderr=True)
    for key in (*SYSTEMS, *SCHEDULES) if system is None else (system,):
        seed = first
        try:
            for seed in track(range(first, first + count), description=key, console=console):
                for sentence in refereed(Recipe(system=key, most=most), seed):
                    wrong += 1
                    print_line(f"{key}, seed {seed}: {sentence}")
        except KeyboardInterrupt:
            print_line(f"stopped: go on with --system {key} --first {seed}")
            raise typer.Exit(code=130) from None
    print_line(f"{wrong} violations")
    if wrong:
        raise typer.Exit(code=1)
