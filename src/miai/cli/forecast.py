"""miai forecast."""

from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table


@app.command()
def forecast(
    file: File = None,
    model: Annotated[str, typer.Option(help="The win model.", metavar="KEY")] = "egf-2021",
    simulations: Annotated[
        int | None, typer.Option(help="How often to play on; less often for large fields by default.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same forecast.")] = 0,
    sure: Annotated[float, typer.Option(help="The chance of a unique winner that is wanted.")] = 0.9,
    limit: Annotated[int | None, typer.Option(help="The most rounds to try.")] = None,
    threads: Annotated[int, typer.Option(help="Threads to play on; 0 for all cores.")] = 0,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Play the rest of an event many times: who may win, every place, and how many rounds it would take."""
    from miai.app.studies.forecast import forecast_data, question_for
    from miai.report.forecast import forecast_lines, forecast_table

    question = question_for(
        model=model, simulations=simulations, seed=seed, sure=sure, limit=limit, threads=threads
    )
    reading = reading_of(file, demo=demo)
    data = forecast_data(reading.tournament, question)
    print_notes(reading.notes)
    if as_json:
        print_json(data)
        return
    for line in forecast_lines(data):
        print_line(line)
    print_line()
    print_table(forecast_table(data))
