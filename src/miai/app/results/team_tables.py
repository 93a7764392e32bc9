"""Teams, their matches and their standings as tables, in any language."""

from collections.abc import Callable, Iterator

from miai.app.results.standings_file import why_corrected
from miai.domain.criterion_names import TEAM_CRITERION_NAMES
from miai.domain.player import PlayerId
from miai.domain.points import plain
from miai.domain.team import Team
from miai.domain.tournament import Tournament
from miai.messages import Message
from miai.report.table import Column, Table
from miai.scoring import TeamTable
from miai.scoring.teams.individuals import IndividualTable
from miai.scoring.teams.line_ups import line_up_of
from miai.scoring.teams.matches import MatchBoard, matches_of

Say = Callable[[Message], str]
_NOBODY = "–"


def team_standings_table(table: TeamTable, say: Say = str) -> Table:
    """The places of the teams with the matches of every round."""
    keys = tuple(table.rows[0].values) if table.rows else table.criteria
    columns = (
        Column(title=say(Message("Place")), right=True),
        Column(title=say(Message("No.")), right=True),
        Column(title=say(Message("Team"))),
        *_round_columns(table.after_round, say),
        *(
            Column(
                title=say(TEAM_CRITERION_NAMES[key].title),
                says=say(TEAM_CRITERION_NAMES[key].says),
                right=True,
            )
            for key in keys
        ),
    )
    rows = tuple(
        (
            str(row.place),
            str(line),
            row.team.name,
            *row.results,
            *(f"{row.values[key]:g}" for key in keys),
        )
        for line, row in enumerate(table.rows, start=1)
    )
    return Table(title=_title(table.tournament, *_stage(table), say=say), columns=columns, rows=rows)


def individual_table(table: IndividualTable, say: Say = str) -> Table:
    """What the players of the teams won, with their board in every round."""
    columns = (
        Column(title=say(Message("Place")), right=True),
        Column(title=say(Message("Name"))),
        Column(title=say(Message("Grade")), right=True),
        Column(title=say(Message("Team"))),
        *_round_columns(table.after_round, say),
        Column(title=say(Message("Points")), right=True),
        Column(title=say(Message("Games")), right=True),
    )
    rows = tuple(
        (
            str(row.place),
            row.player.name,
            str(row.player.grade),
            row.team.name,
            *(turn.text if turn else "" for turn in row.turns),
            f"{plain(row.points):g}",
            str(row.games),
        )
        for row in table.rows
    )
    stage = Message("Players of the teams after round %(number)s", number=table.after_round)
    return Table(title=_title(table.tournament, stage, say=say), columns=columns, rows=rows)


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


def _round_columns(rounds: int, say: Say) -> tuple[Column, ...]:
    return tuple(
        Column(title=say(Message("R%(number)s", number=number)), right=True)
        for number in range(1, rounds + 1)
    )


def _stage(table: TeamTable) -> Iterator[Message]:
    """What the table of teams is, and why it was corrected."""
    if not table.final:
        yield Message("Teams after round %(number)s", number=table.after_round)
        return
    yield Message("Final standings of the teams after round %(number)s", number=table.after_round)
    yield from why_corrected(table.tournament)


def _title(tournament: Tournament, *stage: Message, say: Say) -> str:
    return ": ".join(part for part in (tournament.name, *map(say, stage)) if part)
