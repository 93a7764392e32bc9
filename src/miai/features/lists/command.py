"""miai list import, show, date, use, delete, search, published, check, update."""

import sys
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.changed_file import write_changed
from miai.errors import InputError
from miai.features.lists.answer import (
    ENTRANT_UPDATES,
    ENTRY_CHECK,
    IMPORTED_LIST,
    LIST_SEARCH,
    LISTS,
    PUBLISHED_RATINGS,
    CheckedEntrants,
    FoundPlayers,
    ListedEntrants,
)
from miai.features.lists.candidates import Decisions
from miai.features.lists.find_people import ID_DIFFERENCE, DifferenceKind, Found
from miai.features.lists.rating_lists import (
    check_entrants,
    date_list,
    delete_list,
    import_list,
    kept_lists,
    list_source,
    published_ratings,
    search_list,
    updates_of,
    use_lists,
)
from miai.features.lists.table import (
    EntrantLine,
    UpdateLine,
    check_lines,
    entrants_table,
    import_lines,
    lists_table,
    players_table,
    published_table,
    updates_table,
)
from miai.messages import Message, counted
from miai.terminal.app import Demo, File, Json, Lenient, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.options import Data
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table
from miai.terminal.streams import file_argument
from miai.terminal.words import Commands, completing

if TYPE_CHECKING:
    from miai.desk.changed_file import WrittenFile
    from miai.features.lists.find_people import CheckedEntrant, ListMatch
    from miai.features.lists.update_entrants import EntrantUpdate
    from miai.store.people.player_lists import ListInfo


_AppliedOutput = Annotated[
    Path | None,
    typer.Option("-o", "--output", help="Where --apply writes; by default the document that was read."),
]
Source = Annotated[
    str, typer.Argument(metavar="egf|aga|ffg", help="Whose list.", autocompletion=completing("lists"))
]

lists = Commands(
    help="Import the federations' rating lists, search them, and check and update entrants.",
)
app.add_typer(lists, name="list")


@lists.command(name="import")
def import_file(
    file: Annotated[Path, file_argument("A list of the EGF, the AGA or the French federation.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Import a rating list; it replaces the same federation's earlier list."""
    done = import_list(file, data)
    print_notes([*done.imported.notes, *done.imported.problems])
    if as_json:
        print_answer(IMPORTED_LIST, done)
    else:
        print_lines(import_lines(done.imported, players_before=done.before.players if done.before else 0))


@lists.command()
def show(data: Data = None, as_json: Json = False) -> None:
    """Show the imported lists: of which day they are, how long, and whether they are searched."""
    _print_lists(kept_lists(data), as_json=as_json)


@lists.command(name="date")
def set_date(
    source: Source,
    day: Annotated[str, typer.Argument(metavar="DAY", help="As 2026-02-22, or 'unknown'.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Say of which day a list is, where the file did not."""
    _print_lists(date_list(list_source(source), _day(day), data), as_json=as_json)


@lists.command()
def use(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="egf|aga|ffg...", help="Whose lists.", autocompletion=completing("lists")),
    ],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Search only these lists; the others are kept."""
    _print_lists(use_lists([list_source(each) for each in sources], data), as_json=as_json)


@lists.command()
def delete(
    source: Source,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = None,
) -> None:
    """Delete a list from this machine; entrants keep what it said of them."""

    def agree(info: "ListInfo") -> bool:
        if not yes and not sys.stdin.isatty():
            raise InputError(Message("nobody can be asked here: say --yes to delete the list"))
        return yes or typer.confirm(f"Delete the {info.source.title} list of {info.players} players?")

    deleted = delete_list(list_source(source), data, agree=agree)
    if deleted is None:
        print_line("nothing was deleted")
        raise typer.Exit(1)
    print_line(f"deleted: {deleted.source.title} list of {deleted.players} players")


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
    found = search_list(text, data, limit=limit, published_on=published_on.date() if published_on else None)
    if as_json:
        print_answer(LIST_SEARCH, FoundPlayers(text=text, players=found))
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
    found = published_ratings(data, on=on.date() if on else None)
    if as_json:
        print_answer(PUBLISHED_RATINGS, found)
    else:
        print_table(published_table(found.players, found.on, found.lapsed))


@lists.command()
def check(
    file: File = None, data: Data = None, as_json: Json = False, demo: Demo = False, lenient: Lenient = False
) -> None:
    """Match a tournament's entrants against the lists: who is found, what differs, who is entered twice."""
    reading = reading_of(file, demo=demo, lenient=lenient)
    event = reading.tournament
    found = check_entrants(event, data)
    print_notes(reading.notes)
    if as_json:
        print_answer(ENTRY_CHECK, CheckedEntrants(event=event, check=found))
        return
    entrants = [_line(entrant, found.on) for entrant in found.entrants]
    print_table(entrants_table(event.name, found.on, entrants))
    print_line()
    print_lines(check_lines(entrants, [(each.what, each.players) for each in found.duplicates]))


@lists.command()
def update(
    file: File = None,
    frozen_after: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d"],
            metavar="DAY",
            help="Ignore the ratings of lists that are newer than this; by default as the rules say.",
        ),
    ] = None,
    grades: Annotated[bool, typer.Option("--grades", help="Update grades as well.")] = False,
    by_name: Annotated[
        bool, typer.Option("--by-name", help="With --apply: also players found by name, country or club.")
    ] = False,
    same: Annotated[
        list[str] | None, typer.Option("--same", metavar="KEY", help="With --apply: it is the same person.")
    ] = None,
    not_same: Annotated[
        list[str] | None,
        typer.Option(
            "--not-same", metavar="KEY", help="With --apply: it is another person; do not ask again."
        ),
    ] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Write the changes.")] = False,
    output: _AppliedOutput = None,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    as_json: Json = False,
    demo: Demo = False,
    lenient: Lenient = False,
) -> None:
    """Show what the lists would change of each entrant, and write it with --apply."""
    if output and not apply:
        raise InputError(Message("-o is for --apply: without it nothing is written"))
    target = output or file
    if apply and target is None:
        raise InputError(Message("say with -o where to write the tournament"))
    reading = reading_of(file, demo=demo, lenient=lenient)
    found = updates_of(
        reading.tournament,
        data,
        frozen_after=frozen_after.date() if frozen_after else None,
        grades=grades,
        by_name=by_name,
        decided=Decisions.of(same or (), not_same or ()),
    )
    written = None
    if apply and target and (output or found.changes):
        written = write_changed(file, target, found.tournament, found.changes)
    print_notes([*reading.notes, *found.notes])
    if as_json:
        print_answer(
            ENTRANT_UPDATES,
            ListedEntrants(event=reading.tournament, updates=found.updates, written=written),
        )
        return
    print_table(
        updates_table(reading.tournament.name, [_update_line(each) for each in found.updates.updates])
    )
    if written and target:
        _print_written(target, written, found.changed)


def _print_written(target: Path, written: "WrittenFile", changed: int) -> None:
    print_line()
    updated = counted("%(num)s entrant updated", "%(num)s entrants updated", changed)
    print_line(f"written: {target.name} ({written.format}), {updated}")
    print_lines(f"  not held: {lost}" for lost in written.lost)


def _print_lists(kept: "tuple[ListInfo, ...]", *, as_json: bool) -> None:
    if as_json:
        print_answer(LISTS, kept)
    else:
        print_table(lists_table(kept))


def _day(text: str) -> date | None:
    if text.strip().lower() == "unknown":
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InputError(Message("'%(text)s' is not a day", text=text[:40])) from None


def _update_line(update: "EntrantUpdate") -> "UpdateLine":
    return UpdateLine(
        name=update.player.name,
        source=update.listed.source.title,
        found="perhaps" if update.question else update.found.value,
        changes=tuple((str(each.label), each.before, each.after) for each in update.changes),
    )


def _line(entrant: "CheckedEntrant", on: date) -> "EntrantLine":
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
    source = match.source.title
    named = (*ID_DIFFERENCE.values(), DifferenceKind.AGA_RATING)
    for other in match.differences:
        # Ids and AGA ratings name their list themselves.
        what = other.what.value if other.what in named else f"{source} {other.what.value}"
        yield f"{what} {other.listed} ({other.entered or 'none'} entered)"
    if match.found is Found.PERHAPS:
        for each in match.candidates:
            yield f"same person as {each.summary}? ({each.remarks})"
