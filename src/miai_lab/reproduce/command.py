"""miai lab reproduce."""

from typing import Annotated

import typer

from miai.domain.log.documents import documents_named
from miai.terminal.app import Json
from miai.terminal.output import print_answer, print_line, print_lines, print_table
from miai_lab.command import lab
from miai_lab.command_options import Cluster, Out, Threads
from miai_lab.dataset import prepare_dataset, write_dataset
from miai_lab.experiment_progress import ExperimentProgress
from miai_lab.reproduce import ReproductionStudy, selected
from miai_lab.reproduce.answer import REPRODUCTION
from miai_lab.reproduce.dataset import reproduction_command, reproduction_dataset
from miai_lab.reproduce.report import (
    aside_table,
    cell_tables,
    joint_table,
    not_covered_table,
    reproduction_lines,
)
from miai_lab.reproduce.run_reproduction import reproduce as run
from miai_lab.task_runner import Place


@lab.command()
def reproduce(
    quick: Annotated[bool, typer.Option("--quick", help="Formulas and small simulations only.")] = False,
    only: Annotated[
        list[str] | None,
        typer.Option(help="Only tables whose name contains this; may be repeated.", metavar="TABLE"),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same numbers.", min=0)] = 1,
    out: Out = None,
    threads: Threads = None,
    cluster: Cluster = None,
    as_json: Json = False,
) -> None:
    """Recompute the tables of the documents: every printed cell beside ours, by class, with its tolerance."""
    groups = selected(quick=quick, only=only or ())
    if out is not None:
        prepare_dataset(out)
    with ExperimentProgress() as told:
        place = Place(threads=threads, cluster=cluster)
        study = ReproductionStudy(seed=seed, place=place, progress=told.experiments)
        found = run(groups, study, progress=told.table)
    if out is not None:
        command = reproduction_command(seed=seed, quick=quick, only=only or ())
        write_dataset(reproduction_dataset(found, command), out)
    if as_json:
        print_answer(REPRODUCTION, found)
        return
    tables = (*cell_tables(found), joint_table(found), aside_table(found), not_covered_table(found))
    for table in tables:
        if table.rows:
            print_table(table)
            print_line()
    print_lines(reproduction_lines(found))
    print_line()
    print_lines(documents_named(str(cell) for table in tables for row in table.rows for cell in row))
