"""Whether entrants are members of the federation that the event needs."""

from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.tournament import Tournament
from miai.formats.aga.terms import parse_us_date
from miai.messages import Message

# The French list's letters: L licensed, C a leisure licence, e from abroad, - none this season. The meaning
# of X is not documented.
_FRENCH_NONE, _FRENCH_LEISURE = "-", "C"
_FRENCH_FINE = ("L", "e", "")
# Life members never lapse; players of other federations have no membership to lapse.
_AGA_FINE = ("Life", "Forgn")
_AGA_NONE = "Non"
# The lists that know memberships, and how the country of their events is written.
_COUNTRIES = {
    ListSource.AGA: ("us", "usa", "united states"),
    ListSource.FFG: ("fr", "fra", "france"),
}


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


def federation_of(tournament: Tournament) -> ListSource | None:
    """The federation whose members may play: that of the event's country, or of its pairing system."""
    if not plain_name(tournament.country) and tournament.settings.system == "aga":
        return ListSource.AGA
    return federation_of_country(tournament.country)


def federation_of_country(country: str) -> ListSource | None:
    """The federation of a country by its code or name."""
    plain = plain_name(country)
    return next((source for source, names in _COUNTRIES.items() if plain in names), None)


def notices_of(
    player: Player, listed: tuple[ListedPlayer, ...], on: date, *, federation: ListSource | None
) -> tuple[MembershipNotice, ...]:
    """What is wrong with the membership of a federation on a day.

    The list counts, named in the message; without a line of it, what the entrant gave. `listed` are the lines
    that are certainly theirs.
    """
    line = next((each for each in listed if each.source is federation), None)
    if federation is ListSource.AGA:
        expiry = line.expiry if line else _own_expiry(player)
        notice = _american(expiry, line.membership if line else "", on)
    elif federation is ListSource.FFG:
        notice = _french(line.licence_status if line else player.ffg_status)
    else:
        return ()
    if notice and line:
        message = Message("%(notice)s (%(list)s list)", notice=notice.message, list=line.source.title)
        notice = replace(notice, message=message)
    return (notice,) if notice else ()


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
