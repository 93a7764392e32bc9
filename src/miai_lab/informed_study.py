"""Informed McMahon: inside limits on the score difference the games are drawn that are expected to tell most.

A study, not a system: docs/explanation/informed-mcmahon.md says what it found. Every way of pairing plays the
same weekends with the same luck as in a league.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.domain.points import POINT
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, Round
from miai.domain.tournament import Tournament
from miai.engine.forecast.event_games import believed_after, event_games
from miai.engine.forecast.round_drawing import DrawRound
from miai.engine.kernel.arrays import Floats, Ints
from miai.engine.pairing.draw_plan import Plan
from miai.engine.pairing.pricing.price_matrix import Priced, with_absent
from miai.engine.pairing.protocol import Flags, RoundView, Rule
from miai.engine.pairing.solving import solve_round
from miai.engine.pairing.view import build_view
from miai.engine.rating.strengths import fitted
from miai.engine.rating.win_models import DEFAULT
from miai.engine.scoring import standings
from miai.engine.scoring.scores import scores
from miai_lab.entries import WEEKEND, Event, drawn
from miai_lab.game_information import GAINS
from miai_lab.league.config import Contestant
from miai_lab.league.measures import tau_b
from miai_lab.league.played_events import LeagueTask, played

# What a pair tells less than the most that any two could tell, in so many steps.
_STEPS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedPairing:
    """A way to pair: what games are to tell about, and the points of score difference that cost nothing.

    What goes beyond the limit is squared and outweighs all that games can tell. Without a limit only that
    counts.
    """

    about: str
    limit: float | None

    @property
    def key(self) -> str:
        """Such as "strongest/1"."""
        return f"{self.about}/{'any' if self.limit is None else f'{self.limit:g}'}"

    def draw(self, tournament: Tournament, number: int, seed: int) -> Round:
        """The round of least cost, by exact matching."""
        view = build_view(tournament, number, seed=seed)
        plan = Plan(system="informed", preset="", seed=seed, rules=(), pricing=_Lost(pairing=self))
        solved = solve_round(view, plan)
        ids = [player.id for player in view.players]
        return Round(
            number=number,
            boards=tuple(
                Board(table=table, white=ids[i], black=ids[j])
                for table, (i, j) in enumerate(solved.pairs, start=1)
            ),
            byes=() if solved.bye is None else (Bye(player=ids[solved.bye]),),
        )

    def costs(self, scores: Ints, gain: Floats) -> Ints:
        """What every pair costs: what it tells too little, below what goes beyond the limit."""
        apart = ~np.eye(len(scores), dtype=bool)
        low, high = gain[apart].min(initial=0.0), gain[apart].max(initial=0.0)
        lost = np.rint(_STEPS * (high - gain) / max(high - low, 1e-12)).astype(np.int64)
        if self.limit is None:
            return np.asarray(lost)
        beyond = np.maximum(np.abs(scores[:, None] - scores) - round(POINT * self.limit), 0)
        return np.asarray((_STEPS * (len(scores) // 2) + 1) * beyond**2 + lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lost:
    """The pricing of an informed pairing."""

    key: ClassVar[str] = "informed"
    pairing: InformedPairing

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """By what is believed after the rounds so far."""
        tournament = view.source.tournament
        model = fitted().model
        index = {player.id: i for i, player in enumerate(tournament.players)}
        chosen = np.array([index[player.id] for player in view.players], np.int64)
        believed = believed_after(model, event_games(tournament), view.round - 1).of(chosen)
        costs = self.pairing.costs(view.scores, GAINS[self.pairing.about](model, believed))
        return Priced(costs=with_absent(costs, bans), bye_costs=np.zeros(len(view), np.int64), parts=())


LIMITS = (0.0, 1.0, None)
INFORMED: dict[str, InformedPairing] = {
    each.key: each
    for each in (InformedPairing(about=about, limit=limit) for about in GAINS for limit in LIMITS)
}
PRESETS: dict[str, Contestant] = {
    each.key: each for each in (Contestant(system="mcmahon", preset=preset) for preset in ("miai", "kaniuk"))
}
WAYS = (*PRESETS, *INFORMED)
"""Every way of pairing that is compared; the first is the one that the others are compared with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedTask:
    """One weekend by one way of pairing."""

    way: str
    seed: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedOutcome:
    """What came of it, by the number of rounds played: all of them, and one fewer."""

    players: int
    measures: dict[int, dict[str, float]]


MEASURES = {
    "strongest_wins": "The strongest player is first by MMS, SOS and SOSOS",
    "tau_b": "Tau-b of places by MMS, SOS and SOSOS, and true strengths",
    "strongest_by_tiebreak": "The strongest player is first by MMS and, in a tie, by what is believed",
    "tau_b_by_tiebreak": "Tau-b of that order and true strengths",
    "strongest_by_belief": "The strongest player is the one who is believed to be",
    "tau_b_by_belief": "Tau-b of what is believed and true strengths",
    "score_gap": "The mean difference of scores in a game, in points",
}


def play_weekend(task: InformedTask, draw_as_set: DrawRound) -> InformedOutcome:
    """Play a weekend, and measure it after its last round and the one before."""
    event = drawn(WEEKEND, seed=task.seed, number=task.number)
    match = LeagueTask(
        series=WEEKEND.key,
        number=task.number,
        event=event,
        model=DEFAULT,
        contestant=PRESETS.get(task.way, next(iter(PRESETS.values()))),
        seed=task.seed,
    )
    draw = draw_as_set if task.way in PRESETS else INFORMED[task.way].draw
    tournament = played(match, draw)
    return InformedOutcome(
        players=len(event.entry),
        measures={
            rounds: measured(replace(tournament, rounds=tournament.rounds[:rounds]), event)
            for rounds in (event.rounds - 1, event.rounds)
        },
    )


def measured(tournament: Tournament, event: Event) -> dict[str, float]:
    """Everything that is compared, of the rounds that were played."""
    strengths = np.array(event.entry.true_strengths)
    strongest = int(strengths.argmax())
    places, mms = _places_and_scores(tournament)
    believed = believed_after(fitted().model, event_games(tournament)).mean
    # Who was never in has no score.
    known = np.where(np.isnan(mms), np.nan, believed)
    orders = {"strongest_wins": -places, "strongest_by_tiebreak": _ranks(mms, known)}
    first = {key: order == np.nanmax(order) for key, order in orders.items()}
    return {
        **{key: float(best[strongest]) / int(best.sum()) for key, best in first.items()},
        "strongest_by_belief": float(int(believed.argmax()) == strongest),
        "tau_b": tau_b(orders["strongest_wins"], strengths),
        "tau_b_by_tiebreak": tau_b(orders["strongest_by_tiebreak"], strengths),
        "tau_b_by_belief": tau_b(known, strengths),
        "score_gap": _score_gap(tournament),
    }


def _places_and_scores(tournament: Tournament) -> tuple[Floats, Floats]:
    """Everybody's place and McMahon score, not a number for who was never in."""
    places, mms = np.full((2, len(tournament.players)), np.nan)
    for row in standings(tournament).rows:
        places[int(row.player.id)], mms[int(row.player.id)] = row.place, row.values["mms"]
    return places, mms


def _ranks(scores: Floats, ties: Floats) -> Floats:
    """How many are behind everybody, by score and in a tie by a second number."""
    ahead = (scores[:, None] > scores) | ((scores[:, None] == scores) & (ties[:, None] > ties))
    return np.where(np.isnan(scores), np.nan, ahead.sum(axis=1))


def _score_gap(tournament: Tournament) -> float:
    """The mean difference of the two scores before a game, in points."""
    table = scores(tournament, after=len(tournament.rounds))
    known = zip(table.starts, table.points_after, strict=True)
    before = np.array([(start, *after) for start, after in known])
    gaps = [
        abs(int(before[int(board.white), round_before] - before[int(board.black), round_before]))
        for round_before, each in enumerate(tournament.rounds)
        for board in each.boards
    ]
    return float(np.mean(gaps)) / POINT
