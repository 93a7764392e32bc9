"""Whole events for golden tests, entered, drawn, played and placed by the use cases of all surfaces."""

from collections.abc import Mapping

from kit.console import Console, console
from miai.domain.rounds.game import Result
from miai.engine.scoring.places import Standings
from miai.features.draw.force_game import force_game
from miai.features.players.change_player import set_attendance
from miai.features.standings.standings_view import standings_of

Pairs = set[frozenset[str]]


def event_of(system: str, players: str, *, rounds: int) -> Console:
    """A new event with the rules that its system brings; players such as "Ada 5d 2700", strongest first."""
    hall = console(system=system, rounds=rounds)
    for each in players.split(", "):
        name, grade, *rating = each.split()
        hall.enter(name, grade, rating=float(rating[0]) if rating else None)
    return hall


def pairs(text: str) -> Pairs:
    """Games such as "Ada-Bo Cy-Di"."""
    return {frozenset(game.split("-")) for game in text.split()}


def misses(hall: Console, name: str, *rounds: int) -> None:
    """Let a player miss rounds."""
    for number in rounds:
        set_attendance(*hall.at, hall.who(name), round=number, plays=False, by="Anneke")


def drawn(hall: Console, number: int, *, forced: str = "") -> Pairs:
    """Draw a round, with games that the director forces, and give its games."""
    for game in forced.split():
        white, black = map(hall.who, game.split("-"))
        force_game(*hall.at, round=number, white=white, black=black, by="Anneke")
    hall.draw(number)
    names = _names(hall)
    return {frozenset((names[b.white], names[b.black])) for b in hall.event.round(number).boards}


def free(hall: Console, number: int) -> list[str]:
    """The players who have a free round."""
    return [_names(hall)[bye.player] for bye in hall.event.round(number).byes]


def stones(hall: Console, number: int) -> list[int]:
    """The handicaps of a round, by table."""
    return [board.handicap for board in hall.event.round(number).boards]


def results(hall: Console, number: int, text: str) -> None:
    """Enter results such as "Ada>Bo Cy=Di": Ada beats Bo, Cy and Di have a jigo."""
    for each in text.split():
        jigo = "=" in each
        winner, loser = each.split("=" if jigo else ">")
        board = hall.board(number, winner)
        assert hall.board(number, loser) == board, f"{winner} does not meet {loser}"
        won = Result.WHITE_WINS if board.white == hall.who(winner) else Result.BLACK_WINS
        hall.result(number, board.table, Result.JIGO if jigo else won)


def earlier_wins(hall: Console, number: int) -> None:
    """Let the player who was entered first win each game of a round."""
    order = [player.id for player in hall.event.players]
    for board in hall.event.round(number).boards:
        won = order.index(board.white) < order.index(board.black)
        hall.result(number, board.table, Result.WHITE_WINS if won else Result.BLACK_WINS)


def table(hall: Console) -> Standings:
    """The final standings by the criteria of the event."""
    return standings_of(hall.desk, hall.state)


def places(hall: Console) -> list[tuple[int, str]]:
    """Every place with its player, from the top; those who share a place by name."""
    return sorted((row.place, row.player.surname) for row in table(hall).rows)


def values(hall: Console, key: str) -> Mapping[str, float]:
    """A criterion of every player."""
    return {row.player.surname: row.values[key] for row in table(hall).rows}


def starts(hall: Console) -> Mapping[str, float]:
    """The starting scores of all players."""
    rows = standings_of(hall.desk, hall.state, after=0, criteria=["mms"]).rows
    return {row.player.surname: row.values["mms"] for row in rows}


def _names(hall: Console) -> dict[str, str]:
    return {player.id: player.surname for player in hall.event.players}
