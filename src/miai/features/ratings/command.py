"""miai rate."""

from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from miai.engine.rating.egf_classic import Form, classic_system_after
from miai.features.ratings.answer import RATINGS
from miai.features.ratings.rate import rate_tournament
from miai.features.ratings.table import grading_table, rating_table
from miai.terminal.app import Demo, File, Json, Lenient, Stage, app, reading_of
from miai.terminal.output import print_answer, print_line, print_notes, print_table
from miai.terminal.words import completing

if TYPE_CHECKING:
    from miai.domain.tournament import Tournament
    from miai.engine.rating import EgfClassic


class EpsilonFrom(Enum):
    """Whose expected score epsilon is taken from."""

    BOTH = "both"
    HIGHER = "higher"


@app.command()
def rate(
    file: File = None,
    system: Annotated[
        str, typer.Option(metavar="KEY", help="{ratings}.", autocompletion=completing("ratings"))
    ] = "egf",
    class_key: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help="Tournament class {classes}; by default from the thinking time, which may be too short.",
            autocompletion=completing("classes"),
        ),
    ] = None,
    epsilon: Annotated[
        float | None,
        typer.Option(min=0.0, max=0.5, help="What egf-classic takes from the expected scores."),
    ] = None,
    epsilon_from: Annotated[
        EpsilonFrom | None,
        typer.Option(help="Half of epsilon from each player, or all of it from the higher rated."),
    ] = None,
    points_per_stone: Annotated[
        float | None, typer.Option(min=0.0, help="What a handicap stone is worth in egf-classic.")
    ] = None,
    stones_off: Annotated[
        float | None,
        typer.Option(min=0.0, help="What egf-classic takes off the number of stones: 0.5 or 0."),
    ] = None,
    stage: Stage = "",
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Rate a tournament: changes, performance, suggested grades and grading information.

    egf-classic is the EGF's rating as it was applied until 2021, or with the file's own constants, or with
    those given here.
    """
    reading = reading_of(file, demo=demo, lenient=lenient, stage=stage)
    event = rate_tournament(
        reading.tournament,
        system=system,
        class_key=class_key.upper() if class_key else None,
        classic=_classic(reading.tournament, epsilon, epsilon_from, points_per_stone, stones_off),
    )
    print_notes([*reading.notes, *filter(None, (event.why_not_rated,)), *event.notes])
    if as_json:
        print_answer(RATINGS, event)
        return
    print_table(rating_table(event))
    grading = grading_table(event)
    if grading.rows:
        print_line()
        print_table(grading)


def _classic(
    tournament: "Tournament",
    epsilon: float | None,
    epsilon_from: EpsilonFrom | None,
    points_per_stone: float | None,
    stones_off: float | None,
) -> "EgfClassic | None":
    """The old rating with the constants of the command line; None where there are none."""
    if all(option is None for option in (epsilon, epsilon_from, points_per_stone, stones_off)):
        return None
    own = classic_system_after(tournament.settings.classic_rating)
    stones = own.handicaps
    return replace(
        own,
        epsilon=own.epsilon if epsilon is None else epsilon,
        form=own.form if epsilon_from is None else Form(epsilon_from.value),
        handicaps=replace(
            stones,
            points_per_stone=stones.points_per_stone if points_per_stone is None else points_per_stone,
            stones_off=stones.stones_off if stones_off is None else stones_off,
        ),
    )
