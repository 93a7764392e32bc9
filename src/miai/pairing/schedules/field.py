"""Who is in a schedule, and in what order."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace

from miai.domain.player import Player, PlayerId, Registration
from miai.domain.round import Bye, ByeKind, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message
from miai.pairing.view import nobody_final


def entrants_of(tournament: Tournament) -> tuple[tuple[Player, ...], tuple[Message, ...]]:
    """Those who would start in round 1, and what is worth a warning about them."""
    playing = tuple(player for player in tournament.players if player.attends(1))
    final = tuple(player for player in playing if player.registration is Registration.FINAL)
    if playing and not final:
        return playing, (nobody_final(),)
    return final, ()


def in_order(entrants: Iterable[Player], *, drawn: bool, seed: int) -> tuple[Player, ...]:
    """The highest rated first, or by lot; players of one rating are always put in order by lot."""

    def key(player: Player) -> tuple[float, bytes, str]:
        return 0.0 if drawn else -strength(player), *_lot(player, seed)

    return tuple(sorted(entrants, key=key))


def strength(player: Player) -> float:
    """The rating; a player without one has that of the grade."""
    return float(player.grade.rating) if player.rating is None else player.rating


def free_in(first: Round) -> tuple[Bye, ...]:
    """The byes that the schedule gave; whoever asked not to play is absent."""
    return tuple(bye for bye in first.byes if bye.kind is ByeKind.FORCED)


def demand_fit(first: Round, *, boards: int, byes: int, of: int) -> None:
    """Refuse a first round that the schedule cannot have drawn."""
    found = len(first.boards), len(free_in(first))
    if found != (boards, byes):
        raise InputError(
            Message(
                "round 1 does not fit this system: %(players)s players need %(boards)s boards and "
                "%(byes)s byes, and it has %(own_boards)s boards and %(own_byes)s byes",
                players=of,
                boards=boards,
                byes=byes,
                own_boards=found[0],
                own_byes=found[1],
            )
        )


def demand_anybody(entrants: Sequence[Player], round_number: int) -> None:
    """Refuse a round in which nobody plays."""
    if not entrants:
        raise InputError(Message("nobody plays in round %(round)s", round=round_number))


def seat_of(tournament: Tournament) -> dict[PlayerId, Player]:
    """The players by id."""
    return {player.id: player for player in tournament.players}


def _lot(player: Player, seed: int) -> tuple[bytes, str]:
    who = (player.surname, player.first_name, player.egf_pin, player.aga_id, player.ffg_licence)
    text = "\0".join((str(seed), *who))
    # Namesakes are distinguished by whatever else differs; the order of the file plays no part.
    return hashlib.sha256(text.encode()).digest(), repr(replace(player, id=PlayerId("")))
