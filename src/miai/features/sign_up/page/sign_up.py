"""Sign-up: the public form, and the private page on which people see what becomes of it."""

from dataclasses import replace
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Form
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.errors import InputError
from miai.features.links.player_links import known_hash_of_token, link_path
from miai.features.links.view import OTHER_TOKENS
from miai.features.lists.view.rating_lists import kept_lists
from miai.features.sign_up.page.fields import (
    LONGEST_SEARCH,
    SHORTEST_SEARCH,
    SignUpFields,
    chosen_in_list,
    fees_told,
    fields_of,
    fields_of_listed,
    form_values,
    found_in_lists,
    read_fields,
)
from miai.features.sign_up.sign_up_form import form_state
from miai.features.sign_up.waiting import (
    NoSuchSignUpError,
    change_answers,
    own_sign_up,
    waiting_of,
    withdraw_sign_up,
)
from miai.features.sign_up.waiting import sign_up as add_sign_up
from miai.messages import Message
from miai.server.addresses import console_address, public_address
from miai.server.limits import counted_address
from miai.server.page import Page, everywhere
from miai.server.private_link import counted_link
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell

if TYPE_CHECKING:
    from miai.features.sign_up.waiting import OwnSignUp


def address_of_sign_up(visit: Visit, token: str) -> str | None:
    """Where the short address of a sign-up leads as long as it is not accepted."""
    row = visit.desk.store.sign_ups.by_token(known_hash_of_token(visit.desk, token))
    return f"/p/{row.tournament}/sign-up/{token}" if row and not row.player else None


OTHER_TOKENS.append(address_of_sign_up)
page = Page("sign-up-form", suited=everywhere, need=Role.PUBLIC, whole=True, phones=True)
_PURPOSE = "sign-up"


@page.get("/p/{id}/sign-up")
def show(visit: Here, q: str = "", who: str = "") -> Response:
    """The form, with a search in the rating list; or why nobody can sign up."""
    q = q[:LONGEST_SEARCH]
    listed = chosen_in_list(visit, who) if who else None
    return _render_form(visit, fields_of_listed(listed, who) if listed else SignUpFields(), q=q)


@page.post("/p/{id}/sign-up")
def sign_up(visit: Here, fields: Annotated[SignUpFields, Form()]) -> Response:
    """Put somebody on the list of those who wait for the director."""
    answers, faults = read_fields(visit, fields)
    if faults:
        return _render_form(visit, fields, faults=faults)
    if fields.website:
        raise InputError(
            Message("this looks as if a program had filled in the form: leave the last field empty")
        )
    if not visit.app_state.sign_up_limit.allows(counted_address(visit.address)):
        said = _(
            "Too many people signed up from this address within an hour."
            " Try again later, or write to the director."
        )
        raise HTTPException(HTTPStatus.TOO_MANY_REQUESTS, said)
    told = replace(answers, fee=fees_told(visit, answers))
    try:
        _row, token = add_sign_up(visit.desk, visit.id, told)
    except InputError as error:
        return _render_form(visit, fields, error=error)
    visit.keep(_cookie(visit), visit.app_state.signer.write(_PURPOSE, token))
    return visit.done(_("Thank you, you are on the list"), to=f"/p/{visit.id}/sign-up/{token}")


@page.get("/p/{id}/sign-up/{token}")
def own(visit: Here, token: str) -> Response:
    """The state of a sign-up; once it is accepted this is the player's private page."""
    known = _own(visit, token)
    if known.sign_up.player:
        return visit.redirect(f"/p/{visit.id}/me/{token}")
    return _render_own(visit, known, token)


@page.post("/p/{id}/sign-up/{token}")
def correct(visit: Here, token: str, fields: Annotated[SignUpFields, Form()]) -> Response:
    """Correct what somebody wrote."""
    known = _own(visit, token)
    before = known.waiting.answers if known.waiting else None
    answers, faults = read_fields(visit, fields, before)
    if faults:
        return _render_own(visit, known, token, fields=fields, faults=faults)
    change_answers(visit.desk, visit.id, token, replace(answers, fee=fees_told(visit, answers)))
    return visit.done(_("Corrected"), to=f"/p/{visit.id}/sign-up/{token}")


@page.post("/p/{id}/sign-up/{token}/withdraw")
def withdraw(visit: Here, token: str) -> Response:
    """Withdraw a sign-up and remove what was written."""
    _own(visit, token)
    withdraw_sign_up(visit.desk, visit.id, token)
    visit.keep(_cookie(visit), "")
    said = _("You are no longer on the list, and what you wrote is removed")
    return visit.done(said, to=f"/p/{visit.id}/sign-up")


def _render_form(
    visit: Visit,
    fields: SignUpFields,
    *,
    q: str = "",
    faults: dict[str, InputError] | None = None,
    error: InputError | None = None,
) -> Response:
    state = form_state(visit.tournament, len(waiting_of(visit.desk, visit.id)))
    return visit.render(
        "sign_up/public_sign_up.html",
        status=422 if faults or error else 200,
        event=visit.tournament,
        form_state=state.value,
        accepts=state.accepts,
        fields=fields,
        faults=faults or {},
        problems=error.problems if error else (),
        q=q,
        found=found_in_lists(visit, q) if q and state.accepts else [],
        too_short=bool(q.strip()) and len(q.strip()) < SHORTEST_SEARCH,
        lists=bool(kept_lists(visit.app_state.serving.data)),
        mine=_known_token(visit),
        **form_values(visit),
    )


def _render_own(
    visit: Visit,
    known: "OwnSignUp",
    token: str,
    *,
    fields: SignUpFields | None = None,
    faults: dict[str, InputError] | None = None,
) -> Response:
    waiting = known.waiting
    shown: dict[str, Any] = form_values(visit)
    return visit.render(
        "sign_up/public_sign_up_own.html",
        status=422 if faults else 200,
        event=visit.tournament,
        own=known,
        token=token,
        answers=waiting.answers if waiting else None,
        fields=fields or (fields_of(waiting.answers) if waiting else SignUpFields()),
        faults=faults or {},
        address=f"{(public_address(visit).base or console_address(visit).base)}{link_path(token)}",
        **shown,
    )


def _own(visit: Visit, token: str) -> "OwnSignUp":
    def look_up() -> "OwnSignUp":
        return own_sign_up(visit.desk, visit.id, token)

    try:
        return counted_link(visit, token, look_up, unknown=NoSuchSignUpError)
    except NoSuchSignUpError as error:
        raise HTTPException(404, tell(error)) from error


def _known_token(visit: Visit) -> str:
    """The token of the sign-up that was made on this phone, while there is one."""
    token = visit.app_state.signer.read(_PURPOSE, visit.request.state.cookies.get(_cookie(visit)))
    if not token:
        return ""
    try:
        own_sign_up(visit.desk, visit.id, token)
    except NoSuchSignUpError:
        return ""
    return str(token)


def _cookie(visit: Visit) -> str:
    return f"miai_sign_up_{visit.id}"
