"""The JSON of `miai teams` and of `miai standings` for teams."""

from typing_extensions import TypedDict

from miai.domain.player import PlayerId
from miai.domain.points import plain
from miai.domain.team import Team
from miai.domain.tournament import Tournament
from miai.scoring import TeamTable
from miai.scoring.teams.individuals import IndividualTable
from miai.scoring.teams.line_ups import line_up_of
from miai.scoring.teams.matches import TeamMatch, matches_of


class TeamRowJson(TypedDict):
    """A line of the standings of teams."""

    place: int
    number: int
    team: str
    values: dict[str, float]
    results: list[str]


class TeamStandingsJson(TypedDict):
    """The standings of the teams with the matches of every round."""

    tournament: str
    after_round: int
    criteria: list[str]
    final: bool
    corrections: list[str]
    rows: list[TeamRowJson]


class IndividualRowJson(TypedDict):
    """What a player of a team won; a round without a match is null."""

    player: str
    place: int
    surname: str
    first_name: str
    grade: str
    team: str
    points: float
    games: int
    board: int | None
    results: list[str | None]


class IndividualsJson(TypedDict):
    """The players of the teams by what they won."""

    tournament: str
    after_round: int
    rows: list[IndividualRowJson]


class TeamJson(TypedDict):
    """A team with its line-up; an empty board is null."""

    number: int
    name: str
    captain: str | None
    members: list[str]
    member_ids: list[str]
    line_up: list[str | None]


class TeamBoardJson(TypedDict):
    """A board of a match; a side without a player is null."""

    board: int
    white: str | None
    black: str | None
    result: str


class TeamMatchJson(TypedDict):
    """A match with its boards."""

    white: str
    black: str
    white_points: float
    black_points: float
    white_board_points: float
    black_board_points: float
    decided: bool
    boards: list[TeamBoardJson]


class TeamsJson(TypedDict):
    """The teams, and the line-ups and matches of a round."""

    tournament: str
    size: int
    round: int
    teams: list[TeamJson]
    matches: list[TeamMatchJson]
    resting: list[str]


def team_standings_json(table: TeamTable) -> TeamStandingsJson:
    """The standings of the teams with the matches of every round."""
    return {
        "tournament": table.tournament.name,
        "after_round": table.after_round,
        "criteria": list(table.criteria),
        "final": table.final,
        "corrections": list(table.tournament.corrections),
        "rows": [
            {
                "place": row.place,
                "number": row.team.number,
                "team": row.team.name,
                "values": dict(row.values),
                "results": list(row.results),
            }
            for row in table.rows
        ],
    }


def individuals_json(table: IndividualTable) -> IndividualsJson:
    """What the players of the teams won; a round without a match is null."""
    return {
        "tournament": table.tournament.name,
        "after_round": table.after_round,
        "rows": [
            {
                "player": row.player.id,
                "place": row.place,
                "surname": row.player.surname,
                "first_name": row.player.first_name,
                "grade": str(row.player.grade),
                "team": row.team.name,
                "points": plain(row.points),
                "games": row.games,
                "board": row.board,
                "results": [turn.text if turn else None for turn in row.turns],
            }
            for row in table.rows
        ],
    }


def teams_json(tournament: Tournament, round_number: int) -> TeamsJson:
    """The teams with their members, and the line-ups and matches of a round."""
    names = tournament.names
    drawn = tournament.round(round_number)
    return {
        "tournament": tournament.name,
        "size": tournament.settings.teams.size,
        "round": round_number,
        "teams": [_team(tournament, team, round_number, names) for team in tournament.teams],
        "matches": [_match(tournament, match, names) for match in matches_of(tournament, round_number)],
        "resting": [tournament.team(each).name for each in drawn.resting],
    }


def _team(tournament: Tournament, team: Team, round_number: int, names: dict[PlayerId, str]) -> TeamJson:
    return {
        "number": team.number,
        "name": team.name,
        "captain": names.get(team.captain) if team.captain else None,
        "members": [names[member] for member in team.members if member in names],
        "member_ids": [member for member in team.members if member in names],
        "line_up": [names[seat] if seat else None for seat in line_up_of(tournament, team, round_number)],
    }


def _match(tournament: Tournament, played: TeamMatch, names: dict[PlayerId, str]) -> TeamMatchJson:
    return {
        "white": tournament.team(played.match.white).name,
        "black": tournament.team(played.match.black).name,
        "white_points": plain(played.white_team_points),
        "black_points": plain(played.black_team_points),
        "white_board_points": plain(played.white_points),
        "black_board_points": plain(played.black_points),
        "decided": played.decided,
        "boards": [
            {
                "board": board.number,
                "white": names[board.white] if board.white else None,
                "black": names[board.black] if board.black else None,
                "result": board.text,
            }
            for board in played.boards
        ],
    }
