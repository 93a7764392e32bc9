"""Scores after a round: starting points, wins, McMahon points, and what they count for opponents."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from miai.domain.people.grade import WEAKEST, Grade
from miai.domain.people.player import BarSide, Player
from miai.domain.points import HALF, NOTHING, POINT, Quarters, whole_down
from miai.domain.problems import demand_none, id_problems
from miai.domain.rounds.game import Colour, Result
from miai.domain.rounds.round import Attendance, ByeKind, Round
from miai.domain.settings.handicaps import size_of
from miai.domain.settings.scoring_rules import Rulebook, Scoring, StartBand, Unplayed
from miai.domain.starting_bands import band_of, reaches
from miai.domain.tournament import Tournament
from miai.engine.scoring.withdrawals import SettledGames, settled_games

# OpenGotha counts McMahon points from 30 kyu whatever the file says.
_GOTHA_ZERO = -30
# MacMahon counts them from 35 kyu where there is no lower bar.
_MACMAHON_ZERO = -35


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRound:
    """One round of one player; `stones` are given (White) or, negative, received (Black).

    `handicap` is the size of the handicap in grades, which may be komi instead of stones. An `annulled` game
    was played and counts for nothing: the round is as one without a game.
    """

    attendance: Attendance
    opponent: int = -1
    colour: Colour | None = None
    stones: int = 0
    handicap: int = 0
    result: Result = Result.UNKNOWN
    points: Quarters = NOTHING
    bonus: Quarters = NOTHING
    forced_bye: bool = False
    annulled: "PlayerRound | None" = None

    @property
    def played(self) -> bool:
        """Whether the round counts as played against an opponent."""
        return self.attendance is Attendance.PLAYS

    @property
    def over_the_board(self) -> bool:
        """Whether a game was played and has a result."""
        return self.played and self.result.known and not self.result.by_default


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """All scores after `after` rounds, by the players' index; `…_after[i][k]` is after round k + 1."""

    tournament: Tournament
    after: int
    unplayed: Unplayed
    rounds: tuple[tuple[PlayerRound, ...], ...]
    starts: tuple[Quarters, ...]
    wins_after: tuple[tuple[Quarters, ...], ...]
    points_after: tuple[tuple[Quarters, ...], ...]
    wins_seen: tuple[Quarters, ...]
    points_seen: tuple[Quarters, ...]

    @property
    def players(self) -> tuple[Player, ...]:
        """The players, in order of entry."""
        return self.tournament.players

    @property
    def scoring(self) -> Scoring:
        """The tournament's rules for scores."""
        return self.tournament.settings.applied_scoring

    @property
    def gotha(self) -> bool:
        """Whether OpenGotha's rules are followed to the letter."""
        return self.scoring.rulebook is Rulebook.GOTHA

    @property
    def wins(self) -> list[Quarters]:
        """Number of wins of each player."""
        return [history[-1] if history else NOTHING for history in self.wins_after]

    @property
    def points(self) -> list[Quarters]:
        """McMahon score of each player."""
        return [
            history[-1] if history else start
            for history, start in zip(self.points_after, self.starts, strict=True)
        ]


def scores(tournament: Tournament, *, after: int, unplayed: Unplayed | None = None) -> Scores:
    """Score every player on rounds 1 to `after`; later rounds do not count."""
    demand_none(id_problems(tournament.players))
    scoring = tournament.settings.applied_scoring
    rounds = _rounds_by_player(tournament, after)
    starts = tuple(start_of(player, scoring) for player in tournament.players)
    no_start = [NOTHING] * len(starts)
    table = Scores(
        tournament=tournament,
        after=after,
        unplayed=scoring.unplayed,
        rounds=rounds,
        starts=starts,
        wins_after=_all_running(no_start, rounds, scoring, family="wins", own=True),
        points_after=_all_running(starts, rounds, scoring, family="points", own=True),
        wins_seen=(),
        points_seen=(),
    )
    return with_unplayed(table, unplayed or scoring.unplayed)


def with_unplayed(table: Scores, unplayed: Unplayed) -> Scores:
    """The same scores with another rule for what unplayed rounds count for opponents."""
    no_start = [NOTHING] * len(table.starts)
    seen = partial(_seen, rounds=table.rounds, scoring=table.scoring, unplayed=unplayed)
    return replace(
        table,
        unplayed=unplayed,
        wins_seen=seen(no_start, own=table.wins_after, family="wins"),
        points_seen=seen(table.starts, own=table.points_after, family="points"),
    )


def start_of(player: Player, scoring: Scoring) -> Quarters:
    """The McMahon score a player starts with: set by hand, by the band, or by the grade.

    The grade counts from zero, between floor and bar.
    """
    if player.start is not None:
        return Quarters(player.start + player.correction)
    if scoring.bands:
        return Quarters(_score_of(band_of(player, scoring.bands), scoring.bands) + player.correction)
    bar, floor = scoring.bar.number, scoring.floor.number
    number = min(bar, max(floor, player.grade.number))
    if player.bar_side is BarSide.ABOVE:
        number = bar
    elif player.bar_side is BarSide.BELOW:
        number = min(number, bar - 1)
    return Quarters(POINT * (number - zero_of(scoring)) + player.correction)


def grade_start(grade: Grade, scoring: Scoring) -> Quarters:
    """The score that a grade stands for, whatever the bar and the floor."""
    if not scoring.bands:
        return Quarters(POINT * (grade.number - zero_of(scoring)))
    bands = scoring.bands
    return _score_of(next((n for n, band in enumerate(bands) if reaches(grade, band)), None), bands)


def bar_start(scoring: Scoring) -> Quarters:
    """The score from which on a player starts at the bar or in the top band."""
    return scoring.bands[0].score if scoring.bands else grade_start(scoring.bar, scoring)


def top_start(scoring: Scoring, players: Sequence[Player]) -> Quarters:
    """The score from which on players start on top: the top band, the bar, or the highest start set by hand.

    Starts set by hand count where nobody reaches the bar by grade.
    """
    bar = bar_start(scoring)
    by_hand = [player for player in players if player.start is not None]
    if scoring.bands or not by_hand:
        return bar
    if any(start_of(player, scoring) >= bar for player in players if player.start is None):
        return bar
    return max(start_of(player, scoring) for player in by_hand)


def is_on_top(player: Player, scoring: Scoring) -> bool:
    """Whether a player's grade is at the bar or in the top band, whatever side the director chose."""
    if scoring.bands:
        return reaches(player.grade, scoring.bands[0])
    return player.grade.number >= scoring.bar.number


def _score_of(band: int | None, bands: Sequence[StartBand]) -> Quarters:
    """The score of a band; below the lowest, as for late entrants, one point less than the lowest."""
    return Quarters(bands[-1].score - POINT) if band is None else bands[band].score


def zero_of(scoring: Scoring) -> int:
    """The grade number at which the McMahon score is 0."""
    zero = scoring.zero.number
    if scoring.rulebook is Rulebook.GOTHA:
        return _GOTHA_ZERO
    return _MACMAHON_ZERO if scoring.rulebook is Rulebook.MACMAHON and zero <= WEAKEST else zero


def _rounds_by_player(tournament: Tournament, after: int) -> tuple[tuple[PlayerRound, ...], ...]:
    columns = [_round_column(tournament, tournament.round(number)) for number in range(1, after + 1)]
    settled = settled_games(tournament)
    if settled:
        columns = [_settled(tournament, column, number, settled) for number, column in enumerate(columns, 1)]
    return tuple(tuple(column[i] for column in columns) for i in range(len(tournament.players)))


def _round_column(tournament: Tournament, drawn: Round) -> list[PlayerRound]:
    index = {player.id: i for i, player in enumerate(tournament.players)}
    boards = {seat: board for board in drawn.boards for seat in (board.white, board.black)}
    byes = {bye.player: bye for bye in drawn.byes}
    bonus: dict[str, int] = {}
    for earned in drawn.bonuses:
        bonus[earned.player] = bonus.get(earned.player, 0) + earned.points
    column = []
    for player in tournament.players:
        extra = Quarters(bonus.get(player.id, 0))
        board, bye = boards.get(player.id), byes.get(player.id)
        forced = bye is not None and bye.kind is ByeKind.FORCED
        if board is None:
            away = bye is not None or not player.attends(drawn.number)
            free = Attendance.ABSENT if away else Attendance.UNPAIRED
            column.append(
                PlayerRound(attendance=Attendance.BYE if forced else free, bonus=extra, forced_bye=forced)
            )
            continue
        colour = board.colour_of(player.id)
        column.append(
            PlayerRound(
                # With a bye and a game in one round the game's points count, but the round is unplayed.
                attendance=Attendance.BYE if forced else Attendance.PLAYS,
                opponent=index[board.opponent_of(player.id)],
                colour=colour if board.colours_known else None,
                stones=board.handicap if colour is Colour.WHITE else -board.handicap,
                handicap=size_of(tournament.settings, board),
                result=board.result,
                points=board.result.points(colour),
                bonus=extra,
                forced_bye=forced,
            )
        )
    return column


def _settled(
    tournament: Tournament, column: list[PlayerRound], number: int, settled: SettledGames
) -> list[PlayerRound]:
    """A round by the rule for the games of players who left."""
    players = tournament.players
    index = {player.id: i for i, player in enumerate(players)}
    found = list(column)
    for i, each in enumerate(column):
        if each.opponent < 0:
            continue
        opponent = players[each.opponent]
        if settled.annuls(players[i].id, opponent.id):
            found[i] = PlayerRound(attendance=Attendance.ABSENT, bonus=each.bonus, annulled=each)
        elif not each.result.known and not (players[i].attends(number) and opponent.attends(number)):
            winner = settled.winner(players[i].id, opponent.id)
            found[i] = _by_default(each, won=winner == players[i].id) if winner else each
    for (awarded_in, winner), gone in settled.awards.items():
        if awarded_in == number and winner in index and gone in index:
            for one, other in ((index[winner], index[gone]), (index[gone], index[winner])):
                # A player who left has one opponent in a round at most.
                if column[one].opponent < 0 and found[one] is column[one]:
                    unplayed = replace(column[one], attendance=Attendance.PLAYS, opponent=other)
                    found[one] = _by_default(unplayed, won=one == index[winner])
    return found


def _by_default(each: PlayerRound, *, won: bool) -> PlayerRound:
    """A round in which a player wins or loses because one of the two has left."""
    white = each.colour is not Colour.BLACK
    result = Result.WHITE_WINS_BY_DEFAULT if white == won else Result.BLACK_WINS_BY_DEFAULT
    return replace(each, result=result, points=POINT if won else NOTHING)


def _all_running(
    starts: Sequence[Quarters],
    rounds: Sequence[Sequence[PlayerRound]],
    scoring: Scoring,
    *,
    family: str,
    own: bool,
) -> tuple[tuple[Quarters, ...], ...]:
    """Each player's running totals; the points of byes and absences are rounded down together."""
    bye = scoring.bye_wins if family == "wins" else scoring.bye_points
    absent = scoring.absent_wins if family == "wins" else scoring.absent_points
    if own and not scoring.absence_for_place:
        absent = NOTHING
    worth = {Attendance.BYE: bye, Attendance.ABSENT: absent}
    undecided = NOTHING
    if unpaired_is_absent(scoring) and family == "points":
        worth[Attendance.UNPAIRED] = undecided = absent
    whole = whole_down if scoring.round_down else Quarters
    # Without a loop of its own for each sum: there may be 10,000 players.
    totals = []
    for start, one in zip(starts, rounds, strict=True):
        earned: int = start
        free = 0
        history = []
        for each in one:
            earned += each.points + each.bonus
            pending = each.played and not each.result.known
            free += undecided if pending else worth.get(each.attendance, NOTHING)
            history.append(Quarters(earned + whole(Quarters(free)) if free else earned))
        totals.append(tuple(history))
    return tuple(totals)


def unpaired_is_absent(scoring: Scoring) -> bool:
    """Whether the points of an absence are for whoever was not paired and for open games too: MacMahon's."""
    return scoring.rulebook is Rulebook.MACMAHON


def _seen(
    starts: Sequence[Quarters],
    rounds: Sequence[Sequence[PlayerRound]],
    scoring: Scoring,
    unplayed: Unplayed,
    *,
    own: tuple[tuple[Quarters, ...], ...],
    family: str,
) -> tuple[Quarters, ...]:
    """What a player's score counts for in the sums of the opponents; `own` is the score for the place."""
    if scoring.unplayed_is_half_for_opponents:
        return tuple(
            Quarters(start + sum(each.points if each.over_the_board else HALF for each in one))
            for start, one in zip(starts, rounds, strict=True)
        )
    same = scoring.absence_for_place
    totals = own if same else _all_running(starts, rounds, scoring, family=family, own=False)
    last = [history[-1] if history else start for start, history in zip(starts, totals, strict=True)]
    if unplayed is not Unplayed.AGA:
        return tuple(last)
    return tuple(Quarters(score + aga_credit(one)) for score, one in zip(last, rounds, strict=True))


def aga_credit(one: Sequence[PlayerRound]) -> int:
    """AGA: an opponent counts half a point more for each voluntary bye or double forfeit."""
    return HALF * sum(
        (not each.played and not each.forced_bye) or each.result is Result.BOTH_LOSE_BY_DEFAULT
        for each in one
    )
