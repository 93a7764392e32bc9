"""What players do themselves on their phones, as far as the director allows it."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import Epoch, MomentText, PlayerCount
from miai.domain.field_facts import Added, Private, Public


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpForm:
    """The form by which players sign up.

    It closes by itself at a moment; without a `limit` everybody is accepted, and after that many players come
    to the waiting list, if there is one. `note` is shown above the form; `consent` is what they agree to.
    """

    is_open: Public[bool] = False
    closes_at: Public[MomentText] = ""
    limit: Public[PlayerCount | None] = None
    waiting_list: Public[bool] = True
    note: Public[str] = ""
    consent: Public[str] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneOptions:
    """The acts that players with a private link are allowed, and what is for everybody.

    `by_name`: a player may choose the name on any phone and report; the opponent or the desk confirms it.
    `reasons`: everybody may read why two players meet.
    """

    check_in: Public[bool] = False
    absences: Public[bool] = False
    bye: Public[bool] = False
    results: Public[bool] = True
    reasons: Public[bool] = False
    by_name: Annotated[Public[bool], Added(8, before=False)] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """The server that may write to a log; each takeover by another one begins a new epoch."""

    epoch: Public[Epoch] = 0
    server: Private[str] = ""


# What a tournament starts with. Old logs replay with these: they can never change.
NO_SIGN_UP = SignUpForm(is_open=False, closes_at="", limit=None, waiting_list=True, note="", consent="")
DEFAULT_PHONES = PhoneOptions(
    check_in=False, absences=False, bye=False, results=True, reasons=False, by_name=False
)
FIRST_LEADER = Leader(epoch=0, server="")
