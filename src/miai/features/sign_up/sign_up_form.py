"""The form by which players sign up: opened and closed, and what players may do by phone afterwards."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.phones import PhoneOptions, SignUpForm
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.find_congress import congress_of
from miai.features.congress.person import has_left
from miai.features.schedule.set_clock import moment_of
from miai.messages import Message


class FormState(Enum):
    """Whether somebody can sign up, and if not, why; on the waiting list there are no places at present."""

    OPEN = "open"
    WAITING_LIST = "waiting list"
    CLOSED = "closed"
    OVER = "over"
    FULL = "full"

    @property
    def accepts(self) -> bool:
        """Whether somebody can sign up now."""
        return self in (FormState.OPEN, FormState.WAITING_LIST)


def form_state(tournament: Tournament, waiting: int, now: datetime | None = None) -> FormState:
    """Whether somebody can sign up, while that many wait to be accepted."""
    form = tournament.sign_up
    if not form.is_open:
        return FormState.CLOSED
    if form.closes_at and moment_of(form.closes_at) <= (now or datetime.now(UTC)):
        return FormState.OVER
    if form.limit is None or places_taken(tournament) + waiting < form.limit:
        return FormState.OPEN
    return FormState.WAITING_LIST if form.waiting_list else FormState.FULL


def places_taken(tournament: Tournament) -> int:
    """How many are entered and have not left."""
    if tournament.is_congress:
        return len(tournament.players)
    return sum(not has_left(tournament, player) for player in tournament.players)


def change_form(
    desk: Desk, tournament_id: str, change: Callable[[SignUpForm], SignUpForm], *, by: str
) -> Saved:
    """Change the form as it is now; one that is open must suit the tournament."""

    def decide(state: State) -> list[events.Event]:
        form = change(state.tournament.sign_up)
        if form.is_open:
            demand_suited(desk, state)
        return [] if form == state.tournament.sign_up else [events.SignUpFormChanged(form=form)]

    return desk.change(tournament_id, decide, by=by)


def open_form(
    desk: Desk,
    tournament_id: str,
    change: Callable[[SignUpForm], SignUpForm] = lambda form: form,
    *,
    by: str,
) -> Saved:
    """Let players sign up by the form as changed; a time at which it closed by itself is dropped."""

    def opened(form: SignUpForm) -> SignUpForm:
        form = change(form)
        past = form.closes_at and moment_of(form.closes_at) <= datetime.now(UTC)
        return replace(form, is_open=True, closes_at="" if past else form.closes_at)

    return change_form(desk, tournament_id, opened, by=by)


def close_form(desk: Desk, tournament_id: str, *, by: str) -> Saved:
    """Let nobody sign up any more; those who wait go on waiting."""
    return change_form(desk, tournament_id, lambda form: replace(form, is_open=False), by=by)


def change_phones(
    desk: Desk, tournament_id: str, change: Callable[[PhoneOptions], PhoneOptions], *, by: str
) -> Saved:
    """Change what players may do by phone."""

    def decide(state: State) -> list[events.Event]:
        options = change(state.tournament.phones)
        return [] if options == state.tournament.phones else [events.PhoneOptionsChanged(options=options)]

    return desk.change(tournament_id, decide, by=by)


def demand_suited(desk: Desk, state: State) -> None:
    """Refuse to open the form where people cannot sign up one by one, or sign up elsewhere."""
    event = state.tournament
    congress = None if event.is_congress else congress_of(desk, state.id)
    if congress is not None:
        raise InputError(
            Message(
                "people sign up for %(congress)s and choose its events there: open its sign-up instead",
                congress=congress.tournament.name,
            )
        )
    if event.settings.sides.people > 1:
        raise InputError(
            Message("people play together as sides here, and the form is for single players: enter the sides")
        )
