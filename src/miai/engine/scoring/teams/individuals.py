"""What the players of a team event won on their boards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.people.team import Team
from miai.domain.points import POINT, Quarters, plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import counted_rounds
from miai.engine.scoring.teams.matches import MatchBoard, matches_of
from miai.errors import InputError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTurn:
    """A round of one player: the board of the match, and the points that it gave."""

    board: int
    points: Quarters
    open: bool = False
    by_default: bool = False

    @property
    def text(self) -> str:
        """The board and the result: "2+", "1=", "3-!" by default, "1?" without a result yet."""
        sign = "?" if self.open else "-=+"[self.points * 2 // POINT]
        return f"{self.board}{sign}{'!' * self.by_default}"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualRow:
    """One line: a player, their team, and their boards by round; None where they were in no match."""

    place: int
    player: Player
    team: Team
    points: Quarters
    games: int
    turns: tuple[BoardTurn | None, ...]

    @property
    def score(self) -> float:
        """The points as people write them."""
        return plain(self.points)

    @property
    def board(self) -> int:
        """The board where the player sat most often, the first of equal ones; 0 for none."""
        seats = [turn.board for turn in self.turns if turn]
        return min(seats, key=lambda each: (-seats.count(each), each)) if seats else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class IndividualTable:
    """The players of all teams after a round, best first."""

    tournament: Tournament
    after_round: int
    rows: tuple[IndividualRow, ...]


def individual_standings(tournament: Tournament, *, after: int | None = None) -> IndividualTable:
    """The players of all teams by points on their boards, with fewer games first.

    Players who are equal in both share the place; the lower board, then the higher rating orders the lines.
    """
    if not tournament.teams:
        raise InputError(Message("there are no teams"))
    after = counted_rounds(tournament, after)
    rounds = [dict(_turns(tournament, number)) for number in range(1, after + 1)]
    rows = sorted((_row(player, team, rounds) for player, team in _members(tournament)), key=_line_order)
    placed: list[IndividualRow] = []
    for line, row in enumerate(rows, start=1):
        shared = bool(placed) and _tie(placed[-1]) == _tie(row)
        placed.append(replace(row, place=placed[-1].place if shared else line))
    return IndividualTable(tournament=tournament, after_round=after, rows=tuple(placed))


def _tie(row: IndividualRow) -> tuple[int, int]:
    return -row.points, row.games


def _line_order(row: IndividualRow) -> tuple[float | str, ...]:
    # Whoever had no board stands below those who had one.
    return *_tie(row), row.board == 0, row.board, -rating_of(row.player), plain_name(row.player.name)


def _members(tournament: Tournament) -> Iterator[tuple[Player, Team]]:
    """Everybody who is in a team or sat for one, with the first such team."""
    players = {player.id: player for player in tournament.players}
    team_of: dict[PlayerId, Team] = {}
    for team in tournament.teams:
        seated = (seat for line_up in team.line_ups for seat in line_up.players if seat)
        for member in (*team.members, *seated):
            if member in players:
                team_of.setdefault(member, team)
    return ((players[member], team) for member, team in team_of.items())


def _turns(tournament: Tournament, number: int) -> Iterator[tuple[PlayerId, BoardTurn]]:
    """The boards of everybody who was in a match; in several matches the first one counts."""
    seen: set[PlayerId] = set()
    for match in matches_of(tournament, number):
        for board in match.boards:
            for player, points in ((board.white, board.white_points), (board.black, board.black_points)):
                if player is not None and player not in seen and board.counts:
                    seen.add(player)
                    yield player, _turn(board, points)


def _turn(board: MatchBoard, points: Quarters) -> BoardTurn:
    by_default = board.forfeit or (board.game is not None and board.game.result.by_default)
    return BoardTurn(board=board.number, points=points, open=board.open, by_default=by_default)


def _row(player: Player, team: Team, rounds: list[dict[PlayerId, BoardTurn]]) -> IndividualRow:
    turns = tuple(found.get(player.id) for found in rounds)
    counted = [turn for turn in turns if turn and not turn.open]
    return IndividualRow(
        place=0,
        player=player,
        team=team,
        points=Quarters(sum(turn.points for turn in counted)),
        games=len(counted),
        turns=turns,
    )
