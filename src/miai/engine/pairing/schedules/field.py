"""Who is in a schedule, and in what order."""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.strength import rating_of
from miai.domain.points import NOTHING
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.view import nobody_final
from miai.errors import InputError
from miai.messages import Message, counted


def starters_of(tournament: Tournament) -> tuple[tuple[Player, ...], tuple[Message, ...]]:
    """Those who start in round 1, and what is worth a warning about them."""
    starting, problems = _final([player for player in tournament.players if player.attends(1)])
    late = tuple(
        Message("%(name)s misses round 1 and is not in the bracket", name=player.name)
        for player in tournament.players
        if not player.attends(1) and (problems or player.registration is Registration.FINAL)
    )
    return starting, (*problems, *late)


def entered_in(tournament: Tournament) -> tuple[tuple[Player, ...], tuple[Message, ...]]:
    """Everybody who is entered for at least one round, and what is worth a warning about the others."""
    entered, problems = _final(tournament.players)
    rounds = range(1, max(1, tournament.settings.rounds) + 1)
    gone = [player for player in entered if not any(player.attends(number) for number in rounds)]
    said = tuple(
        Message("%(name)s misses every round and is not in the table", name=player.name) for player in gone
    )
    return tuple(player for player in entered if player not in gone), (*problems, *said)


def _final(players: Sequence[Player]) -> tuple[tuple[Player, ...], tuple[Message, ...]]:
    """Those who are registered finally; where nobody is, everybody, with a warning."""
    final = tuple(player for player in players if player.registration is Registration.FINAL)
    return (tuple(players), (nobody_final(),)) if players and not final else (final, ())


def outside_message(tournament: Tournament, inside: Collection[PlayerId], number: int) -> Iterator[Message]:
    """Those who came when the field was fixed already."""
    final = any(p.registration is Registration.FINAL for p in tournament.players if p.id in inside)
    for player in tournament.players:
        here = player.attends(number) and (player.registration is Registration.FINAL or not final)
        if here and player.id not in inside:
            yield Message("%(name)s is not in the field, which was fixed in round 1", name=player.name)


def in_order(entrants: Iterable[Player], *, drawn: bool, seed: int) -> tuple[Player, ...]:
    """The highest rated first, or by lot; players of one rating are always put in order by lot."""

    def key(player: Player) -> tuple[float, bytes, str]:
        return 0.0 if drawn else -rating_of(player), *_lot(player, seed)

    return tuple(sorted(entrants, key=key))


def by_seed(entrants: Iterable[Player], *, drawn: bool, seed: int) -> tuple[Player, ...]:
    """The highest start set by hand first, which is a seed where losers go out; then `in_order`."""
    ordered = in_order(entrants, drawn=drawn, seed=seed)
    return ordered if drawn else tuple(sorted(ordered, key=lambda player: -(player.start or NOTHING)))


def demand_fit(first: Round, *, boards: int, byes: int, of: int) -> None:
    """Refuse a first round that the schedule cannot have drawn."""
    found = len(first.boards), len(first.free)
    if found != (boards, byes):
        raise InputError(
            Message(
                "round 1 does not fit this system: %(players)s players need %(needed)s, and it has %(found)s",
                players=of,
                needed=_seats(boards, byes),
                found=_seats(*found),
            )
        )


def _seats(boards: int, byes: int) -> tuple[Message, Message]:
    return counted("%(num)s board", "%(num)s boards", boards), counted("%(num)s bye", "%(num)s byes", byes)


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
