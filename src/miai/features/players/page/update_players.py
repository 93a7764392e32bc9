"""Update entrants from the rating lists after a preview; choose, date and delete the lists."""

from datetime import date

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.rating_list_entry import ListSource
from miai.errors import InputError, Problem
from miai.features.lists.update_entrants import EntrantUpdates, entrant_updates, freezing_day, update_entrants
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.settings.change_settings import change_rules
from miai.messages import Message
from miai.server.form_fields import Checkbox, Text, Texts
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.formatting import joined
from miai.store.folder import data_folder
from miai.store.people.player_lists import PlayerLists

page = Page("players_update", suited=everywhere, whole=True)


@page.get("/t/{id}/players/update")
def preview(visit: Here, grades: bool = False) -> Response:
    """What the lists would change of each entrant; nothing is changed yet."""
    found, frozen_after = EntrantUpdates(updates=(), frozen=()), None
    with opened_lists(visit.app_state.serving.data) as lists:
        if lists is not None:
            frozen_after = freezing_day(visit.tournament, lists, visit.id)
            found = entrant_updates(visit.tournament, lists, frozen_after=frozen_after, grades=grades)
        kept = lists.lists() if lists else ()
    return visit.render(
        "players/players_update.html",
        found=found,
        frozen=joined([source.title for source in found.frozen]),
        frozen_after=frozen_after,
        grades=grades,
        lists=[info for info in kept if info.used],
    )


@page.post("/t/{id}/players/update")
def update(visit: Here, take: Texts, not_same: Texts, grades: Checkbox = False) -> Response:
    """Carry out the updates that are ticked and keep who was refused; one undo reverts both."""
    with opened_lists(visit.app_state.serving.data) as lists:
        if lists is None or not (take or not_same):
            return visit.done(_("No entrant was changed"), to=visit.url("players/update"))
        saved = update_entrants(
            visit.desk, visit.id, lists, take, by=visit.by, grades=grades, refused=not_same
        )
    number = len({key.partition(":")[0] for key in take}) if saved.entries else 0
    said = ngettext("%(num)s entrant updated", "%(num)s entrants updated", number)
    if refused := len(set(not_same) - set(take)):
        again = ngettext(
            "%(num)s listed player is not asked about again",
            "%(num)s listed players are not asked about again",
            refused,
        )
        said = f"{said}. {again}" if number else again
    return visit.done(said, to=visit.url("players"), saved=saved)


@page.post("/t/{id}/players/update/freeze")
def freeze(visit: Here, after: Text = "") -> Response:
    """Set the day after which the ratings of this tournament do not change any more."""
    day = _day(after)
    saved = change_rules(visit.desk, visit.id, {"ratings_frozen_after": day}, by=visit.by)
    with _lists(visit) as lists:
        lists.forget_frozen(visit.id)
    said = _("Ratings are frozen after %(day)s", day=tell(day)) if day else _("Ratings are not frozen")
    return visit.done(said, to=visit.url("players/update"), saved=saved)


@page.post("/t/{id}/players/lists/use", need=Role.ADMIN)
def use(visit: Here, source: Texts) -> Response:
    """Search only the lists that are ticked."""
    with _lists(visit) as lists:
        lists.use_only([each for each in ListSource if each.value in source])
        used = lists.sources()
    said = (
        _("Players are looked up in: %(lists)s", lists=joined([each.title for each in used]))
        if used
        else _("Players are looked up in no list")
    )
    return visit.done(said, to=visit.url("players/lists"))


@page.post("/t/{id}/players/lists/date", need=Role.ADMIN)
def set_date(visit: Here, source: Text, day: Text = "") -> Response:
    """Say of which day a list is."""
    chosen = _source(source)
    with _lists(visit) as lists:
        lists.set_date(chosen, _day(day))
    return visit.done(
        _("The date of the %(source)s list is saved", source=chosen.title), to=visit.url("players/lists")
    )


@page.post("/t/{id}/players/lists/delete", need=Role.ADMIN)
def delete(visit: Here, source: Text) -> Response:
    """Delete a list from this machine; entrants keep what it said of them."""
    chosen = _source(source)
    with _lists(visit) as lists:
        lists.delete(chosen)
    said = _("The %(source)s list is deleted", source=chosen.title)
    return visit.done(said, to=visit.url("players/lists"))


def _lists(visit: Visit) -> PlayerLists:
    return PlayerLists(data_folder(visit.app_state.serving.data))


def _source(text: str) -> ListSource:
    try:
        return ListSource(text)
    except ValueError:
        raise HTTPException(404, _("There is no such list.")) from None


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text.strip()) if text.strip() else None
    except ValueError:
        what = Message("'%(text)s' is not a day", text=text[:40])
        raise InputError([Problem(what=what)]) from None
