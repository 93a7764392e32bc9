"""miai check, backup, restore."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.features.hosting.answer import STORE_CHECK
from miai.features.hosting.check_data import check_data, check_file, existing_folder, restore_data, write_copy
from miai.features.hosting.deciding import choice_of
from miai.features.hosting.store_report import restored_messages
from miai.messages import counted
from miai.store.database import open_store
from miai.terminal.app import Json, app
from miai.terminal.options import Data, Database
from miai.terminal.output import print_answer, print_line, print_lines

if TYPE_CHECKING:
    from miai.features.hosting.check_data import Checked

DAMAGED = 1


@app.command()
def check(
    file: Annotated[Path | None, typer.Argument(help="One backup or document, instead of the store.")] = None,
    tournament: Annotated[
        str | None, typer.Option("--tournament", metavar="ID", help="One tournament only.")
    ] = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Verify the store and all its backups; exit status 1 means that something is damaged or missing."""
    checked = check_file(file) if file else check_data(data, database, tournament)
    if as_json:
        print_answer(STORE_CHECK, checked)
    else:
        print_lines(_lines(checked))
        if checked.findings and not file:
            chosen = f" --tournament {tournament}" if tournament else ""
            print_line(
                f"to repair this from the backups and the journal: stop Miai, then 'miai restore{chosen}'"
            )
    if not checked.intact:
        raise typer.Exit(DAMAGED)


@app.command()
def backup(
    file: Annotated[
        Path | None, typer.Argument(help="Copy everything into this file, that of a database server too.")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Back up the store, also while the server runs."""
    with closing(open_store(existing_folder(data, database), database)) as store:
        if file:
            write_copy(store, file)
            print_line(f"written: {file}")
            return
        written = store.backup("by hand")
    print_line(f"written: {written}" if written else "nothing has changed since the last backup")


@app.command()
def restore(
    file: Annotated[
        Path | None, typer.Argument(help="A backup or a document; by default the newest intact backup.")
    ] = None,
    tournament: Annotated[
        str | None, typer.Option("--tournament", metavar="ID", help="Restore one tournament only.")
    ] = None,
    choose: Annotated[
        str,
        typer.Option(
            "--choose",
            metavar="merge|take|keep",
            help="With --tournament: which entries count if copies differ.",
        ),
    ] = "merge",
    data: Data = None,
    database: Database = None,
) -> None:
    """Restore all tournaments or one; the old files are set aside and kept.

    Exit status 1 means that some entries are known of and not brought back; each is counted and named.
    """
    done = restore_data(data, database, tournament, file, choice_of(choose))
    print_lines(restored_messages(done))
    if done.left:
        raise typer.Exit(DAMAGED)


def _lines(checked: "Checked") -> Iterator[str]:
    """What was checked and what was found, one line each."""
    tournaments = counted("%(num)s tournament", "%(num)s tournaments", checked.tournaments)
    entries = counted("%(num)s entry", "%(num)s entries", checked.entries)
    size = f" ({tournaments}, {entries})" if checked.entries else ""
    yield f"{checked.name}{size}: {'damaged' if checked.findings else 'intact'}"
    yield from (str(found.what) for found in checked.findings)
    yield from map(str, checked.decided)
    broken = [each for each in checked.backups if each.problems]
    yield from (f"{each.path.name}: damaged: {each.problems[0]}" for each in broken)
    if checked.backups:
        backups = counted("%(num)s backup", "%(num)s backups", len(checked.backups))
        yield f"{backups}, {len(checked.backups) - len(broken)} intact"
