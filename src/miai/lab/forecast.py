"""What may still become of a real event: the rest of it played many times from how it stands.

The rounds are drawn by the event's own system and preset: by the compiled simulation where it knows all the
rules of the event, else one by one as the director would draw them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.game import Board, Result
from miai.domain.handicaps import head_start_of
from miai.domain.player import Player
from miai.domain.round import Round
from miai.domain.settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.kernel.chance import game_share, key_of
from miai.kernel.simulate import LOTS, RESULTS
from miai.lab.league import DrawRound
from miai.messages import Message
from miai.pairing.event_simulation import EventNow, event_now, event_simulation, why_not_simulated
from miai.pairing.protocol import Floats, Ints
from miai.pairing.registry import abilities_of, schedule_of
from miai.pairing.schedules.placing import placing
from miai.rating.win_models import WinModel
from miai.standings import standings
from miai.standings.scores import Scores, scores

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
    """

    model: WinModel
    simulations: int | None = None
    seed: int = 0
    sure: float = 0.9
    limit: int | None = None
    threads: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """Chances by player; `places` by player and place, and those who share places have an equal part of each.

    `alone` and `shared` are the chances of the highest score, alone and with others. `unique` is the chance
    of a single highest score after round `after` and after each one more. Scores are quarters, as of now.
    `drawn_because` says why every round was drawn one by one, if so.
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
    places: Floats
    alone: Floats
    shared: Floats
    unique: Floats

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
class _Played:
    """The rest of many tournaments: scores after each round and opponents, by tournament, round, player."""

    scores: Ints
    opponents: Ints
    places: Floats | None = None  # by player and place, where the event's own criteria were applied


def forecast(tournament: Tournament, question: Question, draw: DrawRound) -> Forecast:
    """Play the rest of an event, and more rounds to see how many it takes to part the best.

    `draw` draws one round by the event's own system and preset.
    """
    now = event_now(tournament)
    if len(now.view) < 2:
        raise InputError(Message("a forecast needs two players or more"))
    settings = tournament.settings
    rounds = max(settings.rounds, now.after)
    limit = question.limit or rounds + _MORE_ROUNDS
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
    drawn_because = why_not_simulated(tournament, limit)
    count = question.simulations or _often(len(now.view), one_by_one=drawn_because is not None)
    if drawn_because is None:
        played = _simulated(now, question, limit, count)
    else:
        played = _drawn(now, question, draw, limit, count)
    return _summary(now, played, rounds, count, drawn_because)


def _often(players: int, *, one_by_one: bool) -> int:
    often, seldom = (_OFTEN_DRAWN, _SELDOM_DRAWN) if one_by_one else (_OFTEN, _SELDOM)
    return max(seldom, min(often, often * _SMALL**2 // max(1, players) ** 2))


def _summary(
    now: EventNow, played: _Played, rounds: int, count: int, drawn_because: Message | None
) -> Forecast:
    left = rounds - now.after
    final = played.scores[:, left]
    on_top = played.scores == played.scores.max(axis=2, keepdims=True)
    best = on_top[:, left]
    single = best.sum(axis=1, keepdims=True) == 1
    if not left and not len(now.pending):
        places = _official(now.tournament, now.view.players)
    elif played.places is not None:
        places = played.places
    else:
        places = _places(final, _sos(now, played, final, rounds))
    return Forecast(
        players=now.view.players,
        scores=tuple(now.whole(_family(now.table, now.settings)).tolist()),
        after=now.after,
        rounds=rounds,
        pending=len(now.pending),
        simulations=count,
        system=now.settings.system,
        preset=now.settings.preset,
        drawn_because=drawn_because,
        places=places,
        alone=(best & single).mean(axis=0),
        shared=(best & ~single).mean(axis=0),
        unique=np.asarray((on_top.sum(axis=2) == 1).mean(axis=0)),
    )


def _simulated(now: EventNow, question: Question, limit: int, count: int) -> _Played:
    """The rest of the event by the compiled simulation."""
    simulation = event_simulation(now, rounds=limit, model=question.model)
    played = simulation.play(seed=question.seed, count=count, threads=question.threads)
    return _Played(
        scores=np.concatenate((played.before, played.final[:, None]), axis=1), opponents=played.opponents
    )


def _drawn(now: EventNow, question: Question, draw: DrawRound, limit: int, count: int) -> _Played:
    """The rest of the event, each round drawn as the director would draw it."""
    n, left = len(now.view), limit - now.after
    rounds = max(now.settings.rounds, now.after)
    found = np.zeros((count, left + 1, n), np.int64)
    opponents = np.full((count, left, n), -1, np.int64)
    places = np.zeros((n, n))
    for t in range(count):
        judge = _Judge(now, question, t)
        tournament = _with_open_rounds(now, limit)
        tournament = replace(tournament, rounds=tuple(judge.decided(each) for each in tournament.rounds))
        lots = key_of(question.seed, LOTS, t) % 2**31
        for r in range(left):
            drawn = draw(tournament, now.after + r + 1, lots)
            if drawn is None:
                break
            tournament = replace(tournament, rounds=(*tournament.rounds, judge.decided(drawn)))
            for board in drawn.boards:
                white, black = judge.numbers[board.white], judge.numbers[board.black]
                opponents[t, r, white], opponents[t, r, black] = black, white
        for r in range(left + 1):
            last = min(now.after + r, tournament.rounds_played)
            found[t, r] = now.whole(_family(scores(tournament, after=last), now.settings))
        places += _own_places(_until(tournament, rounds), now.view.players, lots)
    return _Played(scores=found, opponents=opponents, places=places / count)


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

    def __init__(self, now: EventNow, question: Question, t: int) -> None:
        self.numbers = {player.id: i for i, player in enumerate(now.view.players)}
        self._key = key_of(question.seed, RESULTS, t)
        self._model, self._strengths, self._settings = question.model, now.strengths, now.settings

    def decided(self, drawn: Round) -> Round:
        """The round with a result on every board."""
        boards = tuple(
            board if board.result.known else replace(board, result=self._result(board, drawn.number))
            for board in drawn.boards
        )
        return replace(drawn, boards=boards)

    def _result(self, board: Board, number: int) -> Result:
        white, black = self.numbers[board.white], self.numbers[board.black]
        more = head_start_of(self._settings, board)
        chance = self._model.chance(self._strengths[white], self._strengths[black] + more)
        # Two may meet again, in a knock-out or by the director's will.
        share = game_share(key_of(self._key, RESULTS, number), white, black)
        return Result.WHITE_WINS if share < chance else Result.BLACK_WINS


def _family(table: Scores, settings: Settings) -> Sequence[int]:
    """The scores that the system goes by: wins or McMahon points."""
    return table.wins if settings.by_wins else table.points


def _sos(now: EventNow, played: _Played, final: Ints, rounds: int) -> Ints:
    """The sum of opponents' final scores by tournament and player; a round not played adds the own start."""
    sums = final @ now.view.met
    games = now.view.met.sum(axis=0) + np.zeros_like(final)
    for r in range(rounds - now.after):
        opponents = played.opponents[:, r]
        met = opponents >= 0
        sums += np.where(met, np.take_along_axis(final, np.maximum(opponents, 0), axis=1), 0)
        games += met
    starts = np.zeros(len(now.view), np.int64) if now.settings.by_wins else now.view.starts
    return np.asarray(sums + starts * (rounds - games))


def _places(final: Ints, sos: Ints) -> Floats:
    """How often each player has each place: by score, then by SOS; a shared place is shared out evenly."""
    count, n = final.shape
    keys = final * (np.ptp(sos) + 1) + (sos - sos.min())
    order = np.argsort(-keys, axis=1, kind="stable")
    ranked = np.take_along_axis(keys, order, axis=1)
    line = np.broadcast_to(np.arange(n), (count, n))
    new = np.ones((count, n), np.bool_)
    new[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    first = np.maximum.accumulate(np.where(new, line, 0), axis=1)
    last = np.minimum.accumulate(np.where(np.roll(new, -1, axis=1), line, n)[:, ::-1], axis=1)[:, ::-1]
    part = 1 / (last - first + 1)
    # What begins at the first of the shared places and ends behind the last, added up along the places.
    steps = np.zeros((n, n + 1))
    np.add.at(steps, (order, first), part)
    np.add.at(steps, (order, last + 1), -part)
    return np.asarray(np.clip(steps.cumsum(axis=1)[:, :n] / count, 0, 1))


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
