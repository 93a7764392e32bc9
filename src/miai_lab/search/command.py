"""miai lab search."""

from pathlib import Path
from typing import Annotated

import typer

from miai.engine.gpu.playing import check_device
from miai.formats.registry import save
from miai.terminal.app import Device, Json, Lenient
from miai.terminal.output import print_answer, print_line, print_lines, print_table
from miai_lab.command import lab
from miai_lab.command_options import Cluster, Processes
from miai_lab.dataset import prepare_dataset, write_dataset
from miai_lab.experiment_progress import LabProgress
from miai_lab.probe.plots import check_plotting
from miai_lab.search.answer import SEARCH
from miai_lab.search.dataset import FRONT, search_command, search_dataset
from miai_lab.search.report import front_plot, search_lines, search_table
from miai_lab.search.run_search import search_settings
from miai_lab.task_runner import Place


@lab.command()
def search(
    config: Annotated[
        Path, typer.Argument(help="A TOML file: ranges of weights, kinds of event, sets of priorities.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write everything into this folder: Parquet, JSON, a picture, README and CITATION.cff.",
            metavar="DIR",
        ),
    ] = None,
    threads: Processes = None,
    cluster: Cluster = None,
    device: Device = "auto",
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Search weights and orders of tiers for several sets of priorities, and check the best on new events."""
    check_device(device)
    if out is not None:
        check_plotting()
        prepare_dataset(out)
    with LabProgress() as progress:
        bar = progress.add_task("settings", total=None)
        found = search_settings(
            config,
            place=Place(threads=threads, cluster=cluster, processes=True),
            lenient=lenient,
            device=device,
            progress=lambda what, done, total: progress.update(
                bar, description=what, completed=done, total=total
            ),
        )
    if out is not None:
        write_dataset(search_dataset(found, search_command(config)), out)
        save(out / FRONT, front_plot(found))
    if as_json:
        print_answer(SEARCH, found)
        return
    print_lines(search_lines(found))
    print_line()
    print_table(search_table(found))
