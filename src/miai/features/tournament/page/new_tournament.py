"""A new tournament: from a few answers, from a file, or as a copy of an earlier one."""

from base64 import b64decode, b64encode
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

from fastapi import Form, UploadFile
from starlette.responses import Response

from miai.domain.import_notes import import_notes
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.settings.event_settings import DEFAULT_PRESET
from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields
from miai.domain.settings.setting_text import NO, YES
from miai.domain.typed_text import decimal, grade
from miai.engine.pairing.registry import ALL_SYSTEMS, rules_of
from miai.errors import InputError
from miai.features.congress.set_up import create_event
from miai.features.congress.sharing import share_events_of
from miai.features.files.import_event import import_event
from miai.features.tournament.create_tournament import copy_tournament, create_tournament
from miai.features.tournament.page.system_choices import system_groups, systems_by_question
from miai.formats.registry import FORMATS, assumptions
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.player_columns import read_player_table
from miai.formats.tables.table_rows import table_text
from miai.messages import Message
from miai.server.form_fields import Checkbox, Number, OptionalNumber, Text
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.choices import overtimes, preset_descriptions, rule_choices

page = Page("new", need=Role.ADMIN, accounts=True)

# A larger file is not sent back with a question; result tables are far smaller.
_MOST_CARRIED = 500_000

_EMPTY = {
    "name": "", "begin": "", "end": "", "place": "", "country": "", "rounds": "", "system": "mcmahon",
    "minutes": 60, "overtime": Overtime.BYO_YOMI.value, "komi": "6.5", "correction": "", "ceiling": "",
    "by_score": "", "none_from": "1d", "none_above_bar": YES,
    "preset": DEFAULT_PRESET, "board_size": 19, "people": 1, "team_size": 0, "congress": "",
}  # fmt: skip
_LABELS = {
    **DETAIL_LABELS,
    "rounds": SETTING_LABELS["rounds"],
    "system": SETTING_LABELS["system"],
    "minutes": SETTING_LABELS["clock.basic_minutes"],
    "overtime": SETTING_LABELS["clock.overtime"],
    "komi": SETTING_LABELS["komi"],
    "correction": SETTING_LABELS["handicapping.correction"],
    "ceiling": SETTING_LABELS["handicapping.ceiling"],
    "by_score": SETTING_LABELS["handicapping.by_score"],
    "none_from": SETTING_LABELS["handicapping.none_from"],
    "none_above_bar": SETTING_LABELS["handicapping.none_above_bar"],
    "preset": SETTING_LABELS["preset"],
    "board_size": SETTING_LABELS["board_size"],
    "people": SETTING_LABELS["sides.people"],
    "team_size": SETTING_LABELS["teams.size"],
}


@page.get("/new")
def show(visit: Here, congress: str = "") -> Response:
    """Ask for a name; the rest is filled in. A new event of a congress has its days and its place."""
    usual = {**_EMPTY, "rounds": rules_of("mcmahon").rounds}
    if not congress:
        today = date.today().isoformat()
        return _form(visit, {**usual, "begin": today, "end": today, **_last_place(visit)})
    visit.demand_role_in(congress, Role.DIRECTOR)
    about = visit.desk.state(congress).tournament
    days = {"begin": about.begin, "end": about.end, "place": about.place, "country": about.country}
    return _form(visit, {**usual, **days, "congress": congress})


def _last_place(visit: Visit) -> dict[str, str]:
    """The place and country of the event that was made last, because the next one is often there too."""
    mine = [
        each for each in latest_first(visit) if visit.role_in(each.id) >= Role.DIRECTOR and not each.damaged
    ]
    for each in sorted(mine, key=lambda each: each.created_at, reverse=True)[:1]:
        with suppress(InputError):
            about = visit.desk.state(each.id).tournament
            return {"place": about.place, "country": about.country}
    return {}


@page.post("/new")
def create(
    visit: Here,
    name: Text = "",
    begin: Text = "",
    end: Text = "",
    place: Text = "",
    country: Text = "",
    rounds: OptionalNumber = None,
    rounds_of: Text = "",
    then: Text = "",
    system: Text = "mcmahon",
    minutes: Number = 60,
    overtime: Annotated[Overtime, Form()] = Overtime.BYO_YOMI,
    komi: Text = "6.5",
    correction: OptionalNumber = None,
    ceiling: OptionalNumber = None,
    by_score: Text = "",
    none_from: Text = "1d",
    none_above_bar: Text = YES,
    preset: Text = DEFAULT_PRESET,
    board_size: Number = 19,
    people: Number = 1,
    team_size: Number = 0,
    congress: Text = "",
) -> Response:
    """Create the tournament and go on to its players, its teams or `then` its stages.

    That of a congress is added to it. The rounds that were filled in are those of the system `rounds_of`;
    with another system, they are its own, unless another number was typed.
    """
    form = {key: value for key, value in locals().items() if key in _EMPTY} | {"overtime": overtime.value}
    form |= {
        "rounds": rounds or "",
        "correction": "" if correction is None else correction,
        "ceiling": "" if ceiling is None else ceiling,
    }
    if congress:
        visit.demand_role_in(congress, Role.DIRECTOR)
    try:
        visit.demand_may_create()
        about: dict[str, Any] = {
            "name": name,
            "begin": begin,
            "end": _last_day(begin, end),
            "place": place,
            "country": country,
            "rounds": None if _filled_in(rounds, rounds_of, system) else rounds,
            "system": system,
            "preset": preset,
            "clock": Clock(basic_minutes=minutes, overtime=overtime),
            "komi": decimal(komi, _LABELS["komi"]),
            "handicapping": _handicapping(
                system,
                correction=correction,
                ceiling=ceiling,
                by_score=by_score == YES if by_score else None,
                none_from=grade(none_from, _LABELS["none_from"]),
                none_above_bar=none_above_bar == YES,
            ),
            "board_size": board_size,
            "people": people,
            "team_size": team_size,
            "by": visit.by,
        }
        if congress:
            state = visit.desk.state(create_event(visit.desk, congress, **about).event)
        else:
            state = create_tournament(visit.desk, **about)
        visit.created(state)
    except InputError as error:
        return _form(visit, form, error=error)
    if congress:
        return visit.done(_("%(name)s is open", name=state.tournament.name), to=f"/t/{congress}/events")
    entry = "teams" if state.tournament.settings.by_teams else "players"
    if then == "stages" and not state.tournament.settings.by_teams:
        entry = "stages"
    return visit.done(_("%(name)s is open", name=state.tournament.name), to=f"/t/{state.id}/{entry}")


def _filled_in(rounds: int | None, rounds_of: str, system: str) -> bool:
    """Whether a number of rounds is what the form proposed for another system, which nobody chose."""
    return rounds_of not in ("", system) and rounds_of in ALL_SYSTEMS and rounds == rules_of(rounds_of).rounds


def _last_day(begin: str, end: str) -> str:
    """The last day; if the one that was filled in is before the first day, the event has one day."""
    return begin if begin and end < begin and end == date.today().isoformat() else end


def _handicapping(system: str, **typed: Any) -> Handicapping:
    """The handicaps that a system brings, with what was typed instead."""
    return replace(
        rules_of(system).handicapping, **{name: value for name, value in typed.items() if value is not None}
    )


@page.get("/new/file")
def ask_file(visit: Here) -> Response:
    """Ask for a file."""
    return _file_form(visit)


@page.post("/new/file")
def import_file(
    visit: Here,
    file: UploadFile | None = None,
    content: Text = "",
    file_name: Text = "",
    lenient: Checkbox = False,
) -> Response:
    """Import a tournament from any file that Miai reads.

    A table whose lines contradict each other is read only after a question, which carries the file along.
    """
    data = file.file.read() if file else _decoded(content)
    name = (file.filename if file else file_name) or ""
    try:
        visit.demand_may_create()
        imported = import_event(visit.desk, data, file_name=name, say=tell, lenient=lenient)
    except InputError as error:
        assumed = () if lenient or len(data) > _MOST_CARRIED else assumptions(data)
        carried = b64encode(data).decode() if assumed else ""
        is_table = not assumed and _is_player_table(data)
        return _file_form(
            visit, error=error, assumed=assumed, content=carried, file_name=name, is_player_table=is_table
        )
    visit.created(imported.state)
    if visit.is_admin and imported.state.tournament.is_congress:
        share_events_of(visit.desk, imported.state)
    event = imported.state.tournament
    said = ngettext(
        "%(name)s imported with %(num)s player",
        "%(name)s imported with %(num)s players",
        len(event.players),
        name=event.name,
    )
    if sum(each.name == event.name for each in latest_first(visit)) > 1:
        same_name = _("Another tournament has the same name")
        said = f"{said}. {same_name}"
    notes = "/imported" if import_notes(event) else ""
    return visit.done(said, to=f"/t/{imported.state.id}{notes}")


def _is_player_table(data: bytes) -> bool:
    """Whether a file that is no tournament is a table with names and grades."""
    try:
        columns = {guess.column for guess in read_player_table(table_text(data)).guesses}
    except InputError:
        return False
    names = {PlayerColumn.NAME, PlayerColumn.GIVEN_FIRST, PlayerColumn.SURNAME}
    return PlayerColumn.GRADE in columns and bool(columns & names)


def _decoded(content: str) -> bytes:
    try:
        return b64decode(content, validate=True)
    except ValueError:
        raise InputError(Message("the file did not arrive whole: choose it again")) from None


@page.get("/new/copy")
def ask_copy(visit: Here, source: str = "") -> Response:
    """Ask which tournament to copy; one may be chosen already."""
    return _render(
        visit, "tournament/new_copy.html", form={"name": "", "begin": "", "end": "", "source": source}
    )


@page.post("/new/copy")
def copy(
    visit: Here,
    source: Text = "",
    name: Text = "",
    begin: Text = "",
    end: Text = "",
    with_players: Checkbox = False,
) -> Response:
    """Create a tournament with the rules of an earlier one."""
    if source:
        visit.demand_role_in(source, Role.DIRECTOR)
    try:
        visit.demand_may_create()
        state = copy_tournament(
            visit.desk, source, name=name, begin=begin, end=end, with_players=with_players, by=visit.by
        )
    except InputError as error:
        form = {"name": name, "begin": begin, "end": end, "source": source}
        return _render(visit, "tournament/new_copy.html", error=error, form=form)
    visit.created(state)
    return visit.done(_("%(name)s is open", name=state.tournament.name), to=f"/t/{state.id}/players")


def _form(visit: Visit, form: dict[str, Any], *, error: InputError | None = None) -> Response:
    groups = system_groups()
    return _render(
        visit,
        "tournament/new.html",
        error=error,
        form=form,
        groups=groups,
        others=sum(len(group.systems) for group in groups if group.folded),
        asked_for=systems_by_question(),
        overtimes=overtimes(),
        presets=rule_choices("preset"),
        preset_descriptions=preset_descriptions(),
        congress=visit.desk.state(form["congress"]).tournament if form["congress"] else None,
        counted_by=[("", _("as the system has it")), *rule_choices("handicapping.by_score")],
        yes_or_no=[(YES, _("yes")), (NO, _("no"))],
        none_from_help=_help("handicapping.none_from"),
        above_bar_help=_help("handicapping.none_above_bar"),
    )


def _help(path: str) -> str:
    says = setting_fields()[path].help
    return tell(says) if says else ""


def _file_form(visit: Visit, *, error: InputError | None = None, **carried: object) -> Response:
    values = {"assumed": (), "is_player_table": False, "formats": list(FORMATS.values()), **carried}
    return _render(visit, "tournament/new_file.html", error=error, **values)


def _render(visit: Visit, template: str, *, error: InputError | None = None, **values: object) -> Response:
    listed = latest_first(visit)
    mine = [each for each in listed if visit.role_in(each.id) >= Role.DIRECTOR]
    return visit.render(
        template,
        status=422 if error else 200,
        problems=error.problems if error else (),
        earlier=mine,
        labels={name: tell(label) for name, label in _LABELS.items()},
        links=links(visit, listed, current="/new"),
        **values,
    )
