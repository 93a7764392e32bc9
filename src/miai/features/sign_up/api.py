"""Sign-ups: the form, the waiting list, and what players may do by phone."""

from typing import Annotated, Any

from fastapi import Body as Sent
from fastapi import Path
from pydantic import Field
from starlette.responses import JSONResponse, Response

from miai.answers import Field as Told
from miai.answers import Shape
from miai.domain.people.phones import PhoneOptions, SignUpForm
from miai.domain.people.player import PlayerId
from miai.domain.tournament import Tournament
from miai.features.lists.candidates import Decisions
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.programs.tokens import Scope
from miai.features.sign_up.answer import ACCEPTED, WAITING_PEOPLE
from miai.features.sign_up.decide import (
    accept,
    accept_as,
    accept_clear,
    decline,
    known_numbers,
    no_sign_up,
    reviews,
)
from miai.features.sign_up.sign_up_form import change_form, change_phones, close_form, open_form
from miai.server.api.operations import Body, Call, Coded, Here, Operations
from miai.server.api.operations import read as read_fields
from miai.server.api.problems import Refused

operations = Operations("sign-up", "Sign-ups, and what players may do by phone.")

SomeOfForm = Annotated[dict[str, Any], Coded(SignUpForm, some=True, without=("is_open",))]
SomeOfPhones = Annotated[dict[str, Any], Coded(PhoneOptions, some=True)]
Number = Annotated[int, Path(ge=1, le=999_999_999)]


_SIGN_UP: Shape[Tournament] = Shape(
    "SignUpSettings",
    "The form, and what players may do by phone.",
    (Told("form", Coded(SignUpForm), lambda event: event.sign_up), Told("phones", Coded(PhoneOptions))),
)


class Accept(Body):
    """How to accept somebody: as the player `same_as` who is entered already, or as a new one.

    `all_the_same` accepts a player about whom there is something to look at. `same` and `not_same` are keys
    of listed players who are the same person, or are not.
    """

    all_the_same: bool = False
    same_as: str | None = None
    same: Annotated[list[str], Field(default_factory=list, max_length=20)]
    not_same: Annotated[list[str], Field(default_factory=list, max_length=20)]


class Decline(Body):
    """What somebody is told who is declined."""

    said: Annotated[str, Field(max_length=300)] = ""


@operations.get("/tournaments/{id}/sign-up", _SIGN_UP, whole=True)
def get_sign_up_form(call: Here) -> Response:
    """Get the sign-up form, and what players may do by phone."""
    return call.answer(_SIGN_UP.json(call.tournament))


@operations.patch("/tournaments/{id}/sign-up", whole=True)
def change_sign_up_form(call: Here, fields: Annotated[SomeOfForm, Sent()]) -> Response:
    """Change when the form closes, how many places there are, and its texts."""
    if "is_open" in fields:
        raise Refused(422, "invalid", "the form is opened and closed by operations of their own")

    def change(old: SignUpForm) -> SignUpForm:
        changed: SignUpForm = read_fields(SignUpForm, fields, old)
        return changed

    return call.written(change_form(call.desk, call.state.id, change, by=call.by))


@operations.post("/tournaments/{id}/sign-up/open", whole=True)
def open_sign_up(call: Here) -> Response:
    """Let players sign up."""
    return call.written(open_form(call.desk, call.state.id, by=call.by))


@operations.post("/tournaments/{id}/sign-up/close", whole=True)
def close_sign_up(call: Here) -> Response:
    """Let nobody sign up any more."""
    return call.written(close_form(call.desk, call.state.id, by=call.by))


@operations.patch("/tournaments/{id}/phones", whole=True)
def change_phone_options(call: Here, fields: Annotated[SomeOfPhones, Sent()]) -> Response:
    """Change what players may do by phone."""

    def change(old: PhoneOptions) -> PhoneOptions:
        changed: PhoneOptions = read_fields(PhoneOptions, fields, old)
        return changed

    return call.written(change_phones(call.desk, call.state.id, change, by=call.by))


@operations.get("/tournaments/{id}/sign-ups", WAITING_PEOPLE, scope=Scope.DIRECT, whole=True)
def list_sign_ups(call: Here) -> Response:
    """List those who wait to be accepted, with what to look at."""
    with opened_lists(call.app_state.serving.data) as lists:
        found = reviews(call.desk, call.state.id, lists)
    return JSONResponse(WAITING_PEOPLE.json(found))


@operations.post("/tournaments/{id}/sign-ups/{number}/accept", ACCEPTED, whole=True)
def accept_sign_up(
    call: Here, number: Number, how: Annotated[Accept, Sent(default_factory=Accept)]
) -> Response:
    """Accept somebody, as a new player or as one who is entered already."""
    _demand_sign_up(call, number)
    if how.same_as:
        known = call.tournament.player(PlayerId(how.same_as))
        accept_as(call.desk, call.state.id, number, known.id, by=call.by)
        return JSONResponse(ACCEPTED.json({number: known.id}))
    with opened_lists(call.app_state.serving.data) as lists:
        done = accept(
            call.desk,
            call.state.id,
            [number],
            by=call.by,
            lists=lists,
            all_the_same=how.all_the_same,
            decided=Decisions.of(
                (f"{number}:{key}" for key in how.same), (f"{number}:{key}" for key in how.not_same)
            ),
        )
    return JSONResponse(ACCEPTED.json(done.players))


@operations.post("/tournaments/{id}/sign-ups/accept-clear", ACCEPTED, whole=True)
def accept_clear_sign_ups(call: Here) -> Response:
    """Accept all those about whom there is nothing to look at."""
    with opened_lists(call.app_state.serving.data) as lists:
        done = accept_clear(call.desk, call.state.id, by=call.by, lists=lists)
    return JSONResponse(ACCEPTED.json(done.players))


@operations.post("/tournaments/{id}/sign-ups/{number}/decline", None, whole=True, status=204)
def decline_sign_up(call: Here, number: Number, how: Decline) -> Response:
    """Decline somebody with a sentence; what they wrote is removed."""
    _demand_sign_up(call, number)
    decline(call.desk, call.state.id, number, said=how.said)
    return Response(status_code=204)


def _demand_sign_up(call: Call, number: int) -> None:
    if number not in known_numbers(call.desk, call.state.id):
        raise Refused(404, "not-found", str(no_sign_up(number)))
