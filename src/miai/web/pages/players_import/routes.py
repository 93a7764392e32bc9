"""Players from a pasted table or a file, after a look at what was understood; and the rating lists."""

import re
import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import Form, UploadFile
from starlette.responses import Response

from miai.domain.player import Registration
from miai.errors import InputError
from miai.web.pages.shared.rating_lists import kept_lists, opened_lists
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import number
from miai.web.words.remarks import remark

page = Page("players_import")
Text = Annotated[str, Form()]


@page.get("/t/{id}/players/import")
def ask(visit: Here) -> Response:
    """Ask for a table."""
    return _render(visit, "")


@page.post("/t/{id}/players/import")
def preview(visit: Here, text: Text = "", file: UploadFile | None = None) -> Response:
    """Show what was understood; nothing is entered yet."""
    from miai.formats.reading import Faults
    from miai.formats.text import decode

    data = file.file.read() if file and file.filename else b""
    try:
        given = decode(data, Faults()) if data else text
        if not given.strip():
            raise InputError(_("Paste a table, or choose a file."))
    except InputError as error:
        return _render(visit, text, error=error)
    return _render(visit, given)


@page.post("/t/{id}/players/import/enter")
def enter(
    visit: Here,
    text: Text = "",
    leave: Annotated[list[int], Form()] = [],  # noqa: B006 - FastAPI makes a new list for each form
    here: Annotated[bool, Form()] = False,
) -> Response:
    """Enter the players of all lines that make one, without those left out."""
    from miai.app.players.paste_players import read_paste, register_pasted

    registration = Registration.FINAL if here else Registration.PRELIMINARY
    try:
        with opened_lists(visit.app_state.serving.data) as lists:
            rows = read_paste(visit.tournament, text, lists=lists).rows
            lines = [row.line for row in rows if row.player and row.line not in leave]
            if not lines:
                raise InputError(_("No line is left to enter."))
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
    """Take a federation's list in, in place of its earlier one."""
    from miai.app.players import rating_lists as lists

    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / _file_name(file.filename or "")
            path.write_bytes(file.file.read())
            done = lists.import_list(path, visit.app_state.serving.data)
    except InputError as error:
        return _render_lists(visit, error=error)
    said = ngettext(
        "%(source)s list taken in: %(count)s player",
        "%(source)s list taken in: %(count)s players",
        len(done.imported.players),
        count=number(len(done.imported.players)),
        source=done.imported.source.title,
    )
    if done.imported.problems:
        return _render_lists(visit, said=said, odd=[str(each) for each in done.imported.problems])
    return visit.done(said, to=visit.url("players/lists"))


def _file_name(given: str) -> str:
    """The name of an uploaded file without what no folder should see."""
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
        problems=[str(each) for each in error.problems] if error else [],
        event=visit.tournament,
        text=text,
        rows=paste.rows if paste else (),
        columns=[_columns()[column.value] for column in paste.columns] if paste else [],
        remark=remark,
        lists=kept_lists(visit.app_state.serving.data),
    )


def _columns() -> dict[str, str]:
    """What a column can be."""
    return {
        "name": _("name"),
        "surname": _("surname"),
        "first name": _("first name"),
        "grade": _("grade"),
        "rating": _("rating"),
        "country": _("country"),
        "club": _("club"),
        "EGF PIN": _("EGF PIN"),
        "AGA id": _("AGA id"),
        "French licence": _("French licence"),
        "ignored": _("left out"),
    }


def _render_lists(
    visit: Visit, *, error: InputError | None = None, said: str = "", odd: list[str] | None = None
) -> Response:
    return visit.render(
        "pages/players_lists.html",
        status=422 if error else 200,
        problems=[str(each) for each in error.problems] if error else [],
        event=visit.tournament,
        lists=kept_lists(visit.app_state.serving.data),
        said=said,
        odd=odd or [],
    )
