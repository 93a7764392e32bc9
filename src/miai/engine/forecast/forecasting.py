"""What may still become of a real event: the rest of it played many times from how it stands.

The rounds are drawn by the event's own system and preset: by the compiled simulation where it knows all the
rules of the event, else one by one as the director would draw them. The fitted model learns from the results
so far; any other takes players to be as strong as their ratings.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.people.player import Player
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicaps import head_start_of
from miai.domain.tournament import Tournament
from miai.engine.forecast.draw_habits import DrawHabits, board_chances, fitted_habits, prices_of
from miai.engine.forecast.intervals import explained_spread
from miai.engine.forecast.places import PLACED_BY, place_chances, placing_keys, ranking, shares_of_first
from miai.engine.forecast.round_drawing import DrawRound
from miai.engine.forecast.simulable import seeded_by, simulable
from miai.engine.forecast.strengths import AsRated, Chances, Learnt, Strengths
from miai.engine.gpu.playing import CPU, GPU
from miai.engine.kernel.chance import game_share, key_of
from miai.engine.kernel.criteria_of_games import Replayed
from miai.engine.kernel.event import PlayedRounds
from miai.engine.kernel.simulate import LOTS, RESULTS
from miai.engine.pairing.event_replay import replayed
from miai.engine.pairing.event_simulation import EventNow, event_now, event_simulation
from miai.engine.pairing.protocol import Flags, Floats, Ints
from miai.engine.pairing.registry import abilities_of, schedule_of
from miai.engine.pairing.schedules.placing import placing
from miai.engine.rating.strengths import FittedFigures, fitted
from miai.engine.rating.win_models import FittedToGames, WinModel
from miai.engine.scoring import standings
from miai.engine.scoring.scores import Scores, scores
from miai.errors import InputError
from miai.messages import Message

# A field of this size and below is played as often as it takes for narrow intervals.
_SMALL = 100
_OFTEN, _SELDOM = 2_000, 200
# The same where every round is drawn one by one.
_OFTEN_DRAWN, _SELDOM_DRAWN = 100, 10
# How many rounds more than the event has are tried, by default.
_MORE_ROUNDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """How to look ahead: how often, how far, and how sure one wants to be of a unique winner.

    Without `simulations` large fields are played less often; `limit` is the most rounds that are tried.
    `drawn_simulations` are as many where every round is drawn one by one. `figures` are those of the fitted
    model, by default as shipped; it learns from results and draws unless told not to. `habits` say how the
    rounds ahead are drawn; by default what the rounds of the event tell beside those of others.
    """

    model: WinModel
    figures: FittedFigures | None = None
    habits: DrawHabits | None = None
    learns: bool = True
    simulations: int | None = None
    drawn_simulations: int | None = None
    seed: int = 0
    sure: float = 0.9
    limit: int | None = None
    threads: int = 0
    device: str = CPU


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Chances by player; `places` by player and place, and those who share places have an equal part of each.

    `alone` and `shared` are the chances of the highest score, alone and with others. `unique` is the chance
    of a single highest score after round `after` and after each one more. Scores are quarters, as of now.
    `drawn_because` says why every round was drawn one by one, if so. The simulation leaves out some criteria,
    `not_seeded` for seeding and `not_placed` for places. The spreads say how far chances would be off with
    another fit of the model.
    """

    players: tuple[Player, ...]
    scores: tuple[int, ...]
    after: int
    rounds: int
    pending: int
    simulations: int
    system: str
    preset: str
    drawn_because: Message | None
    not_seeded: tuple[str, ...]
    not_placed: tuple[str, ...]
    places: Floats
    alone: Floats
    shared: Floats
    unique: Floats
    first_spread: Floats
    alone_spread: Floats
    shared_spread: Floats
    unique_spread: Floats

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be played."""
        return self.after == self.rounds and not self.pending

    @property
    def unique_winner(self) -> float:
        """The chance that one player ends with the highest score alone."""
        return float(self.unique[self.rounds - self.after])

    def needed(self, sure: float) -> int | None:
        """The fewest rounds after which a unique winner is as likely as that, if any of those tried."""
        enough = np.flatnonzero(self.unique > sure)
        return self.after + int(enough[0]) if len(enough) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Task:
    """What is played, by whose strengths, up to which round and how often."""

    now: EventNow
    question: Question
    strengths: Strengths
    habits: DrawHabits | None
    limit: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Played:
    """The rest of many tournaments: scores after each round by tournament, round and player.

    `first` are the parts of the first place by tournament and player, `places` how often each player has
    each place, and `figures` those of the model by tournament.
    """

    scores: Ints
    first: Floats
    places: Floats
    figures: Floats


def forecast(tournament: Tournament, question: Question, draw: DrawRound) -> Forecast:
    """Play the rest of an event, and more rounds to see how many it takes to part the best.

    `draw` draws one round by the event's own system and preset.
    """
    now = event_now(tournament)
    if len(now.view) < 2:
        raise InputError(Message("a forecast needs two players or more"))
    settings = tournament.settings
    rounds = max(settings.rounds, now.after)
    limit = rounds + _MORE_ROUNDS if question.limit is None else question.limit
    if limit < rounds:
        raise InputError(
            Message(
                "the limit of %(limit)s rounds is below the %(rounds)s rounds of the event",
                limit=limit,
                rounds=rounds,
            )
        )
    if abilities_of(settings.system).plans_rounds:
        limit = rounds  # there is nothing to play behind the last round of a schedule
    seeded, drawn_because = simulable(tournament, limit)
    one_by_one = drawn_because is not None
    asked = question.drawn_simulations or question.simulations if one_by_one else question.simulations
    strengths = _strengths(now, question)
    if question.device == GPU and (one_by_one or not strengths.alike):
        own = Message("by this model every tournament has strengths of its own")
        raise InputError(Message("the GPU does not play this: %(reason)s", reason=drawn_because or own))
    task = _Task(
        now=now,
        question=question,
        strengths=strengths,
        habits=None if one_by_one or strengths.alike else _habits(tournament, question),
        limit=limit,
        count=asked or _often(len(now.view), one_by_one=one_by_one),
    )
    played = _drawn(task, draw) if one_by_one else _simulated(task, seeded)
    return _summary(now, played, rounds, drawn_because, seeded)


def _strengths(now: EventNow, question: Question) -> Strengths:
    if isinstance(question.model, FittedToGames):
        return Learnt(now, question.figures or fitted(), seed=question.seed, learns=question.learns)
    return AsRated(question.model, now.strengths)


def _habits(tournament: Tournament, question: Question) -> DrawHabits:
    if question.habits is not None:
        return question.habits
    return fitted_habits().learnt(board_chances(tournament) if question.learns else ())


def _often(players: int, *, one_by_one: bool) -> int:
    often, seldom = (_OFTEN_DRAWN, _SELDOM_DRAWN) if one_by_one else (_OFTEN, _SELDOM)
    return max(seldom, min(often, often * _SMALL**2 // max(1, players) ** 2))


def _summary(
    now: EventNow, played: _Played, rounds: int, drawn_because: Message | None, seeded: tuple[str, ...]
) -> Forecast:
    left = rounds - now.after
    on_top = played.scores == played.scores.max(axis=2, keepdims=True)
    best, single = on_top[:, left], on_top.sum(axis=2) == 1
    alone, shared = best & single[:, [left]], best & ~single[:, [left]]
    finished = not left and not len(now.pending)
    criteria = now.settings.criteria

    def spread(values: Floats | Flags) -> Floats:
        return explained_spread(np.asarray(values, np.float64), played.figures)

    return Forecast(
        players=now.view.players,
        scores=tuple(now.whole(_family(now.table, now.settings)).tolist()),
        after=now.after,
        rounds=rounds,
        pending=len(now.pending),
        simulations=len(played.scores),
        system=now.settings.system,
        preset=now.settings.preset,
        drawn_because=drawn_because,
        not_seeded=tuple(key for key in criteria if key not in seeded),
        not_placed=() if drawn_because else tuple(key for key in criteria if key not in PLACED_BY),
        places=_official(now.tournament, now.view.players) if finished else played.places,
        alone=alone.mean(axis=0),
        shared=shared.mean(axis=0),
        unique=np.asarray(single.mean(axis=0)),
        first_spread=spread(played.first),
        alone_spread=spread(alone),
        shared_spread=spread(shared),
        unique_spread=spread(single),
    )


def _simulated(task: _Task, seeded: tuple[str, ...]) -> _Played:
    """The rest of the event by the compiled simulation; every tournament has its own chances and draws."""
    now, question, strengths, count = task.now, task.question, task.strengths, task.count
    settings = now.settings
    seeding = seeded_by(now.tournament, seeded)
    simulation = event_simulation(replace(now, tournament=seeding), rounds=task.limit, model=question.model)
    as_set = simulation.prices
    rounds, keys = max(settings.rounds, now.after), placing_keys(now)

    def play(first: int, some: int) -> tuple[PlayedRounds, Replayed]:
        chances = strengths.of(first)
        field = simulation.field._replace(
            chances=chances.even(), with_handicap=chances.with_handicap(settings)
        )
        habits = task.habits
        prices = as_set if habits is None else prices_of(habits.way(first), as_set, settings)
        this = replace(simulation, field=field, prices=prices)
        device = question.device if strengths.alike else CPU
        rest = this.play(seed=question.seed, count=some, first=first, device=device)
        return rest, replayed(now, this, rest, keys, rounds=rounds, seed=question.seed, first=first)

    on_gpu = strengths.alike and simulation.plays_on_gpu(count=count, device=question.device)
    workers = 1 if on_gpu else min(count, question.threads or os.cpu_count() or 1)
    edges = [count * k // workers for k in range(workers + 1)] if strengths.alike else range(count + 1)
    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(play, edges[:-1], np.diff(edges).tolist()))
    ranks = ranking(now, Replayed(*map(np.concatenate, zip(*(each for _, each in parts), strict=True))))
    return _Played(
        scores=np.concatenate(
            [np.concatenate((rest.before, rest.final[:, None]), axis=1) for rest, _ in parts]
        ),
        first=shares_of_first(ranks),
        places=place_chances(ranks),
        figures=strengths.figures(count),
    )


def _drawn(task: _Task, draw: DrawRound) -> _Played:
    """The rest of the event, each round drawn as the director would draw it."""
    now, question, limit, count = task.now, task.question, task.limit, task.count
    n, left = len(now.view), limit - now.after
    rounds = max(now.settings.rounds, now.after)
    found = np.zeros((count, left + 1, n), np.int64)
    places, first = np.zeros((n, n)), np.zeros((count, n))
    for t in range(count):
        judge = _Judge(now, question, task.strengths.of(t), t)
        tournament = _with_open_rounds(now, limit)
        tournament = replace(tournament, rounds=tuple(judge.decided(each) for each in tournament.rounds))
        lots = key_of(question.seed, LOTS, t) % 2**31
        for r in range(left):
            drawn = draw(tournament, now.after + r + 1, lots)
            if drawn is None:
                break
            tournament = replace(tournament, rounds=(*tournament.rounds, judge.decided(drawn)))
        for r in range(left + 1):
            last = min(now.after + r, tournament.rounds_played)
            found[t, r] = now.whole(_family(scores(tournament, after=last), now.settings))
        own = _own_places(_until(tournament, rounds), now.view.players, lots)
        first[t] = own[:, 0]
        places += own
    return _Played(scores=found, first=first, places=places / count, figures=task.strengths.figures(count))


def _with_open_rounds(now: EventNow, limit: int) -> Tournament:
    """The event with as many rounds as are tried; who is away in its last round stays away."""
    last, tournament = max(now.settings.rounds, now.after), now.tournament
    later = frozenset(range(last + 1, limit + 1))
    players = tuple(
        player if player.attends(last) else replace(player, absent_rounds=player.absent_rounds | later)
        for player in tournament.players
    )
    return replace(tournament, players=players)


def _until(tournament: Tournament, rounds: int) -> Tournament:
    return replace(tournament, rounds=tuple(each for each in tournament.rounds if each.number <= rounds))


class _Judge:
    """Decides the open games of one tournament by the model; handicaps count."""

    def __init__(self, now: EventNow, question: Question, chances: Chances, t: int) -> None:
        self._numbers = {player.id: i for i, player in enumerate(now.view.players)}
        self._key = key_of(question.seed, RESULTS, t)
        self._chances, self._settings = chances, now.settings

    def decided(self, drawn: Round) -> Round:
        """The round with a result on every board."""
        boards = tuple(
            board if board.result.known else replace(board, result=self._result(board, drawn.number))
            for board in drawn.boards
        )
        return replace(drawn, boards=boards)

    def _result(self, board: Board, number: int) -> Result:
        white, black = self._numbers[board.white], self._numbers[board.black]
        chance = self._chances.game(white, black, head_start_of(self._settings, board))
        # Two may meet again, in a knock-out or by the director's will.
        share = game_share(key_of(self._key, RESULTS, number), white, black)
        return Result.WHITE_WINS if share < chance else Result.BLACK_WINS


def _family(table: Scores, settings: Settings) -> Sequence[int]:
    """The scores that the system goes by: wins or McMahon points."""
    return table.wins if settings.by_wins else table.points


def _own_places(tournament: Tournament, players: Sequence[Player], seed: int) -> Floats:
    """Places as the event itself gives them: a schedule by its plan, any other system by its criteria."""
    system = tournament.settings.system
    if not abilities_of(system).plans_rounds:
        return _official(tournament, players)
    bracket = schedule_of(system).bracket(tournament, after=tournament.rounds_played, seed=seed)
    tied = [[player.id for player in group] for group in placing(bracket)]
    placed = {player for group in tied for player in group}
    tied.append([player.id for player in players if player.id not in placed])
    among = {player.id: i for i, player in enumerate(players)}
    found = np.zeros((len(players), len(players)))
    first = 0
    for group in tied:
        for player in group:
            found[among[player], first : first + len(group)] = 1 / len(group)
        first += len(group)
    return found


def _official(tournament: Tournament, players: Sequence[Player]) -> Floats:
    """The places of a finished event by its own criteria."""
    among = {player.id: i for i, player in enumerate(players)}
    found = np.zeros((len(players), len(players)))
    lines = [row for row in standings(tournament).rows if row.player.id in among]
    for row in lines:
        tied = [at for at, other in enumerate(lines) if other.place == row.place]
        found[among[row.player.id], tied] = 1 / len(tied)
    return found
