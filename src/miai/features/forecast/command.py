"""miai forecast."""

from typing import Annotated

import typer

from miai.features.forecast.answer import FORECAST
from miai.features.forecast.event_forecast import forecast_lines
from miai.features.forecast.forecast_event import forecast_event, question_for
from miai.terminal.app import Demo, Device, File, Json, Lenient, Stage, app, reading_of
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.words import completing


@app.command()
def forecast(
    file: File = None,
    model: Annotated[
        str,
        typer.Option(
            help="The win model, {models}; only the fitted one learns from results.",
            metavar="KEY",
            autocompletion=completing("models"),
        ),
    ] = "fitted",
    simulations: Annotated[
        int | None, typer.Option(help="The number of simulations; by default fewer for large fields.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same forecast.")] = 0,
    sure: Annotated[float, typer.Option(help="The wanted chance of a unique winner.")] = 0.9,
    limit: Annotated[int | None, typer.Option(help="The most rounds to try.")] = None,
    threads: Annotated[int, typer.Option(help="The number of threads; 0 for all cores.", min=0)] = 0,
    device: Device = "auto",
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Simulate the rest of an event: who may win, every place, and how many rounds are needed."""
    question = question_for(
        model=model,
        simulations=simulations,
        seed=seed,
        sure=sure,
        limit=limit,
        threads=threads,
        device=device,
    )
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    found = forecast_event(reading.tournament, question)
    print_notes(reading.notes)
    if as_json:
        print_answer(FORECAST, found)
        return
    print_lines(forecast_lines(found))
    print_line()
    print_table(FORECAST.table(found))
