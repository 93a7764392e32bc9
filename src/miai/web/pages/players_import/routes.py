"""Import players from a pasted table or a file, after a preview; and import rating lists."""

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fastapi import UploadFile
from starlette.responses import Response

from miai.domain.player import Registration
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.web.pages.shared.rating_lists import kept_lists, opened_lists
from miai.web.server.form_fields import Checkbox, Numbers, Text
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.words import ngettext, tell
from miai.web.words.formatting import joined, number

page = Page("players_import")


@page.get("/t/{id}/players/import")
def ask(visit: Here) -> Response:
    """Ask for a table."""
    return _render(visit, "")


@page.post("/t/{id}/players/import")
def preview(visit: Here, text: Text = "", file: UploadFile | None = None) -> Response:
    """Show what was understood; nobody is entered yet."""
    from miai.formats.reading import Faults
    from miai.formats.text import decode

    data = file.file.read() if file and file.filename else b""
    try:
        given = decode(data, Faults()) if data else text
        if not given.strip():
            raise InputError(Message("Paste a table, or choose a file."))
    except InputError as error:
        return _render(visit, text, error=error)
    return _render(visit, given)


@page.post("/t/{id}/players/import/enter")
def enter(visit: Here, leave: Numbers, text: Text = "", here: Checkbox = False) -> Response:
    """Enter the players of all lines that could be read, except those left out."""
    from miai.app.players.paste_players import read_paste, register_pasted

    registration = Registration.FINAL if here else Registration.PRELIMINARY
    try:
        with opened_lists(visit.app_state.serving.data) as lists:
            rows = read_paste(visit.tournament, text, lists=lists).rows
            lines = [row.line for row in rows if row.player and row.line not in leave]
            if not lines:
                raise InputError(Message("No line is left to enter."))
            saved = register_pasted(
                visit.desk,
                visit.state.id,
                text,
                lines=lines,
                lists=lists,
                registration=registration,
                by=visit.by,
            )
    except InputError as error:
        return _render(visit, text, error=error)
    said = ngettext("%(num)s player entered", "%(num)s players entered", len(saved.entries))
    return visit.done(said, to=visit.url("players"))


@page.get("/t/{id}/players/lists")
def show_lists(visit: Here) -> Response:
    """The rating lists on this machine."""
    return _render_lists(visit)


@page.post("/t/{id}/players/lists")
def import_list(visit: Here, file: UploadFile) -> Response:
    """Import a federation's list; it replaces the earlier one."""
    from miai.app.players import rating_lists as lists

    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / _file_name(file.filename or "")
            path.write_bytes(file.file.read())
            done = lists.import_list(path, visit.app_state.serving.data)
    except InputError as error:
        return _render_lists(visit, error=error)
    said = ngettext(
        "%(source)s list imported: %(count)s player",
        "%(source)s list imported: %(count)s players",
        len(done.imported.players),
        count=number(len(done.imported.players)),
        source=done.imported.source.title,
    )
    if done.imported.problems:
        return _render_lists(visit, said=said, unread=done.imported.problems)
    return visit.done(said, to=visit.url("players/lists"))


def _file_name(given: str) -> str:
    """The name of an uploaded file without characters that are unsafe in a path."""
    return re.sub(r"[^\w. -]", "_", given)[-80:].strip(". ") or "list"


def _render(visit: Visit, text: str, *, error: InputError | None = None) -> Response:
    from miai.app.players.paste_players import read_paste

    paste = None
    if text.strip():
        with opened_lists(visit.app_state.serving.data) as lists:
            paste = read_paste(visit.tournament, text, lists=lists)
    return visit.render(
        "pages/players_import.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        text=text,
        rows=paste.rows if paste else (),
        columns=joined([tell(column.title) for column in paste.columns]) if paste else "",
        lists=kept_lists(visit.app_state.serving.data),
    )


def _render_lists(
    visit: Visit, *, error: InputError | None = None, said: str = "", unread: Sequence[Problem] = ()
) -> Response:
    return visit.render(
        "pages/players_lists.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        lists=kept_lists(visit.app_state.serving.data),
        said=said,
        unread=unread,
    )
