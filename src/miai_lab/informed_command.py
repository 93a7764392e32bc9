"""miai lab informed: a study of a pairing that looks for the games that tell most."""

from typing import Annotated

import typer

from miai.terminal.app import Json
from miai.terminal.output import print_answer, print_line, print_table
from miai_lab.command import lab
from miai_lab.command_options import Cluster, Processes
from miai_lab.experiment_progress import LabProgress
from miai_lab.informed_answer import INFORMED
from miai_lab.informed_report import informed_table
from miai_lab.run_informed_study import study_informed
from miai_lab.task_runner import Place


@lab.command()
def informed(
    seed: Annotated[int, typer.Option(help="The same seed gives the same weekends.")] = 1,
    weekends: Annotated[int, typer.Option(help="How many weekends are played.", min=1)] = 100,
    way: Annotated[
        list[str] | None,
        typer.Option(help="A way of pairing to compare; may be repeated. All by default.", metavar="WAY"),
    ] = None,
    threads: Processes = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Compare pairing by what games are expected to tell with McMahon, on the same weekends."""
    with LabProgress() as progress:
        bar = progress.add_task("weekends", total=None)
        found = study_informed(
            seed=seed,
            weekends=weekends,
            ways=tuple(way or ()),
            place=Place(threads=threads, cluster=cluster, processes=True),
            progress=lambda done, total: progress.update(bar, completed=done, total=total),
        )
    if as_json:
        print_answer(INFORMED, found)
        return
    print_table(informed_table(found))
    print_line("* gains: more strongest winners, or as good a tau-b with a round fewer")
