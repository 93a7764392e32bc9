"""miai lab calibrate."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from miai.domain.log.documents import documents_named
from miai.formats.registry import save
from miai.terminal.app import Json, Lenient
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.plots import plot_form
from miai_lab.calibration_answer import CALIBRATION
from miai_lab.calibration_report import (
    bins_table,
    calibration_lines,
    figure_lines,
    handicap_table,
    lambda_table,
    model_plot,
    model_table,
    observed_table,
)
from miai_lab.command import lab
from miai_lab.command_options import Events
from miai_lab.run_calibration import calibrate_files, fit_files
from miai_lab.strength_figures import figures_text


@lab.command()
def calibrate(
    files: Events,
    plot: Annotated[
        Path | None, typer.Option(help="Draw all win models to this .svg or .png file.", metavar="FILE")
    ] = None,
    fit: Annotated[
        Path | None,
        typer.Option(help="Fit the win model anew and write its figures to this file.", metavar="FILE"),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same intervals of a fit.")] = 1,
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Compare ratings and win models with results: log loss, Brier score and observed scores of each."""
    form = None if plot is None else plot_form(plot)
    if fit is not None:
        _fit(files, fit, seed=seed, lenient=lenient)
        return
    study = calibrate_files(files, lenient=lenient)
    print_notes(study.notes)
    if plot is not None and form is not None:
        save(plot, model_plot(study.scores, form))
    if as_json:
        print_answer(CALIBRATION, study)
        return
    found = study.calibration
    fits = calibration_lines(found, files=study.files)
    print_lines([*fits, *documents_named(fits)])
    tables = (
        lambda_table(found),
        handicap_table(found),
        observed_table(found),
        model_table(study.scores),
        bins_table(study.scores),
    )
    for table in tables:
        if table.rows:
            print_line()
            print_table(table)


def _fit(files: list[Path], output: Path, *, seed: int, lenient: bool) -> None:
    """Fit the win model, and write its figures."""
    with Console(stderr=True).status("") as status:
        study = fit_files(files, seed=seed, told=status.update, lenient=lenient)
    save(output, figures_text(study).encode())
    print_lines(figure_lines(study))
