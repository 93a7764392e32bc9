"""One player: entering a new one, changing one, and letting in one who arrives late."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.event_games import games_of
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.rounds.round import Pairings
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.stages import MAIN
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import is_on_top
from miai.errors import InputError
from miai.features.congress.view.person import change_person_of, remove_person_of, show_person
from miai.features.draw.all_games import PersonRound, rounds_of_player
from miai.features.draw.late_arrival import (
    LateChoice,
    band_message,
    late_arrival_offers,
    start_message,
    take_late_arrival,
)
from miai.features.draw.view.pairings import result_word
from miai.features.history.history_changes import removed_with
from miai.features.history.show_history import player_history
from miai.features.lists.candidates import refused_keys
from miai.features.lists.view.rating_lists import look_up, opened_lists
from miai.features.players.change_player import change_player, come_back, remove_player
from miai.features.players.change_player import withdraw as withdraw_player
from miai.features.players.name_order import KnownNames
from miai.features.players.register_player import NEW, from_list, register_player
from miai.features.players.view.entering import (
    confirm_entry,
    late_address,
    record_attendance,
    with_left_games,
)
from miai.features.players.view.entry_list import flags_of, late_players
from miai.features.players.view.player_form import (
    NewPlayerForm,
    PlayerForm,
    changed_fields,
    changing,
    form_of,
    form_of_name,
    form_without_grade,
    read_form,
    with_names_swapped,
)
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.teams.view.team_matches import team_of
from miai.server.form_fields import Number, Text, WholeNumber
from miai.server.page import Page, everywhere
from miai.server.page_frame import current_round, is_shown
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell, tell_sentence

page = Page("player", suited=everywhere)


@page.get("/t/{id}/players/new", whole=True)
def ask_new(
    visit: Here,
    name: str = "",
    source: str = "",
    number: str = "",
    surname: str = "",
    first_name: str = "",
    not_same: str = "",
) -> Response:
    """Show an empty form, or one filled from the search or from a rating list."""
    key = {"source": source, "number": number, "surname": surname, "first_name": first_name}
    listed = look_up(visit.app_state.serving.data, key) if source else None
    if listed:
        # The list has no grade: from_list needs one, and the form leaves it empty.
        return _render_new(visit, form_without_grade(from_list(listed, grade=Grade.of_number(0))))
    with opened_lists(visit.app_state.serving.data) as lists:
        known = KnownNames(visit.tournament.players, lists)
        return _render_new(visit, form_of_name(name, known, not_same))


@page.post("/t/{id}/players/new", whole=True)
def enter_new(visit: Here, form: Annotated[NewPlayerForm, Form()]) -> Response:
    """Enter a player from the form."""
    values, faults = read_form(form, set(PlayerForm.model_fields))
    if faults:
        return _render_new(visit, form, faults=faults)
    registration = Registration.FINAL if form.here else Registration.PRELIMINARY
    player = Player(id=NEW, registration=registration, not_same_as=refused_keys([form.not_same]), **values)
    try:
        saved = register_player(visit.desk, visit.state.id, player, by=visit.by)
    except InputError as error:
        return _render_new(visit, form, error=error)
    return confirm_entry(visit, saved, to=visit.url("players"))


@page.post("/t/{id}/players/new/swap", whole=True)
def swap_new(visit: Here, form: Annotated[NewPlayerForm, Form()]) -> Response:
    """Show the form again with surname and first name exchanged; nobody is entered."""
    return _render_new(visit, with_names_swapped(form))


@page.get("/t/{id}/players/{player}")
def show(visit: Here, player: str) -> Response:
    """Everything known of a player."""
    known = _player(visit, player)
    return _render(visit, known, form_of(known))


@page.post("/t/{id}/players/{player}/change", whole=True)
def change(visit: Here, player: str, form: Annotated[PlayerForm, Form()], seen: Text) -> Response:
    """Change the fields of a player."""
    known = _player(visit, player)
    values, faults = read_form(form, changed_fields(form, seen))
    if faults:
        return _render(visit, known, form, seen=seen, faults=faults)
    try:
        if visit.tournament.is_congress:
            return change_person_of(visit, known, changing(values))
        saved = change_player(visit.desk, visit.id, known.id, changing(values), by=visit.by)
    except InputError as error:
        return _render(visit, known, form, seen=seen, error=error)
    said = _("%(name)s saved", name=saved.state.tournament.name_of(known.id))
    return visit.done(said if saved.entries else _("Nothing changed"), saved=saved)


@page.post("/t/{id}/players/{player}/swap", whole=True)
def swap(visit: Here, player: str, form: Annotated[PlayerForm, Form()], seen: Text) -> Response:
    """Show the form again with surname and first name exchanged; nothing is saved."""
    return _render(visit, _player(visit, player), with_names_swapped(form), seen=seen)


@page.post("/t/{id}/players/{player}/attendance")
def attend(visit: Here, player: str, plays: Number = 0, misses: Number = 0) -> Response:
    """Record whether the player plays in one round."""
    return record_attendance(visit, _player(visit, player).id, plays or misses, plays=bool(plays))


@page.post("/t/{id}/players/{player}/withdraw")
def withdraw(visit: Here, player: str, from_round: Number) -> Response:
    """Withdraw a player from a round on."""
    known = _player(visit, player)
    saved = withdraw_player(visit.desk, visit.id, known.id, from_round=from_round, by=visit.by)
    if visit.tournament.stages:
        said = _("%(name)s leaves the event", name=known.name)
    else:
        said = _("%(name)s leaves before round %(round)s", name=known.name, round=from_round)
    return visit.done(with_left_games(visit, said, saved), saved=saved)


@page.post("/t/{id}/players/{player}/back")
def back(visit: Here, player: str) -> Response:
    """Let a player who has withdrawn play again in the rounds that are not drawn."""
    known = _player(visit, player)
    saved = come_back(visit.desk, visit.id, known.id, by=visit.by)
    return visit.done(_("%(name)s is back", name=known.name), saved=saved)


@page.post("/t/{id}/players/{player}/remove", whole=True)
def remove(visit: Here, player: str) -> Response:
    """Remove a player who is in no draw."""
    known = _player(visit, player)
    if visit.tournament.is_congress:
        return remove_person_of(visit, known)
    before = visit.tournament
    saved = remove_player(visit.desk, visit.id, known.id, by=visit.by)
    names = before.names
    dropped = removed_with(
        known.id,
        wishes=before.wishes,
        settings=before.settings,
        bonuses=sum(bonus.player == known.id for drawn in before.rounds for bonus in drawn.bonuses),
        name=lambda player: names.get(player, player),
    )
    said = ". ".join((_("%(name)s removed", name=known.name), *map(tell, dropped)))
    return visit.done(said, to=visit.url("players"), saved=saved)


@page.get("/t/{id}/players/{player}/late")
def ask_late(visit: Here, player: str) -> Response:
    """Offer what can be done for a player who arrives after the draw, the least disturbance first."""
    known = _player(visit, player)
    number = current_round(visit.tournament)
    try:
        offers = late_arrival_offers(visit.desk, visit.id, known.id, round=number)
    except InputError as error:
        # A page that is only refreshed must not put this in the place of the toast of its own action.
        said = "" if visit.enhanced else tell_sentence(error)
        return visit.done(said, to=visit.url(f"players/{quote(player, safe='')}"))
    return visit.render(
        "players/player_late.html",
        player=known,
        number=number,
        offers=offers,
        band=band_message(visit.tournament, known),
        draft=not is_shown(visit.tournament, number),
    )


@page.post("/t/{id}/players/{player}/late")
def let_in(
    visit: Here,
    player: str,
    choice: Text,
    number: Annotated[WholeNumber, Form(alias="round")],
    games: Annotated[str | None, Form()] = None,
) -> Response:
    """Let a player in late, in one of the ways offered, by the games that the page showed."""
    known = _player(visit, player)
    way = next((each for each in LateChoice if each.value == choice), LateChoice.NEXT_ROUND)
    saved = take_late_arrival(
        visit.desk, visit.id, known.id, round=number, choice=way, key=games, by=visit.by
    )
    return visit.done(
        _late_result(saved.state.tournament, known, number), to=visit.url("players"), saved=saved
    )


def _late_result(event: Tournament, player: Player, number: int) -> str:
    """What became of a player who was let in late."""
    board = event.round(number).board_of(player.id)
    if board:
        return _(
            "%(name)s plays at table %(table)s against %(opponent)s",
            name=player.name,
            table=board.table,
            opponent=event.name_of(board.opponent_of(player.id)),
        )
    if player.id in event.round(number).free:
        return _("%(name)s has the bye in round %(number)s", name=player.name, number=number)
    return _("%(name)s starts in round %(number)s", name=player.name, number=number + 1)


def _render_new(
    visit: Visit,
    form: NewPlayerForm,
    *,
    faults: dict[str, InputError] | None = None,
    error: InputError | None = None,
) -> Response:
    return visit.render(
        "players/player_new.html", event=visit.tournament, form=form, **_form_values(faults or {}, error)
    )


def _render(
    visit: Visit,
    player: Player,
    form: PlayerForm,
    *,
    seen: str = "",
    faults: dict[str, InputError] | None = None,
    error: InputError | None = None,
) -> Response:
    if visit.tournament.is_congress:
        return show_person(visit, player, form, seen=seen, **_form_values(faults or {}, error))
    event = visit.tournament
    return visit.render(
        "players/player.html",
        event=event,
        player=player,
        here=player.registration is Registration.FINAL,
        above=is_on_top(player, event.settings.scoring),
        band=event.settings.scoring.bands,
        start=start_message(event, player),
        in_draw=_is_in_a_draw(event, player),
        has_played=any(game.board.result.known for game in games_of(event, player.id)),
        late=late_address(visit, player.id) if player.id in late_players(event) else "",
        team=team_of(event, player.id),
        flags=flags_of(event, player.id, visit.app_state.serving.data),
        games=_games_by_part(visit, player),
        result_word=result_word,
        history=player_history(visit.state, player.id),
        form=form,
        seen=seen or form.model_dump_json(),
        **_attendance(event, player),
        **_form_values(faults or {}, error),
    )


def _games_by_part(visit: Visit, player: Player) -> list[tuple[str, str, list[PersonRound]]]:
    """The player's games in the whole event in order of play; each stage with its name and its results."""
    rounds = rounds_of_player(visit.tournament, player.id)
    runs = [(stage, list(found)) for stage, found in groupby(rounds, key=lambda each: each.stage)]
    return [
        (
            some[0].stage_name,
            visit.event_url("results") if stage == MAIN else visit.stage_url(stage, "results"),
            some,
        )
        for stage, some in runs
    ]


def _attendance(event: Tournament, player: Player) -> dict[str, Any]:
    """The rounds that somebody plays, and those for which they offer to sit out."""
    rounds = list(range(1, event.settings.rounds + 1)) if has_main_rounds(event) else []
    coming = [number for number in rounds if not event.round(number).boards]
    offered = [offer.round for offer in event.wishes.volunteers if offer.player == player.id]
    returns = bool(event.stages) and is_withdrawn(player)
    return {
        "rounds": [(number, player.attends(number)) for number in rounds],
        "leaves": list(_ways_to_leave(event, coming)),
        "offered": offered,
        "can_offer": [number for number in coming if player.attends(number) and number not in offered],
        "gone": returns or (bool(coming) and not any(player.attends(number) for number in coming)),
        "returns": returns,
    }


def _ways_to_leave(event: Tournament, coming: Sequence[int]) -> Iterator[tuple[int, str]]:
    """The rounds before which a player can leave; an event with stages goes on after its own rounds."""
    for number in coming:
        yield number, _("Leaves before round %(number)s", number=number)
    if event.stages and not coming:
        last = max((drawn.number for drawn in event.rounds), default=0)
        yield last + 1, _("Leaves the event")


def _form_values(faults: dict[str, InputError], error: InputError | None) -> dict[str, Any]:
    """What a form shows besides its fields: their labels, what is wrong with each, and other problems."""
    return {
        "status": 422 if faults or error else 200,
        "labels": {name: tell(label) for name, label in PLAYER_LABELS.items()},
        "faults": faults,
        "problems": [*faults.values(), *(error.problems if error else ())],
    }


def _player(visit: Visit, player: str) -> Player:
    try:
        return visit.tournament.player(PlayerId(player))
    except InputError as error:
        raise HTTPException(404, tell(error)) from error


def _is_in_a_draw(event: Tournament, player: Player) -> bool:
    """True if the player is in a round of the event, or in a stage that has been drawn: they stay in it."""
    if any(_is_in(each, player) for each in (*event.rounds, *event.shown)):
        return True
    return any(
        stage.own.rounds and any(each.id == player.id for each in stage.own.players) for stage in event.stages
    )


def _is_in(drawn: Pairings, player: Player) -> bool:
    return bool(drawn.board_of(player.id) or drawn.bye_of(player.id))
