"""One bar tried on one entry: many tournaments played, and how each group fared in them."""

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from miai.domain.points import POINT
from miai.engine.gpu.playing import CPU
from miai.engine.kernel.event import UNPAIRED
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.protocol import Flags, Floats, Ints
from miai.engine.pairing.simulation import BY_SCORE, Scheme, SimulatedField, Simulation, simulation_of
from miai.engine.rating.win_models import KaniukErf, WinModel
from miai.errors import InputError
from miai.messages import Message

# Document 5, appendix B.
MODEL: WinModel = KaniukErf()
# Tournaments held in full at a time, and the pairs of players that are weighed in them for each round.
_BATCH = 1000
_BATCH_PAIRS = 20_000_000
_BATCH_ON_GPU = 20_000

Played = Callable[[int], None]
"""Is told how many more tournaments have been played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """The tournaments in which everybody had a game in every round; `flawed` is the share of the others.

    Grades are counted from shodan at 0. `opponents` go by tournament, round and player; `final` are scores in
    quarters by tournament and player. Without a bar everybody started at 0.
    """

    grades: Ints
    rounds: int
    bar: int | None
    opponents: Ints
    final: Ints
    flawed: float

    def group(self, grade: int) -> Flags:
        """The players of one grade."""
        return np.asarray(self.grades == grade)

    def mid_score(self, grade: int) -> float:
        """The start of a grade and half the rounds won (10)."""
        return (0 if self.bar is None else grade) + self.rounds / 2

    def opponent_differences(self, grade: int) -> Floats:
        """How much stronger than themselves the opponents of a group are in each tournament (6)."""
        return np.asarray(self.grades[self.opponents[:, :, self.group(grade)]].mean(axis=(1, 2))) - grade

    def opponent_difference(self, grade: int) -> float:
        """The same over all tournaments."""
        return float(self.opponent_differences(grade).mean())

    def group_scores(self, grade: int) -> Floats:
        """The mean score of a group in each tournament (8)."""
        return np.asarray(self.final[:, self.group(grade)].mean(axis=1) / POINT)

    def score_difference(self, grade: int) -> float:
        """How much a group scores above its mid-score (12)."""
        return float(self.group_scores(grade).mean()) - self.mid_score(grade)

    def tail(self, grade: int, score: float) -> float:
        """How often a group scores more than that (13)."""
        group = self.group(grade)
        # Whole quarters on both sides, so that a draw with the score is no excess.
        return float((self.final[:, group].sum(axis=1) > score * POINT * group.sum()).mean())

    def unique_winner(self) -> float:
        """How often one player alone has the best score."""
        best = self.final.max(axis=1, keepdims=True)
        return float(((self.final == best).sum(axis=1) == 1).mean())

    def rank_deviation(self) -> float:
        """How far places by score lie from places by grade, both from 0 to 1, as a root mean square (17)."""
        lowest, highest = int(self.grades.min()), int(self.grades.max())
        if self.bar is None or lowest == highest:
            return 0.0
        best = self.final[:, self.grades >= self.bar].max(axis=1, keepdims=True) / POINT
        by_score = (self.final / POINT - lowest) / (best - lowest)
        by_grade = (self.grades - lowest) / (highest - lowest)
        return float(np.sqrt(((by_score - by_grade) ** 2).mean()))

    def peer_games(self, grade: int) -> float:
        """The share of games that players from a grade upwards have among themselves."""
        top = self.grades >= grade
        return float(top[self.opponents[:, :, top]].mean())


def even_field(grades: Sequence[int]) -> tuple[int, ...]:
    """The grades from the highest down, without one of the lowest group where their number is odd.

    Players of one grade are alike to a trial and shuffled for every draw: which of them stays out is all one.
    """
    ordered = tuple(sorted(grades, reverse=True))
    return ordered[:-1] if len(ordered) % 2 else ordered


def try_bar(
    grades: Sequence[int],
    rounds: int,
    *,
    bar: int | None,
    pairings: int = 1000,
    seed: int = 0,
    threads: int = 0,
    model: WinModel = MODEL,
    pricing: Kaniuk = BY_SCORE,
    head_starts: tuple[float, ...] = (),
    played: Played | None = None,
    device: str = CPU,
) -> Trial:
    """Play the entry many times with the bar at a grade, or as a Swiss; results are by grade alone.

    Where `head_starts` say what stones are worth, they count too.
    """
    field = even_field(grades)
    scheme = Scheme(rounds=rounds, bar=bar, pricing=pricing, head_starts=head_starts)
    simulation = simulation_of(SimulatedField(grades=field), scheme, model)
    opponents, final = _played(simulation, pairings, seed=seed, threads=threads, told=played, device=device)
    whole = ~(opponents == UNPAIRED).any(axis=(1, 2))
    if not whole.any():
        raise InputError(
            Message(
                "%(players)s players are too few to try %(rounds)s rounds: nobody may meet twice or have "
                "a bye",
                players=len(grades),
                rounds=rounds,
            )
        )
    return Trial(
        grades=np.array(field, np.int64),
        rounds=rounds,
        bar=bar,
        opponents=opponents[whole],
        final=final[whole],
        flawed=1.0 - float(whole.mean()),
    )


def _played(
    simulation: Simulation, pairings: int, *, seed: int, threads: int, told: Played | None, device: str
) -> tuple[Ints, Ints]:
    """Opponents and final scores; the rest of what a simulation tells is dropped batch by batch."""
    kept = []
    players = len(simulation.field.starts)
    # Not fewer than there are threads to play them.
    batch = max(os.cpu_count() or 1, min(_BATCH, _BATCH_PAIRS // max(1, players**2)))
    if simulation.plays_on_gpu(count=pairings, device=device):
        batch = _BATCH_ON_GPU
    for first in range(0, pairings, batch):
        count = min(batch, pairings - first)
        played = simulation.play(seed=seed, count=count, first=first, threads=threads, device=device)
        kept.append((played.opponents, played.final))
        if told:
            told(count)
    return np.concatenate([each[0] for each in kept]), np.concatenate([each[1] for each in kept])
