"""What players do themselves on their phones, as far as the director allows it."""

from dataclasses import dataclass

from miai.domain.bounds import Epoch, MomentText, PlayerCount


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpForm:
    """The form by which players sign up.

    It closes by itself at a moment; without a `limit` everybody is accepted, and after that many players come
    to the waiting list, if there is one. `note` is shown above the form; `consent` is what they agree to.
    """

    is_open: bool = False
    closes_at: MomentText = ""
    limit: PlayerCount | None = None
    waiting_list: bool = True
    note: str = ""
    consent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneOptions:
    """What players with a private link may do, and whether everybody may read why two players meet."""

    check_in: bool = False
    absences: bool = False
    bye: bool = False
    results: bool = True
    reasons: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Leader:
    """The server that may write to a log; each takeover by another one begins a new epoch."""

    epoch: Epoch = 0
    server: str = ""


# What a tournament starts with. Old logs replay with these: they can never change.
NO_SIGN_UP = SignUpForm(is_open=False, closes_at="", limit=None, waiting_list=True, note="", consent="")
DEFAULT_PHONES = PhoneOptions(check_in=False, absences=False, bye=False, results=True, reasons=False)
FIRST_LEADER = Leader(epoch=0, server="")
