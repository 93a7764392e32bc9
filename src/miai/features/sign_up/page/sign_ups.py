"""Sign-up for the director: the form, those who wait, what players may do by phone, and the kiosk."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends
from starlette.responses import Response

from miai.desk.live_state import Saved
from miai.domain.bounds import bounds_of
from miai.domain.people.phones import SignUpForm
from miai.domain.people.player import PlayerId
from miai.domain.time_zones import local_text, read_moment, zone_of
from miai.domain.typed_text import at_most, whole
from miai.errors import InputError, Problem
from miai.features.kiosk.view import end_kiosks as end_all_kiosks
from miai.features.kiosk.view import kiosk_path
from miai.features.lists.candidates import Decisions
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.schedule.set_clock import moment_of, text_of_moment
from miai.features.sign_up.decide import accept as accept_sign_up
from miai.features.sign_up.decide import accept_as, looks, reviews, sign_ups_file
from miai.features.sign_up.decide import accept_clear as accept_sign_ups
from miai.features.sign_up.decide import decline as decline_sign_up
from miai.features.sign_up.rail import page
from miai.features.sign_up.sign_up_form import change_form as change_sign_up
from miai.features.sign_up.sign_up_form import change_phones as change_phones_asked
from miai.features.sign_up.sign_up_form import close_form as close_sign_up
from miai.features.sign_up.sign_up_form import demand_suited, form_state, places_taken
from miai.features.sign_up.sign_up_form import open_form as open_sign_up
from miai.features.sign_up.waiting import congress_around
from miai.messages import Message
from miai.server.addresses import public_address
from miai.server.downloads import table_download
from miai.server.form_fields import Checkbox, Number, Text, Texts
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell

if TYPE_CHECKING:
    from miai.features.sign_up.decide import Accepted

# What the director may write to those who sign up.
_LONGEST_TEXT = 2_000
_LONGEST_SENTENCE = 300


@page.get("/t/{id}/sign-up")
def show(visit: Here) -> Response:
    """Those who wait, the form, and what players may do."""
    form = visit.tournament.sign_up
    closes = moment_of(form.closes_at) if form.closes_at else None
    shown = local_text(closes, zone_of(visit.tournament))
    typed = TypedForm(
        closes_at=shown,
        limit=str(form.limit or ""),
        waiting_list=form.waiting_list,
        note=form.note,
        consent=form.consent,
    )
    return _render(visit, typed)


@page.get("/t/{id}/sign-up/file")
def download(visit: Here, to: str = "csv") -> Response:
    """Those who wait as a file."""
    with opened_lists(visit.app_state.serving.data) as lists:
        found = reviews(visit.desk, visit.id, lists)
    return table_download(sign_ups_file(found, tell), f"{visit.id}-sign-ups", to=to)


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedForm:
    """The fields of the form, as they stand on the page."""

    closes_at: Text = ""
    limit: Text = ""
    waiting_list: Checkbox = False
    note: Text = ""
    consent: Text = ""


Typed = Annotated[TypedForm, Depends()]


@page.post("/t/{id}/sign-up/open")
def open_form(visit: Here, typed: Typed) -> Response:
    """Let players sign up, by the form as it is typed."""
    return _save(visit, typed, open_sign_up, _("Players can sign up now"))


@page.post("/t/{id}/sign-up/close")
def close_form(visit: Here) -> Response:
    """Let nobody sign up any more."""
    saved = close_sign_up(visit.desk, visit.id, by=visit.by)
    return visit.done(_("The sign-up is closed"), to=visit.url("sign-up"), saved=saved)


@page.post("/t/{id}/sign-up/form")
def change_form(visit: Here, typed: Typed) -> Response:
    """Change when the form closes, how many places there are, and its texts."""
    return _save(visit, typed, change_sign_up, _("Sign-up form saved"))


@page.post("/t/{id}/sign-up/phones")
def change_phones(visit: Here, allowed: Texts) -> Response:
    """Change what players may do by phone."""
    options = {name: name in allowed for name, *_rest in _options(visit)}
    saved = change_phones_asked(visit.desk, visit.id, lambda old: replace(old, **options), by=visit.by)
    return visit.done(_("Saved what players may do"), to=visit.url("sign-up"), saved=saved)


@page.post("/t/{id}/sign-up/accept")
def accept(
    visit: Here,
    number: Number,
    same: Texts,
    not_same: Texts,
    all_the_same: Checkbox = False,
    same_as: Text = "",
) -> Response:
    """Accept a sign-up: as a new player, or as a player who is entered already.

    `same` and `not_same` are answers about listed players who perhaps are the same.
    """
    if same_as:
        known = visit.tournament.player(PlayerId(same_as))
        accept_as(visit.desk, visit.id, number, known.id, by=visit.by)
        return visit.done(_("%(name)s has the private link now", name=known.name), to=visit.url("sign-up"))
    with opened_lists(visit.app_state.serving.data) as lists:
        done = accept_sign_up(
            visit.desk,
            visit.id,
            [number],
            by=visit.by,
            lists=lists,
            all_the_same=all_the_same,
            decided=Decisions.of(same, not_same),
        )
    return _accepted(visit, done)


@page.post("/t/{id}/sign-up/accept-clear")
def accept_clear(visit: Here) -> Response:
    """Accept all those about whom there is nothing to look at."""
    with opened_lists(visit.app_state.serving.data) as lists:
        done = accept_sign_ups(visit.desk, visit.id, by=visit.by, lists=lists)
    return _accepted(visit, done)


@page.post("/t/{id}/sign-up/decline")
def decline(visit: Here, number: Number, said: Text = "") -> Response:
    """Decline somebody with a sentence."""
    decline_sign_up(visit.desk, visit.id, number, said=said[:_LONGEST_SENTENCE])
    return visit.done(_("Declined; what they wrote is removed"), to=visit.url("sign-up"))


@page.post("/t/{id}/sign-up/kiosk")
def end_kiosks(visit: Here) -> Response:
    """End all kiosks: their tablets need the new address."""
    end_all_kiosks(visit)
    return visit.done(_("No tablet is a kiosk any more; the address is a new one"), to=visit.url("sign-up"))


def _accepted(visit: Visit, done: "Accepted") -> Response:
    if done.saved is None:
        return visit.done(_("There is nobody to accept without looking"), to=visit.url("sign-up"))
    event = done.saved.state.tournament
    names = [event.name_of(player) for player in done.players.values()]
    said = (
        _("%(name)s is accepted", name=names[0])
        if len(names) == 1
        else ngettext("%(num)s player is accepted", "%(num)s players are accepted", len(names))
    )
    return visit.done(said, to=visit.url("sign-up"), saved=done.saved)


def _save(visit: Visit, typed: TypedForm, write: Callable[..., Saved], said: str) -> Response:
    """Write the form as it was typed, or show it again with what is wrong."""
    try:
        values = _read(visit, typed)
        saved = write(visit.desk, visit.id, lambda old: replace(old, **values), by=visit.by)
    except InputError as error:
        return _render(visit, typed, error=error)
    return visit.done(said, to=visit.url("sign-up"), saved=saved)


def _render(visit: Visit, typed: TypedForm, error: InputError | None = None) -> Response:
    with opened_lists(visit.app_state.serving.data) as lists:
        found = reviews(visit.desk, visit.id, lists)
    around = congress_around(visit.desk, visit.id)
    return visit.render(
        "sign_up/sign_ups.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        reviews=found,
        looks=looks,
        clear=sum(each.clear for each in found),
        form_state=form_state(visit.tournament, len(found)).value,
        taken=places_taken(visit.tournament),
        typed=typed,
        unsuited=_unsuited(lambda: demand_suited(visit.desk, visit.state)),
        address=public_address(visit),
        kiosk=kiosk_path(visit),
        names={event_id: state.tournament.name for event_id, state in around.events.items()}
        if around
        else {},
        longest=_LONGEST_SENTENCE,
        options=_options(visit),
    )


def _options(visit: Visit) -> list[tuple[str, str, str, bool]]:
    """What players may be allowed: the field, its name, one plain sentence, and whether it is allowed.

    At a congress they check in; the rest is allowed in its events.
    """
    texts = {
        "check_in": (_("Check in"), _("On the first day they say themselves that they are here.")),
        "absences": (
            _("Miss a round or leave"),
            _("They say which rounds they miss. If a round is drawn already, you are asked."),
        ),
        "bye": (_("Volunteer for the bye"), _("They offer to sit out if the number of players is odd.")),
        "results": (
            _("Report results"),
            _("Both players of a game are asked who won. If they disagree, you decide."),
        ),
        "by_name": (
            _("Report results by name"),
            _("Without a private link: a player chooses the name, and the opponent or the desk confirms."),
        ),
        "reasons": (_("Read why two players meet"), _("Everybody sees the reasons for each published game.")),
    }
    phones, at_congress = visit.tournament.phones, visit.tournament.is_congress
    shown = [name for name in texts if name == "check_in" or not at_congress]
    return [(name, *texts[name], getattr(phones, name)) for name in shown]


def _unsuited(demand: Any) -> str:
    try:
        demand()
    except InputError as error:
        return tell(error)
    return ""


def _read(visit: Visit, typed: TypedForm) -> dict[str, Any]:
    """The form as it was typed, or everything that is wrong with it."""
    values: dict[str, Any] = {"waiting_list": typed.waiting_list}
    problems: list[Problem] = []
    closes, limit = typed.closes_at.strip(), typed.limit.strip()
    try:
        label = Message("Closes by itself")
        moment = read_moment(closes, zone_of(visit.tournament), label) if closes else None
        values["closes_at"] = text_of_moment(moment) if moment else ""
    except InputError as error:
        problems += error.problems
    try:
        label = Message("Places")
        values["limit"] = whole(limit, label, bounds_of(SignUpForm, "limit")) if limit else None
    except InputError as error:
        problems += error.problems
    for name, label in (("note", Message("Text above the form")), ("consent", Message("Consent"))):
        values[name] = "\n".join(getattr(typed, name).strip().splitlines())
        if len(values[name]) > _LONGEST_TEXT:
            problems.append(Problem(what=at_most(_LONGEST_TEXT), where=label))
    if problems:
        raise InputError(problems)
    return values
