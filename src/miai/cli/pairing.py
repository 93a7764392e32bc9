"""miai pair, weights, explain."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table
from miai.errors import NoPairingError
from miai.messages import Message

if TYPE_CHECKING:
    from miai.domain.history import History
    from miai.formats import Reading
    from miai.pairing.evaluation import WhyNot

RoundNumber = Annotated[
    int | None, typer.Option("--round", help="The round to draw; the next one by default.")
]
System = Annotated[str | None, typer.Option("--system", metavar="KEY", help="The file's own by default.")]
Preset = Annotated[
    str | None, typer.Option("--preset", help="miai, gotha, kaniuk or aga; the file's own by default.")
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", help="Chooses among pairings that are equally good; the file's own by default."),
]


@app.command()
def pair(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = None,
    seed: Seed = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the tournament with this draw.")
    ] = None,
    nearest: Annotated[
        bool,
        typer.Option("--nearest", help="Where no pairing exists, take the one that breaks the fewest rules."),
    ] = False,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Draw a round from the state before it at the lowest cost, with a proof that it is the lowest."""
    from miai.app.draw.pair import pair as draw_round
    from miai.app.draw.pair import written_draw
    from miai.cli.json.draw import draw_json
    from miai.formats.registry import format_for, load, save
    from miai.report.draw import draw_table, verdict_line

    reading = reading_of(file, demo=demo)
    event = reading.tournament
    number = event.rounds_played + 1 if round_number is None else round_number
    form = format_for(output, None) if output else None
    chosen = event.settings.draw_seed if seed is None else seed
    try:
        draw = draw_round(event, round=number, system=system, preset=preset, seed=chosen, nearest=nearest)
    except NoPairingError as error:
        raise NoPairingError(
            Message(
                "%(error)s; --nearest gives the draw that breaks the fewest rules",
                error=error.problems[0].what,
            )
        ) from error
    if output and form:
        document = load(file) if file and reading.format == "miai" else None
        save(output, written_draw(event, draw, form, document))
    print_notes([*reading.notes, *map(str, draw.problems), *map(str, draw.notes)])
    if as_json:
        print_json(draw_json(draw))
        return
    print_table(draw_table(draw))
    print_line()
    print_line(verdict_line(draw))


@app.command()
def weights(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = None,
    seed: Seed = None,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Print what every pair of a round weighs, term by term."""
    from miai.app.draw.pair import prepare
    from miai.cli.json.draw import weights_json
    from miai.pairing.weights import weights_of
    from miai.report.weights import optimum_line, weights_table

    reading = reading_of(file, demo=demo)
    event = reading.tournament
    number = event.rounds_played + 1 if round_number is None else round_number
    print_notes(reading.notes)
    chosen = event.settings.draw_seed if seed is None else seed
    found = weights_of(prepare(event, round=number, system=system, preset=preset, seed=chosen))
    if as_json:
        print_json(weights_json(found))
        return
    print_table(weights_table(found))
    print_line()
    print_line(optimum_line(found))


@app.command()
def explain(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = None,
    seed: Seed = None,
    why_not: Annotated[
        tuple[str, str] | None, typer.Option("--why-not", metavar="A B", help="Why do these two not meet?")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show rules that are fully kept.")] = False,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Say why each game of a round was chosen, and what a game between two others would cost.

    A round that the file holds is explained as it stands, by the system, preset and seed that drew it.
    """
    from miai.app.draw.explain import explain_round, explain_why_not
    from miai.cli.json.draw import evaluation_json
    from miai.pairing.registry import abilities_of
    from miai.report.draw import board_lines, comparison_line, evaluation_line, summary_lines

    reading = reading_of(file, demo=demo)
    event, history = reading.tournament, _history_of(file, reading)
    number = event.rounds_played + 1 if round_number is None else round_number
    print_notes(reading.notes)
    if why_not:
        answer = explain_why_not(
            event, number, *why_not, history=history, system=system, preset=preset, seed=seed
        )
        _print_why_not(answer, why_not, as_json=as_json)
        return
    found = explain_round(event, number, history=history, system=system, preset=preset, seed=seed)
    evaluation = found.evaluation
    if as_json:
        print_json(evaluation_json(evaluation, held=found.held))
        return
    # Where nothing is weighed, every reason counts.
    unpriced = not abilities_of(evaluation.system).weighs_pairs
    for board in evaluation.boards:
        for line in board_lines(board, everything=everything or unpriced):
            print_line(line)
    print_line()
    for line in (*map(str, evaluation.notes), *summary_lines(evaluation), evaluation_line(evaluation)):
        print_line(line)
    if found.held and evaluation.comparison is not None:
        print_line(f"the file's own round {number}: {comparison_line(evaluation.comparison)}")


def _history_of(file: Path | None, reading: "Reading") -> "History | None":
    """The history of a document; other files have none."""
    from miai.domain.document import read_history
    from miai.formats.registry import load

    return read_history(load(file)) if file and reading.format == "miai" else None


def _print_why_not(found: "WhyNot", names: tuple[str, str], *, as_json: bool) -> None:
    from miai.cli.json.draw import why_not_json
    from miai.report.draw import comparison_line

    if as_json:
        print_json(why_not_json(found, names))
        return
    for reason in found.forbidden:
        print_line(f"forbidden: {reason}")
    print_line(f"The best draw with {names[0]} against {names[1]}: {comparison_line(found.comparison)}.")
    print_line(f"total {found.comparison.total} instead of {found.comparison.best_total}")


@app.command()
def bracket(
    file: File = None,
    system: System = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Puts players of one rating in order; the file's own by default."),
    ] = None,
    after: Annotated[int | None, typer.Option(help="Count only the results up to this round.")] = None,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Show the plan of a round robin, split-and-cycle or knock-out, with its results and places."""
    from miai.app.draw.bracket import bracket_of
    from miai.cli.json.draw import bracket_json
    from miai.report.bracket import bracket_table, placing_table

    reading = reading_of(file, demo=demo)
    found = bracket_of(reading.tournament, system=system, after=after, seed=seed)
    print_notes([*reading.notes, *map(str, found.notes)])
    if as_json:
        print_json(bracket_json(found))
        return
    print_table(bracket_table(found))
    print_line()
    print_table(placing_table(found))
