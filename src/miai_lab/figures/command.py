"""miai lab report."""

from pathlib import Path
from typing import Annotated

import typer

from miai.terminal.app import Json
from miai.terminal.output import print_answer, print_line
from miai.terminal.plots import plot_form
from miai_lab.command import lab
from miai_lab.command_options import Cluster, Threads
from miai_lab.experiment_progress import ExperimentProgress
from miai_lab.figures.study import draw_figures, sheets
from miai_lab.lab_answer import FIGURES
from miai_lab.reproduce import ReproductionStudy
from miai_lab.task_runner import Place


@lab.command()
def report(
    folder: Annotated[Path, typer.Argument(help="Where the figures and index.md are written.")],
    only: Annotated[
        list[str] | None,
        typer.Option(help="Only figures whose name contains this; may be repeated.", metavar="NAME"),
    ] = None,
    form: Annotated[str, typer.Option("--as", help="svg or png.", metavar="FORM")] = "svg",
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.", min=0)] = 1,
    threads: Threads = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Draw the figures of the documents from Miai's own simulations, with a page of captions."""
    chosen = sheets(only or ())
    form = plot_form(Path(f"figure.{form}"))
    with ExperimentProgress() as told:
        place = Place(threads=threads, cluster=cluster)
        study = ReproductionStudy(seed=seed, place=place, progress=told.experiments)
        drawn = draw_figures(folder, chosen, study, form=form, progress=told.table)
    if as_json:
        print_answer(FIGURES, drawn)
    else:
        print_line(f"{folder.name}: {len(drawn.files)} figures and index.md")
