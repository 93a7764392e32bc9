"""What players do on their own page besides reporting results: check in, miss rounds, leave, sit out."""

from starlette.responses import Response

from miai.features.phones.player_requests import (
    say_attendance,
    say_back,
    say_here,
    say_leaving,
    say_volunteer,
)
from miai.server.form_fields import Checkbox, Number
from miai.server.page import Page, everywhere
from miai.server.private_link import private_player
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _

page = Page("phone-actions", suited=everywhere, need=Role.PUBLIC, phones=True)


@page.post("/p/{id}/me/{token}/here")
def here(visit: Here, token: str, here: Checkbox = False) -> Response:
    """Check in, or take it back."""
    known = private_player(visit, token)
    say_here(visit.desk, visit.id, known.id, here=here)
    return _done(visit, token, _("You are checked in") if here else _("You are not checked in any more"))


@page.post("/p/{id}/me/{token}/attendance")
def attendance(visit: Here, token: str, number: Number, plays: Checkbox = False) -> Response:
    """Say whether one plays in a round."""
    known = private_player(visit, token)
    saved = say_attendance(visit.desk, visit.id, known.id, round=number, plays=plays)
    if plays:
        return _done(visit, token, _("You play in round %(number)s", number=number))
    if saved.state.tournament.round(number).board_of(known.id):
        said = _("The director is told that you cannot play in round %(number)s", number=number)
        return _done(visit, token, said)
    return _done(visit, token, _("You miss round %(number)s", number=number))


@page.post("/p/{id}/me/{token}/leave")
def leave(visit: Here, token: str, back: Checkbox = False) -> Response:
    """Leave the tournament, or come back."""
    known = private_player(visit, token)
    if back:
        say_back(visit.desk, visit.id, known.id)
        return _done(visit, token, _("You play again from the next round on"))
    say_leaving(visit.desk, visit.id, known.id)
    return _done(visit, token, _("You have left the tournament"))


@page.post("/p/{id}/me/{token}/bye")
def volunteer(visit: Here, token: str, number: Number, offers: Checkbox = False) -> Response:
    """Offer to sit out a round if somebody has to, or no longer."""
    known = private_player(visit, token)
    say_volunteer(visit.desk, visit.id, known.id, round=number, offers=offers)
    said = _("Thank you for the offer") if offers else _("Your offer is taken back")
    return _done(visit, token, said)


def _done(visit: Visit, token: str, said: str) -> Response:
    """Show the player's page again, fetched as a whole: not all of this comes with the live stream."""
    return visit.done(said, to=f"/p/{visit.event_id}/me/{token}")
