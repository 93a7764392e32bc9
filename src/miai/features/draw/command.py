"""miai pair, weights, explain."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.domain.draw_seeds import seed_of_round
from miai.domain.log.document import read_history
from miai.domain.log.history import History
from miai.domain.rounds.following_round import following_round
from miai.domain.settings.presets import added_rules
from miai.domain.stages import StageId
from miai.engine.pairing.registry import abilities_of
from miai.engine.pairing.weights import weights_of
from miai.engine.scoring.teams.entrants import entrants_of
from miai.errors import NoPairingError
from miai.features.draw.answer import (
    BRACKET,
    DRAW,
    EXPLANATION,
    WEIGHTS,
    WHY_NOT,
    NamedWhyNot,
    bracket_table,
    match_table,
    placing_table,
)
from miai.features.draw.bracket import bracket_of
from miai.features.draw.draw_words import (
    board_lines,
    bye_lines,
    comparison_lines,
    evaluation_line,
    optimum_line,
    summary_lines,
    verdict_line,
)
from miai.features.draw.explain import explain_round, explain_why_not
from miai.features.draw.pair import pair as draw_round
from miai.features.draw.pair import prepare, written_draw
from miai.features.draw.wishes import with_volunteers
from miai.features.files.import_event import continued, drawn_by
from miai.features.players.find_entrant import entrant_named
from miai.features.publish.take_back import lost_by_drawing
from miai.features.settings.rule_warnings import rule_warnings
from miai.features.settings.typed_rules import with_typed_rules
from miai.formats.registry import format_for, load, save
from miai.messages import Message
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, history_in, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.options import ChangedRules
from miai.terminal.output import print_answer, print_line, print_notes, print_table
from miai.terminal.streams import event_output
from miai.terminal.words import completing

if TYPE_CHECKING:
    from miai.domain.tournament import Tournament
    from miai.engine.pairing.evaluation import WhyNot
    from miai.engine.pairing.protocol import Draw
    from miai.formats import Reading

RoundNumber = Annotated[
    int | None, typer.Option("--round", help="The round to draw; the next one by default.")
]
System = Annotated[
    str | None,
    typer.Option(
        "--system",
        metavar="KEY",
        help="The file's own by default: {systems}.",
        autocompletion=completing("systems"),
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="KEY",
        help="The file's own by default: {presets}.",
        autocompletion=completing("presets"),
    ),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", help="Chooses among pairings that are equally good; the file's own by default."),
]

Numbers = Annotated[bool, typer.Option("--numbers", help="Also print the costs as numbers.")]


@app.command()
def pair(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = None,
    seed: Seed = None,
    changes: ChangedRules = None,
    output: Annotated[Path | None, event_output("Write the tournament with this draw.")] = None,
    force: Force = False,
    reason: Reason = "",
    volunteers: Annotated[
        list[str] | None,
        typer.Option("--volunteer", metavar="NAME", help="Offers to sit out if somebody has to; repeatable."),
    ] = None,
    nearest: Annotated[
        bool,
        typer.Option("--nearest", help="Where no pairing exists, take the one that breaks the fewest rules."),
    ] = False,
    numbers: Numbers = False,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Draw a round from the state before it at the lowest cost, with a proof that it is the lowest.

    Rules changed with --set and volunteers for the bye are for this draw and not written.
    """
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = with_typed_rules(continued(reading), changes or ())
    number = _number_of(event, round_number)
    field = entrants_of(event, number)
    event = with_volunteers(event, number, [entrant_named(field, name).id for name in volunteers or ()])
    form = format_for(output, None) if output else None
    chosen = _seed_of(event, number, seed)
    with _naming_nearest():
        draw = draw_round(event, round=number, system=system, preset=preset, seed=chosen, nearest=nearest)
    if output and form:
        document = load(file) if file and reading.format == "miai" else None
        known = read_history(document) if document else History.of_tournament(reading.tournament)
        lost = lost_by_drawing(history_in(known, stage if document else ""), number)
        data = written_draw(reading.tournament, draw, form, document, stage=StageId(stage), losses=lost)
        save(output, data)
    rules = drawn_by(reading, replace(event.settings, preset=preset or event.settings.preset))
    warnings = [*([rules] if rules else []), *_warnings(event, number, system=system, preset=preset)]
    # The notes of a plan are about its players, and a preset may ignore the rule of a plug-in; other notes
    # are told by `miai explain`.
    told = draw.notes if abilities_of(draw.system).plans_rounds or added_rules(draw.preset) else ()
    print_notes([*reading.notes, *draw.problems, *told, *warnings])
    if as_json:
        print_answer(DRAW, draw)
    else:
        _print_draw(draw, numbers=numbers)


def _number_of(event: "Tournament", asked: int | None) -> int:
    """The round that was asked for, else the next one."""
    return following_round(event) if asked is None else asked


def _seed_of(event: "Tournament", number: int, asked: int | None) -> int:
    """The seed that was asked for, else that of the round."""
    return seed_of_round(event, number) if asked is None else asked


@contextmanager
def _naming_nearest() -> Iterator[None]:
    """Name the option that helps if no pairing exists."""
    try:
        yield
    except NoPairingError as error:
        raise NoPairingError(
            Message(
                "%(error)s; --nearest gives the draw that breaks the fewest rules",
                error=error.problems[0].what,
            )
        ) from error


def _print_draw(draw: "Draw", *, numbers: bool) -> None:
    if draw.teams:
        print_table(match_table(draw.teams))
        print_line()
    print_table(DRAW.table(draw))
    print_line()
    print_line(verdict_line(draw.teams or draw, numbers=numbers))


@app.command()
def weights(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = None,
    seed: Seed = None,
    changes: ChangedRules = None,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Print what every pair of a round weighs, term by term."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = with_typed_rules(continued(reading), changes or ())
    number = _number_of(event, round_number)
    print_notes(reading.notes)
    chosen = _seed_of(event, number, seed)
    found = weights_of(prepare(event, round=number, system=system, preset=preset, seed=chosen))
    if as_json:
        print_answer(WEIGHTS, found)
        return
    print_table(WEIGHTS.table(found))
    print_line()
    print_line(optimum_line(found))


@app.command()
def explain(
    file: File = None,
    round_number: RoundNumber = None,
    system: System = None,
    preset: Preset = None,
    seed: Seed = None,
    changes: ChangedRules = None,
    why_not: Annotated[
        tuple[str, str] | None, typer.Option("--why-not", metavar="A B", help="Why do these two not meet?")
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Also show rules that are fully kept.")] = False,
    numbers: Numbers = False,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Say why each game of a round was chosen, and what a game between two others would cost.

    A round that the file holds is explained as it stands, by the system, preset and seed that drew it, and by
    the rules of the file; --set changes them for this explanation.
    """
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event, history = with_typed_rules(continued(reading), changes or ()), _history_of(file, reading, stage)
    number = _number_of(event, round_number)
    # The history says by which system and preset a round was drawn; what is asked for here comes first.
    system = system or _if_changed(event.settings.system, reading.tournament.settings.system)
    preset = preset or _if_changed(event.settings.preset, reading.tournament.settings.preset)
    print_notes([*reading.notes, *_warnings(event, number, system=system, preset=preset)])
    if why_not:
        answer = explain_why_not(
            event, number, *why_not, history=history, system=system, preset=preset, seed=seed
        )
        _print_why_not(answer, why_not, as_json=as_json, numbers=numbers)
        return
    found = explain_round(event, number, history=history, system=system, preset=preset, seed=seed)
    evaluation = found.evaluation
    if as_json:
        print_answer(EXPLANATION, found)
        return
    # Where nothing is weighed, every reason counts.
    unpriced = not abilities_of(evaluation.system).weighs_pairs
    for board in evaluation.boards:
        for line in board_lines(board, everything=everything or unpriced, numbers=numbers):
            print_line(line)
    for line in bye_lines(evaluation, numbers=numbers):
        print_line(line)
    print_line()
    last = evaluation_line(evaluation, numbers=numbers)
    for line in (*map(str, evaluation.notes), *summary_lines(evaluation), last):
        print_line(line)
    if found.changed:
        print_line(f"{found.changed} It is explained as it was drawn.")
    if found.held and evaluation.comparison is not None:
        print_line(f"the file's own round {number}: {evaluation.comparison.words}")
        for line in comparison_lines(evaluation.comparison):
            print_line(line)


def _if_changed(value: str, before: str) -> str | None:
    return None if value == before else value


def _warnings(
    event: "Tournament", number: int, *, system: str | None, preset: str | None
) -> tuple[Message, ...]:
    """What the director should know about the rules of this draw."""
    used = replace(
        event.settings, system=system or event.settings.system, preset=preset or event.settings.preset
    )
    return rule_warnings(used, round=number)


def _history_of(file: Path | None, reading: "Reading", stage: str) -> History | None:
    """The history of a document or of a stage in it; other files have none."""
    return history_in(read_history(load(file)), stage) if file and reading.format == "miai" else None


def _print_why_not(found: "WhyNot", names: tuple[str, str], *, as_json: bool, numbers: bool) -> None:
    if as_json:
        print_answer(WHY_NOT, NamedWhyNot(found, *names))
        return
    for reason in found.forbidden:
        print_line(f"forbidden: {reason}")
    print_line(f"The best draw with {names[0]} against {names[1]}: {found.comparison.words}.")
    for line in comparison_lines(found.comparison):
        print_line(line)
    if numbers:
        print_line(f"total {found.comparison.total} instead of {found.comparison.best_total}")


@app.command()
def bracket(
    file: File = None,
    system: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            help="The file's own by default: {brackets}.",
            autocompletion=completing("brackets"),
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", help="Puts players of one rating in order; the file's own by default."),
    ] = None,
    after: Annotated[int | None, typer.Option(help="Count only the results up to this round.")] = None,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Show the plan of a round robin, split-and-cycle or knock-out, with its results and places."""
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    found = bracket_of(reading.tournament, system=system, after=after, seed=seed)
    print_notes([*reading.notes, *map(str, found.notes)])
    if as_json:
        print_answer(BRACKET, found)
        return
    print_table(bracket_table(found))
    print_line()
    print_table(placing_table(found))
