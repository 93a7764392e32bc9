"""A printed table of results as a tournament: "7 1k 4: 2- 8+ 9- | 1 13 38" and rows like it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import POINT, Quarters, quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring, StartBand
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import scores
from miai.engine.scoring.tiebreaks import TIEBREAKS

_FREE = "free"


class PrintedRow(NamedTuple):
    """A row as printed; `columns` are what stands behind the results."""

    number: int
    grade: str
    mms: str
    games: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    """The rows of a figure, the start of each band by its weakest grade, and final scores of the unseen.

    `by_hand` are starts that are not the band's.
    """

    rows: tuple[PrintedRow, ...]
    bands: Mapping[str, int]
    unseen: Mapping[int, int]
    by_hand: Mapping[int, int]
    scoring: Scoring

    @property
    def rounds(self) -> int:
        """How many rounds have results."""
        return len(self.rows[0].games)

    def first_of_band(self) -> set[int]:
        """The rows that the starts of the bands were read from."""
        first: dict[int, int] = {}
        for row in self.rows:
            if row.number not in self.by_hand:
                first.setdefault(self._start(row.grade), row.number)
        return set(first.values())

    def values(self, key: str) -> dict[int, float]:
        """A criterion of Miai for every row."""
        table = scores(self.tournament(), after=self.rounds)
        found = TIEBREAKS[key].compute(table)
        numbers = [int(player.id) for player in table.players]
        return {number: value / POINT for number, value in zip(numbers, found, strict=True)}

    def places(self, keys: Sequence[str]) -> dict[int, int]:
        """The place of every row by some criteria; those who are equal in all of them share one."""
        columns = [self.values(key) for key in keys]
        ranks = {number: tuple(column[number] for column in columns) for number in columns[0]}
        return {
            row.number: 1 + sum(other > ranks[row.number] for other in ranks.values()) for row in self.rows
        }

    def tournament(self) -> Tournament:
        """All that is printed, with the unseen starting so that they end where they must."""
        numbers = [row.number for row in self.rows]
        players = [
            Player(
                id=PlayerId(str(row.number)),
                surname=str(row.number),
                grade=Grade.parse(row.grade),
                start=_points(self.by_hand.get(row.number)),
                absent_rounds=frozenset(at for at, game in enumerate(row.games, start=1) if game == "-"),
            )
            for row in self.rows
        ]
        won = self._wins_of_unseen()
        players += [
            Player(
                id=PlayerId(str(number)),
                surname=str(number),
                grade=Grade.parse("30k"),
                start=quarters(final - won.get(number, 0)),
            )
            for number, final in self.unseen.items()
            if number not in numbers
        ]
        return Tournament(
            players=tuple(players),
            rounds=tuple(self._round(at) for at in range(self.rounds)),
            settings=Settings(rounds=self.rounds, scoring=self.scoring),
        )

    def _start(self, grade: str) -> int:
        own = Grade.parse(grade).number
        return next(start for weakest, start in self.bands.items() if own >= Grade.parse(weakest).number)

    def _wins_of_unseen(self) -> dict[int, int]:
        won: dict[int, int] = {}
        for row in self.rows:
            for game in row.games:
                if game.endswith("-") and game != "-":
                    won[int(game[:-1])] = won.get(int(game[:-1]), 0) + 1
        return won

    def _round(self, at: int) -> Round:
        boards: list[Board] = []
        byes: list[Bye] = []
        seated: set[int] = set()
        for row in self.rows:
            game = row.games[at]
            if game == _FREE:
                byes.append(Bye(player=PlayerId(str(row.number)), kind=ByeKind.FORCED))
            elif game != "-" and row.number not in seated:
                opponent = int(game[:-1])
                seated |= {row.number, opponent}
                boards.append(
                    Board(
                        table=len(boards) + 1,
                        white=PlayerId(str(row.number)),
                        black=PlayerId(str(opponent)),
                        result=Result.WHITE_WINS if game.endswith("+") else Result.BLACK_WINS,
                    )
                )
        return Round(number=at + 1, boards=tuple(boards), byes=tuple(byes))


def crosstable(
    rows: Sequence[str],
    *,
    bands: Mapping[str, int],
    unseen: Mapping[int, int] | None = None,
    by_hand: Mapping[int, int] | None = None,
    scoring: Scoring,
) -> Crosstable:
    """The rows of a figure; "7 1k 4: 2- 8+ free | 1 13" is number, grade, score, results, other columns."""
    found = tuple(
        StartBand(weakest=Grade.parse(weakest), score=quarters(start)) for weakest, start in bands.items()
    )
    return Crosstable(
        rows=tuple(_row(text) for text in rows),
        bands=bands,
        unseen=unseen or {},
        by_hand=by_hand or {},
        scoring=replace(scoring, bands=found),
    )


def _row(text: str) -> PrintedRow:
    head, _, rest = text.partition(": ")
    games, _, columns = rest.partition(" | ")
    number, grade, mms = head.split()
    return PrintedRow(int(number), grade, mms, tuple(games.split()), tuple(columns.split()))


def _points(start: int | None) -> Quarters | None:
    return None if start is None else quarters(start)
