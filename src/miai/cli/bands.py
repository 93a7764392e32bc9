"""miai bands."""

from pathlib import Path
from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_table


@app.command()
def bands(
    file: File = None,
    factor: Annotated[float, typer.Option(help="The AGA's parameter D.")] = 0.75,
    smallest: Annotated[
        int | None, typer.Option(help="The fewest players in a band; by default the number of rounds.")
    ] = None,
    top_one: Annotated[
        bool, typer.Option("--top-one", help="Keep the separation below the top band at one.")
    ] = False,
    bottom_zero: Annotated[
        bool, typer.Option("--bottom-zero", help="Give the lowest band the score 0.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the tournament with these starting scores.")
    ] = None,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Group players into the bands of the AGA's protocol, with their starting scores."""
    from miai.app.studies.bands import bands_of
    from miai.bar.bands import apply_bands
    from miai.cli.json.bands import bands_json
    from miai.formats.registry import format_for, save
    from miai.report.bands import bands_table

    event = reading_of(file, demo=demo).tournament
    form = format_for(output, None) if output else None
    found = bands_of(
        event, factor=factor, smallest=smallest, top_separation_is_one=top_one, zero_at_bottom=bottom_zero
    )
    if output and form:
        save(output, form.write(apply_bands(event, found)))
    if as_json:
        print_json(bands_json(event, found))
    else:
        print_table(bands_table(event.settings.rounds, found))
