"""The matches of a round: what each board and each team got."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from miai.domain.people.player import PlayerId
from miai.domain.people.team import Match, TeamId
from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.domain.rounds.game import Board
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_ups_of

# Team points of a match.
WON, DRAWN, LOST = Quarters(2 * POINT), POINT, NOTHING
_POINT_TEXTS = {NOTHING: "0", HALF: "½", POINT: "1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchBoard:
    """One board of a match; white and black are the two teams, not the colours at this board.

    `game` is the game that was counted, `met` whether it was between these two. With `forfeit` one seat is
    empty and the other side has the point.
    """

    number: int
    white: PlayerId | None = None
    black: PlayerId | None = None
    white_points: Quarters = NOTHING
    black_points: Quarters = NOTHING
    game: Board | None = None
    met: bool = False
    forfeit: bool = False

    @property
    def open(self) -> bool:
        """Whether a result is still to come."""
        return self.game is not None and not self.game.result.known

    @property
    def counts(self) -> bool:
        """Whether there is anything to count: a game, also without a result, or a point for an empty seat."""
        return self.game is not None or self.forfeit

    @property
    def text(self) -> str:
        """The result for the white and the black team: "1-0".

        "!" by default, "?" no result yet, "~" the two did not meet; no text where there is nothing to count.
        """
        if not self.counts:
            return ""
        score = f"{_POINT_TEXTS[self.white_points]}-{_POINT_TEXTS[self.black_points]}"
        by_default = self.forfeit or (self.game is not None and self.game.result.by_default)
        apart = self.game is not None and not self.met
        return score + "!" * by_default + "?" * self.open + "~" * apart


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch:
    """One match with its boards, and the team points that both teams have from it so far."""

    round: int
    match: Match
    boards: tuple[MatchBoard, ...]
    white_team_points: Quarters
    black_team_points: Quarters

    @property
    def white_points(self) -> Quarters:
        """Board points of the white team."""
        return Quarters(sum(board.white_points for board in self.boards))

    @property
    def black_points(self) -> Quarters:
        """Board points of the black team."""
        return Quarters(sum(board.black_points for board in self.boards))

    @property
    def decided(self) -> bool:
        """Whether no result is to come any more."""
        return not any(board.open for board in self.boards)

    def opponent_of(self, team: TeamId) -> TeamId:
        """The opponent of one of the two."""
        return self.match.black if team == self.match.white else self.match.white

    def team_points_of(self, team: TeamId) -> Quarters:
        """Team points of one of the two."""
        return self.white_team_points if team == self.match.white else self.black_team_points

    def board_points_of(self, team: TeamId, boards: int | None = None) -> Quarters:
        """Board points of one of the two, on the first `boards` boards or on all."""
        counted = self.boards[:boards]
        if team == self.match.white:
            return Quarters(sum(board.white_points for board in counted))
        return Quarters(sum(board.black_points for board in counted))


def matches_of(tournament: Tournament, round_number: int) -> tuple[TeamMatch, ...]:
    """The matches of a round in the order of the draw, with what their boards count by the rules for teams.

    The two on a board count what their game gave them; an empty seat is a lost board where the rules say so.
    By OpenGotha's rules, when the two did not meet, the white team's player counts the game against somebody
    else, and the black team's counts nothing; by Miai's own neither counts.
    """
    drawn = tournament.round(round_number)
    if not drawn.matches:
        return ()
    line_ups = line_ups_of(tournament, round_number)
    games = {player: board for board in drawn.boards for player in (board.white, board.black)}
    found = []
    for match in drawn.matches:
        seats = zip_longest(line_ups[match.white], line_ups[match.black])
        boards = tuple(
            _board(tournament, number, white, black, games)
            for number, (white, black) in enumerate(seats, start=1)
        )
        white_team, black_team = _team_points(tournament, boards)
        found.append(
            TeamMatch(
                round=round_number,
                match=match,
                boards=boards,
                white_team_points=white_team,
                black_team_points=black_team,
            )
        )
    return tuple(found)


def _board(
    tournament: Tournament,
    number: int,
    white: PlayerId | None,
    black: PlayerId | None,
    games: Mapping[PlayerId, Board],
) -> MatchBoard:
    settings = tournament.settings
    if white is None or black is None:
        return _with_empty_seat(number, white, black, loses=settings.teams.empty_seat_loses)
    game = games.get(white)
    met = game is not None and game is games.get(black)
    if game is None or not (met or settings.scoring.rulebook is Rulebook.GOTHA):
        return MatchBoard(number=number, white=white, black=black)
    return MatchBoard(
        number=number,
        white=white,
        black=black,
        white_points=game.result.points(game.colour_of(white)),
        black_points=game.result.points(game.colour_of(black)) if met else NOTHING,
        game=game,
        met=met,
    )


def _with_empty_seat(
    number: int, white: PlayerId | None, black: PlayerId | None, *, loses: bool
) -> MatchBoard:
    return MatchBoard(
        number=number,
        white=white,
        black=black,
        white_points=POINT if loses and white is not None else NOTHING,
        black_points=POINT if loses and black is not None else NOTHING,
        forfeit=loses and (white is not None or black is not None),
    )


def _team_points(tournament: Tournament, boards: tuple[MatchBoard, ...]) -> tuple[Quarters, Quarters]:
    """2 for the win, 1 for a draw; nothing as long as it is open who has more, and for no board points."""
    white = sum(board.white_points for board in boards)
    black = sum(board.black_points for board in boards)
    rules = tournament.settings.teams
    if rules.half_of_all_boards:
        half = rules.size * HALF
        return _against(white, max(half, black)), _against(black, max(half, white))
    outstanding = sum(POINT for board in boards if board.open)
    if abs(white - black) > outstanding:
        return (WON, LOST) if white > black else (LOST, WON)
    return (DRAWN, DRAWN) if white and not outstanding else (NOTHING, NOTHING)


def _against(own: int, bar: int) -> Quarters:
    return WON if own > bar else DRAWN if own == bar else LOST
