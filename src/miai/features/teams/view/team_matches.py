"""The matches of a round with their boards, as the draw, the results, the paper and the phones show them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import LineUp, Match, Team, TeamId
from miai.domain.points import plain
from miai.domain.rounds.game import Board, Colour
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.fielding import stating
from miai.engine.scoring.teams.line_ups import line_ups_of
from miai.engine.scoring.teams.matches import MatchBoard, TeamMatch, matches_of


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSeat:
    """A seat of a match: who sits there, the colour ("w", "b" or none), and whether they won."""

    player: Player | None
    colour: str = ""
    won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownBoard:
    """A board of a match; left is the team that is named first. `text` is the result: "1-0"."""

    number: int
    left: MatchSeat
    right: MatchSeat
    board: Board | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownMatch:
    """A match with its boards and its score so far; with `decided` no result is to come any more."""

    number: int
    white: Team
    black: Team
    white_points: float
    black_points: float
    decided: bool
    boards: tuple[ShownBoard, ...]

    @property
    def started(self) -> bool:
        """Whether a result is in."""
        return any(each.board and each.board.result.known for each in self.boards)

    @property
    def tables(self) -> tuple[int, ...]:
        """The tables of its boards."""
        return tuple(each.board.table for each in self.boards if each.board)

    @property
    def ahead(self) -> str:
        """The team that has more points: "w", "b", or none."""
        if self.white_points == self.black_points:
            return ""
        return "w" if self.white_points > self.black_points else "b"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeat:
    """For whom a player sits in a round: the team, the board of the match, and the opponents."""

    team: Team
    board: int
    opponents: Team


def shown_matches(event: Tournament, drawn: Round) -> tuple[ShownMatch, ...]:
    """The matches of a round as it is drawn, or as players see it."""
    seen = _as_drawn(event, drawn)
    players = {player.id: player for player in event.players}
    return tuple(
        ShownMatch(
            number=number,
            white=event.team(match.match.white),
            black=event.team(match.match.black),
            white_points=plain(match.white_points),
            black_points=plain(match.black_points),
            decided=match.decided,
            boards=tuple(_boards(match, players)),
        )
        for number, match in enumerate(matches_of(seen, drawn.number), start=1)
    )


def resting_teams(event: Tournament, drawn: Round) -> tuple[Team, ...]:
    """The teams without an opponent in a round."""
    return tuple(event.team(team) for team in drawn.resting)


def team_seat(event: Tournament, drawn: Round, player: PlayerId) -> TeamSeat | None:
    """For whom a player sits in a round; None for somebody who is in no match."""
    for match in shown_matches(event, drawn):
        for board in match.boards:
            for seat, own, other in (
                (board.left, match.white, match.black),
                (board.right, match.black, match.white),
            ):
                if seat.player and seat.player.id == player:
                    return TeamSeat(team=own, board=board.number, opponents=other)
    return None


def team_of(event: Tournament, player: PlayerId) -> Team | None:
    """The team that somebody is a member of."""
    return next((team for team in event.teams if player in team.members), None)


def _boards(match: TeamMatch, players: dict[PlayerId, Player]) -> Iterator[ShownBoard]:
    for each in match.boards:
        if each.white or each.black:
            yield ShownBoard(
                number=each.number,
                left=_seat(each, each.white, players),
                right=_seat(each, each.black, players),
                board=each.game if each.met else None,
                text=each.text.replace("-", "–"),
            )


def _seat(board: MatchBoard, player: PlayerId | None, players: dict[PlayerId, Player]) -> MatchSeat:
    if player is None:
        return MatchSeat(player=None)
    game = board.game if board.met else None
    if game is None:
        return MatchSeat(player=players.get(player), won=board.forfeit)
    colour = game.colour_of(player)
    return MatchSeat(
        player=players[player],
        colour=("w" if colour is Colour.WHITE else "b") if game.colours_known else "",
        won=game.result.winner is colour,
    )


def _as_drawn(event: Tournament, drawn: Round) -> Tournament:
    """The event with this round; where others sit there than in its draw, with the line-ups of its boards."""
    now = event.round(drawn.number)
    rounds = tuple(each for each in event.rounds if each.number != drawn.number)
    seen = replace(event, rounds=tuple(sorted((*rounds, drawn), key=lambda each: each.number)))
    if (_pairs(now), now.matches) == (_pairs(drawn), drawn.matches):
        return seen
    sides = _sides(event, drawn.number)
    seats: dict[TeamId, list[PlayerId]] = {}
    for match in drawn.matches:
        for white, black in _of_match(drawn, match, sides):
            seats.setdefault(match.white, []).append(white)
            seats.setdefault(match.black, []).append(black)
    teams = tuple(
        stating(team, LineUp(round=drawn.number, players=tuple(seats[team.id]))) if team.id in seats else team
        for team in event.teams
    )
    return replace(seen, teams=teams)


def _pairs(drawn: Round) -> set[frozenset[PlayerId]]:
    return {frozenset((board.white, board.black)) for board in drawn.boards}


def _sides(event: Tournament, number: int) -> dict[PlayerId, TeamId]:
    """The team of everybody, by the line-ups of a round and by membership."""
    sides = {member: team.id for team in event.teams for member in team.members}
    return sides | {
        seat: team for team, seats in line_ups_of(event, number).items() for seat in seats if seat
    }


def _of_match(
    drawn: Round, match: Match, sides: dict[PlayerId, TeamId]
) -> Iterator[tuple[PlayerId, PlayerId]]:
    """The players of the two teams, board by board in the order of tables."""
    for board in sorted(drawn.boards, key=lambda each: each.table):
        met = sides.get(board.white), sides.get(board.black)
        if met == (match.white, match.black):
            yield board.white, board.black
        elif met == (match.black, match.white):
            yield board.black, board.white
