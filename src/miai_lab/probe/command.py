"""miai lab probe."""

from pathlib import Path
from typing import Annotated

import typer

from miai.engine.gpu.playing import check_device
from miai.errors import InputError
from miai.messages import Message
from miai.terminal.app import Device, Json, Lenient
from miai.terminal.output import print_answer, print_line, print_lines
from miai_lab.command import lab
from miai_lab.command_options import Cluster, Threads
from miai_lab.dataset import prepare_dataset, write_dataset
from miai_lab.experiment_progress import LabProgress
from miai_lab.probe.answer import PROBE
from miai_lab.probe.dataset import probe_command, probe_dataset
from miai_lab.probe.report import probe_lines
from miai_lab.probe.run_probe import example as example_text
from miai_lab.probe.run_probe import run_probe
from miai_lab.task_runner import Place


@lab.command()
def probe(
    config: Annotated[
        Path | None, typer.Argument(help="A TOML file: ranges of weights, kinds of event, priorities.")
    ] = None,
    report: Annotated[
        Path | None, typer.Option(help="The folder of the report; beside the output by default.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write the results into this folder: Parquet, JSON, README and CITATION.cff.", metavar="DIR"
        ),
    ] = None,
    threads: Threads = None,
    cluster: Cluster = None,
    device: Device = "auto",
    example: Annotated[bool, typer.Option("--example", help="Print a configuration to start from.")] = False,
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Try many weights on the same tournaments: which of them matter, and which are good everywhere."""
    if example:
        print_line(example_text().rstrip())
        return
    if config is None:
        raise InputError(Message("say which configuration to run, or --example for one to start from"))
    check_device(device)
    if out is not None:
        prepare_dataset(out)
    try:
        with LabProgress() as progress:
            bar = progress.add_task("points", total=None)
            result = run_probe(
                config,
                folder=report,
                place=Place(threads=threads, cluster=cluster),
                lenient=lenient,
                device=device,
                progress=lambda done, total: progress.update(bar, completed=done, total=total),
            )
    except KeyboardInterrupt:
        print_line("stopped: run the same command again to continue")
        raise typer.Exit(code=130) from None
    if out is not None:
        write_dataset(probe_dataset(result, probe_command(config)), out)
    if as_json:
        print_answer(PROBE, result)
        return
    print_lines(probe_lines(result))
