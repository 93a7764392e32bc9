"""Players: who is entered, who is here, who plays which round, and the bar across the field."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import Depends, Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.desk.live_state import STAGE_SIGN, Saved
from miai.domain.people.player import BarSide, Player, PlayerId, Registration
from miai.domain.typed_text import grade
from miai.engine.scoring.scores import is_on_top
from miai.errors import InputError
from miai.features.lists.view.rating_lists import kept_lists, look_up, opened_lists
from miai.features.players.view.narrowing import Narrowing, narrowing_choices
from miai.features.players.view.own_list import known_person, people_of
from miai.messages import Message
from miai.server.form_fields import Checkbox, Text
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import mark

if TYPE_CHECKING:
    from miai.features.players.view.found_players import FoundPlayer

page = Page(
    "players",
    title=mark("Players"),
    congress_title=mark("People"),
    icon="people",
    letter="p",
    main=True,
    suited=everywhere,
    viewers=True,
)
# How long the script of the page waits for an answer about the advice, in seconds.
_ADVICE_WAIT = 1.0


@page.get("/t/{id}/players")
def show(
    visit: Here,
    narrowed: Annotated[Narrowing, Depends()],
    show: str = "all",
    sort: str = "name",
    q: str = "",
) -> Response:
    """The list with its field; with a round in the address, who plays in that round."""
    if visit.tournament.is_congress:
        from miai.features.congress.page.people import show_people

        return show_people(visit, narrowed, show=show, sort=sort, q=q)
    from miai.features.players.page.field_card import field_card
    from miai.features.players.view.entry_list import PlayerFilter, entry_list

    event = visit.tournament
    asked = visit.round if "round" in visit.request.query_params else None
    shown = PlayerFilter(show) if show in [each.value for each in PlayerFilter] else PlayerFilter.ALL
    folder = visit.app_state.serving.data
    listed = entry_list(event, folder=folder, show=shown, narrowed=narrowed, sort=sort, missing=asked)
    drawn = {each.number for each in event.rounds if each.boards}
    rounds = range(1, event.settings.rounds + 1)
    return visit.render(
        "players/players.html",
        event=event,
        entries=listed,
        shown=shown.value,
        counts={kind.value: count for kind, count in listed.counts.items()},
        narrowed=narrowed,
        choices=narrowing_choices(event),
        sort=sort,
        q=q,
        found=_found(visit, q) if q.strip() else None,
        asked=asked,
        next_round=next((number for number in rounds if number not in drawn), None),
        drawn=bool(drawn),
        field=field_card(event),
        lists=kept_lists(folder),
        strangers=_strangers(visit),
        **_advice_values(visit),
    )


@page.get("/t/{id}/players/find", viewers=False)
def find(visit: Here, q: str = "") -> Response:
    """The players that match the text typed so far."""
    return visit.part("players/players_found.html", q=q.strip(), found=_found(visit, q))


@page.post("/t/{id}/players/take")
def enter_found(
    visit: Here,
    player: Text = "",
    source: Text = "",
    number: Text = "",
    surname: Text = "",
    first_name: Text = "",
    own: Text = "",
    here: Checkbox = True,
) -> Response:
    """Check in an entrant that a search has found, or enter a player of the own or of a rating list."""
    from miai.features.players.register_player import from_list, has_strength, register_player

    if player:
        return _check_in(visit, PlayerId(player)) if here else visit.done(_("Entered already"))
    if visit.stage_id:
        raise InputError(Message("players are entered in the event, then chosen for its stages"))
    if own:
        again = replace(
            known_person(visit, own), registration=Registration.FINAL if here else Registration.PRELIMINARY
        )
        saved = register_player(visit.desk, visit.id, again, by=visit.by)
        return confirm_entry(visit, saved, to=back_to_row(visit, saved.state.tournament.players[-1].id))
    key = {"source": source, "number": number, "surname": surname, "first_name": first_name}
    listed = look_up(visit.app_state.serving.data, key)
    if listed is None:
        raise HTTPException(404, _("The rating list has changed: search again."))
    if not has_strength(listed):
        return visit.done(to=visit.url("players/new", **key))
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    entered = replace(from_list(listed), registration=registration)
    saved = register_player(visit.desk, visit.id, entered, by=visit.by)
    return confirm_entry(visit, saved, to=back_to_row(visit, saved.state.tournament.players[-1].id))


@page.post("/t/{id}/players/typed", whole=True)
def enter_typed(visit: Here, name: Text, grade: Text, here: Checkbox = True) -> Response:
    """Enter a new player whose name and grade were typed into the search."""
    from miai.features.players.paste_players import read_paste
    from miai.features.players.register_player import register_player
    from miai.formats.tables.column_headings import PlayerColumn

    with opened_lists(visit.app_state.serving.data) as lists:
        columns = (PlayerColumn.NAME, PlayerColumn.GRADE)
        row = read_paste(visit.tournament, f"{name}\t{grade}", columns=columns, lists=lists).rows[0]
    if row.player is None:
        raise InputError(row.problem or Message("no name"))
    if row.twice:
        raise InputError(Message("%(name)s is entered already", name=row.player.name))
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    entered = replace(row.player, registration=registration)
    saved = register_player(visit.desk, visit.id, entered, by=visit.by)
    return confirm_entry(visit, saved, to=back_to_row(visit, saved.state.tournament.players[-1].id))


@page.post("/t/{id}/players/check-in")
def check_in(visit: Here, here: Text = "", away: Text = "") -> Response:
    """Record that a player is here, or not here yet."""
    from miai.features.players.change_player import check_in

    if here:
        return _check_in(visit, PlayerId(here))
    if visit.tournament.is_congress:
        return _check_in_at_congress(visit, PlayerId(away), here=False)
    name = visit.tournament.player(PlayerId(away)).name
    saved = check_in(visit.desk, visit.id, PlayerId(away), here=False, by=visit.by)
    return visit.done(_("%(name)s is not here", name=name), to=back_to_row(visit, away), saved=saved)


@page.post("/t/{id}/players/attendance")
def attend(
    visit: Here, number: Annotated[int, Form(alias="round")], plays: Text = "", misses: Text = ""
) -> Response:
    """Record whether a player plays in one round."""
    return record_attendance(visit, PlayerId(plays or misses), number, plays=bool(plays))


@page.post("/t/{id}/players/bar")
def move_line(visit: Here, to: Text = "", line: Text = "bar", step_to: Text = "") -> Response:
    """Move the bar or the floor to the grade that was typed, or to that of an arrow."""
    from miai.features.settings.change_settings import change_rules

    wanted = grade(step_to or to, _("Grade"))
    path = "scoring.floor" if line == "floor" else "scoring.bar"
    saved = change_rules(visit.desk, visit.id, {path: wanted}, by=visit.by)
    said = (
        _("The floor is at %(grade)s", grade=wanted)
        if line == "floor"
        else _("The bar is at %(grade)s", grade=wanted)
    )
    return visit.done(said, saved=saved)


@page.post("/t/{id}/players/across")
def move_across(visit: Here, player: Text, side: Text = "over") -> Response:
    """Put one player on the other side of the bar, or let the grade decide again."""
    from miai.features.players.change_player import move_across_bar

    moving = visit.tournament.player(PlayerId(player))
    chosen = _side(visit, moving, side)
    saved = move_across_bar(visit.desk, visit.id, moving.id, side=chosen, by=visit.by)
    said = {
        BarSide.ABOVE: _("%(name)s starts above the bar", name=moving.name),
        BarSide.BELOW: _("%(name)s starts below the bar", name=moving.name),
        None: _("%(name)s starts by grade", name=moving.name),
    }[chosen]
    return visit.done(said, saved=saved)


@page.get("/t/{id}/players/advice")
def advise(visit: Here) -> Response:
    """The advice on the bar, which takes a moment: the page loads it after it is shown.

    The page's script does not wait longer than a moment: it is told how far the advice is, and asks again.
    """
    from miai.features.bar.view.advice import field_key, known_advice, new_advice
    from miai.features.bar.view.study import StudyProgress

    found = new_advice(visit.desk, visit.state, wait=_ADVICE_WAIT if visit.enhanced else None)
    under_way = isinstance(found, StudyProgress)
    values: dict[str, Any] = {
        "advice": known_advice(visit.desk, visit.state)[0] if under_way else found,
        "advice_is_new": not under_way,
        "progress": found if under_way else None,
        "field_key": field_key(visit.state),
    }
    if visit.enhanced:
        return visit.part("bar/bar_advice.html", **values)
    return visit.render("bar/players_advice.html", **values)


def confirm_entry(visit: Visit, saved: Saved, *, to: str) -> Response:
    """Confirm who was entered and what to check; for a late arrival go on to what can be done."""
    from miai.features.players.view.entry_list import flags_of, late_players

    event = saved.state.tournament
    player = event.players[-1]
    said = (
        _("%(name)s %(grade)s is here", name=player.name, grade=player.grade)
        if player.registration is Registration.FINAL
        else _("%(name)s %(grade)s is entered", name=player.name, grade=player.grade)
    )
    flags = [flag.text for flag in flags_of(event, player.id, visit.app_state.serving.data)]
    if flags:
        said = _("%(said)s. Look at: %(remarks)s", said=said, remarks=", ".join(flags))
    late = player.id in late_players(event)
    return visit.done(said, to=late_address(visit, player.id) if late else to, saved=saved)


def record_attendance(visit: Visit, player: PlayerId, number: int, *, plays: bool) -> Response:
    """Record whether a player plays in one round."""
    from miai.features.players.change_player import set_attendance

    name = visit.tournament.player(player).name
    saved = set_attendance(visit.desk, visit.id, player, round=number, plays=plays, by=visit.by)
    said = (
        _("%(name)s plays in round %(round)s", name=name, round=number)
        if plays
        else _("%(name)s misses round %(round)s", name=name, round=number)
    )
    return visit.done(said, to=back_to_row(visit, player), saved=saved)


def late_address(visit: Visit, player: PlayerId) -> str:
    """The page that asks what to do with a late arrival."""
    return visit.url(f"players/{quote(player, safe='')}/late")


def back_to_row(visit: Visit, player: str) -> str:
    """The page that the visitor came from, at the row of a player; the script stays there by itself."""
    return visit.came_from if visit.enhanced else f"{visit.came_from}#player-{quote(player, safe='')}"


def _found(visit: Visit, typed: str) -> "list[FoundPlayer]":
    """Who matches the text typed so far; in a stage only those who are in it."""
    from miai.features.players.view.found_players import found_players

    if visit.stage_id:
        return found_players(visit.tournament, typed, None)
    return found_players(visit.tournament, typed, visit.app_state.serving.data, people_of(visit))


def _check_in_at_congress(visit: Visit, person: PlayerId, *, here: bool = True) -> Response:
    from miai.features.congress.page.people import check_in_person

    return visit.done(check_in_person(visit, person, here=here), to=back_to_row(visit, person))


def _check_in(visit: Visit, player: PlayerId) -> Response:
    if visit.tournament.is_congress:
        return _check_in_at_congress(visit, player)
    from miai.features.players.change_player import check_in
    from miai.features.players.view.entry_list import late_players

    saved = check_in(visit.desk, visit.id, player, by=visit.by)
    name = saved.state.tournament.player(player).name
    if not saved.entries:
        return visit.done(_("%(name)s is here already", name=name), to=back_to_row(visit, player))
    late = player in late_players(saved.state.tournament)
    to = late_address(visit, player) if late else back_to_row(visit, player)
    return visit.done(_("%(name)s is here", name=name), to=to, saved=saved)


def _side(visit: Visit, player: Player, side: str) -> BarSide | None:
    if side != "over":
        return BarSide(side) if side in [each.value for each in BarSide] else None
    return BarSide.BELOW if is_on_top(player, visit.tournament.settings.scoring) else BarSide.ABOVE


def _strangers(visit: Visit) -> int:
    """How many players of an event are not on the list of its congress."""
    if visit.congress is None:
        return 0
    from miai.features.congress.matching import match_people

    return len(match_people(visit.congress.tournament, visit.id.partition(STAGE_SIGN)[0], visit.tournament))


def _advice_values(visit: Visit) -> dict[str, Any]:
    """The advice known so far, and whether it is up to date; none where there is no bar."""
    from miai.features.bar.view.advice import field_key, known_advice

    event = visit.tournament
    if event.settings.by_wins or event.settings.scoring.bands or len(event.players) < 2:
        return {"advised": False}
    known, is_new = known_advice(visit.desk, visit.state)
    return {
        "advised": True,
        "advice": known,
        "advice_is_new": is_new,
        "progress": None,
        "field_key": field_key(visit.state),
    }
