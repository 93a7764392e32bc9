"""miai lab league."""

from pathlib import Path
from typing import Annotated

import typer

from miai.formats.registry import save
from miai.terminal.app import Device, Json, Lenient
from miai.terminal.output import print_answer, print_line, print_lines, print_table
from miai_lab.command import lab
from miai_lab.command_options import Cluster, Out, Processes
from miai_lab.dataset import prepare_dataset, write_dataset
from miai_lab.experiment_progress import LabProgress
from miai_lab.league.answer import LEAGUE
from miai_lab.league.config import read_league
from miai_lab.league.dataset import league_dataset
from miai_lab.league.files import prepare_folder, write_league
from miai_lab.league.report import league_lines, league_tables
from miai_lab.league.results import league_result
from miai_lab.league.run_league import (
    check_game_file,
    check_league_device,
    fixtures,
    game_bytes,
    play_all,
    played_before,
    tasks_of,
)
from miai_lab.task_runner import Place


@lab.command()
def league(
    config: Annotated[Path, typer.Argument(help="A TOML file: kinds of events, models, contestants.")],
    games: Annotated[
        Path | None, typer.Option(help="Write every game to this .parquet or .csv file.", metavar="FILE")
    ] = None,
    out: Out = None,
    threads: Processes = None,
    cluster: Cluster = None,
    device: Device = "auto",
    as_json: Json = False,
    lenient: Lenient = False,
) -> None:
    """Let every system play the same events with the same luck, and compare the results."""
    check_league_device(device)
    rules = read_league(config)
    if out is not None:
        prepare_dataset(out)
    if games is not None:
        check_game_file(games)
    playing = fixtures(rules, config.parent, lenient=lenient)
    folder = None if rules.output is None else prepare_folder(config.parent / rules.output)
    tasks = tasks_of(rules, playing, keep_games=games is not None)
    kept = played_before(config.with_name(f"{config.name}.part"), tasks)
    try:
        with LabProgress() as progress:
            bar = progress.add_task("league", total=len(tasks), completed=len(kept.outcomes))
            outcomes = play_all(
                tasks,
                Place(threads=threads, cluster=cluster, processes=True),
                kept=kept,
                progress=lambda done: progress.update(bar, completed=done),
            )
    except KeyboardInterrupt:
        print_line("stopped: run the same command again to continue")
        raise typer.Exit(code=130) from None
    found = league_result(rules, playing, tasks, outcomes)
    if games is not None:
        save(games, game_bytes(outcomes, games))
    if folder is not None:
        write_league(found, folder)
    if out is not None:
        write_dataset(league_dataset(found, tasks, outcomes, config.name), out)
    kept.remove()
    if as_json:
        print_answer(LEAGUE, found)
        return
    print_lines(league_lines(found))
    for table in league_tables(found):
        print_line()
        print_table(table)
