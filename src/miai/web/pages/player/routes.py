"""One player: somebody new, all that is known of one, and what to do with one who comes late."""

from typing import Annotated
from urllib.parse import quote

from fastapi import Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.player import Player, PlayerId, Registration
from miai.domain.round import Round
from miai.errors import InputError
from miai.web.pages.player.form import (
    NewPlayerForm,
    PlayerForm,
    changed_fields,
    changing,
    form_of,
    form_of_name,
    form_without_grade,
    labels,
    read_form,
)
from miai.web.pages.players.routes import attended, late_address, welcomed
from miai.web.pages.shared.rating_lists import look_up
from miai.web.server.frame import current_round, is_shown
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.words import gettext as _
from miai.web.words.formatting import sentence

page = Page("player")
Text = Annotated[str, Form()]


@page.get("/t/{id}/players/new")
def ask_new(
    visit: Here, name: str = "", source: str = "", number: str = "", surname: str = "", first_name: str = ""
) -> Response:
    """Ask who is new; what was typed in the search or is known from a list is filled in."""
    from miai.app.players.register_player import from_list
    from miai.domain.grade import Grade

    key = {"source": source, "number": number, "surname": surname, "first_name": first_name}
    listed = look_up(visit.app_state.serving.data, key) if source else None
    if listed:
        # The grade is what the list does not say.
        return _render_new(visit, form_without_grade(from_list(listed, grade=Grade.of_number(0))))
    return _render_new(visit, form_of_name(name))


@page.post("/t/{id}/players/new")
def enter_new(visit: Here, form: Annotated[NewPlayerForm, Form()]) -> Response:
    """Enter somebody by hand."""
    from miai.app.players.register_player import NEW, register_player

    values, faults = read_form(form, set(PlayerForm.model_fields))
    if faults:
        return _render_new(visit, form, faults=faults)
    registration = Registration.FINAL if form.here else Registration.PRELIMINARY
    player = Player(id=NEW, registration=registration, **values)
    try:
        saved = register_player(visit.desk, visit.state.id, player, by=visit.by)
    except InputError as error:
        return _render_new(visit, form, faults={"": str(error)})
    return welcomed(visit, saved, to=visit.url("players"))


@page.get("/t/{id}/players/{player}")
def show(visit: Here, player: str) -> Response:
    """All that is known of a player."""
    known = _player(visit, player)
    return _render(visit, known, form_of(known))


@page.post("/t/{id}/players/{player}/change")
def change(visit: Here, player: str, form: Annotated[PlayerForm, Form()], seen: Text) -> Response:
    """Correct what is known of a player."""
    from miai.app.players.change_player import change_player

    known = _player(visit, player)
    values, faults = read_form(form, changed_fields(form, seen))
    if faults:
        return _render(visit, known, form, seen=seen, faults=faults)
    try:
        saved = change_player(visit.desk, visit.id, known.id, changing(values), by=visit.by)
    except InputError as error:
        return _render(visit, known, form, seen=seen, faults={"": str(error)})
    said = _("%(name)s saved", name=saved.state.tournament.player(known.id).name)
    return visit.done(said if saved.entries else _("Nothing changed"), saved=saved)


@page.post("/t/{id}/players/{player}/attendance")
def attend(
    visit: Here, player: str, plays: Annotated[int, Form()] = 0, misses: Annotated[int, Form()] = 0
) -> Response:
    """Say whether the player plays in one round."""
    return attended(visit, _player(visit, player).id, plays or misses, plays=bool(plays))


@page.post("/t/{id}/players/{player}/withdraw")
def withdraw(visit: Here, player: str, from_round: Annotated[int, Form()]) -> Response:
    """Let a player go home."""
    from miai.app.players.change_player import withdraw

    known = _player(visit, player)
    saved = withdraw(visit.desk, visit.id, known.id, from_round=from_round, by=visit.by)
    said = _("%(name)s leaves before round %(round)s", name=known.name, round=from_round)
    return visit.done(said, saved=saved)


@page.post("/t/{id}/players/{player}/remove")
def remove(visit: Here, player: str) -> Response:
    """Take somebody off the list who is in no draw."""
    from miai.app.players.change_player import remove_player

    known = _player(visit, player)
    saved = remove_player(visit.desk, visit.id, known.id, by=visit.by)
    return visit.done(_("%(name)s is off the list", name=known.name), to=visit.url("players"), saved=saved)


@page.get("/t/{id}/players/{player}/late")
def ask_late(visit: Here, player: str) -> Response:
    """Offer what can be done for somebody who comes when the round is drawn, the least disturbance first."""
    from miai.web.pages.player.late_choices import late_choices

    known = _player(visit, player)
    number = current_round(visit.tournament)
    try:
        choices = late_choices(visit.desk, visit.state, known, number)
    except InputError as error:
        return visit.done(sentence(error), to=visit.url(f"players/{quote(player, safe='')}"))
    return visit.render(
        "pages/player_late.html",
        player=known,
        number=number,
        choices=choices,
        draft=not is_shown(visit.tournament, number),
    )


@page.post("/t/{id}/players/{player}/late")
def let_in(visit: Here, player: str, choice: Text, number: Annotated[int, Form(alias="round")]) -> Response:
    """Let somebody in late, in one of the ways offered."""
    from miai.app.players.late_arrival import LateChoice, take_late_arrival
    from miai.web.pages.player.late_choices import seated

    known = _player(visit, player)
    way = next((each for each in LateChoice if each.value == choice), LateChoice.NEXT_ROUND)
    saved = take_late_arrival(visit.desk, visit.id, known.id, round=number, choice=way, by=visit.by)
    return visit.done(seated(saved.state.tournament, known, number), to=visit.url("players"), saved=saved)


def _render_new(visit: Visit, form: NewPlayerForm, *, faults: dict[str, str] | None = None) -> Response:
    return visit.render(
        "pages/player_new.html",
        status=422 if faults else 200,
        event=visit.tournament,
        form=form,
        labels=labels(),
        faults=faults or {},
    )


def _render(
    visit: Visit,
    player: Player,
    form: PlayerForm,
    *,
    seen: str = "",
    faults: dict[str, str] | None = None,
) -> Response:
    from miai.web.pages.player.view import story
    from miai.web.pages.players.view import flags_of, late_players

    event = visit.tournament
    rounds = range(1, event.settings.rounds + 1)
    drawn = [each for each in (*event.rounds, *event.shown) if _is_in(each, player)]
    coming = [number for number in rounds if not event.round(number).boards]
    return visit.render(
        "pages/player.html",
        status=422 if faults else 200,
        event=event,
        player=player,
        here=player.registration is Registration.FINAL,
        rounds=[(number, player.attends(number)) for number in rounds],
        coming=coming,
        gone=bool(coming) and not any(player.attends(number) for number in coming),
        above=player.grade.number >= event.settings.scoring.bar.number,
        in_draw=bool(drawn),
        late=late_address(visit, player.id) if player.id in late_players(event) else "",
        flags=flags_of(event, player.id, visit.app_state.serving.data),
        story=story(visit.state, player.id),
        form=form,
        seen=seen or form.model_dump_json(),
        labels=labels(),
        faults=faults or {},
    )


def _player(visit: Visit, player: str) -> Player:
    try:
        return visit.tournament.player(PlayerId(player))
    except InputError as error:
        raise HTTPException(404, str(error)) from error


def _is_in(drawn: Round, player: Player) -> bool:
    return bool(drawn.board_of(player.id) or drawn.bye_of(player.id))
