"""The second laptop: pair it, see how far it is, take over, and enter what did not arrive."""

import time
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response

from miai.errors import InputError
from miai.follow import left_behind
from miai.follow.hall import CODE_LASTS, Hall, Member
from miai.follow.take_over import take_over
from miai.messages import Message
from miai.server.addresses import console_address
from miai.server.form_fields import Text
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell_sentence
from miai.store.write_permission import Kind

page = Page("second-laptop", need=Role.ADMIN)
everybody = Page("second-laptop-pages", need=Role.PUBLIC)
_HAND_OVER = "hand over to another server"
_TICKET_LASTS = 12 * 3600
# The cookies that go along: whose phone it is, and what the reader has chosen.
_CARRIED = ("miai_me_", "miai_language", "miai_theme", "miai_letters", "miai_keys")


@dataclass(frozen=True, slots=True, kw_only=True)
class Follower:
    """A second laptop and how far it is; `seen`: it has been connected since this server started."""

    member: Member
    is_here: bool
    has_everything: bool
    seen: bool
    behind: int


@page.get("/second-laptop")
def show(visit: Here) -> Response:
    """Who leads, who follows, and what did not arrive."""
    return _page(visit)


@page.post("/second-laptop/code")
def show_code(visit: Here) -> Response:
    """Show a code to pair with; it is not shown again."""
    return _page(visit, code=_hall(visit).new_code())


@page.post("/second-laptop/remove")
def remove(visit: Here, server: Text = "") -> Response:
    """Let a laptop have no copy any more."""
    _hall(visit).remove(server)
    return visit.done(_("Removed"), to="/second-laptop")


@page.post("/second-laptop/take-over")
def lead(visit: Here) -> Response:
    """Take over from the leader: accept entries here from now on."""
    hall = _hall(visit)
    record = take_over(hall)
    _wake(visit)
    return visit.done(_("%(name)s leads now", name=record.name), to="/second-laptop")


@page.post("/second-laptop/follow")
def follow(visit: Here) -> Response:
    """Follow the server that has taken over; what only this one has is kept in the backups."""
    hall = _hall(visit)
    standing = hall.store.standing()
    if standing is None or standing.kind is not Kind.FENCED:
        raise InputError(Message("no other server has taken over from this one"))
    hall.follow(standing.leader, fingerprint=standing.fingerprint)
    _wake(visit)
    return visit.done(_("This machine follows %(name)s now", name=standing.leader.name), to="/second-laptop")


@page.post("/second-laptop/carry-over")
def carry_over(visit: Here, key: Text = "") -> Response:
    """Enter what did not arrive."""
    problems = left_behind.carry_over(visit.desk, _hall(visit), key)
    if problems:
        return _page(visit, status=422, problems=[tell_sentence(each) for each in problems])
    return visit.done(_("Entered"), to="/second-laptop")


@page.post("/second-laptop/dismiss")
def dismiss(visit: Here, key: Text = "") -> Response:
    """Name what did not arrive no longer."""
    left_behind.dismiss(_hall(visit), key)
    return visit.done(to="/second-laptop")


@everybody.get("/second-laptop/known")
def known(visit: Here) -> Response:
    """What a page keeps for the case that this server falls silent: where to go, and a ticket for there."""
    hall = visit.app_state.hall
    others = hall.presently()[0] if hall else ()
    if hall is None or not others:
        return JSONResponse({"others": []})
    carried = {
        name: value for name, value in visit.request.state.cookies.items() if name.startswith(_CARRIED)
    }
    session = visit.session
    ticket = {
        "session": session.id,
        "signed_in": session.signed_in,
        "name": session.name,
        "cookies": carried,
        "from": hall.id,
        "at": int(time.time()),
    }
    return JSONResponse(
        {
            "others": [{"name": each.name, "address": each.address} for each in others if each.address],
            "ticket": visit.app_state.signer.write(_HAND_OVER, ticket),
        }
    )


@everybody.get("/second-laptop/enter")
def enter(visit: Here, ticket: str = "", next: str = "/") -> Response:
    """Come in from another server of the hall, signed in as there; the fragment has entries that wait."""
    hall, held = visit.app_state.hall, visit.app_state.signer.read(_HAND_OVER, ticket)
    accepted = bool(hall and held and held["at"] + _TICKET_LASTS > time.time() and held["from"] != hall.id)
    if accepted:
        accepted = _continue_session(visit, held["session"], held["name"], signed_in=held["signed_in"])
        for name, value in held["cookies"].items():
            visit.keep(name, value)
    next = visit.app_state.base.inside(next)  # noqa: A001 - the word in the address
    target = next if next.startswith("/") and not next.startswith(("//", "/\\")) else "/"
    return visit.render("second_laptop/second_laptop_enter.html", accepted=accepted, target=target)


def _continue_session(visit: Visit, session: str, name: str, *, signed_in: bool) -> bool:
    """Go on with the session of the other server; one that this browser has here stays.

    Entries that come along are carried out with the rights that the browser has here: somebody else's are not
    accepted.
    """
    own = visit.session
    found = visit.app_state.sign_ins.find(session) if signed_in else None
    if own.signed_in:
        person = (own.role.name, own.name, own.account)
        return own.id == session or (found is not None and (found.role, found.name, found.account) == person)
    if found:
        own.sign_in(found)
    elif signed_in:
        return False
    elif session:
        own.id, own.name, own.changed = session, name, True
    return True


def _page(visit: Visit, *, status: int = 200, code: str = "", problems: list[str] | None = None) -> Response:
    hall = _hall(visit)
    standing = hall.store.standing()
    worker = visit.app_state.worker
    behind = worker.behind if worker else None
    return visit.render(
        "second_laptop/second_laptop.html",
        status=status,
        itself=hall.itself(),
        standing=standing,
        kind=standing.kind.value if standing else "leads",
        leader=hall.leader(),
        followers=_followers(visit, hall),
        behind=None if behind is None else round(behind),
        problem=worker.problem if worker else None,
        missing=(*left_behind.named(visit.desk, hall), *left_behind.own(visit.desk, hall)),
        code=code,
        minutes=CODE_LASTS // 60,
        address=console_address(visit),
        waits=visit.app_state.serving.wait_for_follower,
        not_waited_for=visit.app_state.copies_of(hall).not_waited_for,
        wrong=problems or [],
        counted=lambda num: ngettext("%(num)s entry did not arrive", "%(num)s entries did not arrive", num),
        links=links(visit, latest_first(visit), current="/second-laptop"),
    )


def _followers(visit: Visit, hall: Hall) -> list[Follower]:
    progress = visit.app_state.copies_of(hall).progress
    return [
        Follower(
            member=each,
            is_here=(found := progress.get(each.id)) is not None and found.is_here,
            has_everything=found is not None and found.has_everything,
            seen=found is not None,
            behind=round(found.behind) if found else 0,
        )
        for each in hall.others()
    ]


def _wake(visit: Visit) -> None:
    """Let the worker follow, or tell the others, at once."""
    if visit.app_state.worker:
        visit.app_state.worker.wake()


def _hall(visit: Visit) -> Hall:
    hall = visit.app_state.hall
    if hall is None:
        raise HTTPException(404)
    return hall
