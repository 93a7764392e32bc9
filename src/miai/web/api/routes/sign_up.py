"""Sign-ups: the form, who waits, what players may do by phone, private links, and the club's site."""

from typing import Annotated, Any

from fastapi import Body as Sent
from fastapi import Path
from pydantic import Field
from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from miai.app.programs.tokens import Scope
from miai.domain.codec import encode
from miai.domain.phones import PhoneOptions, SignUpForm
from miai.domain.player import PlayerId
from miai.web.api.operations import Body, Call, Coded, Here, Operations, Written
from miai.web.api.operations import read as read_fields
from miai.web.api.problems import Fault, Refused, fault_of

operations = Operations(
    "sign-up", "Sign-ups, what players may do by phone, private links, and a club's site."
)

SomeOfForm = Annotated[dict[str, Any], Coded(SignUpForm, some=True, without=("is_open",))]
SomeOfPhones = Annotated[dict[str, Any], Coded(PhoneOptions, some=True)]
Number = Annotated[int, Path(ge=1, le=999_999_999)]


class SignUpSettings(TypedDict):
    """The form, and what players may do by phone."""

    form: Annotated[dict[str, Any], Coded(SignUpForm)]
    phones: Annotated[dict[str, Any], Coded(PhoneOptions)]


class WaitingPerson(TypedDict):
    """Somebody who wants to play; `queue` is the place on the waiting list, if there is one."""

    number: int
    surname: str
    first_name: str
    grade: str
    club: str
    country: str
    contact: str
    note: str
    queue: int | None
    look_at: list[str]


class WaitingPeople(TypedDict):
    """Those who wait to be accepted."""

    waiting: list[WaitingPerson]


class Accept(Body):
    """How to accept somebody: as the player `same_as` who is entered already, or as a new one.

    `all_the_same` accepts somebody about whom there is something to look at.
    """

    all_the_same: bool = False
    same_as: str | None = None


class Decline(Body):
    """What somebody is told who is declined."""

    said: Annotated[str, Field(max_length=300)] = ""


class Links(Body):
    """Whose private links; everybody's if left out. `anew` replaces those that are valid."""

    players: list[str] | None = None
    anew: bool = False


class IssuedLinkJson(TypedDict):
    """A private link, which is shown only this once."""

    player: str
    path: str


class IssuedLinks(TypedDict):
    """Links that were just issued."""

    links: list[IssuedLinkJson]


class Revoked(TypedDict):
    """How many links were revoked."""

    revoked: int


class ClubSiteBody(Body):
    """The site of a club that knows Pairgoth's webhooks; `by_itself` sends what is published."""

    url: str
    secret: str
    by_itself: bool = True


class PulledPlayers(Written):
    """What a request changed, and what it did not.

    `refused` are players of the site who cannot be read; `blocked` are those drawn already in a round that
    the site took them out of; `missing` are those whom the site does not have any more. The last two stay.
    """

    refused: list[Fault]
    blocked: list[str]
    missing: list[str]


class SendNow(Body):
    """What to send: the pairings, results or standings of a round."""

    what: str
    round: Annotated[int, Field(ge=0, le=999)]


@operations.get("/tournaments/{id}/sign-up", SignUpSettings, whole=True)
def get_sign_up_form(call: Here) -> Response:
    """Get the sign-up form, and what players may do by phone."""
    event = call.tournament
    return call.answer({"form": encode(event.sign_up), "phones": encode(event.phones)})


@operations.patch("/tournaments/{id}/sign-up", whole=True)
def change_sign_up_form(call: Here, fields: Annotated[SomeOfForm, Sent()]) -> Response:
    """Change when the form closes, how many places there are, and its texts."""
    from miai.app.sign_up.form import change_form

    if "is_open" in fields:
        raise Refused(422, "invalid", "the form is opened and closed by operations of their own")

    def change(old: SignUpForm) -> SignUpForm:
        changed: SignUpForm = read_fields(SignUpForm, fields, old)
        return changed

    return call.written(change_form(call.desk, call.state.id, change, by=call.by))


@operations.post("/tournaments/{id}/sign-up/open", whole=True)
def open_sign_up(call: Here) -> Response:
    """Let players sign up."""
    from miai.app.sign_up.form import open_form

    return call.written(open_form(call.desk, call.state.id, by=call.by))


@operations.post("/tournaments/{id}/sign-up/close", whole=True)
def close_sign_up(call: Here) -> Response:
    """Let nobody sign up any more."""
    from miai.app.sign_up.form import close_form

    return call.written(close_form(call.desk, call.state.id, by=call.by))


@operations.patch("/tournaments/{id}/phones", whole=True)
def change_phone_options(call: Here, fields: Annotated[SomeOfPhones, Sent()]) -> Response:
    """Change what players may do by phone."""
    from miai.app.sign_up.form import change_phones

    def change(old: PhoneOptions) -> PhoneOptions:
        changed: PhoneOptions = read_fields(PhoneOptions, fields, old)
        return changed

    return call.written(change_phones(call.desk, call.state.id, change, by=call.by))


@operations.get("/tournaments/{id}/sign-ups", WaitingPeople, scope=Scope.DIRECT, whole=True)
def list_sign_ups(call: Here) -> Response:
    """List those who wait to be accepted, with what to look at."""
    from miai.app.sign_up.decide import looks, reviews
    from miai.web.pages.shared.rating_lists import opened_lists

    with opened_lists(call.app_state.serving.data) as lists:
        found = reviews(call.desk, call.state.id, lists)
    names = ("surname", "first_name", "grade", "club", "country", "contact", "note")
    waiting = [
        {
            "number": each.waiting.sign_up.number,
            **{name: getattr(each.waiting.answers, name) for name in names},
            "queue": each.waiting.queue,
            "look_at": [str(message) for message in looks(each)],
        }
        for each in found
    ]
    return JSONResponse({"waiting": waiting})


@operations.post("/tournaments/{id}/sign-ups/{number}/accept", dict[str, Any], whole=True)
def accept_sign_up(
    call: Here, number: Number, how: Annotated[Accept, Sent(default_factory=Accept)]
) -> Response:
    """Accept somebody, as a new player or as one who is entered already."""
    from miai.app.sign_up.decide import accept, accept_as
    from miai.web.pages.shared.rating_lists import opened_lists

    _demand_sign_up(call, number)
    if how.same_as:
        known = call.tournament.player(PlayerId(how.same_as))
        accept_as(call.desk, call.state.id, number, known.id, by=call.by)
        return JSONResponse({"players": {str(number): known.id}})
    with opened_lists(call.app_state.serving.data) as lists:
        done = accept(
            call.desk, call.state.id, [number], by=call.by, lists=lists, all_the_same=how.all_the_same
        )
    return _accepted(done.players)


@operations.post("/tournaments/{id}/sign-ups/accept-clear", dict[str, Any], whole=True)
def accept_clear_sign_ups(call: Here) -> Response:
    """Accept all those about whom there is nothing to look at."""
    from miai.app.sign_up.decide import accept_clear
    from miai.web.pages.shared.rating_lists import opened_lists

    with opened_lists(call.app_state.serving.data) as lists:
        return _accepted(accept_clear(call.desk, call.state.id, by=call.by, lists=lists).players)


@operations.post("/tournaments/{id}/sign-ups/{number}/decline", None, whole=True, status=204)
def decline_sign_up(call: Here, number: Number, how: Decline) -> Response:
    """Decline somebody with a sentence; what they wrote is removed."""
    from miai.app.sign_up.decide import decline

    _demand_sign_up(call, number)
    decline(call.desk, call.state.id, number, said=how.said)
    return Response(status_code=204)


@operations.post("/tournaments/{id}/links", IssuedLinks, whole=True)
def issue_links(call: Here, which: Links) -> Response:
    """Issue private links; they are answered only this once."""
    from miai.app.players.player_links import issue_links as issue

    found = issue(call.desk, call.state.id, _chosen(call, which), by=call.by, anew=which.anew)
    return JSONResponse({"links": [{"player": link.player.id, "path": link.path} for link in found]})


@operations.post("/tournaments/{id}/links/revoke", Revoked, whole=True)
def revoke_links(call: Here, which: Links) -> Response:
    """Revoke private links."""
    from miai.app.players.player_links import revoke_links as revoke

    return JSONResponse({"revoked": revoke(call.desk, call.state.id, _chosen(call, which), by=call.by)})


@operations.put("/tournaments/{id}/club-site", None, whole=True, status=204)
def link_club_site(call: Here, site: ClubSiteBody) -> Response:
    """Link the tournament to the site of a club that knows Pairgoth's webhooks."""
    from miai.app.club_site.linked_site import link_site

    link_site(call.desk, call.state.id, url=site.url, secret=site.secret, by_itself=site.by_itself)
    call.app_state.club_sites.follow(call.state.id)
    return Response(status_code=204)


@operations.delete("/tournaments/{id}/club-site", None, whole=True, status=204)
def unlink_club_site(call: Here) -> Response:
    """Forget the site of the club and its secret."""
    from miai.app.club_site.linked_site import unlink_site

    unlink_site(call.desk, call.state.id)
    return Response(status_code=204)


@operations.post("/tournaments/{id}/club-site/players", PulledPlayers, whole=True)
def pull_players_of_club_site(call: Here) -> Response:
    """Enter the players of the club's site, and change those who are here."""
    from miai.app.club_site.linked_site import linked_site
    from miai.app.club_site.pull_players import compare, pull_players

    linked = linked_site(call.desk, call.state.id)
    if linked is None:
        raise Refused(404, "not-found", "the tournament is linked to no site")
    listed = linked.site.players(call.tournament.short_name)
    pull = compare(call.tournament, listed)
    return call.written(
        pull_players(call.desk, call.state.id, listed, by=call.by),
        refused=[fault_of(each) for each in pull.refused],
        blocked=[each.old.id for each in pull.blocked],
        missing=[each.id for each in pull.missing],
    )


@operations.post("/tournaments/{id}/club-site/send", dict[str, Any], whole=True)
def send_to_club_site(call: Here, what: SendNow) -> Response:
    """Send the pairings, results or standings of a round now."""
    from miai.app.club_site.linked_site import linked_site, send

    if linked_site(call.desk, call.state.id) is None:
        raise Refused(404, "not-found", "the tournament is linked to no site")
    sent = send(call.desk, call.state.id, what.what, what.round)
    return JSONResponse({"problem": sent.problem})


def _chosen(call: Call, which: Links) -> list[PlayerId] | None:
    if which.players is None:
        return None
    return [call.tournament.player(PlayerId(each)).id for each in which.players]


def _accepted(players: dict[int, PlayerId]) -> Response:
    return JSONResponse({"players": {str(number): player for number, player in players.items()}})


def _demand_sign_up(call: Call, number: int) -> None:
    from miai.app.sign_up.decide import known_numbers, no_sign_up

    if number not in known_numbers(call.desk, call.state.id):
        raise Refused(404, "not-found", str(no_sign_up(number)))
