"""What may still become of a real event: the rest of it played many times from how it stands."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.player import Player, Registration
from miai.domain.points import HALF, POINT
from miai.domain.round import Attendance
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.kernel.simulate import Played, Standing
from miai.pairing.pricing.kaniuk import Kaniuk
from miai.pairing.protocol import Flags, Floats, Ints, RoundView
from miai.pairing.schedules import SCHEDULES
from miai.pairing.simulation import Entry, Scheme, simulate
from miai.pairing.view import build_view, state_before
from miai.rating.win_models import WinModel
from miai.standings import standings
from miai.standings.scores import Scores, scores, zero_of

# A field of this size and below is played as often as it takes for narrow intervals.
_SMALL = 100
_OFTEN, _SELDOM = 2_000, 200
# How many rounds more than the event has are tried, unless told.
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
    """

    players: tuple[Player, ...]
    scores: tuple[int, ...]
    after: int
    rounds: int
    pending: int
    simulations: int
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
class _Present:
    """The event as it stands, in the order of its view."""

    view: RoundView
    table: Scores
    rows: list[int]  # where each player stands in the table
    after: int
    rounds: int
    pending: Ints

    @property
    def by_wins(self) -> bool:
        return self.table.tournament.settings.by_wins


def forecast(tournament: Tournament, question: Question) -> Forecast:
    """Play the rest of an event, and more rounds to see how many it takes to part the best."""
    if tournament.settings.system in SCHEDULES:
        title = SCHEDULES[tournament.settings.system].title
        raise InputError(f"a {title} cannot be forecast: its rounds are planned, not paired by score")
    now = _present(tournament)
    limit = question.limit or now.rounds + _MORE_ROUNDS
    if limit < now.rounds:
        raise InputError(f"the limit of {limit} rounds is below the {now.rounds} rounds of the event")
    count = question.simulations or _often(len(now.view))
    standing = _standing(now)
    scheme = Scheme.of_settings(tournament.settings, Kaniuk())
    played = simulate(
        _entry(now.view),
        replace(scheme, rounds=limit, stones_count=True),
        question.model,
        seed=question.seed,
        count=count,
        threads=question.threads,
        present=_attendance(now, limit),
        standing=standing,
    )
    after_each = np.concatenate((played.before, played.final[:, None]), axis=1)
    left = now.rounds - now.after
    final = after_each[:, left]
    on_top = after_each == after_each.max(axis=2, keepdims=True)
    best = on_top[:, left]
    single = best.sum(axis=1, keepdims=True) == 1
    over = not left and not len(now.pending)
    return Forecast(
        players=now.view.players,
        scores=tuple(_scores_now(now).tolist()),
        after=now.after,
        rounds=now.rounds,
        pending=len(now.pending),
        simulations=count,
        places=_official(tournament, now.view.players) if over else _places(final, _sos(now, played, final)),
        alone=(best & single).mean(axis=0),
        shared=(best & ~single).mean(axis=0),
        unique=np.asarray((on_top.sum(axis=2) == 1).mean(axis=0)),
    )


def _often(players: int) -> int:
    return max(_SELDOM, min(_OFTEN, _OFTEN * _SMALL**2 // max(1, players) ** 2))


def _present(tournament: Tournament) -> _Present:
    after = tournament.rounds_played
    entrants = {player.id for player in tournament.players if player.registration is Registration.FINAL}
    boards = [board for each in tournament.rounds for board in each.boards]
    seated = {seat for board in boards for seat in (board.white, board.black)}
    everybody = [player.id for player in tournament.players]
    wanted = [each for each in everybody if each in entrants | seated] or everybody
    if len(wanted) < 2:
        raise InputError("a forecast needs two players or more")
    view = build_view(tournament, after + 1, seed=0, only=wanted)
    number = {player.id: i for i, player in enumerate(view.players)}
    row = {player: i for i, player in enumerate(everybody)}
    pending = [
        (number[board.white], number[board.black], board.handicap)
        for board in boards
        if not board.result.known
    ]
    return _Present(
        view=view,
        table=scores(state_before(tournament, after + 1)[0], after=after),
        rows=[row[player.id] for player in view.players],
        after=after,
        rounds=max(tournament.settings.rounds, after),
        pending=np.array(pending, np.int64).reshape(-1, 3),
    )


def _scores_now(now: _Present) -> Ints:
    """Scores in which a game without a result counts nothing; the view takes it for a jigo."""
    seats = np.bincount(now.pending[:, :2].ravel(), minlength=len(now.view))
    return np.asarray(now.view.scores - HALF * seats)


def _from_shodan(now: _Present) -> int:
    """What turns scores of the event into scores counted from shodan, as stones are."""
    return 0 if now.by_wins else POINT * zero_of(now.table.scoring)


def _standing(now: _Present) -> Standing:
    view, scoring = now.view, now.table.scoring
    worth = {
        Attendance.BYE: scoring.bye_wins if now.by_wins else scoring.bye_points,
        Attendance.ABSENT: scoring.absent_wins if now.by_wins else scoring.absent_points,
    }
    free = [sum(worth.get(each.attendance, 0) for each in now.table.rounds[row]) for row in now.rows]
    return Standing(
        gone=now.after,
        scores=_scores_now(now) + _from_shodan(now),
        free=np.array(free, np.int64),
        balances=view.balances,
        lasts=view.last_colours,
        ups=view.ups,
        downs=view.downs,
        byes=view.byes,
        met=view.met > 0,
        pending=now.pending,
    )


def _entry(view: RoundView) -> Entry:
    strengths = tuple(((view.ratings - 2100) / 100).tolist())
    return Entry(
        grades=tuple(view.grades.tolist()),
        strengths=strengths,
        ratings=strengths,
        countries=tuple(view.countries.tolist()),
        clubs=tuple(view.clubs.tolist()),
    )


def _attendance(now: _Present, limit: int) -> Flags:
    """Who is there in each round; in rounds that the event does not have, those of its last one."""
    rounds = [min(number, now.rounds) for number in range(1, limit + 1)]
    return np.array([[player.attends(number) for player in now.view.players] for number in rounds], np.bool_)


def _sos(now: _Present, played: Played, final: Ints) -> Ints:
    """The sum of opponents' final scores by tournament and player; a round not played adds the own start."""
    sums = final @ now.view.met
    games = now.view.met.sum(axis=0) + np.zeros_like(final)
    for r in range(now.rounds - now.after):
        opponents = played.opponents[:, r]
        met = opponents >= 0
        sums += np.where(met, np.take_along_axis(final, np.maximum(opponents, 0), axis=1), 0)
        games += met
    starts = np.zeros(len(now.view), np.int64) if now.by_wins else now.view.starts + _from_shodan(now)
    return np.asarray(sums + starts * (now.rounds - games))


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


def _official(tournament: Tournament, players: Sequence[Player]) -> Floats:
    """The places of a finished event by its own criteria."""
    among = {player.id: i for i, player in enumerate(players)}
    found = np.zeros((len(players), len(players)))
    lines = [row for row in standings(tournament).rows if row.player.id in among]
    for row in lines:
        tied = [at for at, other in enumerate(lines) if other.place == row.place]
        found[among[row.player.id], tied] = 1 / len(tied)
    return found
