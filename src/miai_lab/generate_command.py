"""miai lab generate."""

from pathlib import Path
from typing import Annotated

import typer

from miai.formats.registry import format_for, save
from miai.terminal.app import Json
from miai.terminal.output import print_answer, print_line
from miai.terminal.streams import event_output
from miai.terminal.words import completing
from miai_lab.command import lab
from miai_lab.entry_generator import Recipe
from miai_lab.generate_events import generated
from miai_lab.lab_answer import GENERATED, Generated


@lab.command()
def generate(
    output: Annotated[Path, event_output("The file to write, in any format.")],
    system: Annotated[
        str,
        typer.Option(
            help="The system to play by: {systems}.", metavar="KEY", autocompletion=completing("systems")
        ),
    ] = "mcmahon",
    seed: Annotated[int, typer.Option(help="The same seed gives the same tournament.", min=0)] = 0,
    players: Annotated[
        int | None, typer.Option(help="The number of players; random by default.", min=2)
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="The number of rounds; random by default.", min=1)
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a random tournament, drawn and played: late entries, absences, forfeits, jigo, gaps in grades."""
    form = format_for(output, None)
    field = {} if players is None else {"fewest": players, "most": players}
    event = generated(Recipe(system=system, rounds=rounds, **field), seed)
    save(output, form.write(event))
    if as_json:
        print_answer(GENERATED, Generated(event=event, seed=seed, system=system))
    else:
        size = f"{len(event.players)} players, {event.rounds_played} rounds"
        print_line(f"{output.name}: {size} by {system}")
