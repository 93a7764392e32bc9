"""Files: the tournament for other programs and federations, and what each kind of file leaves out."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.import_notes import import_notes
from miai.domain.settings.egf_class import class_message
from miai.errors import InputError
from miai.features.files.export_event import export_event
from miai.features.files.page.checks import chosen_rounds, event_of, rating_file_of, upload_views
from miai.features.files.rail import page
from miai.features.files.spreadsheet_tables import games_file, pairings_file, players_file
from miai.features.uploads.check_upload import federation_of_format
from miai.features.uploads.event_in_file import event_in_file, file_stem, rounds_of_stages
from miai.formats.registry import WRITTEN, Format
from miai.messages import Message
from miai.server.downloads import table_download
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell


@page.get("/t/{id}/publish/files")
def show(visit: Here, check: str = "", rounds: str = "", ask: str = "") -> Response:
    """Every kind of file; what one leaves out is found on demand, because it takes a while."""
    event, whole = event_of(visit), rating_file_of(visit)
    chosen, problem = chosen_rounds(visit, rounds)
    return visit.render(
        "files/files.html",
        stem=file_stem(visit.id),
        details=event,
        last_round=whole.tournament.rounds_played,
        rounds_of_stages=rounds_of_stages(whole.parts),
        formats=list(WRITTEN.values()),
        missing={form.key: _missing(visit, form) for form in WRITTEN.values()},
        uploads=upload_views(visit, chosen),
        rounds=chosen,
        typed_rounds=rounds,
        rounds_problem=problem,
        ask=ask,
        checked={check: _checked(visit, check, chosen)} if check in WRITTEN else {},
        egf_class=class_message(event),
        noted=len(import_notes(event)),
        drawn=[each.number for each in event.rounds if each.boards],
    )


@page.get("/t/{id}/publish/tables/{what}")
def table(visit: Here, what: str, to: str = "csv") -> Response:
    """The players, all games, or the pairings of a round, as a table for spreadsheets."""
    event = visit.tournament
    if what == "players":
        return table_download(players_file(event, tell), f"{visit.id}-players", to=to)
    if what == "games":
        return table_download(games_file(event, tell), f"{visit.id}-games", to=to)
    if what == "pairings" and visit.asked_round is not None:
        number = visit.asked_round
        return table_download(pairings_file(event, number, tell), f"{visit.id}-pairings-{number}", to=to)
    raise HTTPException(404, _("there is no such file"))


@page.get("/t/{id}/imported")
def imported(visit: Here) -> Response:
    """What the imported file could not say, and what was assumed instead."""
    return visit.render("files/imported.html", notes=import_notes(visit.tournament))


@page.get("/t/{id}/publish/files/{key}")
def check(visit: Here, key: str, rounds: str = "") -> Response:
    """What one kind of file leaves out, for the card of that file."""
    if key not in WRITTEN:
        raise HTTPException(404, _("there is no such file"))
    chosen, _problem = chosen_rounds(visit, rounds)
    return visit.part(
        "files/file_check.html",
        file=_checked(visit, key, chosen),
        told=_missing(visit, WRITTEN[key]),
    )


def _missing(visit: Visit, form: Format) -> list[Message]:
    """What the programs that read a file need and the tournament does not say."""
    return form.missing(event_in_file(event_of(visit), form.key).tournament)


def _checked(visit: Visit, key: str, rounds: str) -> dict[str, Any]:
    """What a file leaves out, with headings in the language of the reader."""
    chosen = rounds if federation_of_format(key) else ""
    # A file of a stage has details of its event.
    found = visit.desk.recall(
        visit.event_state, ("file", visit.id, key, chosen), lambda: _export(visit, key, chosen)
    )
    return {**found, "lost": [(_about(kind.value), each) for kind, each in found["lost"].items()]}


def _export(visit: Visit, key: str, rounds: str) -> dict[str, Any]:
    """What a file leaves out, for readers of every language."""
    try:
        exported = export_event(visit.desk, visit.id, to=key, rounds=rounds)
    except InputError as error:
        return {"why_not": error.problems, "lost": {}}
    return {"why_not": (), "lost": exported.lost_by_kind}


def _about(kind: str) -> str:
    """What the losses of a kind are about, as a heading."""
    return {
        "left out": _("Left out"),
        "details": _("The event"),
        "rules": _("Rules of the tournament"),
        "players": _("Players"),
        "games": _("Games"),
    }[kind]
