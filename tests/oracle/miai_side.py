"""Asks Miai: builds its tournament from the plain data of an event, and gives its draw back as plain data."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bonus, Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.features.draw.pair import pair, round_of
from oracle.histories import Event, Pair, PlayedRound

_RESULTS = {0: Result.BLACK_WINS, 1: Result.JIGO, 2: Result.WHITE_WINS}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainDraw:
    """The boards, White first, in the order of the tables, and who sits out."""

    boards: tuple[tuple[str, str], ...]
    free: tuple[str, ...]

    @property
    def pairs(self) -> frozenset[Pair]:
        """Who meets whom."""
        return frozenset(frozenset(board) for board in self.boards)

    def opponent_of(self, name: str) -> str | None:
        """Whom somebody meets."""
        for white, black in self.boards:
            if name in (white, black):
                return black if name == white else white
        return None


def tournament_of(event: Event, settings: Settings, *, colours: bool = True) -> Tournament:
    """The event as Miai knows it; everybody is a shodan, so that nothing is played with handicap.

    Without colours nobody knows who had White, so that no rule about colours matters.
    """
    players = tuple(
        Player(
            id=PlayerId(each.name),
            surname=each.name,
            grade=Grade.parse("1d"),
            rating=each.rating,
            country=each.country,
            club=each.club,
            start=Quarters(2 * each.start),
            absent_rounds=each.absent,
        )
        for each in event.entrants
    )
    rounds = tuple(
        _round(number, played, colours=colours) for number, played in enumerate(event.rounds, start=1)
    )
    return Tournament(players=players, rounds=rounds, settings=settings)


def draw(
    event: Event,
    settings: Settings | None = None,
    *,
    system: str = "mcmahon",
    preset: str = "miai",
    seed: int = 0,
    colours: bool = True,
) -> PlainDraw:
    """Miai's draw of the next round."""
    rules = settings or Settings(rounds=event.next_round + 2)
    tournament = tournament_of(event, rules, colours=colours)
    return draw_of(tournament, round_number=event.next_round, system=system, preset=preset, seed=seed)


def draw_of(
    tournament: Tournament, *, round_number: int, system: str, preset: str = "miai", seed: int = 0
) -> PlainDraw:
    """Miai's draw of a round of a tournament."""
    drawn = round_of(pair(tournament, round=round_number, system=system, preset=preset, seed=seed))
    return PlainDraw(
        boards=tuple((str(board.white), str(board.black)) for board in drawn.boards),
        free=tuple(str(bye.player) for bye in drawn.byes),
    )


def names_of(pairs: Iterable[Pair]) -> list[str]:
    """Pairs as a person reads them, for messages of failed tests."""
    return sorted("–".join(sorted(each)) for each in pairs)


def _round(number: int, played: PlayedRound, *, colours: bool) -> Round:
    boards = tuple(
        Board(
            table=table,
            white=PlayerId(game.white),
            black=PlayerId(game.black),
            result=_RESULTS[game.points],
            colours_known=colours,
        )
        for table, game in enumerate(played.games, start=1)
    )
    byes = () if played.free is None else (Bye(player=PlayerId(played.free), kind=ByeKind.FORCED),)
    bonuses = tuple(
        Bonus(player=PlayerId(name), points=Quarters(2 * points)) for name, points in played.bonuses
    )
    return Round(number=number, boards=boards, byes=byes, bonuses=bonuses)
