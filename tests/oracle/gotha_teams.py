"""OpenGotha's tables of teams, from its file alone, written down from what the program does.

Found by running OpenGotha 3.51.02 and 3.52.03. Nothing here knows how Miai reads or counts: points are
doubled, a match is found anew for every question, and teams are names.
"""

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, field

BOARDS, ROUNDS = range(1, 11), range(1, 21)
CRITERIA = ("TEAMP", "SOST", "BDW", *(f"BDW{n}U" for n in range(9, 0, -1)), "MNR")
# What White and Black get, doubled.
WORTH = {
    "WHITEWINS": (2, 0), "BLACKWINS": (0, 2), "EQUAL": (1, 1), "BOTHWIN": (2, 2), "BOTHLOSE": (0, 0),
    "UNKNOWN": (0, 0),
}  # fmt: skip


@dataclass(frozen=True)
class Match:
    """A match of a round, by the names of the teams, with doubled points on the boards."""

    white: str
    black: str
    boards: dict[int, tuple[int, int]] = field(default_factory=dict)


class TeamFile:
    """The teams, games and ratings of one file."""

    def __init__(self, data: bytes) -> None:
        root = ET.fromstring(data)  # noqa: S314 - the file is our own
        [general] = root.findall("TeamTournamentParameterSet/TeamGeneralParameterSet")
        self.size = int(general.get("teamSize", ""))
        self.ratings = {
            (each.get("name", "") + each.get("firstName", "")).upper(): max(
                -900, min(2949, int(each.get("rating", "")))
            )
            for each in root.iter("Player")
        }
        self.games = {
            (int(each.get("roundNumber", "")), each.get(colour, "")): each
            for each in root.iter("Game")
            for colour in ("whitePlayer", "blackPlayer")
        }
        self.seats: dict[tuple[str, int, int], str] = {}
        self.numbers: dict[str, int] = {}
        for team in root.iter("Team"):
            name = team.get("teamName", "")
            self.numbers[name] = int(team.get("teamNumber", ""))
            for line in team.iter("Board"):
                if line.get("player", "") in self.ratings:
                    number, board = int(line.get("roundNumber", "")), int(line.get("boardNumber", ""))
                    self.seats[name, number, board] = line.get("player", "")
        chosen = root.findall("TeamTournamentParameterSet//PlacementCriterion")
        self.chosen = [
            name
            for name in (
                each.get("name", "") for each in sorted(chosen, key=lambda e: int(e.get("number", "")))
            )
            if name != "NULL"
        ]

    def matches(self, number: int) -> list[Match]:
        """The matches of a round."""
        return [
            Match(white, black, dict(self._boards(number, white, black)))
            for white, black in sorted(self._sides(number))
        ]

    def _sides(self, number: int) -> Iterator[tuple[str, str]]:
        for team in self.numbers:
            first = self.seats.get((team, number, 1))
            game = self.games.get((number, first or ""))
            if first is None or game is None:
                continue
            has_white = game.get("whitePlayer") == first
            opponent = game.get("blackPlayer" if has_white else "whitePlayer")
            found = [name for (name, n, _), player in self.seats.items() if (n, player) == (number, opponent)]
            if not found or found[0] == team or not _sorts_before(team, found[0]):
                continue
            yield (team, found[0]) if has_white else (found[0], team)

    def _boards(self, number: int, white: str, black: str) -> Iterator[tuple[int, tuple[int, int]]]:
        for board in BOARDS:
            one, other = self.seats.get((white, number, board)), self.seats.get((black, number, board))
            game = self.games.get((number, one or ""))
            if one is None or other is None or game is None:
                continue
            players = game.get("whitePlayer"), game.get("blackPlayer")
            worth = WORTH[game.get("result", "").removeprefix("RESULT_").removesuffix("_BYDEF")]
            own = worth[players.index(one)]
            yield board, (own, worth[players.index(other)] if other in players else 0)

    def team_points(self, match: Match) -> tuple[int, int]:
        """2, 1 or 0 for both teams."""
        white = sum(points for points, _ in match.boards.values())
        black = sum(points for _, points in match.boards.values())
        return _points(white, max(self.size, black)), _points(black, max(self.size, white))

    def table(self, after: int) -> list[tuple[int, str, dict[str, int]]]:
        """Place, team and all criteria of every line; board points are doubled."""
        matches = [match for number in range(1, after + 1) for match in self.matches(number)]
        total = dict.fromkeys(self.numbers, 0)
        for match in matches:
            for side, points in zip((match.white, match.black), self.team_points(match), strict=True):
                total[side] += points
        values = {
            team: {
                "TEAMP": total[team],
                "SOST": sum(
                    total[other]
                    for match in matches
                    for side, other in ((match.white, match.black), (match.black, match.white))
                    if side == team
                ),
                "BDW": self._won(team, matches, self.size),
                **{f"BDW{n}U": self._won(team, matches, min(n, self.size)) for n in range(1, 10)},
                "MNR": self._mean(team),
            }
            for team in self.numbers
        }
        keys = {team: [-values[team][name] for name in self.chosen] for team in self.numbers}
        order = sorted(self.numbers, key=lambda team: (keys[team], self.numbers[team]))
        return [(1 + sum(keys[other] < keys[team] for other in order), team, values[team]) for team in order]

    def _won(self, team: str, matches: list[Match], boards: int) -> int:
        return sum(
            points[side]
            for match in matches
            for side, name in enumerate((match.white, match.black))
            for board, points in match.boards.items()
            if name == team and board <= boards
        )

    def _mean(self, team: str) -> int:
        total = sum(
            self.ratings[self.seats[team, 1, board]] for board in BOARDS if (team, 1, board) in self.seats
        )
        return abs(total) // self.size * (1 if total >= 0 else -1)


def _points(own: int, bar: int) -> int:
    return 2 if own > bar else 1 if own == bar else 0


def _sorts_before(one: str, other: str) -> bool:
    return one.encode("utf-16-be") < other.encode("utf-16-be")
