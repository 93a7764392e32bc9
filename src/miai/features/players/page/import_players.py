"""Import players from a pasted table or a file, after a preview; and import rating lists."""

import re
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from fastapi import UploadFile
from starlette.responses import Response

from miai.domain.people.player import Registration
from miai.errors import InputError, Problem
from miai.features.lists import rating_lists as lists
from miai.features.lists.candidates import UNDECIDED, Decisions
from miai.features.lists.view.rating_lists import kept_lists, opened_lists
from miai.features.players.page.table_form import (
    Sheets,
    corrected,
    fingerprint,
    sample_columns,
    sheets_of,
    wanted_columns,
    with_answer,
)
from miai.features.players.paste_players import read_paste, register_pasted
from miai.features.players.pasted_rounds import require_answers
from miai.formats.tables.column_headings import CHOICES, PlayerColumn
from miai.formats.tables.player_columns import read_player_table
from miai.formats.tables.table_rows import joined_cells
from miai.messages import Message
from miai.server.form_fields import Checkbox, Number, Numbers, Text, Texts
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.formatting import number

page = Page("players_import", suited=everywhere, whole=True)


@page.get("/t/{id}/players/import")
def ask(visit: Here) -> Response:
    """Ask for a table."""
    return _render(visit, "")


@page.post("/t/{id}/players/import")
def preview(
    visit: Here,
    leave: Numbers,
    column: Texts,
    fix_line: Numbers,
    fix: Texts,
    sheet_name: Texts,
    sheet_text: Texts,
    swapped: Numbers,
    same: Texts,
    not_same: Texts,
    text: Text = "",
    sheet: Text = "",
    other_sheet: Text = "",
    means: Text = "",
    swap: Number = 0,
    here: Checkbox = False,
    file: UploadFile | None = None,
) -> Response:
    """Show what was understood; nobody is entered yet.

    `other_sheet` is shown instead of `sheet`; `means` answers what a column with rounds holds; `swap` is a
    line whose surname and first name are exchanged, `swapped` those that were before.
    """
    data = file.file.read() if file and file.filename else None
    sheets = Sheets(names=tuple(sheet_name), texts=tuple(sheet_text), shown=other_sheet or sheet)
    try:
        if data is not None:
            sheets = sheets_of(data)
            return _render(visit, _demand_players(sheets.text_of(sheets.shown)), sheets=sheets, here=here)
        if other_sheet:
            return _render(visit, sheets.text_of(other_sheet), sheets=sheets, here=here)
        given = corrected(text, fix_line, fix)
        if not given.strip():
            raise InputError(Message("Paste a table, or choose a file."))
        columns = with_answer(column, means)
        swapped = sorted({*swapped} ^ {swap} - {0})
        return _render(
            visit,
            _demand_players(given),
            columns,
            sheets=sheets,
            left_out=leave,
            here=here,
            swapped=swapped,
            decided=Decisions.of(same, not_same),
        )
    except InputError as error:
        return _render(visit, "", text_again=text, error=error)


def _demand_players(text: str) -> str:
    """The text of a table; one without a line below its heading is refused."""
    if not text.strip():
        raise InputError(Message("the file is empty"))
    if not read_player_table(text).rows:
        raise InputError(Message("The table has a heading, but no line with a player."))
    return text


@page.post("/t/{id}/players/import/enter")
def enter(
    visit: Here,
    leave: Numbers,
    column: Texts,
    fix_line: Numbers,
    fix: Texts,
    sheet_name: Texts,
    sheet_text: Texts,
    swapped: Numbers,
    same: Texts,
    not_same: Texts,
    text: Text = "",
    shown: Text = "",
    sheet: Text = "",
    here: Checkbox = False,
) -> Response:
    """Enter the players of all lines that could be read, except those left out.

    `shown` is the fingerprint of the preview: what was changed since is shown before anybody is entered.
    """
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    sheets = Sheets(names=tuple(sheet_name), texts=tuple(sheet_text), shown=sheet)
    decided = Decisions.of(same, not_same)
    try:
        given = corrected(text, fix_line, fix)
        if shown and shown != fingerprint(given, column):
            return _render(
                visit,
                given,
                column,
                sheets=sheets,
                left_out=leave,
                here=here,
                swapped=swapped,
                changed=True,
                decided=decided,
            )
        columns = wanted_columns(given, column)
        with opened_lists(visit.app_state.serving.data) as lists:
            paste = read_paste(
                visit.tournament, given, columns=columns, lists=lists, swapped=swapped, decided=decided
            )
            require_answers(paste.questions)
            rows = paste.rows
            lines = [row.line for row in rows if row.player and row.line not in leave]
            if not lines:
                raise InputError(Message("No line is left to enter."))
            saved = register_pasted(
                visit.desk,
                visit.state.id,
                given,
                lines=lines,
                columns=columns,
                lists=lists,
                swapped=swapped,
                registration=registration,
                decided=decided,
                by=visit.by,
            )
    except InputError as error:
        return _render(
            visit,
            text,
            column,
            sheets=sheets,
            left_out=leave,
            here=here,
            swapped=swapped,
            decided=decided,
            error=error,
        )
    said = ngettext("%(num)s player entered", "%(num)s players entered", len(saved.entries))
    unread = sum(row.player is None for row in rows)
    if unread:
        not_read = ngettext(
            "%(num)s line could not be read and was not entered",
            "%(num)s lines could not be read and were not entered",
            unread,
        )
        said = f"{said}. {not_read}"
    return visit.done(said, to=visit.url("players"), saved=saved)


@page.get("/t/{id}/players/lists", need=Role.ADMIN)
def show_lists(visit: Here, ask: str = "") -> Response:
    """The rating lists on this machine; `ask` is the one that may be deleted, after a question."""
    return _render_lists(visit, ask=ask)


@page.post("/t/{id}/players/lists", need=Role.ADMIN)
def import_list(visit: Here, file: UploadFile) -> Response:
    """Import a federation's list; it replaces the earlier one."""
    name = _file_name(file.filename or "")
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(file.file.read())
            done = lists.import_list(path, visit.app_state.serving.data)
    except InputError as error:
        # Whoever has just chosen the file knows its name.
        plain = [replace(each, where="") if each.where == name else each for each in error.problems]
        return _render_lists(visit, error=InputError(plain))
    said = ngettext(
        "%(source)s list imported: %(count)s player",
        "%(source)s list imported: %(count)s players",
        len(done.imported.players),
        count=number(len(done.imported.players)),
        source=done.imported.source.title,
    )
    before = done.before.date if done.before else None
    if before and done.imported.date and done.imported.date < before:
        older = _("It is older than the list of %(day)s that it replaces", day=tell(before))
        said = f"{said}. {older}"
    if done.imported.problems:
        return _render_lists(visit, said=said, unread=done.imported.problems)
    return visit.done(said, to=visit.url("players/lists"))


def _file_name(given: str) -> str:
    """The name of an uploaded file without characters that are unsafe in a path."""
    return re.sub(r"[^\w. -]", "_", given)[-80:].strip(". ") or "list"


def _render(
    visit: Visit,
    text: str,
    column: Sequence[str] = (),
    *,
    sheets: "Sheets | None" = None,
    left_out: Sequence[int] = (),
    swapped: Sequence[int] = (),
    here: bool = False,
    text_again: str = "",
    changed: bool = False,
    decided: Decisions = UNDECIDED,
    error: InputError | None = None,
) -> Response:
    paste = None
    if text.strip():
        with opened_lists(visit.app_state.serving.data) as lists:
            columns = wanted_columns(text, column)
            paste = read_paste(
                visit.tournament, text, columns=columns, lists=lists, swapped=swapped, decided=decided
            )
    return visit.render(
        "players/players_import.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        text=text or text_again,
        changed=changed,
        sheets=sheets,
        left_out=left_out,
        swapped=swapped,
        here=here,
        rows=paste.rows if paste else (),
        unread=[row.line for row in paste.rows if row.player is None] if paste else [],
        columns=sample_columns(paste) if paste else (),
        repeated=paste.repeated if paste else (),
        questions=paste.questions if paste else (),
        unclear=PlayerColumn.UNCLEAR_ROUNDS,
        choices=[(column.key, tell(column.title)) for column in CHOICES],
        shown=fingerprint(text, [each.key for each in paste.columns]) if paste else "",
        line_to_correct=joined_cells,
        lists=kept_lists(visit.app_state.serving.data),
        decided=decided,
    )


def _render_lists(
    visit: Visit,
    *,
    error: InputError | None = None,
    said: str = "",
    unread: Sequence[Problem] = (),
    ask: str = "",
) -> Response:
    return visit.render(
        "lists/players_lists.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        lists=kept_lists(visit.app_state.serving.data),
        said=said,
        unread=unread,
        ask=ask,
    )
