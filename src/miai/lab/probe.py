"""Algorithm 1 of document 4: the same tournaments for every weight point, and the quality each gives."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from miai.errors import InputError
from miai.kernel.deviations import WIDEST_SEEDING
from miai.kernel.matching import RANGE_BUDGET, CostsTooLarge
from miai.kernel.qualities import COUNTS, count_many
from miai.kernel.simulate import Field, Prices, Terms, play
from miai.lab.entries import Event, Kind, drawn
from miai.lab.probe_config import MEASURED, Played, Probe, RealField
from miai.lab.probe_points import Point
from miai.pairing.pricing.kaniuk import Kaniuk
from miai.pairing.protocol import Ints
from miai.pairing.simulation import Scheme, field_of, prices_of, terms_of
from miai.quality.measures import Measure
from miai.rating.win_models import KaniukErf

Floats = NDArray[np.float64]

# Tournaments are summed up in so many lines for each point and kind; their differences give the intervals.
BATCHES = 10
# The widest deviations that tiers tell apart; the score's is the square of 15 points in half points.
_WIDEST = {"score": 900, "floats": 4, "geography": 3, "colour": 4, "seeding": WIDEST_SEEDING}
_MOST_BOARDS = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One weight point to be tried on all kinds of event."""

    probe: Probe
    point: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What some tournaments of one kind gave under one point.

    Each measure has its sums above and below the fraction line, and the mean of the single tournaments with
    its standard error.
    """

    kind: str
    batch: int
    first: int
    tournaments: int
    measures: dict[str, tuple[float, float, float, float]]


def measured(task: Task) -> list[Batch]:
    """Play all tournaments of all kinds under one point."""
    return [batch for kind in task.probe.kinds for batch in _measured_kind(task, kind)]


def _measured_kind(task: Task, kind: Played) -> list[Batch]:
    probe = task.probe
    counts = np.zeros((kind.tournaments, COUNTS))
    for number in range(kind.tournaments):
        counts[number] = _tournament_counts(probe, kind, task.point, number)
    # Under random pairing every tournament has its own line.
    lines = kind.tournaments if probe.system == "random" else min(BATCHES, kind.tournaments)
    edges = [kind.tournaments * line // lines for line in range(lines + 1)]
    return [
        Batch(
            kind=kind.name,
            batch=line,
            first=begin,
            tournaments=end - begin,
            measures={key: _summary(measure, counts[begin:end]) for key, measure in MEASURED.items()},
        )
        for line, (begin, end) in enumerate(pairwise(edges))
    ]


def _tournament_counts(probe: Probe, kind: Played, point: Point, number: int) -> Floats:
    """Pair one tournament as often as the probe says, and add up what is counted."""
    field, terms, grades = _hall(kind.field, probe.system, probe.seed, number)
    try:
        prices = prices_for(point, len(grades))
        played = play(
            field, prices, terms, seed=probe.seed, count=probe.pairings, first=number * probe.pairings
        )
    except CostsTooLarge:
        raise InputError(
            f"the weights are too large for the {len(grades)} players of '{kind.name}': take smaller W"
        ) from None
    counts = np.zeros((probe.pairings, COUNTS))
    count_many(
        played.opponents,
        played.colours,
        played.stones,
        played.before,
        played.places,
        played.sizes,
        played.final,
        played.wins,
        grades,
        field.starts,
        field.exempt,
        field.countries,
        field.clubs,
        terms.seeding,
        counts,
    )
    total: Floats = counts.sum(axis=0)
    return total


@lru_cache(maxsize=1024)
def _hall(field: Kind | RealField, system: str, seed: int, number: int) -> tuple[Field, Terms, Ints]:
    """A tournament before its first round, the same for every point; a large field takes long to prepare."""
    event = (
        drawn(field, seed=seed, number=number)
        if isinstance(field, Kind)
        else Event(
            entry=field.entry, rounds=field.rounds, present=np.array(field.present, np.bool_), bar=field.bar
        )
    )
    is_mcmahon = system == "mcmahon"
    scheme = Scheme(
        rounds=event.rounds,
        bar=event.bar if is_mcmahon else None,
        no_stones_from=0,
        most_stones=9 if is_mcmahon else 0,
    )
    grades = np.array(event.entry.grades, np.int64)
    return field_of(event.entry, scheme, KaniukErf(), present=event.present), terms_of(scheme), grades


def prices_for(point: Point, players: int) -> Prices:
    """What deviations cost at a point: by its weights, or by tiers in its order."""
    if not point.order:
        return prices_of(Kaniuk(psi=point.psi, weights=point.weights))
    size = players + players % 2
    for boards in range(_MOST_BOARDS, 1, -1):
        weights = _tiers(point.order, boards)
        dearest = sum(weight * _WIDEST[rule] for rule, weight in weights.items())
        if size * (1 + size * dearest) <= RANGE_BUDGET:
            break
    return Prices(
        score=weights["score"] * np.arange(31, dtype=np.int64) ** 2,
        colour=weights.get("colour", 0) * np.arange(5, dtype=np.int64),
        kinship=weights.get("geography", 0) * np.arange(4, dtype=np.int64),
        floats=weights.get("floats", 0) * np.arange(5, dtype=np.int64),
        seeding=weights.get("seeding", 0) * np.arange(WIDEST_SEEDING + 1, dtype=np.int64),
    )


def _tiers(order: tuple[str, ...], boards: int) -> dict[str, int]:
    """Weights by which each rule outweighs the rules below it on so many boards."""
    weights: dict[str, int] = {}
    below = 0
    for rule in reversed(order):
        weights[rule] = boards * below + 1
        below += weights[rule] * _WIDEST[rule]
    return weights


def _summary(measure: Measure, counts: Floats) -> tuple[float, float, float, float]:
    """The sums above and below the line, and the mean of single tournaments with its standard error."""
    told = counts[counts[:, measure.needs] > 0]
    above, below = (told[:, list(part)].sum(axis=1) for part in (measure.numerator, measure.denominator))
    single = ratio(above[below > 0], below[below > 0], rooted=measure.rooted)
    mean = float(single.mean()) if len(single) else np.nan
    error = float(single.std(ddof=1) / np.sqrt(len(single))) if len(single) > 1 else np.nan
    return float(above.sum()), float(below.sum()), mean, error


def ratio(above: Floats, below: Floats, *, rooted: bool) -> Floats:
    """Sums as the value of a measure, not a number where nothing was counted."""
    shares: Floats = np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0)
    return np.sqrt(shares) if rooted else shares
