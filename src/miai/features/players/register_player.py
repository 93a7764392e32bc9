"""Enter a player, by hand or from a rating list."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from miai.desk.live_state import Desk, Saved
from miai.domain.log import events
from miai.domain.log.new_ids import NewIds
from miai.domain.numbers import Between, whole_or_none
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.problems import demand_none, problems
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.aga.terms import us_date
from miai.messages import Message

# The id of a player who has not been entered yet.
NEW = PlayerId("")
_ID_NUMBERS = Between(0, 999_999_999)


def register_player(desk: Desk, tournament_id: str, player: Player, *, by: str) -> Saved:
    """Enter a player under a new id."""
    return register_players(desk, tournament_id, [player], by=by)


def register_players(desk: Desk, tournament_id: str, players: Sequence[Player], *, by: str) -> Saved:
    """Enter several players at once, all or none."""
    entered = [tidy(player) for player in players]

    return desk.change(tournament_id, lambda state: entering(desk.new_ids(state), entered), by=by)


def entering(ids: NewIds, players: Sequence[Player]) -> list[events.PlayerRegistered]:
    """The events that enter tidy players under new ids."""
    return [events.PlayerRegistered(player=replace(player, id=ids.player())) for player in players]


def tidy(player: Player) -> Player:
    """The player without blanks around texts; raises what is missing or impossible."""
    texts = {name: getattr(player, name).strip() for name in ("surname", "first_name", "club", "country")}
    tidied = replace(player, **texts)
    if not tidied.surname:
        raise InputError(Message("a player needs a surname"))
    demand_none(problems(Tournament(players=(tidied,))))
    return tidied


def from_list(listed: ListedPlayer, *, grade: Grade | None = None) -> Player:
    """A player with the data of a rating list; its rating gives the grade where the list has none."""
    known = grade or _grade_of(listed)
    if known is None:
        raise InputError(Message("the list has no grade for %(name)s: choose one", name=listed.name))
    american = listed.source is ListSource.AGA
    return Player(
        id=NEW,
        surname=listed.surname,
        first_name=listed.first_name,
        grade=known,
        rating=None if american else listed.rating,
        aga_rating=listed.rating if american else None,
        sigma=listed.sigma,
        rating_date=listed.rated_on(date.today()),
        rating_origin="" if american or listed.rating is None else listed.source.title,
        country=listed.country,
        state=listed.state,
        club=listed.club,
        egf_pin=listed.egf_pin,
        aga_id=listed.aga_id,
        aga_expiry=us_date(listed.expiry) if american and listed.expiry else "",
        ffg_licence=listed.ffg_licence,
        ffg_status=listed.licence_status,
    )


def has_strength(listed: ListedPlayer) -> bool:
    """Whether a list has a grade or a rating for a player."""
    return _grade_of(listed) is not None


def _grade_of(listed: ListedPlayer) -> Grade | None:
    known = listed.grade or listed.proposed_grade
    if known or listed.rating is None or listed.source is ListSource.AGA:
        return known
    return Grade.of_rating(listed.rating)


def free_number(tournament: Tournament) -> int:
    """The first number that no id of a player has, and none after it."""
    numbers = [whole_or_none(p.id[1:], _ID_NUMBERS) for p in tournament.players if p.id[:1] == "p"]
    used = [number for number in numbers if number is not None]
    return max((len(tournament.players), *used)) + 1
