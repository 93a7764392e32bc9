"""The director's wishes as a schedule reads them, and what is said where a plan cannot keep them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.director_constraints import WantedGame
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Constraints, Draw
from miai.messages import Message

Pair = frozenset[PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class PairWishes:
    """Pairs that the director keeps apart, pairs of one family, and games wanted in a round."""

    apart: frozenset[Pair] = frozenset()
    family: frozenset[Pair] = frozenset()
    games: tuple[WantedGame, ...] = ()

    def wanted(self, number: int) -> tuple[WantedGame, ...]:
        """The games wanted in a round."""
        return tuple(game for game in self.games if game.round == number)


def pair_wishes(tournament: Tournament) -> PairWishes:
    """What a tournament wants of its pairs; families count where the settings keep them apart."""
    apart = frozenset(frozenset(pair) for pair in tournament.wishes.apart)
    families = _families(tournament.players) if tournament.settings.pairing.family_apart else frozenset()
    known = {player.id for player in tournament.players}
    games = tuple(game for game in tournament.wishes.games if {game.white, game.black} <= known)
    return PairWishes(apart=apart, family=families - apart, games=games)


def with_constraints(tournament: Tournament, constraints: Constraints, number: int) -> Tournament:
    """The tournament as if its standing wishes were these constraints of a round."""
    others = tuple(game for game in tournament.wishes.games if game.round != number)
    games = tuple(WantedGame(round=number, white=white, black=black) for white, black in constraints.forced)
    wishes = replace(
        tournament.wishes,
        apart=constraints.forbidden,
        games=(*others, *games),
        tables=constraints.fixed_tables,
        off_tables=constraints.excluded_tables,
    )
    return replace(tournament, wishes=wishes)


def _families(players: Iterable[Player]) -> frozenset[Pair]:
    members: dict[str, list[PlayerId]] = {}
    for player in players:
        if player.family:
            members.setdefault(player.family.casefold(), []).append(player.id)
    return frozenset(frozenset(pair) for family in members.values() for pair in combinations(family, 2))


def pair_of(one: Player, other: Player) -> Pair:
    """Two players, in any order."""
    return frozenset((one.id, other.id))


def broken_pairs(
    pairs: Sequence[tuple[Player, Player]], wishes: PairWishes, number: int
) -> Iterator[Message]:
    """Who meets in a round and should not; a game that the director wants is meant."""
    wanted = {frozenset((game.white, game.black)) for game in wishes.wanted(number)}
    for one, other in pairs:
        pair = pair_of(one, other)
        values: dict[str, Any] = {"a": one.name, "b": other.name, "round": number}
        if pair in wanted:
            continue
        if pair in wishes.apart:
            yield Message(
                "%(a)s and %(b)s should never meet, and the plan of this system has them meet in round "
                "%(round)s",
                **values,
            )
        elif pair in wishes.family:
            yield Message(
                "%(a)s and %(b)s are family, and the plan of this system has them meet in round %(round)s",
                **values,
            )


def unkept_games(tournament: Tournament, draw: Draw) -> Iterator[Message]:
    """Games that the director wants in a round and that its draw does not have."""
    players = {player.id: player for player in tournament.players}
    opponents = {
        one.id: other
        for board in draw.boards
        for one, other in ((board.white, board.black), (board.black, board.white))
    }
    for game in pair_wishes(tournament).wanted(draw.round):
        one, other = players[game.white], players[game.black]
        if opponents.get(one.id) == other:
            continue
        values: dict[str, Any] = {"a": one.name, "b": other.name, "round": draw.round}
        away = [player.name for player in (one, other) if not player.attends(draw.round)]
        met = [(player, opponents[player.id]) for player in (one, other) if player.id in opponents]
        if away:
            yield Message(
                "the game %(a)s – %(b)s wanted in round %(round)s is not drawn: %(name)s is away",
                name=away[0],
                **values,
            )
        elif met:
            yield Message(
                "the game %(a)s – %(b)s wanted in round %(round)s is not drawn: the plan of this system has "
                "%(name)s against %(opponent)s",
                name=met[0][0].name,
                opponent=met[0][1].name,
                **values,
            )
        else:
            yield Message(
                "the game %(a)s – %(b)s wanted in round %(round)s is not drawn: the plan of this system "
                "does not have it",
                **values,
            )


def unkept_seats(tournament: Tournament, draw: Draw) -> Iterator[Message]:
    """Wishes about tables and byes that a draw does not keep: a plan gives both."""
    names = tournament.names
    tables = {player.id: board.table for board in draw.boards for player in (board.white, board.black)}
    for player, table in tournament.wishes.tables:
        if tables.get(player, table) != table:
            yield Message(
                "%(name)s does not sit at table %(table)s: the plan of this system gives the tables",
                name=names[player],
                table=table,
            )
    for player, table in tournament.wishes.off_tables:
        if tables.get(player) == table:
            yield Message(
                "%(name)s sits at table %(table)s: the plan of this system gives the tables",
                name=names[player],
                table=table,
            )
    free = {player.id for player in draw.free}
    for volunteer in tournament.wishes.volunteers:
        if volunteer.round == draw.round and volunteer.player not in free:
            yield Message(
                "%(name)s offers to sit out round %(round)s: the plan of this system says who does",
                name=names[volunteer.player],
                round=draw.round,
            )
