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
        int | None, typer.Option(help="The fewest players of a band; the number of rounds by default.")
    ] = None,
    top_one: Annotated[
        bool, typer.Option("--top-one", help="Hold the separation below the top band at one.")
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
    """Build the bands of the AGA's protocol and their starting scores."""
    from miai.app.studies.bands import bands_data, bands_of
    from miai.bar.bands import apply_bands
    from miai.formats.registry import format_for, save
    from miai.report.table import Column, Table

    event = reading_of(file, demo=demo).tournament
    form = format_for(output, None) if output else None
    found = bands_of(
        event, factor=factor, smallest=smallest, top_separation_is_one=top_one, zero_at_bottom=bottom_zero
    )
    if output and form:
        save(output, form.write(apply_bands(event, found)))
    data = bands_data(event, found)
    if as_json:
        print_json(data)
        return
    titles = ("Band", "Grades", "Players", "Separation", "Start")
    rows = tuple(
        (
            str(band["band"]),
            f"{band['strongest']}–{band['weakest']}",
            str(band["size"]),
            str(band["separation"]),
            str(band["score"]),
        )
        for band in data["bands"]
    )
    columns = tuple(Column(title=title, right=True) for title in titles)
    print_table(Table(title=f"Bands for {data['rounds']} rounds", columns=columns, rows=rows))
