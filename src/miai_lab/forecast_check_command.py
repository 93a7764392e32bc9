"""miai lab forecast-check."""

from typing import Annotated

import typer
from rich.console import Console

from miai.terminal.app import Json, Lenient
from miai.terminal.output import print_answer, print_notes, print_table
from miai_lab.command import lab
from miai_lab.command_options import Events, Threads
from miai_lab.forecast_check_answer import FORECAST_CHECK
from miai_lab.forecast_check_report import check_table
from miai_lab.run_forecast_check import check_forecasts


@lab.command("forecast-check")
def forecast_check(
    files: Events,
    leave_one_out: Annotated[
        bool, typer.Option("--leave-one-out", help="Forecast each event by a fit to the other ones.")
    ] = False,
    simulations: Annotated[int, typer.Option(help="How often the rest is played for each forecast.")] = 1000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same scores.")] = 1,
    threads: Threads = None,
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Forecast events that are over, before each of their rounds, and score the forecasts."""
    with Console(stderr=True).status("") as status:
        found = check_forecasts(
            files,
            leave_one_out=leave_one_out,
            simulations=simulations,
            seed=seed,
            threads=threads or 0,
            lenient=lenient,
            progress=lambda what, done, total: status.update(f"{what}: {done} of {total}"),
        )
    print_notes(found.notes)
    if as_json:
        print_answer(FORECAST_CHECK, found)
        return
    print_table(check_table((found.forecast, *found.baselines)))
