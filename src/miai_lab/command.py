"""miai lab: studies."""

from pathlib import Path
from typing import Annotated

import typer

from miai.terminal.app import Device, Json, Lenient, app
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.streams import event_output
from miai.terminal.words import Commands, completing

Threads = Annotated[int | None, typer.Option(help="The number of threads; all cores by default.", min=0)]
Processes = Annotated[int | None, typer.Option(help="The number of processes; all cores by default.", min=0)]
Out = Annotated[
    Path | None,
    typer.Option(
        help="Write everything into this folder: Parquet, JSON, README and CITATION.cff.", metavar="DIR"
    ),
]
Cluster = Annotated[str | None, typer.Option(help="Run on a Dask cluster.", metavar="tcp://HOST:PORT")]

lab = Commands(help="Studies of ratings and tournaments.")
app.add_typer(lab, name="lab")


@lab.callback()
def group() -> None:
    """Studies of ratings and tournaments."""


Events = Annotated[
    list[Path], typer.Argument(help="Tournaments in any supported format, or folders of them.")
]


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
    from miai.domain.log.documents import documents_named
    from miai.formats.registry import save
    from miai.terminal.plots import plot_form
    from miai_lab.calibration_answer import CALIBRATION
    from miai_lab.calibration_report import (
        bins_table,
        calibration_lines,
        handicap_table,
        lambda_table,
        model_plot,
        model_table,
        observed_table,
    )
    from miai_lab.run_calibration import calibrate_files

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
    from rich.console import Console

    from miai.formats.registry import save
    from miai_lab.calibration_report import figure_lines
    from miai_lab.run_calibration import fit_files
    from miai_lab.strength_figures import figures_text

    with Console(stderr=True).status("") as status:
        study = fit_files(files, seed=seed, told=status.update, lenient=lenient)
    save(output, figures_text(study).encode())
    print_lines(figure_lines(study))


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
    from rich.console import Console

    from miai_lab.forecast_check_answer import FORECAST_CHECK
    from miai_lab.forecast_check_report import check_table
    from miai_lab.run_forecast_check import check_forecasts

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


@lab.command()
def generate(
    output: Annotated[Path, event_output("The file to write, in any format.")],
    system: Annotated[
        str,
        typer.Option(
            help="The system to play by: {systems}.", metavar="KEY", autocompletion=completing("systems")
        ),
    ] = "mcmahon",
    seed: Annotated[int, typer.Option(help="The same seed gives the same tournament.", min=0)] = 0,
    players: Annotated[
        int | None, typer.Option(help="The number of players; random by default.", min=2)
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(help="The number of rounds; random by default.", min=1)
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a random tournament, drawn and played: late entries, absences, forfeits, jigo, gaps in grades."""
    from miai.formats.registry import format_for, save
    from miai_lab.entry_generator import Recipe
    from miai_lab.generate_events import generated
    from miai_lab.lab_answer import GENERATED, Generated

    form = format_for(output, None)
    field = {} if players is None else {"fewest": players, "most": players}
    event = generated(Recipe(system=system, rounds=rounds, **field), seed)
    save(output, form.write(event))
    if as_json:
        print_answer(GENERATED, Generated(event=event, seed=seed, system=system))
    else:
        size = f"{len(event.players)} players, {event.rounds_played} rounds"
        print_line(f"{output.name}: {size} by {system}")


@lab.command()
def referee(
    system: Annotated[
        str | None,
        typer.Option(
            help="One system; all by default: {systems}.", metavar="KEY", autocompletion=completing("systems")
        ),
    ] = None,
    first: Annotated[
        int, typer.Option(help="The first seed, to continue a run that was stopped.", min=0)
    ] = 0,
    count: Annotated[int, typer.Option(help="How many tournaments for each system.", min=1)] = 200,
    most: Annotated[
        int | None, typer.Option(help="The most players of a tournament, 60 by default, or teams, 12.", min=2)
    ] = None,
    teams: Annotated[bool, typer.Option("--teams", help="Play team events; only draws are checked.")] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="Play events of Pair Go and rengo.")] = False,
    stages: Annotated[
        bool, typer.Option("--stages", help="Play events with stages; --system is groups, league or cup.")
    ] = False,
) -> None:
    """Play random tournaments by every system and let the referee check every draw and all standings."""
    from rich.console import Console
    from rich.progress import track

    from miai_lab.referee.kinds import keys_of, refereed_event, refereed_kind

    wrong = 0
    console = Console(stderr=True)
    kind = refereed_kind(teams=teams, pairs=pairs, stages=stages)
    for key in keys_of(kind, system):
        seed = first
        try:
            for seed in track(range(first, first + count), description=key, console=console):
                for found in refereed_event(kind, key, seed, most):
                    wrong += 1
                    where = "standings" if found.round is None else f"round {found.round}"
                    print_line(f"{key}, seed {seed}: {where}: {found.violation}")
        except KeyboardInterrupt:
            print_line(f"stopped: continue with --system {key} --first {seed}")
            raise typer.Exit(code=130) from None
    print_line(f"{wrong} violations")
    if wrong:
        raise typer.Exit(code=1)


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
    from miai.formats.registry import save
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
    from miai.engine.gpu.playing import check_device
    from miai.errors import InputError
    from miai.messages import Message
    from miai_lab.dataset import prepare_dataset, write_dataset
    from miai_lab.experiment_progress import LabProgress
    from miai_lab.probe.answer import PROBE
    from miai_lab.probe.dataset import probe_command, probe_dataset
    from miai_lab.probe.report import probe_lines
    from miai_lab.probe.run_probe import example as example_text
    from miai_lab.probe.run_probe import run_probe
    from miai_lab.task_runner import Place

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
    from miai.engine.gpu.playing import check_device
    from miai.formats.registry import save
    from miai_lab.dataset import prepare_dataset, write_dataset
    from miai_lab.experiment_progress import LabProgress
    from miai_lab.probe.plots import check_plotting
    from miai_lab.search.answer import SEARCH
    from miai_lab.search.dataset import FRONT, search_command, search_dataset
    from miai_lab.search.report import front_plot, search_lines, search_table
    from miai_lab.search.run_search import search_settings
    from miai_lab.task_runner import Place

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
    from miai.domain.log.documents import documents_named
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
    from miai.terminal.plots import plot_form
    from miai_lab.experiment_progress import ExperimentProgress
    from miai_lab.figures.study import draw_figures, sheets
    from miai_lab.lab_answer import FIGURES
    from miai_lab.reproduce import ReproductionStudy
    from miai_lab.task_runner import Place

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
