"""miai list import, search, published, check."""

from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import Demo, File, Json, Lenient, app, reading_of
from miai.cli.output import print_json, print_line, print_lines, print_notes, print_table

if TYPE_CHECKING:
    from miai.app.players.entrants import CheckedEntrant, ListMatch
    from miai.report.lists import EntrantLine

Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", help="Where Miai keeps its data; MIAI_DATA or your own by default."
    ),
]

lists = typer.Typer(
    help="Import the federations' rating lists, search them, and check entrants against them.",
    rich_markup_mode=None,
)
app.add_typer(lists, name="list")


@lists.command(name="import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A list of the EGF, the AGA or the French federation.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Import a rating list; it replaces the same federation's earlier list."""
    from miai.app.players.rating_lists import import_list
    from miai.cli.json.lists import import_json
    from miai.report.lists import import_lines

    done = import_list(file, data)
    print_notes([*done.imported.notes, *done.imported.problems])
    if as_json:
        print_json(import_json(done))
    else:
        print_lines(import_lines(done.imported, players_before=done.before.players if done.before else 0))


@lists.command()
def search(
    text: Annotated[str, typer.Argument(help="The first letters of surname and first name, or an id.")],
    limit: Annotated[int, typer.Option("--limit", help="How many players at most.")] = 20,
    published_on: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"], metavar="DAY", help="Only ratings that the EGF publishes on that day."
        ),
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Find players by the first letters of their names, ignoring accents, or by PIN, AGA id or licence.

    The EGF publishes a rating for two years after the last game of a dan player, one year for 1 to 10 kyu and
    half a year for weaker players; it is kept after that.
    """
    from miai.app.players.rating_lists import search_list
    from miai.cli.json.lists import search_json
    from miai.report.lists import players_table

    found = search_list(text, data, limit=limit, published_on=published_on.date() if published_on else None)
    if as_json:
        print_json(search_json(text, found))
    else:
        print_table(players_table(found, text))


@lists.command()
def published(
    on: Annotated[
        datetime | None,
        typer.Option("--on", formats=["%Y-%m-%d"], metavar="DAY", help="The day of the list by default."),
    ] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """List the ratings that the EGF publishes on a day, the highest first, and until when it does."""
    from miai.app.players.rating_lists import published_ratings
    from miai.cli.json.lists import published_json
    from miai.report.lists import published_table

    found = published_ratings(data, on=on.date() if on else None)
    if as_json:
        print_json(published_json(found))
    else:
        print_table(published_table(found.players, found.on, found.lapsed))


@lists.command()
def check(
    file: File = None, data: Data = None, as_json: Json = False, demo: Demo = False, lenient: Lenient = False
) -> None:
    """Match a tournament's entrants against the lists: who is found, what differs, who is entered twice."""
    from miai.app.players.rating_lists import check_entrants
    from miai.cli.json.lists import check_json
    from miai.report.lists import check_lines, entrants_table

    reading = reading_of(file, demo=demo, lenient=lenient)
    event = reading.tournament
    found = check_entrants(event, data)
    print_notes(reading.notes)
    if as_json:
        print_json(check_json(event, found))
        return
    entrants = [_line(entrant, found.on) for entrant in found.entrants]
    print_table(entrants_table(event.name, found.on, entrants))
    print_line()
    print_lines(check_lines(entrants, [(each.what, each.players) for each in found.duplicates]))


def _line(entrant: "CheckedEntrant", on: date) -> "EntrantLine":
    from miai.report.lists import EntrantLine

    return EntrantLine(
        name=entrant.player.name,
        found=entrant.found.value,
        lists=tuple(match.source.title for match in entrant.matches if match.listed),
        remarks=(
            *(remark for match in entrant.matches for remark in _remarks(match)),
            *(
                f"rating published until {listed.published_until}"
                for listed in entrant.listed
                if listed.rating is not None and not listed.is_published(on)
            ),
            *(str(notice.message) for notice in entrant.notices),
        ),
    )


def _remarks(match: "ListMatch") -> Iterator[str]:
    from miai.app.players.entrants import ID_DIFFERENCE, DifferenceKind, Found

    source = match.source.title
    named = (*ID_DIFFERENCE.values(), DifferenceKind.AGA_RATING)
    for other in match.differences:
        # Ids and AGA ratings name their list themselves.
        what = other.what.value if other.what in named else f"{source} {other.what.value}"
        yield f"{what} {other.listed} ({other.entered or 'none'} entered)"
    if match.found is Found.AMBIGUOUS:
        ids = ", ".join(one.number or one.club or "?" for one in match.candidates)
        yield f"{source} has {len(match.candidates)}: {ids}"
