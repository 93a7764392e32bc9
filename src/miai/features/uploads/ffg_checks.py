"""What the French Go Federation would refuse."""

import re
from collections import Counter
from collections.abc import Iterator

from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListSource
from miai.domain.people.transliteration import encodable_text
from miai.domain.tournament import Tournament
from miai.features.lists.find_people import day_of
from miai.features.lists.memberships import MembershipState, notices_of
from miai.features.uploads.upload_problem import (
    UploadProblem,
    event_problems,
    name_notes,
    name_problems,
    of_event,
    of_player,
)
from miai.messages import Message, counted

_LICENCE = re.compile(r"[0-9A-Z]{7}")
_FRENCH = ("FR", "FRA", "FRANCE")
_ENCODING = "iso-8859-15"


def ffg_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    """What is missing or wrong for the federation; `tournament` has only those who played."""
    yield from event_problems(tournament)
    if not tournament.place.strip() and not tournament.settings.internet:
        yield of_event(Message("the place of the event is missing"), "place")
    licences = Counter(player.ffg_licence for player in tournament.players)
    for player in tournament.players:
        yield from name_problems(player)
        yield from _letter_problems(player)
        yield from _licence_problems(player, licences[player.ffg_licence])
    for player, state, what in _memberships(tournament):
        if state is MembershipState.LAPSED:
            yield of_player(what, player, "ffg_status")


def ffg_notes(tournament: Tournament) -> Iterator[Message]:
    """What the federation accepts, but the director may want to know."""
    yield from name_notes(tournament)
    unknown = sum(not player.ffg_licence and not player.country.strip() for player in tournament.players)
    if unknown:
        yield counted(
            "%(num)s player has neither a French licence nor a country",
            "%(num)s players have neither a French licence nor a country",
            unknown,
        )
    for player, state, what in _memberships(tournament):
        if state is MembershipState.CHECK:
            yield Message("%(where)s: %(what)s", where=player.name, what=what)


def _licence_problems(player: Player, holders: int) -> Iterator[UploadProblem]:
    """A licence for those who play for France; who comes from abroad is known by the country."""
    licence = player.ffg_licence
    if not licence:
        if player.country.strip().upper() in _FRENCH:
            yield of_player(Message("the French licence is missing"), player, "ffg_licence")
    elif not _LICENCE.fullmatch(licence):
        what = Message("the French licence '%(licence)s' does not have 7 digits or letters", licence=licence)
        yield of_player(what, player, "ffg_licence")
    elif holders > 1:
        what = Message("the French licence %(licence)s belongs to another player too", licence=licence)
        yield of_player(what, player, "ffg_licence")


def _letter_problems(player: Player) -> Iterator[UploadProblem]:
    for field, name in (("surname", player.surname), ("first_name", player.first_name)):
        if name.strip() and not encodable_text(name, _ENCODING).strip():
            what = Message("'%(name)s' cannot be written in Latin letters: type the name in them", name=name)
            yield of_player(what, player, field)


def _memberships(tournament: Tournament) -> Iterator[tuple[Player, MembershipState, Message]]:
    on = day_of(tournament)
    for player in tournament.players:
        if player.ffg_licence:
            for notice in notices_of(player, (), on, federation=ListSource.FFG):
                yield player, notice.state, notice.message
