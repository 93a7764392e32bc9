"""Check in several players in one entry: those ticked, those shown, or everybody."""

from starlette.responses import Response

from miai.domain.people.player import PlayerId, Registration
from miai.errors import InputError
from miai.features.congress.view.people import check_in_people
from miai.features.players.change_player import check_in_several as note_several_present
from miai.features.players.view.entering import with_left_games
from miai.messages import Message
from miai.server.form_fields import Text, Texts
from miai.server.page import Page, everywhere
from miai.server.request_context import Here
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import ngettext

page = Page("players-check-in", suited=everywhere, need=Role.DIRECTOR)


@page.post("/t/{id}/players/check-in-several")
def check_in_several(visit: Here, who: Texts, shown: Text = "", here: Text = "", away: Text = "") -> Response:
    """Check in or out whoever was chosen; `shown` has the id of each row on a line of its own."""
    choices: dict[str, list[str]] = {
        "ticked": who,
        "shown": shown.splitlines(),
        "everybody": [player.id for player in visit.tournament.players],
    }
    chosen = choices.get(here or away, [])
    if not chosen:
        raise InputError(Message("nobody is ticked"))
    players = {PlayerId(each) for each in chosen}
    if visit.tournament.is_congress:
        return check_in_people(visit, players, here=bool(here))
    saved = note_several_present(visit.desk, visit.id, players, here=bool(here), by=visit.by)
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    count = sum(
        player.id in players and player.registration is not registration
        for player in visit.tournament.players
    )
    if not saved.entries:
        return visit.done(_("They are all here already") if here else _("None of them was here"))
    said = (
        ngettext("%(num)s player checked in", "%(num)s players checked in", count)
        if here
        else ngettext("%(num)s player checked out", "%(num)s players checked out", count)
    )
    return visit.done(with_left_games(visit, said, saved), saved=saved)
