"""What is told of teams, their line-ups and their matches."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.domain.people.people_answers import role
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.engine.scoring.teams.matches import MatchBoard, TeamMatch, matches_of


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round of an event of teams."""

    event: Tournament
    number: int


@dataclass(frozen=True, slots=True)
class _Team:
    team: Team
    event: Tournament
    round: int

    @property
    def members(self) -> list[Player]:
        known = {player.id: player for player in self.event.players}
        return [known[member] for member in self.team.members if member in known]


@dataclass(frozen=True, slots=True)
class _Match:
    played: TeamMatch
    event: Tournament


@dataclass(frozen=True, slots=True)
class _Seats:
    board: MatchBoard
    white: Player | None
    black: Player | None


def _seats(match: _Match) -> list[_Seats]:
    def player(seat: PlayerId | None) -> Player | None:
        return match.event.player(seat) if seat else None

    return [_Seats(board, player(board.white), player(board.black)) for board in match.played.boards]


_TEAM: Shape[_Team] = Shape(
    "TeamInRound",
    "A team with its line-up; an empty board is null.",
    (
        Field("number", int, lambda each: each.team.number),
        Field("name", str, lambda each: each.team.name),
        Field(
            "captain",
            str | None,
            lambda each: each.event.names.get(each.team.captain) if each.team.captain else None,
        ),
        Field("members", list[str], lambda each: [member.name for member in each.members]),
        Field("member_ids", list[str], lambda each: [member.id for member in each.members]),
        Field(
            "line_up",
            list[str | None],
            lambda each: [
                each.event.names[seat] if seat else None
                for seat in line_up_of(each.event, each.team, each.round)
            ],
        ),
    ),
)
_BOARD: Shape[_Seats] = Shape(
    "TeamBoard",
    "A board of a match; a side without a player is null.",
    (
        Field("board", int, lambda seats: seats.board.number),
        *role("white", lambda seats: seats.white),
        *role("black", lambda seats: seats.black),
        Field("result", str, lambda seats: seats.board.text),
    ),
)
_MATCH: Shape[_Match] = Shape(
    "TeamMatch",
    "A match with its boards.",
    (
        Field("white", str, lambda each: each.event.team(each.played.match.white).name),
        Field("black", str, lambda each: each.event.team(each.played.match.black).name),
        Field("white_points", float, lambda each: plain(each.played.white_team_points)),
        Field("black_points", float, lambda each: plain(each.played.black_team_points)),
        Field("white_board_points", float, lambda each: plain(each.played.white_points)),
        Field("black_board_points", float, lambda each: plain(each.played.black_points)),
        Field("decided", bool, lambda each: each.played.decided),
        Field("boards", many(_BOARD), _seats),
    ),
)
_TEAMS: Shape[TeamRound] = Shape(
    "TeamsOfRound",
    "The teams, and the line-ups and matches of a round.",
    (
        Field("tournament", str, lambda shown: shown.event.name),
        Field("size", int, lambda shown: shown.event.settings.teams.size),
        Field("round", int, lambda shown: shown.number),
        Field(
            "teams",
            many(_TEAM),
            lambda shown: [_Team(team, shown.event, shown.number) for team in shown.event.teams],
        ),
        Field(
            "matches",
            many(_MATCH),
            lambda shown: [_Match(match, shown.event) for match in matches_of(shown.event, shown.number)],
        ),
        Field(
            "resting",
            list[str],
            lambda shown: [shown.event.team(each).name for each in shown.event.round(shown.number).resting],
        ),
    ),
)
TEAMS = Answer(question="teams", whole=_TEAMS)
