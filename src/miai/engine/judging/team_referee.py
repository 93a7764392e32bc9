"""Judges the draw of a team event: the matches as a draw of teams, and the boards of the matches.

Line-ups, results of matches and the strength of teams are worked out here again, slowly, from the boards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from math import ceil, floor

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.strength import rating_of
from miai.domain.people.team import BoardOrder, Match, Team, TeamId, TeamRules
from miai.domain.points import Quarters
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.side_rules import MeanRounding
from miai.domain.table_numbers import Tables
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import Case, case_of, judge
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.verify.recount import Violation

Seats = tuple[PlayerId | None, ...]
_WEAKEST = Grade.parse("30k")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamCase:
    """The draw of a team event before the referee, with the line-ups that its round should have."""

    tournament: Tournament
    draw: Draw
    teams: Draw
    line_ups: Mapping[TeamId, Seats]
    people: Case

    @property
    def names(self) -> dict[TeamId, str]:
        """The names of the teams."""
        return {team.id: team.name for team in self.tournament.teams}


def judge_teams(
    tournament: Tournament, draw: Draw, *, constraints: Constraints | None = None
) -> list[Violation]:
    """Everything that the draw of a team event breaks, judged from the state before its round."""
    if draw.teams is None:
        return [Violation(rule="no_matches", text=f"the draw of round {draw.round} has no matches of teams")]
    entrants = teams_as_players(tournament, draw.round)
    found = judge(entrants, draw.teams, constraints=constraints)
    known = {team.id for team in tournament.teams}
    if any(team not in known for match in draw.matches for team in (match.white, match.black)):
        return found
    case = TeamCase(
        tournament=tournament,
        draw=draw,
        teams=draw.teams,
        line_ups={team.id: _seats(tournament, team, draw.round, now=draw.round) for team in tournament.teams},
        people=case_of(tournament, draw),
    )
    return found + [violation for check in _CHECKS for violation in check(case)]


def teams_as_players(tournament: Tournament, number: int) -> Tournament:
    """The teams as they stand before a round: strength by the first match, scores by the matches."""
    settings = tournament.settings
    rest = Quarters(settings.teams.bye_points // 2)
    return Tournament(
        settings=replace(
            settings,
            scoring=replace(settings.scoring, bye_wins=rest, bye_points=rest),
            handicapping=Handicapping(
                by_score=settings.handicapping.by_score,
                correction=settings.handicapping.correction,
                none_from=settings.handicapping.none_from,
                none_above_bar=settings.handicapping.none_above_bar,
                ceiling=0,
            ),
            tables=Tables(),
            teams=TeamRules(),
        ),
        players=tuple(_as_player(tournament, team, number) for team in tournament.teams),
        rounds=tuple(
            Round(
                number=drawn.number,
                boards=tuple(
                    _as_board(tournament, drawn, match, table)
                    for table, match in enumerate(drawn.matches, start=1)
                ),
                byes=tuple(Bye(player=PlayerId(team)) for team in drawn.resting),
            )
            for drawn in tournament.rounds
            if drawn.number < number
        ),
    )


def _as_player(tournament: Tournament, team: Team, number: int) -> Player:
    last = max(tournament.settings.rounds, number, *(drawn.number for drawn in tournament.rounds), 1)
    seats = {n: _seats(tournament, team, n, now=number) for n in range(1, last + 1)}
    played = _played(tournament, team, number)
    # A team is as strong as its first line-up, of those that it played with if it has played.
    order = [*played, number, *range(1, last + 1)]
    first: Seats = next((seats[n] for n in order if any(seats[n])), team.members)
    people = [player for seat in first for player in tournament.players if player.id == seat]
    american = tournament.settings.system == "aga"
    ratings = [rating_of(player, american=american) for player in people]
    return Player(
        id=PlayerId(team.id),
        surname=team.name,
        grade=_mean(people, tournament.settings.sides.rounding),
        rating=sum(ratings) / len(ratings) if ratings else None,
        country=_common([each.country for each in people]),
        club=_common([each.club for each in people]),
        absent_rounds=_away(tournament, team, number, seats),
        start=team.start,
        correction=team.correction,
    )


def _away(tournament: Tournament, team: Team, number: int, seats: Mapping[int, Seats]) -> frozenset[int]:
    """The rounds that a team misses; of those before a round, the ones that it neither played nor rested."""
    rested = [drawn.number for drawn in tournament.rounds if team.id in drawn.resting]
    settled = (*_played(tournament, team, number), *rested)
    empty = {n for n, people in seats.items() if not any(people)}
    return frozenset(n for n in empty | team.absent_rounds if n >= number or n not in settled)


def _played(tournament: Tournament, team: Team, number: int) -> list[int]:
    """The rounds before a round in which a team had a match."""
    return sorted(
        drawn.number
        for drawn in tournament.rounds
        if drawn.number < number and any(team.id in (match.white, match.black) for match in drawn.matches)
    )


def _common(texts: list[str]) -> str:
    """The text that is the same for all in upper or lower case, else nothing."""
    return texts[0] if len({text.casefold() for text in texts}) == 1 else ""


def _mean(people: list[Player], rounding: MeanRounding) -> Grade:
    if not people:
        return _WEAKEST
    mean = Fraction(sum(player.grade.number for player in people), len(people))
    if rounding is MeanRounding.NEAREST:
        return Grade.of_number(ceil(mean - Fraction(1, 2)))
    return Grade.of_number(ceil(mean) if rounding is MeanRounding.STRONGER else floor(mean))


def _seats(tournament: Tournament, team: Team, number: int, *, now: int) -> Seats:
    """Who plays for a team in a round, seen from the draw of round `now`: stated, or by the rule.

    What a draw of that round or of a later one stated does not count, and who is not there does not play.
    """
    size, there = tournament.settings.teams.size, _there(tournament, number)
    stated = [each for each in team.line_ups if each.round == number and (number < now or not each.drawn)]
    seats: list[PlayerId | None]
    if not stated:
        seats = [player.id for player in _ordered_members(tournament, team, number, there)[:size]]
    elif number == now:
        seats = [seat if seat in there else None for seat in stated[0].players[:size]]
    else:
        seats = list(stated[0].players)
    return tuple(seats + [None] * (size - len(seats)))


def _there(tournament: Tournament, number: int) -> dict[PlayerId, Player]:
    """Players who can play in a round: those who are here, or everybody while nobody is."""
    seated = {
        seat for drawn in tournament.rounds for board in drawn.boards for seat in (board.white, board.black)
    }
    here = [
        player
        for player in tournament.players
        if player.registration is Registration.FINAL or player.id in seated
    ] or list(tournament.players)
    return {player.id: player for player in here if player.attends(number)}


def _ordered_members(
    tournament: Tournament, team: Team, number: int, there: Mapping[PlayerId, Player]
) -> list[Player]:
    """The members who can play in a round, in the order of the boards."""
    if number in team.absent_rounds:
        return []
    members = [there[member] for member in team.members if member in there]
    if tournament.settings.teams.order is BoardOrder.RATING:
        members.sort(key=lambda player: -rating_of(player))
    return members


def _as_board(tournament: Tournament, drawn: Round, match: Match, table: int) -> Board:
    """A match as a board between two teams, with the result that its games give it."""
    sides = [tournament.team(side) for side in (match.white, match.black)]
    white, black = (_seats(tournament, side, drawn.number, now=drawn.number + 1) for side in sides)
    own: list[Fraction] = []
    other: list[Fraction] = []
    open_boards = 0
    played = False
    known = True
    for one, two in zip(white, black, strict=True):
        game = next((each for each in drawn.boards if {each.white, each.black} == {one, two}), None)
        if game is not None and one is not None and two is not None:
            own.append(_points(game, one))
            other.append(_points(game, two))
            open_boards += not game.result.known
            played |= not game.result.by_default
            known &= game.colours_known
        else:
            forfeit = tournament.settings.teams.empty_seat_loses and (one is None or two is None)
            own.append(Fraction(int(forfeit and one is not None)))
            other.append(Fraction(int(forfeit and two is not None)))
    result = _outcome(tournament, own, other, open_boards)
    return Board(
        table=table,
        white=PlayerId(match.white),
        black=PlayerId(match.black),
        result=result if played else result.defaulted,
        colours_known=known,
    )


def _points(game: Board, player: PlayerId) -> Fraction:
    return Fraction(game.result.points(Colour.WHITE if game.white == player else Colour.BLACK), 4)


def _outcome(tournament: Tournament, own: list[Fraction], other: list[Fraction], open_boards: int) -> Result:
    """Who wins a match; a drawn one of a knock-out goes to who is ahead on the first boards."""
    rules = tournament.settings.teams
    white, black = sum(own, Fraction(0)), sum(other, Fraction(0))
    winner = Result.WHITE_WINS if white > black else Result.BLACK_WINS
    half = Fraction(rules.size, 2) if rules.half_of_all_boards else Fraction(0)
    sure = max(white, black) > half if rules.half_of_all_boards else abs(white - black) > open_boards
    if sure and white != black:
        return winner
    if open_boards:
        return Result.UNKNOWN
    if white != black:
        # By OpenGotha's rule half of all boards gives one team point, and fewer boards give none.
        return winner if max(white, black) == half else Result.BOTH_LOSE
    if not white or white < half:
        return Result.BOTH_LOSE
    if tournament.settings.system in ("knockout", "double_elimination"):
        for boards in range(len(own) - 1, 0, -1):
            first = sum(own[:boards]) - sum(other[:boards])
            if first:
                return Result.WHITE_WINS if first > 0 else Result.BLACK_WINS
    return Result.JIGO


def _expected_pairs(case: TeamCase) -> Iterator[tuple[Match, int, PlayerId, PlayerId]]:
    """The boards that the matches should have: match, number of the board, White and Black."""
    for match in case.draw.matches:
        both = zip(case.line_ups[match.white], case.line_ups[match.black], strict=True)
        for number, (one, other) in enumerate(both, start=1):
            if one is not None and other is not None:
                white, black = (one, other) if number % 2 else (other, one)
                yield match, number, white, black


def _line_ups(case: TeamCase) -> Iterator[Violation]:
    """The draw states the line-ups of exactly the teams that play, as the captains or the rule have them."""
    stated = dict(case.draw.line_ups)
    playing = [side for match in case.draw.matches for side in (match.white, match.black)]
    if sorted(stated) != sorted(playing) or len(case.draw.line_ups) != len(stated):
        yield Violation(rule="line_ups", text="the draw does not state the line-ups of the teams that play")
    for team, line_up in stated.items():
        if line_up.round != case.draw.round or line_up.players != case.line_ups[team]:
            text = f"{case.names[team]} plays with {line_up.players} instead of {case.line_ups[team]}"
            yield Violation(rule="line_up", text=text)


def _teams(case: TeamCase) -> Iterator[Violation]:
    """No team plays that has nobody there, none plays and rests, and no player has a bye."""
    if case.draw.free or case.draw.sits_out:
        yield Violation(rule="bye_of_a_player", text="a player has a bye in a team event")
    playing = {side for match in case.draw.matches for side in (match.white, match.black)}
    for team in playing:
        if not any(case.line_ups[team]):
            yield Violation(rule="nobody_there", text=f"{case.names[team]} is paired and has nobody there")
    if playing & set(case.draw.resting):
        yield Violation(rule="rests_and_plays", text="a team has a match and rests")


def _boards(case: TeamCase) -> Iterator[Violation]:
    """The boards are those of the matches, board against board, and nobody plays twice or their own team."""
    expected = [frozenset((white, black)) for _, _, white, black in _expected_pairs(case)]
    drawn = [frozenset((board.white.id, board.black.id)) for board in case.draw.boards]
    for pair in set(expected) ^ set(drawn):
        text = f"{' and '.join(sorted(pair))} should meet: {pair in expected}, and they do: {pair in drawn}"
        yield Violation(rule="board", text=text)
    if len(drawn) != len(set(drawn)):
        yield Violation(rule="board_twice", text="two boards have the same players")
    times = Counter(player for pair in drawn for player in pair)
    for player, count in times.items():
        if count > 1:
            yield Violation(
                rule="plays_twice", text=f"{player} plays {count} games in round {case.draw.round}"
            )
    for board in case.draw.boards:
        both = {board.white.id, board.black.id}
        if any(both.issubset(team.members) or both.issubset(seats) for team, seats in _sides(case)):
            text = f"{board.white.name} and {board.black.name} are of one team"
            yield Violation(rule="own_team", text=text)


def _sides(case: TeamCase) -> Iterator[tuple[Team, Seats]]:
    for team in case.tournament.teams:
        yield team, case.line_ups[team.id]


def _terms(case: TeamCase) -> Iterator[Violation]:
    """Colours alternate down the boards; with stones the stronger has White; terms are those of the rules."""
    found = {frozenset((board.white.id, board.black.id)): board for board in case.draw.boards}
    settings = case.tournament.settings
    for _, number, white, black in _expected_pairs(case):
        board = found.get(frozenset((white, black)))
        if board is None:
            continue
        names = f"{board.white.name} and {board.black.name}"
        size = case.people.handicap(board.white, board.black) if settings.teams.handicaps else 0
        stones, komi = case.people.terms(size)
        if board.handicap != stones:
            yield Violation(rule="handicap", text=f"{names}: {board.handicap} stones instead of {stones}")
        if board.komi != komi:
            yield Violation(rule="komi", text=f"{names}: komi {board.komi} instead of {komi}")
        if size == 0 and board.white.id != white:
            yield Violation(rule="colours", text=f"{names} have the wrong colours on board {number}")
        if size and _level(case, board.white) <= _level(case, board.black):
            yield Violation(rule="weaker_gives", text=f"{board.white.name} gives stones to a stronger player")


def _level(case: TeamCase, player: Player) -> int:
    known = {each.id: each for each in case.tournament.players}
    return case.people.level(known[player.id])


def _tables(case: TeamCase) -> Iterator[Violation]:
    """The boards take the tables of the event in order, match by match and board by board."""
    expected = [frozenset((white, black)) for _, _, white, black in _expected_pairs(case)]
    tables = {frozenset((board.white.id, board.black.id)): board.table for board in case.draw.boards}
    numbers = list(islice(case.tournament.settings.tables.numbers(), len(expected)))
    for pair, number in zip(expected, numbers, strict=True):
        if tables.get(pair, number) != number:
            text = f"{' and '.join(sorted(pair))} sit at table {tables[pair]} instead of {number}"
            yield Violation(rule="table", text=text)


_CHECKS: tuple[Callable[[TeamCase], Iterator[Violation]], ...] = (
    _line_ups,
    _teams,
    _boards,
    _terms,
    _tables,
)
