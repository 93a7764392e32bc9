"""miai publish."""

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.live_state import Desk
from miai.domain.languages import LANGUAGES
from miai.domain.log.history import History
from miai.domain.rounds.result_reports import as_shown
from miai.domain.rounds.round_in_progress import ShownTable
from miai.errors import InputError, unknown_word
from miai.features.hosting.check_data import existing_folder
from miai.features.publish.public_events import is_public
from miai.features.standings.since_messages import note_of
from miai.features.standings.since_published import table_since, whole_since
from miai.messages import Message
from miai.serving.static_site.build import site_files
from miai.serving.static_site.folder import write_site
from miai.store.database import open_store
from miai.terminal.app import Lenient, app, reading_of
from miai.terminal.options import Data, Database
from miai.terminal.output import print_line, print_notes
from miai.terminal.words import completing

if TYPE_CHECKING:
    from miai.domain.tournament import Tournament

# How often the store is asked whether something was published since.
_LOOK_EVERY = 2.0


@app.command()
def publish(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder for the pages.")],
    file: Annotated[
        Path | None,
        typer.Option("--file", metavar="FILE", help="Publish all rounds of this file, not of the store."),
    ] = None,
    event: Annotated[
        str, typer.Option("--tournament", metavar="ID", help="One tournament or congress of the store only.")
    ] = "",
    language: Annotated[
        str,
        typer.Option(
            "--language",
            metavar="CODE",
            help="The language of the pages: {languages}.",
            autocompletion=completing("languages"),
        ),
    ] = "en",
    server: Annotated[
        str,
        typer.Option("--server", metavar="URL", help="Where players find what only a server can do."),
    ] = "",
    watch: Annotated[
        bool, typer.Option("--watch", help="Go on, and write the pages again whenever they change.")
    ] = False,
    data: Data = None,
    database: Database = None,
    lenient: Lenient = False,
) -> None:
    """Write the public pages as files for any web host; no server is needed to read them."""
    if language not in LANGUAGES:
        raise InputError(
            unknown_word(
                Message("there is no language '%(language)s'", language=language), language, LANGUAGES
            )
        )
    if file and (event or watch):
        raise InputError(
            Message(
                "%(option)s is for tournaments of the store, not for a file", option="--tournament, --watch"
            )
        )
    with _desk(file, data, database, lenient=lenient) as desk:
        seen = None
        while True:
            heads = {each.id: each.version for each in desk.store.tournaments()}
            if heads != seen:
                seen = heads
                try:
                    files = site_files(desk, event=event, language=language, server=server)
                    done = write_site(folder, files)
                except InputError as error:
                    if not watch:
                        raise
                    print_notes(error.problems)
                else:
                    print_line(
                        f"{folder}: {done.files} files, {done.changed} changed, {done.removed} removed"
                    )
                    print_notes(_older(desk, event))
            if not watch:
                return
            time.sleep(_LOOK_EVERY)


def _older(desk: Desk, event: str) -> Iterator[Message]:
    """The newest published standings of each tournament that would be published in another way now."""
    for each in desk.store.tournaments():
        if event not in ("", each.id) or not is_public(desk, each.id):
            continue
        state = desk.state(each.id)
        if state.tournament.tables_shown:
            after = state.tournament.tables_shown[-1].after_round
            for since, number in ((table_since(desk, state, after), after), (whole_since(desk, state), None)):
                if since and since.older:
                    yield Message("%(event)s: %(what)s", event=each.id, what=note_of(since, after=number))


@contextmanager
def _desk(file: Path | None, data: Path | None, database: str | None, *, lenient: bool) -> "Iterator[Desk]":
    """The desk of the store, or one for a file alone, of which everything counts as published."""
    with tempfile.TemporaryDirectory() as temporary:
        if file is None:
            store = open_store(existing_folder(data, database), database)
        else:
            reading = reading_of(file, demo=False, lenient=lenient)
            print_notes(reading.notes)
            store = open_store(Path(temporary))
            store.create(History.of_tournament(_all_published(reading.tournament)))
        try:
            yield Desk(store)
        finally:
            store.close()


def _all_published(tournament: "Tournament") -> "Tournament":
    """A tournament whose rounds and last standings players can see, in all stages."""
    stages = tuple(replace(each, own=_all_published(each.own)) for each in tournament.stages)
    drawn = [each for each in tournament.rounds if each.boards or each.byes]
    after = max(
        (each.number for each in drawn if any(board.result.known for board in each.boards)), default=0
    )
    shown = {each.number: as_shown(each) for each in drawn}
    rounds = tuple(replace(each, shown=shown.get(each.number)) for each in tournament.rounds)
    return replace(
        tournament,
        stages=stages,
        rounds=tournament.rounds if tournament.shown else rounds,
        tables_shown=tournament.tables_shown
        or ((ShownTable(after_round=after, final=False),) if after else ()),
    )
