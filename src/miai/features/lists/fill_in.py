"""Fill in what the rating lists know of the entrants."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import date
from enum import Enum
from typing import Any

from miai.domain.people.names import put_right, put_right_first_name
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.tournament import Tournament
from miai.features.lists.find_people import (
    ID_FIELD,
    DifferenceKind,
    EntryCheck,
    name_difference,
    rating_difference,
)
from miai.formats.aga.terms import us_date


class Fill(Enum):
    """What can be filled in from the lists."""

    IDS = "ids"
    NAMES = "names"
    RATINGS = "ratings"
    GRADES = "grades"
    CLUBS = "clubs"
    COUNTRIES = "countries"
    MEMBERSHIPS = "memberships"


def fill_in(
    tournament: Tournament,
    check: EntryCheck,
    take: Collection[Fill] = (Fill.IDS, Fill.NAMES, Fill.RATINGS),
) -> Tournament:
    """The tournament with what the lists know of the entrants found with certainty.

    Other names in capitals are corrected. Ratings come from the EGF's list before the French one; an AGA
    rating is on a scale of its own and is kept beside the other.
    """
    checked = {entrant.player.id: entrant for entrant in check.entrants}
    players = tuple(
        filled(player, checked[player.id].listed, take, check.on) if player.id in checked else player
        for player in tournament.players
    )
    regraded = [p.grade for p in players] != [p.grade for p in tournament.players]
    places = () if regraded else tournament.published_places
    return replace(tournament, players=players, published_places=places)


def filled(player: Player, listed: Sequence[ListedPlayer], take: Collection[Fill], on: date) -> Player:
    """A player with what their lines in the lists say, for an event on a day."""
    changes: dict[str, Any] = {}
    if Fill.NAMES in take:
        changes |= _names(player, listed)
    # Lists that count less come first, so that the others overwrite them.
    for one in sorted(listed, key=lambda one: list(ListSource).index(one.source), reverse=True):
        for fill in take:
            changes |= _fields_of(fill, player, one, on)
    return replace(player, **changes)


def _fields_of(fill: Fill, player: Player, one: ListedPlayer, on: date) -> dict[str, Any]:
    """The fields of one kind that a line of a list states."""
    match fill:
        case Fill.IDS:
            return {ID_FIELD[one.source]: one.number} if one.number else {}
        case Fill.RATINGS:
            return _rating(one, on) if rating_difference(player, one) else {}
        case Fill.GRADES:
            return {} if one.grade is None else {"grade": one.grade}
        case Fill.CLUBS:
            return _stated(club=one.club)
        case Fill.COUNTRIES:
            return _stated(country=one.country, state=one.state)
        case Fill.MEMBERSHIPS:
            return _membership(one)
    return {}


def _stated(**texts: str) -> dict[str, Any]:
    return {name: text for name, text in texts.items() if text}


def _names(player: Player, listed: Sequence[ListedPlayer]) -> dict[str, str]:
    """The name as the lists write it, or else with its capitals corrected."""
    corrected = {"surname": put_right(player.surname), "first_name": put_right_first_name(player.first_name)}
    for one in listed:
        difference = name_difference(player, one)
        # The director decides about a different name under the same id.
        if difference and difference.what is not DifferenceKind.NAME:
            return {"surname": one.surname, "first_name": one.first_name}
    return corrected


def _rating(listed: ListedPlayer, on: date) -> dict[str, Any]:
    if listed.source is not ListSource.AGA:
        return {"rating": listed.rating, "rating_origin": listed.source.title}
    changes: dict[str, Any] = {"aga_rating": listed.rating}
    if listed.sigma is not None:
        changes |= {"sigma": listed.sigma, "rating_date": listed.rated_on(on)}
    return changes


def _membership(listed: ListedPlayer) -> dict[str, str]:
    if listed.source is ListSource.AGA and listed.expiry:
        return {"aga_expiry": us_date(listed.expiry)}
    return {"ffg_status": listed.licence_status} if listed.licence_status else {}
