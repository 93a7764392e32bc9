"""What the server answers, as types; the fields are those of its document."""

from typing import Any

from typing_extensions import TypedDict

Json = dict[str, Any]


class About(TypedDict):
    """A tournament at a glance."""

    id: str
    version: int
    name: str
    system: str
    rounds: int
    rounds_drawn: int
    players: int
    is_congress: bool
    final: bool


class PlayerJson(TypedDict):
    """A player; more fields are there than these."""

    id: str
    surname: str
    first_name: str
    grade: str
    rating: float | None
    country: str
    club: str
    registration: str
    absent_rounds: list[int]


class BoardJson(TypedDict):
    """A game at a table; White and Black are ids of players."""

    table: int
    white: str
    black: str
    handicap: int
    komi: float | None
    result: str
    locked: bool


class ByeJson(TypedDict):
    """A player who sits out."""

    player: str
    kind: str
    locked: bool


class RoundJson(TypedDict):
    """A round as it is drawn."""

    number: int
    boards: list[BoardJson]
    byes: list[ByeJson]


class EntryJson(TypedDict):
    """An entry of the log; `event` has its kind as "event" and its values."""

    number: int
    event: Json
    by: str
    at: str


class Written(TypedDict):
    """What a change wrote."""

    version: int
    entries: list[EntryJson]


class LeftGame(TypedDict):
    """A drawn game without a result whose player no longer plays; players see it if it is `published`."""

    round: int
    table: int
    name: str
    published: bool


class WrittenPlayers(Written):
    """What a change wrote, the players that it was about, and the games of those who no longer play."""

    players: list[PlayerJson]
    left: list[LeftGame]


class WrittenWithdrawal(Written):
    """What a withdrawal wrote, and the games that the player leaves."""

    left: list[LeftGame]


class WrittenRound(Written):
    """What a change wrote, and the round as it is then; `mark` names its draw."""

    round: RoundJson
    mark: str


class StandingsRow(TypedDict):
    """A line of the standings."""

    player: str
    place: int
    surname: str
    first_name: str
    grade: str
    values: dict[str, float]
    results: list[str]


class Standings(TypedDict):
    """The standings after a round."""

    tournament: str
    after_round: int
    criteria: list[str]
    final: bool
    rows: list[StandingsRow]
    waiting: int
    mark: str
