"""What is at stake in the last round: who can still win, which places and prizes are in reach.

Bounds of places are exact for the score that decides first: nobody has two games left, so that the boards can
end independently of each other. Every open game has a winner, or ends in jigo where the komi allows it.
Who can win depends on the tie-breaks too; whoever cannot is at best second.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import product

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.player_filter import EVERYBODY
from miai.domain.points import POINT
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring import StandingsRow, standings
from miai.engine.scoring.scores import scores
from miai.features.forecast.event_forecast import EstimatedChance
from miai.features.forecast.forecast_event import forecast_event, question_for
from miai.features.publish.published_event import published_event
from miai.features.results.jigo import jigo_possible
from miai.messages import Message

# Scores that depend on nothing but a player's own games.
_OWN_SCORES = ("mms", "nbw")
# So many lines of tables are worked out where tie-breaks decide.
_MOST_LINES = 10_000
# With more candidates than these, tie-breaks of the others are left open.
_MOST_CANDIDATES = 24

# How open games end, by the players who have White.
_End = Mapping[PlayerId, Result]


class CanWin(Enum):
    """Whether a player can still win the event."""

    YES = "yes"
    ON_TIE_BREAKS = "if the tie-breaks decide so"
    NO = "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceRange:
    """The places between which a player ends, whatever happens on the boards."""

    best: int
    worst: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerStakes:
    """What a player plays for; `if_won` and `if_lost` only where their own game is open.

    `chance` is that of the first place by the forecast, where that agrees with who can win.
    """

    player: Player
    score: float | int
    places: PlaceRange
    if_won: PlaceRange | None
    if_lost: PlaceRange | None
    can_win: CanWin
    prizes: tuple[str, ...]
    chance: EstimatedChance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Stakes:
    """The stakes of all players, by their score; `why_not` says why there are none.

    `simulations` is how often the forecast played the rest.
    """

    players: tuple[PlayerStakes, ...] = ()
    open_games: int = 0
    simulations: int = 0
    criterion: str = ""
    why_not: Message | None = None

    def of(self, player: str) -> PlayerStakes | None:
        """Those of one player."""
        return next((each for each in self.players if each.player.id == player), None)


def stakes_of(tournament: Tournament) -> Stakes:
    """What is at stake in the last round, from the published pairings and results alone."""
    event = replace(published_event(tournament), final=None)
    why_not = _why_not(event)
    if why_not:
        return Stakes(why_not=why_not)
    ends = _Ends(event)
    candidates = _winners(ends)
    ends.never_first = frozenset(
        player.id for player in ends.players if candidates.get(player.id, CanWin.NO) is CanWin.NO
    )
    prizes = _Prizes(ends)
    found = [
        PlayerStakes(
            player=player,
            score=ends.now.get(player.id, 0),
            places=ends.places(player.id),
            if_won=ends.places(player.id, won=True) if player.id in ends.board_of else None,
            if_lost=ends.places(player.id, won=False) if player.id in ends.board_of else None,
            can_win=candidates.get(player.id, CanWin.NO),
            prizes=tuple(prizes.in_reach(player.id)),
        )
        for player in ends.players
    ]
    chances, simulations = _chances(event)
    if any(player in ends.never_first and each.value for player, each in chances.items()):
        # The forecast lets those who are level by score and SOS share the first place, though a further
        # criterion parts them: its chances would contradict what is exact.
        chances = {}
    return Stakes(
        players=tuple(replace(each, chance=chances.get(each.player.id)) for each in found),
        open_games=len(ends.boards),
        simulations=simulations,
        criterion=ends.criterion,
    )


def _why_not(event: Tournament) -> Message | None:
    settings = event.settings
    if settings.by_teams or abilities_of(settings.system).plans_rounds:
        return Message("places do not go by the score alone here")
    if settings.criteria[:1] not in [(key,) for key in _OWN_SCORES]:
        return Message("places do not go by the score alone here")
    if event.rounds_played < settings.rounds:
        return Message("the pairings of the last round are not published yet")
    open_games = [board for drawn in event.rounds for board in drawn.boards if not board.result.known]
    if not open_games:
        return Message("all games are played")
    seats = [seat for board in open_games for seat in (board.white, board.black)]
    if len(set(seats)) < len(seats):
        return Message("results of earlier rounds are missing")
    return None


class _Ends:
    """How the open games can end, and the score that everybody has then."""

    def __init__(self, event: Tournament) -> None:
        self.event, self.criterion = event, event.settings.criteria[0]
        self.boards = [board for drawn in event.rounds for board in drawn.boards if not board.result.known]
        self.board_of = {seat: board for board in self.boards for seat in (board.white, board.black)}
        rows = standings(event).rows
        self.players = tuple(row.player for row in rows)
        self.now = {row.player.id: row.values[self.criterion] for row in rows}
        # The score of a player depends on nothing but their own result, so that three tables say everything.
        self._after = {
            result: self._scores({board.white: result for board in self.boards})
            for result in (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)
        }
        # Those whom the tie-breaks keep from the first place, once that is known.
        self.never_first: frozenset[PlayerId] = frozenset()
        self._cache: dict[tuple[float, frozenset[PlayerId] | None], tuple[int, int]] = {}

    def finished(self, end: _End) -> Tournament:
        """The event with all games played."""

        def ended(drawn: Round) -> Round:
            boards = (
                board if board.result.known else replace(board, result=end[board.white])
                for board in drawn.boards
            )
            return replace(drawn, boards=tuple(boards))

        return replace(self.event, rounds=tuple(map(ended, self.event.rounds)))

    def results(self, board: Board) -> tuple[Result, ...]:
        """How a game can end."""
        usual = (Result.WHITE_WINS, Result.BLACK_WINS)
        return (*usual, Result.JIGO) if jigo_possible(board) else usual

    def score(self, player: PlayerId, result: Result | None) -> float | int:
        """The final score of a player whose own game ends so; None for one who has no open game."""
        return self.now[player] if result is None else self._after[result][player]

    def own_results(self, player: PlayerId, *, won: bool | None = None) -> tuple[Result | None, ...]:
        """How a player's own game can end, or with `won` the end in which they win or lose."""
        board = self.board_of.get(player)
        if board is None:
            return (None,)
        if won is None:
            return self.results(board)
        return (Result.WHITE_WINS if won == (board.white == player) else Result.BLACK_WINS,)

    def places(
        self, player: PlayerId, *, won: bool | None = None, among: frozenset[PlayerId] | None = None
    ) -> PlaceRange:
        """The best and the worst place of a player among some; ties count for them and against them."""
        ranges = [self._place(player, each, among) for each in self.own_results(player, won=won)]
        at_best = 2 if among is None and player in self.never_first else 1
        return PlaceRange(
            best=max(at_best, min(each.best for each in ranges)), worst=max(each.worst for each in ranges)
        )

    def _place(
        self, player: PlayerId, result: Result | None, among: frozenset[PlayerId] | None
    ) -> PlaceRange:
        score, own = self.score(player, result), self.board_of.get(player)
        above, level = self._others(score, among)
        if own is None:
            # The player counts as level with themselves.
            level -= among is None or player in among
        else:
            least, most = self._of_board(own, score, among)
            above, level = above - least, level - most
            other = own.opponent_of(player)
            if among is None or other in among:
                theirs = self.score(other, result)
                above, level = above + (theirs > score), level + (theirs >= score)
        return PlaceRange(best=1 + above, worst=1 + level)

    def _others(self, score: float, among: frozenset[PlayerId] | None) -> tuple[int, int]:
        """How many are above a score at least, and at or above it at most, of everybody."""
        key = (score, among)
        if key not in self._cache:
            settled = [
                self.now[player.id]
                for player in self.players
                if player.id not in self.board_of and (among is None or player.id in among)
            ]
            counts = [self._of_board(board, score, among) for board in self.boards]
            self._cache[key] = (
                sum(each > score for each in settled) + sum(least for least, _ in counts),
                sum(each >= score for each in settled) + sum(most for _, most in counts),
            )
        return self._cache[key]

    def _of_board(self, board: Board, score: float, among: frozenset[PlayerId] | None) -> tuple[int, int]:
        seats = [seat for seat in (board.white, board.black) if among is None or seat in among]
        ends = [[self.score(seat, result) for seat in seats] for result in self.results(board)]
        return (
            min(sum(each > score for each in end) for end in ends),
            max(sum(each >= score for each in end) for end in ends),
        )

    def _scores(self, end: _End) -> dict[PlayerId, float | int]:
        return {row.player.id: row.values[self.criterion] for row in self.table(end)}

    def table(self, end: _End) -> Sequence[StandingsRow]:
        """The final table."""
        return standings(self.finished(end)).rows


def _winners(ends: _Ends) -> dict[PlayerId, CanWin]:
    """Everybody who can still have the first place by score, and whether the tie-breaks let them."""
    able = [player.id for player in ends.players if ends.places(player.id).best == 1]
    sums = _OpponentSums(ends) if _OpponentSums.suits(ends) and len(able) > 1 else None
    found = dict.fromkeys(able, CanWin.ON_TIE_BREAKS)
    for player in able[:_MOST_CANDIDATES]:
        found[player] = _can_win(ends, player, sums)
    undecided = [player for player in able if found[player] is CanWin.ON_TIE_BREAKS]
    every_end = _every_end(ends) if undecided else None
    if every_end is not None:
        first = {row.player.id for end in every_end for row in ends.table(end) if row.place == 1}
        found |= {player: CanWin.YES if player in first else CanWin.NO for player in undecided}
    return found


def _can_win(ends: _Ends, player: PlayerId, sums: "_OpponentSums | None") -> CanWin:
    """One end of all games in which a player is first says yes; without hope it is no."""
    hopes = [each for each in _hopes(ends, player) if sums is None or sums.allow(each)]
    if not hopes:
        return CanWin.NO
    won = any(_wins(ends, player, each.best_end(ends, sums)) for each in hopes)
    return CanWin.YES if won else CanWin.ON_TIE_BREAKS


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hope:
    """An end of a player's own game with which they can be first by score.

    `choices` are the ends of all games that leave nobody above them, by the player with White; `rivals` are
    level with them in all of these.
    """

    player: PlayerId
    score: float
    choices: Mapping[PlayerId, tuple[Result, ...]]
    rivals: tuple[PlayerId, ...]

    def best_end(self, ends: _Ends, sums: "_OpponentSums | None") -> _End:
        """The end that suits the player best: few others level, then most points for their opponents."""

        def against(board: Board, result: Result) -> tuple[int, float]:
            others = {board.white, board.black} - {self.player, *self.rivals}
            level = sum(ends.score(seat, result) == self.score for seat in others)
            return level, -sum(
                sums.lead(self.player, each, board, result) for each in self.rivals
            ) if sums else 0

        return {
            board.white: min(self.choices[board.white], key=partial(against, board)) for board in ends.boards
        }


def _hopes(ends: _Ends, player: PlayerId) -> Iterator[_Hope]:
    """The ends of a player's own game with which nobody has to be above them."""
    own = ends.board_of.get(player)
    for result in ends.own_results(player):
        score = ends.score(player, result)
        choices = {
            board.white: _results_below(
                ends, board, score, (result,) if board is own and result else ends.results(board)
            )
            for board in ends.boards
        }
        settled = [ends.now[each.id] for each in ends.players if each.id not in ends.board_of]
        if not all(choices.values()) or max(settled, default=score) > score:
            continue
        rivals = tuple(each for each in _level(ends, score, choices) if each != player)
        yield _Hope(player=player, score=score, choices=choices, rivals=rivals)


def _results_below(ends: _Ends, board: Board, score: float, results: Iterable[Result]) -> tuple[Result, ...]:
    """The results of a board that lift neither of its players above a score."""
    return tuple(
        each for each in results if max(ends.score(board.white, each), ends.score(board.black, each)) <= score
    )


def _level(ends: _Ends, score: float, choices: Mapping[PlayerId, tuple[Result, ...]]) -> Iterator[PlayerId]:
    """Players who end with a score by every choice, first those whose games are over."""
    for player in ends.players:
        if player.id not in ends.board_of and ends.now[player.id] == score:
            yield player.id
    for seat, board in ends.board_of.items():
        if all(ends.score(seat, each) == score for each in choices[board.white]):
            yield seat


class _OpponentSums:
    """The sum of opponents' scores as the second criterion: every board adds to it for itself.

    What each end of each board adds is found by changing that board alone in the table in which White wins
    everywhere.
    """

    def __init__(self, ends: _Ends) -> None:
        self._ends, key = ends, ends.event.settings.criteria[1]
        usual = {board.white: Result.WHITE_WINS for board in ends.boards}

        def values(end: _End) -> dict[PlayerId, float]:
            return {row.player.id: row.values[key] for row in ends.table(end)}

        self._usual = values(usual)
        self._with = {
            (board.white, result): values({**usual, board.white: result})
            for board in ends.boards
            for result in ends.results(board)[1:]
        }

    @staticmethod
    def suits(ends: _Ends) -> bool:
        """Whether the second criterion is such a sum, and the field is small enough for all these tables."""
        second = ends.event.settings.criteria[1:2]
        return second in (("sosm",), ("sosw",)) and len(ends.boards) * len(ends.players) <= _MOST_LINES

    def lead(self, player: PlayerId, rival: PlayerId, board: Board, result: Result) -> float:
        """How much more a player gains on a rival than if White won at a board."""
        found = self._with.get((board.white, result), self._usual)
        return (found[player] - self._usual[player]) - (found[rival] - self._usual[rival])

    def allow(self, hope: _Hope) -> bool:
        """Whether no rival who must be level is sure to have a higher sum."""
        return all(self._most(hope, rival) >= 0 for rival in hope.rivals)

    def _most(self, hope: _Hope, rival: PlayerId) -> float:
        gained = (
            max(self.lead(hope.player, rival, board, each) for each in hope.choices[board.white])
            for board in self._ends.boards
        )
        return self._usual[hope.player] - self._usual[rival] + sum(gained)


def _wins(ends: _Ends, player: PlayerId, end: _End) -> bool:
    return any(row.player.id == player and row.place == 1 for row in ends.table(end))


def _every_end(ends: _Ends) -> list[_End] | None:
    """All ways in which the open games can end, where these are few enough."""
    choices = [ends.results(board) for board in ends.boards]
    count = 1
    for each in choices:
        count *= len(each)
        if count * len(ends.players) > _MOST_LINES:
            return None
    keys = [board.white for board in ends.boards]
    return [dict(zip(keys, end, strict=True)) for end in product(*choices)]


class _Prizes:
    """The prizes that are for places or for a number of wins, and who can still reach them."""

    def __init__(self, ends: _Ends) -> None:
        self._ends = ends
        scored = scores(ends.event, after=ends.event.rounds_played)
        self._wins = {player.id: won for player, won in zip(scored.players, scored.wins, strict=True)}
        self._for: dict[int, frozenset[PlayerId]] = {}
        self._prizes: Sequence[Prize] = ends.event.settings.prizes
        category_of = ends.event.settings.category_of
        for at, prize in enumerate(self._prizes):
            if prize.among != EVERYBODY:
                self._for[at] = frozenset(
                    player.id for player in ends.players if prize.among.holds(player, category_of(player))
                )

    def in_reach(self, player: PlayerId) -> Iterator[str]:
        """The titles of the prizes that a player can still get by their place or their wins."""
        for at, prize in enumerate(self._prizes):
            among = self._for.get(at)
            if among is not None and player not in among:
                continue
            match prize.kind:
                case PrizeKind.PLACE if self._ends.places(player, among=among).best <= prize.place:
                    yield prize.title
                case PrizeKind.WINS if self._most_wins(player) >= prize.wins * POINT:
                    yield prize.title

    def _most_wins(self, player: PlayerId) -> int:
        return self._wins[player] + (POINT if player in self._ends.board_of else 0)


def _chances(event: Tournament) -> tuple[dict[PlayerId, EstimatedChance], int]:
    """The chances of the first place by the forecast."""
    last = max(event.settings.rounds, event.rounds_played)
    found = forecast_event(event, question_for(limit=last, threads=1))
    return {each.player.id: each.first for each in found.players}, found.simulations
