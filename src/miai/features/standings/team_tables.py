"""Teams and their matches as tables, in any language."""

from collections.abc import Callable

from miai.answers import Column, Table
from miai.domain.people.player import PlayerId
from miai.domain.people.team import Team
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_up_of
from miai.engine.scoring.teams.matches import MatchBoard, matches_of
from miai.messages import Message

Say = Callable[[Message], str]
_NOBODY = "–"


def teams_table(tournament: Tournament, round_number: int, say: Say = str) -> Table:
    """The teams with their line-ups of a round and their other members."""
    seats = max((len(line_up_of(tournament, team, round_number)) for team in tournament.teams), default=0)
    columns = (
        Column(title=say(Message("No.")), right=True),
        Column(title=say(Message("Team"))),
        *(Column(title=say(Message("Board %(number)s", number=number))) for number in range(1, seats + 1)),
        Column(title=say(Message("Substitutes"))),
    )
    rows = tuple(_team_row(tournament, team, round_number, seats) for team in tournament.teams)
    stage = Message("Line-ups of round %(number)s", number=round_number)
    return Table(title=_title(tournament, stage, say=say), columns=columns, rows=rows)


def matches_table(tournament: Tournament, round_number: int, say: Say = str) -> Table:
    """The matches of a round, board by board below each of them; `!` is by default, `?` without a result."""
    names = tournament.names
    rows: list[tuple[str, ...]] = []
    for match in matches_of(tournament, round_number):
        white, black = (tournament.team(side).name for side in (match.match.white, match.match.black))
        points = f"{plain(match.white_points):g}–{plain(match.black_points):g}"
        rows.append(("", white, points, black))
        rows += [_board_row(board, names) for board in match.boards if board.white or board.black]
    columns = (
        Column(title=say(Message("Board")), right=True),
        Column(title=say(Message("White on board 1"))),
        Column(title=say(Message("Result"))),
        Column(title=say(Message("Black on board 1"))),
    )
    stage = Message("Matches of round %(number)s", number=round_number)
    return Table(title=_title(tournament, stage, say=say), columns=columns, rows=tuple(rows))


def _board_row(board: MatchBoard, names: dict[PlayerId, str]) -> tuple[str, ...]:
    white, black = (names[seat] if seat else _NOBODY for seat in (board.white, board.black))
    return str(board.number), white, board.text, black


def _team_row(tournament: Tournament, team: Team, round_number: int, seats: int) -> tuple[str, ...]:
    names = tournament.names
    line_up = line_up_of(tournament, team, round_number)
    others = [names[member] for member in team.members if member in names and member not in line_up]
    shown = [names[seat] if seat else _NOBODY for seat in line_up]
    return (str(team.number), team.name, *shown, *[""] * (seats - len(shown)), ", ".join(others))


def _title(tournament: Tournament, *stage: Message, say: Say) -> str:
    return ": ".join(part for part in (tournament.name, *map(say, stage)) if part)
