"""Players: who is entered, who is here, who plays which round, and the bar across the field."""

from typing import Annotated, Any

from fastapi import Depends, Form
from starlette.responses import Response

from miai.desk.live_state import STAGE_SIGN
from miai.domain.people.player import BarSide, Player, PlayerId
from miai.domain.tournament import Tournament
from miai.domain.typed_text import grade
from miai.engine.scoring.scores import is_on_top
from miai.features.bar.view.advice import field_key, known_advice, new_advice
from miai.features.bar.view.study import StudyProgress
from miai.features.congress.matching import match_people
from miai.features.congress.view.people import check_in_at_congress, show_people
from miai.features.lists.view.rating_lists import kept_lists
from miai.features.players.change_player import check_in as note_present
from miai.features.players.change_player import move_across_bar
from miai.features.players.page.field_card import field_card
from miai.features.players.rail import page
from miai.features.players.view.entering import (
    FoundChoice,
    back_to_row,
    check_in_player,
    enter_found,
    enter_typed,
    find,
    found_for,
    record_attendance,
    with_left_games,
)
from miai.features.players.view.entry_list import PlayerFilter, entry_list
from miai.features.players.view.list_filter import Narrowing, narrowing_choices
from miai.features.settings.change_settings import change_rules
from miai.features.stages.main_rounds import has_main_rounds
from miai.server.form_fields import Text
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _

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
        return show_people(visit, narrowed, show=show, sort=sort, q=q)
    event = visit.tournament
    asked = visit.round if "round" in visit.request.query_params else None
    shown = PlayerFilter(show) if show in [each.value for each in PlayerFilter] else PlayerFilter.ALL
    folder = visit.app_state.serving.data
    listed = entry_list(event, folder=folder, show=shown, narrowed=narrowed, sort=sort, missing=asked)
    drawn = {each.number for each in event.rounds if each.boards}
    main_rounds = has_main_rounds(event)
    rounds = range(1, event.settings.rounds + 1) if main_rounds else ()
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
        found=found_for(visit, q) if q.strip() else None,
        asked=asked,
        next_round=next((number for number in rounds if number not in drawn), None),
        drawn=bool(drawn),
        main_rounds=main_rounds,
        stages_of={} if main_rounds else _stages_of(event),
        field=field_card(event),
        lists=kept_lists(folder),
        strangers=_strangers(visit),
        **_advice_values(visit),
    )


def _stages_of(event: Tournament) -> dict[PlayerId, str]:
    """The names of the stages that each player is in."""
    found: dict[PlayerId, list[str]] = {}
    for stage in event.stages:
        for player in stage.event.players:
            found.setdefault(player.id, []).append(stage.event.name)
    return {player: ", ".join(names) for player, names in found.items()}


page.get("/t/{id}/players/find", viewers=False)(find)
page.post("/t/{id}/players/typed", whole=True)(enter_typed)


@page.post("/t/{id}/players/take")
def take(visit: Here, chosen: Annotated[FoundChoice, Depends()]) -> Response:
    """Check in an entrant that a search has found, or enter a player of the own or of a rating list."""
    if not chosen.player:
        return enter_found(visit, chosen)
    return _check_in(visit, PlayerId(chosen.player)) if chosen.here else visit.done(_("Entered already"))


@page.post("/t/{id}/players/check-in")
def check_in(visit: Here, here: Text = "", away: Text = "") -> Response:
    """Record that a player is here, or is not."""
    if here:
        return _check_in(visit, PlayerId(here))
    if visit.tournament.is_congress:
        return check_in_at_congress(visit, PlayerId(away), here=False)
    name = visit.tournament.name_of(PlayerId(away))
    saved = note_present(visit.desk, visit.id, PlayerId(away), here=False, by=visit.by)
    said = with_left_games(visit, _("%(name)s is not here", name=name), saved)
    return visit.done(said, to=back_to_row(visit, away), saved=saved)


def _check_in(visit: Visit, player: PlayerId) -> Response:
    check = check_in_at_congress if visit.tournament.is_congress else check_in_player
    return check(visit, player)


@page.post("/t/{id}/players/attendance")
def attend(
    visit: Here, number: Annotated[int, Form(alias="round")], plays: Text = "", misses: Text = ""
) -> Response:
    """Record whether a player plays in one round."""
    return record_attendance(visit, PlayerId(plays or misses), number, plays=bool(plays))


@page.post("/t/{id}/players/bar")
def move_line(visit: Here, to: Text = "", line: Text = "bar", step_to: Text = "") -> Response:
    """Move the bar or the floor to the grade that was typed, or to that of an arrow."""
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


def _side(visit: Visit, player: Player, side: str) -> BarSide | None:
    if side != "over":
        return BarSide(side) if side in [each.value for each in BarSide] else None
    return BarSide.BELOW if is_on_top(player, visit.tournament.settings.scoring) else BarSide.ABOVE


def _strangers(visit: Visit) -> int:
    """How many players of an event are not on the list of its congress."""
    if visit.congress is None:
        return 0
    return len(match_people(visit.congress.tournament, visit.id.partition(STAGE_SIGN)[0], visit.tournament))


def _advice_values(visit: Visit) -> dict[str, Any]:
    """The advice known so far, and whether it is up to date; none where there is no bar."""
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
