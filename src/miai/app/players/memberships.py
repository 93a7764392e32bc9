"""Whether entrants are members of their federations."""

from dataclasses import dataclass
from datetime import date
from enum import Enum

from miai.domain.listed import ListedPlayer, ListSource
from miai.domain.player import Player
from miai.formats.aga_terms import parse_us_date
from miai.messages import Message

# The French list's letters: L licensed, C a leisure licence, e from abroad, - none this season. The meaning
# of X is not documented.
_FRENCH_NONE, _FRENCH_LEISURE = "-", "C"
_FRENCH_FINE = ("L", "e", "")
# Life members never lapse; players of other federations have no membership to lapse.
_AGA_FINE = ("Life", "Forgn")
_AGA_NONE = "Non"


class MembershipState(Enum):
    """How certain it is that a membership has ended."""

    LAPSED = "lapsed"
    CHECK = "check"


@dataclass(frozen=True, slots=True, kw_only=True)
class MembershipNotice:
    """Something about a membership that the director should know."""

    source: ListSource
    state: MembershipState
    message: Message


def notices_of(player: Player, listed: tuple[ListedPlayer, ...], on: date) -> tuple[MembershipNotice, ...]:
    """What is wrong with the memberships on a day, by the lists or else by what the entrant gave."""
    by_source = {each.source: each for each in listed}
    american, french = by_source.get(ListSource.AGA), by_source.get(ListSource.FFG)
    expiry = american.expiry if american else _own_expiry(player)
    membership = american.membership if american else ""
    status = french.licence_status if french else player.ffg_status
    found = (_american(expiry, membership, on), _french(status))
    return tuple(notice for notice in found if notice is not None)


def _own_expiry(player: Player) -> date | None:
    for parse in (parse_us_date, date.fromisoformat):
        try:
            return parse(player.aga_expiry)
        except ValueError:
            continue
    return None


def _american(expiry: date | None, membership: str, on: date) -> MembershipNotice | None:
    if membership in _AGA_FINE:
        return None
    if expiry is not None and expiry < on:
        message = Message("AGA membership ended on %(day)s", day=expiry)
    elif membership == _AGA_NONE:
        message = Message("not a member of the AGA")
    else:
        return None
    return MembershipNotice(source=ListSource.AGA, state=MembershipState.LAPSED, message=message)


def _french(status: str) -> MembershipNotice | None:
    if status in _FRENCH_FINE:
        return None
    if status == _FRENCH_NONE:
        state, message = MembershipState.LAPSED, Message("no French licence this season")
    elif status == _FRENCH_LEISURE:
        state, message = MembershipState.CHECK, Message("a French leisure licence only")
    else:
        state, message = MembershipState.CHECK, Message("French licence status '%(status)s'", status=status)
    return MembershipNotice(source=ListSource.FFG, state=state, message=message)
