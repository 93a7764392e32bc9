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
