"""miai rate."""

from dataclasses import replace
from typing import Annotated

import typer

from miai.cli.app import Demo, File, Json, Lenient, app, reading_of
from miai.cli.output import print_json, print_line, print_notes, print_table


@app.command()
def rate(
    file: File = None,
    system: Annotated[str, typer.Option(help="egf, egf-classic or aga.")] = "egf",
    class_key: Annotated[
        str | None,
        typer.Option(
            "--class",
            metavar="CLASS",
            help="Tournament class A to D; by default from the thinking time, which may be too short.",
        ),
    ] = None,
    epsilon: Annotated[
        float | None,
        typer.Option(
            min=0.0, max=0.5, help="What egf-classic takes from the higher rated player's expectation."
        ),
    ] = None,
    points_per_stone: Annotated[
        float | None, typer.Option(min=0.0, help="What a handicap stone is worth in egf-classic.")
    ] = None,
    stones_off: Annotated[
        float | None,
        typer.Option(min=0.0, help="What egf-classic takes off the number of stones: 0.5 or 0."),
    ] = None,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Rate a tournament: changes, performance, suggested grades and grading information.

    egf-classic is the EGF's rating until 2021; its three constants are the file's own by default.
    """
    from miai.app.studies.rate import rate_tournament
    from miai.cli.json.rating import rating_json
    from miai.report.rating import grading_table, rating_table

    reading = reading_of(file, demo=demo, lenient=lenient)
    given = {"epsilon": epsilon, "points_per_stone": points_per_stone, "stones_off": stones_off}
    changed = {name: value for name, value in given.items() if value is not None}
    event = rate_tournament(
        reading.tournament,
        system=system,
        class_key=class_key.upper() if class_key else None,
        classic=replace(reading.tournament.settings.classic_rating, **changed) if changed else None,
    )
    print_notes([*reading.notes, *filter(None, (event.why_not_rated,))])
    if as_json:
        print_json(rating_json(event))
        return
    print_table(rating_table(event))
    grading = grading_table(event)
    if grading.rows:
        print_line()
        print_table(grading)
