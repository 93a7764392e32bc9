"""miai lab referee."""

from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from miai.terminal.output import print_line
from miai.terminal.words import completing
from miai_lab.command import lab
from miai_lab.referee.kinds import keys_of, refereed_event, refereed_kind


@lab.command()
def referee(
    system: Annotated[
        str | None,
        typer.Option(
            help="One system; all by default: {systems}.", metavar="KEY", autocompletion=completing("systems")
        ),
    ] = None,
    first: Annotated[
        int, typer.Option(help="The first seed, to continue a run that was stopped.", min=0)
    ] = 0,
    count: Annotated[int, typer.Option(help="How many tournaments for each system.", min=1)] = 200,
    most: Annotated[
        int | None, typer.Option(help="The most players of a tournament, 60 by default, or teams, 12.", min=2)
    ] = None,
    teams: Annotated[bool, typer.Option("--teams", help="Play team events; only draws are checked.")] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="Play events of Pair Go and rengo.")] = False,
    stages: Annotated[
        bool, typer.Option("--stages", help="Play events with stages; --system is groups, league or cup.")
    ] = False,
) -> None:
    """Play random tournaments by every system and let the referee check every draw and all standings."""
    wrong = 0
    console = Console(stderr=True)
    kind = refereed_kind(teams=teams, pairs=pairs, stages=stages)
    for key in keys_of(kind, system):
        seed = first
        try:
            for seed in track(range(first, first + count), description=key, console=console):
                for found in refereed_event(kind, key, seed, most):
                    wrong += 1
                    where = "standings" if found.round is None else f"round {found.round}"
                    print_line(f"{key}, seed {seed}: {where}: {found.violation}")
        except KeyboardInterrupt:
            print_line(f"stopped: continue with --system {key} --first {seed}")
            raise typer.Exit(code=130) from None
    print_line(f"{wrong} violations")
    if wrong:
        raise typer.Exit(code=1)
