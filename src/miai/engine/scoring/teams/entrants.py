"""Teams as entrants: a tournament in which each team is a player and each match a board.

Every system, preset and rule pairs it as it pairs players.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from miai.domain.people.grade import WEAKEST_EGF, Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.sides import common_text, mean_grade
from miai.domain.people.strength import rating_of
from miai.domain.people.team import Team, TeamId, TeamRules
from miai.domain.points import Quarters
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, ByeKind, Pairings, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.table_numbers import ALL_TABLES
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.fielding import fielded
from miai.engine.scoring.teams.line_ups import Seats, line_ups_of
from miai.engine.scoring.teams.matches import LOST, WON, TeamMatch, matches_of

# The grade of a team without members.
_NOBODY = Grade.of_number(WEAKEST_EGF)
# Here a drawn match is decided by the first boards.
_DECISIVE = frozenset(("knockout", "double_elimination"))


def entrants_of(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it is paired in a round: of teams in a team event, else itself.

    A team has the mean grade and the mean rating of the line-up of its first match, or, before that, of the
    line-up that it has in this round; so its starting score does not change with its substitutes.
    """
    if not tournament.settings.by_teams:
        return tournament
    line_ups = {n: line_ups_of(tournament, n) for n in range(1, tournament.settings.rounds + 1)}
    line_ups |= {drawn.number: line_ups_of(tournament, drawn.number) for drawn in tournament.rounds}
    line_ups[number] = fielded(tournament, number)
    people = {player.id: player for player in tournament.players}

    def entrant(team: Team) -> Player:
        seats = _first_seats(tournament, team, number, line_ups)
        empty = {n for n, of_round in line_ups.items() if not any(of_round[team.id])}
        missed = (empty | team.absent_rounds) - _rounds_in(tournament, team, before=number)
        return _entrant(tournament, team, [people[seat] for seat in seats if seat], frozenset(missed))

    return Tournament(
        settings=_settings(tournament.settings),
        players=tuple(entrant(team) for team in tournament.teams),
        rounds=tuple(_with_results(tournament, drawn) for drawn in tournament.rounds),
        wishes=_wishes(tournament),
    )


def round_of_teams(drawn: Pairings) -> Round:
    """A round with its matches as boards, numbered in their order, and with resting teams as byes."""
    return Round(
        number=drawn.number,
        boards=tuple(
            Board(table=table, white=PlayerId(match.white), black=PlayerId(match.black))
            for table, match in enumerate(drawn.matches, start=1)
        ),
        byes=tuple(Bye(player=PlayerId(team)) for team in drawn.resting),
    )


def _with_results(tournament: Tournament, drawn: Round) -> Round:
    if drawn.boards and not drawn.matches and not drawn.resting:
        # The players of an imported event did not play as teams in this round.
        away = (Bye(player=PlayerId(team.id), kind=ByeKind.VOLUNTARY) for team in tournament.teams)
        return Round(number=drawn.number, byes=tuple(away))
    paired = round_of_teams(drawn)
    boards = tuple(
        replace(
            board,
            result=_result(match, tournament.settings),
            colours_known=all(each.game.colours_known for each in match.boards if each.game),
        )
        for board, match in zip(paired.boards, matches_of(tournament, drawn.number), strict=True)
    )
    return replace(paired, boards=tuple(_one_each(boards)))


def _one_each(boards: Iterable[Board]) -> Iterator[Board]:
    """The first match of each team: in an imported event a team may have several in a round."""
    busy: set[PlayerId] = set()
    for board in boards:
        if busy.isdisjoint((board.white, board.black)):
            busy |= {board.white, board.black}
            yield board


def _result(match: TeamMatch, settings: Settings) -> Result:
    """Who has more team points; without a winner it is open, a draw, or nobody has any."""
    result = _by_points(match)
    if result is Result.JIGO and settings.system in _DECISIVE:
        result = _by_first_boards(match)
    played = any(board.game and not board.game.result.by_default for board in match.boards)
    return result if played else result.defaulted


def _by_points(match: TeamMatch) -> Result:
    white, black = match.white_team_points, match.black_team_points
    if not match.decided and WON not in (white, black):
        return Result.UNKNOWN
    if white != black:
        return Result.WHITE_WINS if white > black else Result.BLACK_WINS
    return Result.JIGO if white > LOST else Result.BOTH_LOSE


def _by_first_boards(match: TeamMatch) -> Result:
    """In a knock-out the last boards are left out, one after the other, until one team is ahead."""
    for boards in range(len(match.boards) - 1, 0, -1):
        white = match.board_points_of(match.match.white, boards)
        black = match.board_points_of(match.match.black, boards)
        if white != black:
            return Result.WHITE_WINS if white > black else Result.BLACK_WINS
    return Result.JIGO


def _rounds_in(tournament: Tournament, team: Team, *, before: int) -> set[int]:
    """The rounds before one in which a team has a match or rests for want of an opponent."""
    return {
        drawn.number
        for drawn in tournament.rounds
        if drawn.number < before
        and (team.id in drawn.resting or any(team.id in (each.white, each.black) for each in drawn.matches))
    }


def _first_seats(
    tournament: Tournament, team: Team, number: int, line_ups: dict[int, dict[TeamId, Seats]]
) -> Seats:
    """The line-up that says how strong a team is; that of its first members where nobody ever plays."""
    played = [
        drawn.number
        for drawn in tournament.rounds
        if drawn.number < number and any(team.id in (each.white, each.black) for each in drawn.matches)
    ]
    for each in (*sorted(played), number, *sorted(line_ups)):
        if any(line_ups[each][team.id]):
            return line_ups[each][team.id]
    return team.members[: tournament.settings.teams.size]


def _entrant(tournament: Tournament, team: Team, players: Sequence[Player], absent: frozenset[int]) -> Player:
    grades = [player.grade for player in players]
    american = tournament.settings.system == "aga"
    ratings = [rating_of(player, american=american) for player in players]
    return Player(
        id=PlayerId(team.id),
        surname=team.name,
        grade=mean_grade(grades, tournament.settings.sides.rounding) if grades else _NOBODY,
        rating=sum(ratings) / len(ratings) if ratings else None,
        country=common_text(player.country for player in players),
        club=common_text(player.club for player in players),
        absent_rounds=absent,
        start=team.start,
        correction=team.correction,
    )


def _settings(settings: Settings) -> Settings:
    """The rules for the matches: no stones between teams, tables counted from 1, and a rest as teams have it.

    A won match is worth 2 team points and one point in pairing, so a rest is worth half of its team points.
    """
    rest = Quarters(settings.teams.bye_points // 2)
    return replace(
        settings,
        scoring=replace(settings.scoring, bye_wins=rest, bye_points=rest),
        handicapping=replace(settings.handicapping, ceiling=0, komi_per_grade=0.0, table=()),
        tables=ALL_TABLES,
        teams=TeamRules(),
    )


def _wishes(tournament: Tournament) -> Wishes:
    """The director's wishes about teams."""
    teams = {PlayerId(team.id) for team in tournament.teams}
    wishes = tournament.wishes
    return Wishes(
        apart=tuple(pair for pair in wishes.apart if teams.issuperset(pair)),
        games=tuple(game for game in wishes.games if {game.white, game.black} <= teams),
        volunteers=tuple(offer for offer in wishes.volunteers if offer.player in teams),
    )
