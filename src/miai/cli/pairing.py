"""miai pair, weights, explain."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import Demo, File, Json, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table
from miai.errors import NoPairingError

if TYPE_CHECKING:
    from miai.pairing.explain import WhyNot

RoundNumber = Annotated[
    int | None, typer.Option("--round", help="The round to draw; the next one by default.")
]
System = Annotated[str | None, typer.Option("--system", metavar="KEY", help="The file's own by default.")]
Preset = Annotated[str, typer.Option("--preset", help="miai, gotha, kaniuk or aga.")]
Seed = Annotated[int, typer.Option("--seed", help="Chooses among pairings that are equally good.")]


@app.command()
def pair(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = "miai",
    seed: Seed = 0,
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
    from miai.app.draw.pair import draw_data, written_draw
    from miai.app.draw.pair import pair as draw_round
    from miai.formats.registry import format_for, load, save
    from miai.report.draw import draw_table, verdict_line

    reading = reading_of(file, demo=demo)
    event = reading.tournament
    number = event.rounds_played + 1 if round_number is None else round_number
    form = format_for(output, None) if output else None
    try:
        draw = draw_round(event, round=number, system=system, preset=preset, seed=seed, nearest=nearest)
    except NoPairingError as error:
        raise NoPairingError(f"{error}; --nearest gives the draw that breaks the fewest rules") from error
    if output and form:
        document = load(file) if file and reading.format == "miai" else None
        save(output, written_draw(event, draw, form, document))
    print_notes([*reading.notes, *draw.problems])
    if as_json:
        print_json(draw_data(draw))
        return
    print_table(draw_table(draw))
    print_line()
    print_line(verdict_line(draw))


@app.command()
def weights(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = "gotha",
    seed: Seed = 0,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Print what every pair of a round weighs, term by term."""
    from miai.app.draw.pair import prepare
    from miai.app.draw.weights import weights_data
    from miai.report.weights import weights_table

    reading = reading_of(file, demo=demo)
    event = reading.tournament
    number = event.rounds_played + 1 if round_number is None else round_number
    print_notes(reading.notes)
    data = weights_data(prepare(event, round=number, system=system, preset=preset, seed=seed))
    if as_json:
        print_json(data)
        return
    print_table(weights_table(data))
    print_line()
    print_line(f"optimum {data['optimum']} ({'maximised' if data['maximised'] else 'minimised'})")


@app.command()
def explain(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = "miai",
    seed: Seed = 0,
    why_not: Annotated[
        tuple[str, str] | None, typer.Option("--why-not", metavar="A B", help="Why do these two not meet?")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show rules that are fully kept.")] = False,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Say why each game was chosen, and what a game between two others would cost."""
    from miai.app.draw.explain import explain_data, explain_round, explain_why_not
    from miai.app.draw.pair import prepare
    from miai.report.draw import board_lines, verdict_line

    reading = reading_of(file, demo=demo)
    event = reading.tournament
    number = event.rounds_played + 1 if round_number is None else round_number
    print_notes(reading.notes)
    if why_not:
        task = prepare(event, round=number, system=system, preset=preset, seed=seed)
        _print_why_not(explain_why_not(task, task.solve(), *why_not), why_not, as_json=as_json)
        return
    told = explain_round(event, number, system=system, preset=preset, seed=seed)
    if as_json:
        print_json(explain_data(told))
        return
    for board in told.draw.boards:
        for line in board_lines(board, everything=everything):
            print_line(line)
    print_line()
    for line in (*told.draw.notes, *told.summary, verdict_line(told.draw)):
        print_line(line)
    if told.beside is not None:
        print_line(f"the file's own round {number}: {told.beside.sentence}")


def _print_why_not(found: "WhyNot", names: tuple[str, str], *, as_json: bool) -> None:
    comparison = found.comparison
    if as_json:
        print_json(
            {
                "a": names[0],
                "b": names[1],
                "forbidden": list(found.forbidden),
                "best": comparison.best_total,
                "with_them": comparison.total,
                "text": comparison.sentence,
                "changes": [
                    {"rule": change.rule, "cost": change.cost, "text": change.text}
                    for change in comparison.changes
                ],
            }
        )
        return
    for reason in found.forbidden:
        print_line(f"forbidden: {reason}")
    print_line(f"The best draw with {names[0]} against {names[1]}: {comparison.sentence}.")
    print_line(f"total {comparison.total} instead of {comparison.best_total}")


@app.command()
def bracket(
    file: File = None,
    system: System = None,
    seed: Seed = 0,
    after: Annotated[int | None, typer.Option(help="Count only the results up to this round.")] = None,
    as_json: Json = False,
    demo: Demo = False,
) -> None:
    """Show the plan of a round robin, knock-out or double elimination, with its results and places."""
    from miai.app.draw.bracket import bracket_data, bracket_of
    from miai.report.bracket import bracket_table, placing_table

    reading = reading_of(file, demo=demo)
    found = bracket_of(reading.tournament, system=system, after=after, seed=seed)
    print_notes(reading.notes)
    if as_json:
        print_json(bracket_data(found))
        return
    print_table(bracket_table(found))
    print_line()
    print_table(placing_table(found))
