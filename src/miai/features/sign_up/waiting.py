"""Those who signed up and wait to be accepted: they sign up, correct what they wrote, and withdraw.

What they wrote is in no log: it is removed with the director's decision, or when they withdraw.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum

from miai.desk.entry_once import current_entry
from miai.desk.live_state import Desk
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.congress_state import WholeCongress, whole_congress
from miai.features.links.player_links import ALPHABET, LENGTH, hash_of_token, known_hash_of_token, new_token
from miai.features.sign_up.form_answers import SignUpAnswers, answer_faults, answers_of
from miai.features.sign_up.sign_up_form import FormState, form_state, places_taken
from miai.messages import Message
from miai.store.people.players_protocol import SignUp
from miai.store.times import current_time
from miai.store.tournament_id import TournamentId

# More people than come to any tournament wait at a time only if somebody fills in the form by a program.
MOST_WAITING = 2_000


class SignUpState(Enum):
    """What has become of a sign-up."""

    WAITING = "waiting"
    ACCEPTED = "accepted"
    DECLINED = "declined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Somebody who waits; `queue` is their place on the waiting list, None where they have a place."""

    sign_up: SignUp
    answers: SignUpAnswers
    queue: int | None

    @property
    def number(self) -> int:
        """Their place in the order of arrival."""
        return self.sign_up.number


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnSignUp:
    """A sign-up as the person who made it sees it; `waiting` where nothing is decided."""

    sign_up: SignUp
    state: SignUpState
    waiting: Waiting | None


class NoSuchSignUpError(InputError):
    """The address is that of no sign-up, or of one that was withdrawn."""

    def __init__(self) -> None:
        super().__init__(Message("there is no sign-up with this address: it may have been withdrawn"))


def sign_up(
    desk: Desk, tournament_id: str, answers: SignUpAnswers, *, now: datetime | None = None
) -> tuple[SignUp, str]:
    """Put somebody on the list of those who wait, and return the token of their private address.

    A request that is sent twice gets the same one.
    """
    token = _token_of_request(desk)
    known = desk.store.sign_ups.by_token(hash_of_token(desk, token))
    if known is not None:
        return known, token
    state = desk.state(tournament_id)
    others = waiting_of(desk, state.id)
    demand_open(form_state(state.tournament, len(others), now))
    demand_answers(desk, tournament_id, answers)
    if len(others) >= MOST_WAITING:
        raise InputError(Message("too many people have signed up: write to the director"))
    new = SignUp(
        tournament=state.id,
        token_hash=hash_of_token(desk, token),
        state=SignUpState.WAITING.value,
        about=answers.as_json(),
        signed_up_at=current_time(),
    )
    return desk.store.sign_ups.add(new), token


def waiting_of(desk: Desk, tournament_id: str) -> tuple[Waiting, ...]:
    """Everybody who waits, in the order of arrival."""
    tournament = desk.state(tournament_id).tournament
    rows = [row for row in desk.store.sign_ups.of(TournamentId(tournament_id)) if _waits(row)]
    return _queued(tournament, rows)


def own_sign_up(desk: Desk, tournament_id: str, token: str) -> OwnSignUp:
    """The sign-up with a private address."""
    row = desk.store.sign_ups.by_token(known_hash_of_token(desk, token))
    if row is None or row.tournament != tournament_id:
        raise NoSuchSignUpError
    mine = next((each for each in waiting_of(desk, tournament_id) if each.number == row.number), None)
    return OwnSignUp(sign_up=row, state=SignUpState(row.state), waiting=mine)


def change_answers(desk: Desk, tournament_id: str, token: str, answers: SignUpAnswers) -> SignUp:
    """Correct what somebody wrote, as long as nothing is decided; the place in the order stays."""
    row = _undecided(desk, tournament_id, token)
    demand_answers(desk, tournament_id, answers)
    new = replace(row, about=answers.as_json())
    if not desk.store.sign_ups.change(row, new):
        raise InputError(Message("your sign-up was changed or decided meanwhile: load the page again"))
    return new


def withdraw_sign_up(desk: Desk, tournament_id: str, token: str) -> None:
    """Remove a sign-up with everything that was written; who is accepted already tells the director."""
    desk.store.sign_ups.remove(_undecided(desk, tournament_id, token))


def demand_answers(desk: Desk, tournament_id: str, answers: SignUpAnswers) -> None:
    """Raise everything that is wrong with what somebody wrote."""
    tournament = desk.state(tournament_id).tournament
    faults = answer_faults(tournament, answers, congress_around(desk, tournament_id))
    if faults:
        raise InputError([problem for fault in faults.values() for problem in fault.problems])


def congress_around(desk: Desk, tournament_id: str) -> WholeCongress | None:
    """The congress with its events, where people sign up for one."""
    is_congress = desk.state(tournament_id).tournament.is_congress
    return whole_congress(desk, tournament_id) if is_congress else None


def demand_open(state: FormState) -> None:
    """Refuse a sign-up while the form is closed."""
    match state:
        case FormState.CLOSED:
            raise InputError(Message("the sign-up is closed"))
        case FormState.OVER:
            raise InputError(Message("the time to sign up is over"))
        case FormState.FULL:
            raise InputError(Message("all places are taken, and there is no waiting list"))


def _queued(tournament: Tournament, rows: Sequence[SignUp]) -> tuple[Waiting, ...]:
    limit = tournament.sign_up.limit
    # The director may have accepted more than there are places.
    free = len(rows) if limit is None else max(0, limit - places_taken(tournament))
    found = []
    for number, row in enumerate(rows, start=1):
        queue = number - free if number > free else None
        found.append(Waiting(sign_up=row, answers=answers_of(row.about), queue=queue))
    return tuple(found)


def _undecided(desk: Desk, tournament_id: str, token: str) -> SignUp:
    known = own_sign_up(desk, tournament_id, token)
    if known.waiting is None:
        raise InputError(Message("the director has decided already: tell them what should change"))
    return known.sign_up


def _waits(row: SignUp) -> bool:
    return row.state == SignUpState.WAITING.value


def _token_of_request(desk: Desk) -> str:
    """A random token; for a request with an id the same one each time."""
    request = current_entry()
    if request is None:
        return new_token()
    number = int(hash_of_token(desk, f"sign-up {request.id}"), 16)
    return "".join(ALPHABET[number >> 5 * at & 31] for at in range(LENGTH))
