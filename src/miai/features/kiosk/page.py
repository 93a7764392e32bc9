"""The kiosk at the entrance: players find their name on a tablet and check in."""

from starlette.responses import Response

from miai.domain.money import Cents
from miai.domain.people.player import Player, PlayerId, Registration
from miai.features.accounts.audit import AuditCode
from miai.features.congress.check_in import check_in as check_in_people
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.money import open_fee
from miai.features.kiosk.view import begin_kiosk, demand_code, demand_kiosk
from miai.features.players.change_player import check_in
from miai.features.players.find_entrant import matching
from miai.server.form_fields import Text
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _

page = Page("kiosk", suited=everywhere, need=Role.PUBLIC, whole=True, phones=True)
_MOST_FOUND = 8
_LONGEST_SEARCH = 60
# After so many seconds the tablet shows the start again: after a check-in, and when somebody walks away.
_THANKED, _IDLE = 6, 45


@page.get("/kiosk/{id}/open/{code}")
def begin(visit: Here, code: str) -> Response:
    """Make this browser a kiosk; one that is the director's or a desk's is asked first."""
    demand_code(visit, code)
    if visit.session.signed_in or visit.role > Role.PUBLIC:
        address = f"{_start(visit)}/open/{code}"
        return visit.render("kiosk/kiosk_open.html", event=visit.tournament, address=address)
    begin_kiosk(visit, code)
    return visit.done(to=_start(visit))


@page.post("/kiosk/{id}/open/{code}")
def begin_signed_out(visit: Here, code: str) -> Response:
    """Sign this browser out and make it a kiosk."""
    demand_code(visit, code)
    begin_kiosk(visit, code)
    if visit.session.signed_in:
        visit.note(AuditCode.SIGNED_OUT)
        visit.app_state.sign_ins.end([visit.session.id])
    visit.session.sign_out()
    return visit.done(to=_start(visit))


@page.get("/kiosk/{id}")
def show(visit: Here, q: str = "", who: str = "", done: str = "") -> Response:
    """The search; the person who was chosen; or thanks to the one who checked in."""
    demand_kiosk(visit)
    q, players = q[:_LONGEST_SEARCH], visit.tournament.players
    found = matching(players, q, player_of=lambda each: each)[:_MOST_FOUND] if q.strip() else []
    chosen = next((each for each in players if each.id == (who or done)), None)
    answer = visit.render(
        "kiosk/kiosk.html",
        event=visit.tournament,
        q=q,
        found=found,
        chosen=chosen,
        thanked=bool(done) and chosen is not None,
        here=chosen is not None and chosen.registration is Registration.FINAL,
        to_pay=_to_pay(visit, chosen) if chosen else 0,
        rounds=range(1, visit.tournament.settings.rounds + 1) if not visit.tournament.is_congress else (),
        late=bool(visit.tournament.rounds),
        start=_start(visit),
        idle=_IDLE,
    )
    if q or chosen:
        start = visit.app_state.base.url(_start(visit))
        answer.headers["Refresh"] = f"{_THANKED if done else _IDLE}; url={start}"
    return answer


@page.post("/kiosk/{id}/here")
def here(visit: Here, player: Text = "") -> Response:
    """Check somebody in."""
    demand_kiosk(visit)
    known = visit.tournament.player(PlayerId(player))
    by = _("kiosk")
    if visit.tournament.is_congress:
        check_in_people(visit.desk, visit.id, [known.id], by=by)
    else:
        check_in(visit.desk, visit.id, known.id, by=by)
    address = f"{_start(visit)}?done={known.id}"
    return visit.done(to=address) if visit.enhanced else visit.redirect(address)


def _to_pay(visit: Visit, player: Player) -> Cents:
    """What somebody still has to pay."""
    if visit.tournament.is_congress:
        return Cents(max(0, open_fee(whole_congress(visit.desk, visit.id), player)))
    return Cents(max(0, visit.tournament.settings.fees.owed_by(player) - player.paid))


def _start(visit: Visit) -> str:
    return f"/kiosk/{visit.id}"
