"""Teams as players, a second time: each team is a player, each match a board, each rest a bye.

Written from the rules for teams; nothing here uses the code that pairs them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from miai.domain.people.grade import WEAKEST_EGF, Grade
from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.sides import common_text, mean_grade
from miai.domain.people.strength import rating_of
from miai.domain.people.team import BoardOrder, Match, Team, TeamId, TeamRules
from miai.domain.points import Quarters
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament

Seats = tuple[PlayerId | None, ...]
_POINT, _HALF = 4, 2
_BRACKETS = ("knockout", "double_elimination")


def entrants(tournament: Tournament, number: int) -> Tournament:
    """The event as it is paired in a round: in a team event with the teams as its players."""
    if not tournament.settings.by_teams:
        return tournament
    book = _TeamBook(tournament, number)
    settings = tournament.settings
    rest = Quarters(settings.teams.bye_points // 2)
    return Tournament(
        settings=replace(
            settings,
            scoring=replace(settings.scoring, bye_wins=rest, bye_points=rest),
            handicapping=replace(settings.handicapping, ceiling=0, komi_per_grade=0.0, table=()),
            teams=TeamRules(),
        ),
        players=tuple(book.entrant(team) for team in tournament.teams),
        rounds=tuple(book.round(drawn) for drawn in tournament.rounds),
        wishes=_wishes_about_teams(tournament),
    )


def line_ups_in_log(tournament: Tournament, number: int) -> dict[TeamId, Seats]:
    """The players at the boards of each team in a round that is drawn."""
    book = _TeamBook(tournament, number)
    return {team.id: book.at_the_boards(team, number) for team in tournament.teams}


def line_ups_of_the_rule(tournament: Tournament, number: int) -> dict[TeamId, Seats]:
    """The players that the rule of the event seats for each team in a round, if no captain states others."""
    book = _TeamBook(tournament, number)
    return {team.id: book.by_rule(team, number) for team in tournament.teams}


def round_between_teams(drawn: Round) -> Round:
    """The matches of a round as its boards, by their order, and the teams that rest as byes."""
    boards = (
        Board(table=table, white=PlayerId(match.white), black=PlayerId(match.black))
        for table, match in enumerate(drawn.matches, start=1)
    )
    byes = (Bye(player=PlayerId(team)) for team in drawn.resting)
    return Round(number=drawn.number, boards=tuple(boards), byes=tuple(byes))


class _TeamBook:
    """The teams of an event and who sits at their boards, as far as a round needs it."""

    def __init__(self, tournament: Tournament, number: int) -> None:
        self._event, self._number = tournament, number
        self._size = tournament.settings.teams.size
        self._people = {player.id: player for player in tournament.players}
        self._here = {player.id: player for player in participants(tournament)}
        self._drawn = {drawn.number for drawn in tournament.rounds}

    def seats(self, team: Team, number: int) -> Seats:
        """The line-up of a team in a round: the stated one, else that of the rule."""
        stated = next((each for each in team.line_ups if each.round == number), None)
        if stated is not None and (number in self._drawn or not stated.drawn):
            return self._filled(stated.players)
        return self.by_rule(team, number)

    def by_rule(self, team: Team, number: int) -> Seats:
        """The first members who come, in the order of the captain or the highest rated first."""
        if number in team.absent_rounds:
            return self._filled(())
        coming = [self._here[each] for each in team.members if each in self._here]
        coming = [player for player in coming if player.attends(number)]
        if self._event.settings.teams.order is BoardOrder.RATING:
            coming.sort(key=rating_of, reverse=True)
        return self._filled(tuple(player.id for player in coming[: self._size]))

    def _filled(self, seats: Seats) -> Seats:
        return seats + (None,) * (self._size - len(seats))

    def at_the_boards(self, team: Team, number: int) -> Seats:
        """The seats of players who are there, in the round that is paired."""
        seats = self.seats(team, number)
        if number != self._number:
            return seats
        there = {each for each, player in self._here.items() if player.attends(number)}
        return tuple(seat if seat in there else None for seat in seats[: self._size])

    def entrant(self, team: Team) -> Player:
        """A team as a player, as strong as its first line-up on the mean."""
        rules = self._event.settings
        numbers = sorted({*range(1, rules.rounds + 1), *self._drawn, self._number})
        empty = {each for each in numbers if not any(self.at_the_boards(team, each))}
        met = {drawn.number for drawn in self._event.rounds if _plays(team, drawn)}
        busy = {
            drawn.number for drawn in self._event.rounds if _plays(team, drawn) or team.id in drawn.resting
        }
        first = sorted(each for each in met if each < self._number)
        line_ups = (self.at_the_boards(team, each) for each in (*first, self._number, *numbers))
        seats: Sequence[PlayerId | None] = next(
            (each for each in line_ups if any(each)), team.members[: self._size]
        )
        players = [self._people[seat] for seat in seats if seat]
        ratings = [rating_of(player, american=rules.system == "aga") for player in players]
        nobody = Grade.of_number(WEAKEST_EGF)
        return Player(
            id=PlayerId(team.id),
            surname=team.name,
            grade=mean_grade([each.grade for each in players], rules.sides.rounding) if players else nobody,
            rating=sum(ratings) / len(ratings) if ratings else None,
            country=common_text(player.country for player in players),
            club=common_text(player.club for player in players),
            absent_rounds=frozenset((empty | team.absent_rounds) - {n for n in busy if n < self._number}),
            start=team.start,
            correction=team.correction,
        )

    def round(self, drawn: Round) -> Round:
        """A round of teams with the results of their matches."""
        if drawn.boards and not drawn.matches and not drawn.resting:
            byes = (Bye(player=PlayerId(t.id), kind=ByeKind.VOLUNTARY) for t in self._event.teams)
            return Round(number=drawn.number, byes=tuple(byes))
        line_ups = {team.id: self.seats(team, drawn.number) for team in self._event.teams}
        games = {seat: board for board in drawn.boards for seat in (board.white, board.black)}
        boards: list[Board] = []
        busy: set[PlayerId] = set()
        paired = round_between_teams(drawn)
        for board, match in zip(paired.boards, drawn.matches, strict=True):
            if busy.isdisjoint((board.white, board.black)):
                busy |= {board.white, board.black}
                result, known = self._result(match, line_ups, games)
                boards.append(replace(board, result=result, colours_known=known))
        return replace(paired, boards=tuple(boards))

    def _result(
        self, match: Match, line_ups: Mapping[TeamId, Seats], games: Mapping[PlayerId, Board]
    ) -> tuple[Result, bool]:
        """How a match ended, and if the colours of all its games are known."""
        rules = self._event.settings.teams
        by_gotha = self._event.settings.scoring.rulebook is Rulebook.GOTHA
        points: list[tuple[int, int]] = []
        counted: list[Board] = []
        for one, other in zip_longest(line_ups[match.white], line_ups[match.black]):
            if one is None or other is None:
                forfeit = _POINT if rules.empty_seat_loses else 0
                points.append((forfeit * (one is not None), forfeit * (other is not None)))
                continue
            game = games.get(one)
            met = game is not None and other in (game.white, game.black)
            if game is not None and (met or by_gotha):
                counted.append(game)
                theirs = game.result.points(game.colour_of(other)) if met else 0
                points.append((game.result.points(game.colour_of(one)), theirs))
            else:
                points.append((0, 0))
        open_ = sum(not game.result.known for game in counted)
        white, black = (sum(own) for own in zip(*points, strict=True)) if points else (0, 0)
        result = _by_points(rules, white, black, open_)
        if result is Result.JIGO and self._event.settings.system in _BRACKETS:
            result = _by_first_boards(points)
        played = any(not game.result.by_default for game in counted)
        return (result if played else result.defaulted), all(game.colours_known for game in counted)


def _by_first_boards(points: Sequence[tuple[int, int]]) -> Result:
    """In a bracket the last boards are left out, one after the other, until one team is ahead."""
    for count in range(len(points) - 1, 0, -1):
        white, black = (sum(own) for own in zip(*points[:count], strict=True))
        if white != black:
            return Result.WHITE_WINS if white > black else Result.BLACK_WINS
    return Result.JIGO


def _by_points(rules: TeamRules, white: int, black: int, open_: int) -> Result:
    """2 team points for a win, 1 for a draw; open as long as it is not known who has more."""
    half = rules.size * _HALF if rules.half_of_all_boards else 0
    if rules.half_of_all_boards:
        ours, theirs = _worth(white, max(half, black)), _worth(black, max(half, white))
    elif abs(white - black) > open_ * _POINT:
        ours, theirs = (2, 0) if white > black else (0, 2)
    else:
        ours = theirs = 1 if white and not open_ else 0
    if open_ and 2 not in (ours, theirs):
        return Result.UNKNOWN
    if ours != theirs:
        return Result.WHITE_WINS if ours > theirs else Result.BLACK_WINS
    return Result.JIGO if ours else Result.BOTH_LOSE


def _worth(own: int, bar: int) -> int:
    return 2 if own > bar else 1 if own == bar else 0


def _plays(team: Team, drawn: Round) -> bool:
    return any(team.id in (match.white, match.black) for match in drawn.matches)


def _wishes_about_teams(tournament: Tournament) -> Wishes:
    teams = {PlayerId(team.id) for team in tournament.teams}
    wishes = tournament.wishes
    return Wishes(
        apart=tuple(pair for pair in wishes.apart if teams.issuperset(pair)),
        games=tuple(game for game in wishes.games if teams.issuperset((game.white, game.black))),
        volunteers=tuple(each for each in wishes.volunteers if each.player in teams),
    )
