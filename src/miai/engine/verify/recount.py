"""Standings by a second, slow way: plain loops over the boards, exact fractions, no help from other code.

Written from the rules of OpenGotha's standings, of Miai's own, which correct OpenGotha's bugs, and of the
AGA, EPM and MacMahon for unplayed rounds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Protocol

from miai.domain.people.grade import WEAKEST
from miai.domain.people.participants import participants
from miai.domain.people.player import BarSide, Player, PlayerId
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import ByeKind, Round
from miai.domain.settings.scoring_rules import Rulebook, Scoring, StartBand, Unplayed
from miai.domain.tournament import Tournament
from miai.engine.verify.leavers import count_leavers

Values = dict[PlayerId, Fraction]
HALF, NOTHING = Fraction(1, 2), Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """A broken promise: which rule, and a sentence for people."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecountedRound:
    """What one round was for one player; `stones` are given by White and, negative, taken by Black."""

    kind: str
    opponent: PlayerId | None = None
    stones: int = 0
    points: Fraction = NOTHING
    bonus: Fraction = NOTHING
    real: bool = False
    undecided: bool = False
    nobody_lost: bool = False
    both_forfeit: bool = False

    @property
    def is_game(self) -> bool:
        """Whether the opponent counts in sums."""
        return self.kind == "game"


Sheet = dict[PlayerId, list[RecountedRound]]


class RowLike(Protocol):
    """A row of a table of standings."""

    @property
    def place(self) -> int:
        """The place, shared by equals."""

    @property
    def player(self) -> Player:
        """Whose row it is."""

    @property
    def values(self) -> Mapping[str, float]:
        """The criteria."""


class TableLike(Protocol):
    """A table of standings."""

    @property
    def after_round(self) -> int:
        """How many rounds it counts."""

    @property
    def criteria(self) -> Sequence[str]:
        """What it is ordered by."""

    @property
    def rows(self) -> Sequence[RowLike]:
        """The rows, best first."""


def recount(tournament: Tournament, after: int, unplayed: str = "start") -> dict[str, Values]:
    """Every criterion of every player after some rounds."""
    book = _Book(tournament, after, Unplayed(unplayed))
    return {key: {player.id: count(book, player) for player in tournament.players} for key, count in COUNTS}


def count_criteria(tournament: Tournament, after: int, keys: Sequence[str]) -> dict[str, Values]:
    """Some of these criteria of every player, by the rule for unplayed rounds of the tournament."""
    book = _Book(tournament, after, tournament.settings.scoring.unplayed)
    return {
        key: {player.id: count(book, player) for player in tournament.players}
        for key, count in COUNTS
        if key in keys
    }


def check_standings(
    tournament: Tournament, table: TableLike, *, unplayed: str | None = None
) -> list[Violation]:
    """What the second count finds wrong in a table: values, order and places."""
    policy = Unplayed(unplayed) if unplayed else tournament.settings.scoring.unplayed
    ours = recount(tournament, table.after_round, policy.value)
    listed = sorted(row.player.id for row in table.rows)
    if listed != sorted(player.id for player in participants(tournament)):
        return [Violation(rule="standings_rows", text="the table does not list every participant once")]
    found = []
    for row in table.rows:
        for key in ours:
            if key in row.values and Fraction(row.values[key]) != ours[key][row.player.id]:
                shown, right = row.values[key], float(ours[key][row.player.id])
                text = f"{row.player.name} has {key} {shown} in the table and {right} by the second count"
                found.append(Violation(rule="standings_value", text=text))
    return found + _order_violations(table)


def _order_violations(table: TableLike) -> list[Violation]:
    """A place is one more than the number of players who stand strictly better."""
    keys = [tuple(row.values[key] for key in table.criteria) for row in table.rows]
    found = []
    for line, (row, mine) in enumerate(zip(table.rows, keys, strict=True)):
        if line and keys[line - 1] < mine:
            text = f"{row.player.name} stands below {table.rows[line - 1].player.name}, who has less"
            found.append(Violation(rule="standings_order", text=text))
        place = 1 + sum(theirs > mine for theirs in keys)
        if row.place != place:
            text = f"{row.player.name} has place {row.place} instead of {place}"
            found.append(Violation(rule="standings_place", text=text))
    return found


def lines_of(tournament: Tournament, after: int) -> Sheet:
    """Every player's rounds, one by one."""
    last = max([after, *(drawn.number for drawn in tournament.rounds)])
    sheet = {
        player.id: [_line(player, tournament.round(number)) for number in range(1, last + 1)]
        for player in tournament.players
    }
    count_leavers(tournament, sheet)
    return {player: lines[:after] for player, lines in sheet.items()}


def _line(player: Player, drawn: Round) -> RecountedRound:
    boards = [board for board in drawn.boards if player.id in (board.white, board.black)]
    byes = [bye for bye in drawn.byes if bye.player == player.id]
    bonus = sum((Fraction(each.points, 4) for each in drawn.bonuses if each.player == player.id), NOTHING)
    forced = any(bye.kind is ByeKind.FORCED for bye in byes)
    if boards:
        return _game(player, boards[-1], bonus, kind="bye" if forced else "game")
    if forced:
        return RecountedRound(kind="bye", bonus=bonus)
    away = bool(byes) or drawn.number in player.absent_rounds
    return RecountedRound(kind="absent" if away else "unassigned", bonus=bonus)


def _game(player: Player, board: Board, bonus: Fraction, *, kind: str) -> RecountedRound:
    white = board.white == player.id
    return RecountedRound(
        kind=kind,
        opponent=board.black if white else board.white,
        stones=board.handicap if white else -board.handicap,
        points=_worth(board.result, Colour.WHITE if white else Colour.BLACK),
        bonus=bonus,
        real=board.result is not Result.UNKNOWN and not board.result.by_default,
        undecided=board.result is Result.UNKNOWN,
        nobody_lost=board.result.played is Result.BOTH_WIN,
        both_forfeit=board.result is Result.BOTH_LOSE_BY_DEFAULT,
    )


def _worth(result: Result, colour: Colour) -> Fraction:
    """A win is one point, a jigo half, whether played or by default."""
    text = result.value.removesuffix(" by default")
    if text in ("both win", colour.value):
        return Fraction(1)
    return HALF if text == "jigo" else NOTHING


def zero_grade(scoring: Scoring) -> int:
    """The grade whose McMahon score is nothing.

    OpenGotha's is 30 kyu whatever the settings say, MacMahon's is 35 kyu in a file without a lower bar, which
    is read as the weakest grade.
    """
    if scoring.rulebook is Rulebook.MACMAHON and scoring.zero.number <= WEAKEST:
        return -35
    return -30 if scoring.rulebook is Rulebook.GOTHA else scoring.zero.number


def starting_score(player: Player, scoring: Scoring) -> Fraction:
    """The McMahon score before the first round."""
    correction = Fraction(player.correction, 4)
    if player.start is not None:
        return Fraction(player.start, 4) + correction
    if scoring.bands:
        return _band_score(player, scoring.bands) + correction
    bar = scoring.bar.number
    number = player.grade.number
    number = max(number, scoring.floor.number)
    if number > bar or player.bar_side is BarSide.ABOVE:
        number = bar
    if player.bar_side is BarSide.BELOW and number == bar:
        number = bar - 1
    return number - zero_grade(scoring) + correction


def top_score(tournament: Tournament) -> Fraction:
    """The starting score of the top band, of the bar, or the highest set by hand if nobody reaches it."""
    scoring = tournament.settings.scoring
    if scoring.bands:
        return Fraction(scoring.bands[0].score, 4)
    bar = Fraction(scoring.bar.number - zero_grade(scoring))
    by_hand = [starting_score(p, scoring) for p in tournament.players if p.start is not None]
    by_grade = [starting_score(p, scoring) for p in tournament.players if p.start is None]
    return bar if not by_hand or max(by_grade, default=bar - 1) >= bar else max(by_hand)


def _band_score(player: Player, bands: Sequence[StartBand]) -> Fraction:
    """The score of the player's band; below the lowest one a point less."""
    chosen = [band for band in bands if player.id in band.members]
    if not chosen and player.bar_side is BarSide.ABOVE:
        chosen = [bands[0]]
    if not chosen:
        lower = bands[1:] if player.bar_side is BarSide.BELOW and len(bands) > 1 else bands
        chosen = [band for band in lower if band.weakest.number <= player.grade.number]
    return Fraction(chosen[0].score, 4) if chosen else Fraction(bands[-1].score, 4) - 1


def points_of(lines: Sequence[RecountedRound], scoring: Scoring, *, wins: bool, absences: bool) -> Fraction:
    """Points of games, bonuses, byes and, if they count, absences; the free ones rounded down together."""
    bye = Fraction(scoring.bye_wins if wins else scoring.bye_points, 4)
    absent = Fraction(scoring.absent_wins if wins else scoring.absent_points, 4)
    total = free = NOTHING
    for line in lines:
        total += line.points + line.bonus
        if line.kind == "bye":
            free += bye
        if absences and _counts_as_absence(line, scoring, wins=wins):
            free += absent
    return total + (floor(free) if scoring.round_down else free)


def _counts_as_absence(line: RecountedRound, scoring: Scoring, *, wins: bool) -> bool:
    """MacMahon also gives the points of an absence for a round without a pairing or without a result."""
    if line.kind == "absent":
        return True
    missed = line.kind == "unassigned" or (line.is_game and line.undecided)
    return missed and scoring.rulebook is Rulebook.MACMAHON and not wins


class _Book:
    """One tournament after some rounds, with the few scores that everything is summed from."""

    def __init__(self, tournament: Tournament, after: int, policy: Unplayed) -> None:
        self.tournament = tournament
        self.after = after
        self.scoring = tournament.settings.applied_scoring
        self.gotha = self.scoring.rulebook is Rulebook.GOTHA
        self.half = self.scoring.unplayed_is_half_for_opponents
        self.policy = policy
        self.macmahon = policy is Unplayed.MACMAHON and self.scoring.rulebook is Rulebook.MACMAHON
        self.sheet = lines_of(tournament, after)
        self.start = {player.id: starting_score(player, self.scoring) for player in tournament.players}
        self.grade = {player.id: player.grade.number for player in tournament.players}
        self._known: dict[tuple[str, PlayerId], list[Fraction]] = {}

    def own(self, player: PlayerId, after: int, *, wins: bool) -> Fraction:
        """The player's own score after some rounds."""
        lines = self.sheet[player][:after]
        points = points_of(lines, self.scoring, wins=wins, absences=self.scoring.absence_for_place)
        return points if wins else self.start[player] + points

    def seen(self, player: PlayerId, *, wins: bool) -> Fraction:
        """What the player counts for in the sums of opponents."""
        lines = self.sheet[player]
        if self.half:
            points = sum((line.points if line.is_game and line.real else HALF for line in lines), NOTHING)
        else:
            points = points_of(lines, self.scoring, wins=wins, absences=True)
            if self.policy is Unplayed.AGA:
                points += self.credit(player)
        return points if wins else self.start[player] + points

    def credit(self, player: PlayerId) -> Fraction:
        """AGA: half a point for each round that a player chose not to play, or that both forfeited."""
        lines = self.sheet[player]
        return HALF * sum(line.both_forfeit or line.kind in ("absent", "unassigned") for line in lines)

    def phantom(self, player: PlayerId, family: str) -> Fraction:
        """AGA: an opponent who began where the player did and has won half of the rounds."""
        return (NOTHING if family == "wins" else self.start[player]) + HALF * self.after

    def bonus(self, player: PlayerId) -> Fraction:
        """Strasbourg: two points for each of the two last qualifying rounds reached."""
        last = self.tournament.settings.rounds
        return Fraction(2 * sum(self._qualified(player, number) for number in (last - 2, last - 1)))

    def _qualified(self, player: PlayerId, number: int) -> bool:
        if self.after < number:
            return False
        if self.gotha:
            then = self.own(player, number, wins=False) if number > 0 else NOTHING
            return then == 30 + self.scoring.bar.number + number
        bar = Fraction(self.scoring.bar.number - zero_grade(self.scoring))
        if self.scoring.bands:
            bar = Fraction(self.scoring.bands[0].score, 4)
        # Mended: every round won or free, from the bar up, where OpenGotha compares a bare total.
        lines = self.sheet[player][: max(0, number)]
        unbeaten = all(line.points == 1 or line.kind == "bye" for line in lines)
        return number > 0 and self.start[player] >= bar and unbeaten

    def entries(self, player: PlayerId, *, family: str) -> list[Fraction]:
        """For each round the opponent's score, or what stands in for it."""
        if (family, player) not in self._known:
            self._known[family, player] = [self._entry(player, line, family) for line in self.sheet[player]]
        return list(self._known[family, player])

    def _entry(self, player: PlayerId, line: RecountedRound, family: str) -> Fraction:
        if not line.is_game or line.opponent is None:
            return self._stand_in(player, line, family)
        if family == "wins":
            return self.seen(line.opponent, wins=True)
        if family == "points":
            return self.seen(line.opponent, wins=False) + line.stones
        # OpenGotha never fills in Strasbourg scores where unplayed rounds are half a point.
        forgotten = self.gotha and self.half
        strasbourg = self.seen(line.opponent, wins=False) + self.bonus(line.opponent)
        return (NOTHING if forgotten else strasbourg) + line.stones

    def _stand_in(self, player: PlayerId, line: RecountedRound, family: str) -> Fraction:
        """The entry of a round without an opponent."""
        own = self.own(player, self.after, wins=family == "wins")
        start = NOTHING if family == "wins" else self.start[player]
        match self.policy:
            case Unplayed.START:
                return start
            case Unplayed.OWN:
                return own
            case Unplayed.AGA:
                return self.phantom(player, family)
            case Unplayed.EPM:
                return own if line.kind == "bye" else NOTHING
            case Unplayed.MACMAHON:
                if line.kind == "bye":
                    return own - 1
                return own if self.counts_as_unpaired(line) else start
        return NOTHING

    def counts_as_unpaired(self, line: RecountedRound) -> bool:
        """MacMahon, in its own events: a round of a player whom it did not pair."""
        return self.macmahon and line.kind == "unassigned"

    def met_by_byes(self, family: str) -> Fraction:
        """The sum of opponents of the player without points whom everybody with a bye has met."""
        return sum(
            (
                self._as_opponent(player, family)
                for player, lines in self.sheet.items()
                for line in lines
                if line.kind == "bye"
            ),
            NOTHING,
        )

    def _as_opponent(self, player: PlayerId, family: str) -> Fraction:
        return self.seen(player, wins=family == "wins")


Count = Callable[[_Book, Player], Fraction]


def _category(book: _Book, player: Player) -> Fraction:
    if player.category is not None:
        return Fraction(-player.category)
    limits = [limit.number for limit in book.tournament.settings.category_limits]
    index = 0
    while index < len(limits) and player.grade.number < limits[index]:
        index += 1
    return Fraction(-index)


def _score(book: _Book, player: Player, *, wins: bool) -> Fraction:
    return book.own(player.id, book.after, wins=wins)


def _strasbourg(book: _Book, player: Player) -> Fraction:
    return book.own(player.id, book.after, wins=False) + book.bonus(player.id)


def _cumulated(book: _Book, player: Player, *, wins: bool) -> Fraction:
    total = NOTHING
    for number in range(1, book.after + 1):
        total += book.own(player.id, number, wins=wins)
    return total


def _sum(book: _Book, player: Player, *, family: str) -> Fraction:
    return sum(book.entries(player.id, family=family), NOTHING)


def _sum_without(book: _Book, player: Player, *, family: str, dropped: int) -> Fraction:
    if book.after <= dropped:
        return NOTHING
    # OpenGotha forgets SOS-1 of McMahon points after round 2.
    if book.gotha and family == "points" and dropped == 1 and book.after == 2:
        return NOTHING
    entries = book.entries(player.id, family=family)
    for _ in range(dropped):
        entries.remove(min(entries))
    return sum(entries, NOTHING)


def _defeated(book: _Book, player: Player, *, family: str) -> Fraction:
    total = NOTHING
    for line, entry in zip(book.sheet[player.id], book.entries(player.id, family=family), strict=True):
        if line.is_game:
            total += NOTHING if book.macmahon and line.nobody_lost else entry * line.points
        elif line.kind == "bye" and book.policy in (Unplayed.AGA, Unplayed.MACMAHON):
            total += entry
    return total


def _sum_of_sums(book: _Book, player: Player, *, family: str) -> Fraction:
    total = NOTHING
    for line in book.sheet[player.id]:
        if line.is_game and line.opponent is not None:
            total += sum(book.entries(line.opponent, family=family), NOTHING)
        else:
            total += _sum_instead(book, player, line, family)
    return total


def _sum_instead(book: _Book, player: Player, line: RecountedRound, family: str) -> Fraction:
    """The sum that stands in for that of an opponent in a round without a game."""
    own = sum(book.entries(player.id, family=family), NOTHING)
    start = NOTHING if family == "wins" else book.start[player.id] * book.after
    match book.policy:
        case Unplayed.START:
            return start
        case Unplayed.OWN:
            return own
        case Unplayed.AGA:
            return book.phantom(player.id, family) * book.after
        case Unplayed.DUMMY:
            return book.met_by_byes(family) if line.kind == "bye" else NOTHING
        case Unplayed.MACMAHON:
            return own if line.kind == "bye" or book.counts_as_unpaired(line) else start
    return NOTHING


def _survived(book: _Book, player: Player) -> Fraction:
    """Rounds of a cup that were won or free before the first loss."""
    lines = book.sheet[player.id]
    lost = (at for at, line in enumerate(lines) if line.points == 0 and line.kind != "bye")
    return Fraction(next(lost, len(lines)))


def _aga_entry(book: _Book, player: Player, line: RecountedRound) -> Fraction:
    if not line.is_game or line.opponent is None:
        return book.phantom(player.id, "points")
    return book.own(line.opponent, book.after, wins=False) + book.credit(line.opponent)


def _aga_sum(book: _Book, player: Player, *, defeated: bool) -> Fraction:
    """The AGA's sum of opponents, or of those who were defeated: a bye defeats the phantom."""
    total = NOTHING
    for line in book.sheet[player.id]:
        share = line.points if line.is_game else Fraction(line.kind == "bye")
        total += _aga_entry(book, player, line) * (share if defeated else 1)
    return total


def _exploits(book: _Book, player: Player, *, wins_only: bool) -> Fraction:
    total = NOTHING
    for line in book.sheet[player.id]:
        if not line.is_game or line.opponent is None or (wins_only and line.points != 1):
            continue
        surplus = line.stones - (book.grade[player.id] - book.grade[line.opponent])
        weight = 0 if surplus < 0 else 1 if surplus == 0 else 2 if surplus == 1 else 3
        total += weight * book.own(line.opponent, book.after, wins=True)
    return total


COUNTS: tuple[tuple[str, Count], ...] = (
    ("cat", _category),
    ("nbw", lambda book, player: _score(book, player, wins=True)),
    ("mms", lambda book, player: _score(book, player, wins=False)),
    ("sts", _strasbourg),
    ("sosw", lambda book, player: _sum(book, player, family="wins")),
    ("sosw-1", lambda book, player: _sum_without(book, player, family="wins", dropped=1)),
    ("sosw-2", lambda book, player: _sum_without(book, player, family="wins", dropped=2)),
    ("sodosw", lambda book, player: _defeated(book, player, family="wins")),
    ("sososw", lambda book, player: _sum_of_sums(book, player, family="wins")),
    ("cussw", lambda book, player: _cumulated(book, player, wins=True)),
    ("sosm", lambda book, player: _sum(book, player, family="points")),
    ("sosm-1", lambda book, player: _sum_without(book, player, family="points", dropped=1)),
    ("sosm-2", lambda book, player: _sum_without(book, player, family="points", dropped=2)),
    ("sodosm", lambda book, player: _defeated(book, player, family="points")),
    ("sososm", lambda book, player: _sum_of_sums(book, player, family="points")),
    ("cussm", lambda book, player: _cumulated(book, player, wins=False)),
    ("sosts", lambda book, player: _sum(book, player, family="strasbourg")),
    ("ext", lambda book, player: _exploits(book, player, wins_only=False)),
    ("exr", lambda book, player: _exploits(book, player, wins_only=True)),
    ("cps", _survived),
    ("soms", lambda book, player: _aga_sum(book, player, defeated=False)),
    ("sodoms", lambda book, player: _aga_sum(book, player, defeated=True)),
)
