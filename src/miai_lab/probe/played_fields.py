"""Algorithm 1 of document 4: the same tournaments for every weight point, and the quality each gives."""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np

from miai.engine.gpu.playing import CPU
from miai.engine.judging.measures import Measure
from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.event import Field
from miai.engine.kernel.matching import CostsTooLarge
from miai.engine.kernel.qualities import COUNTS, Entrants, Games, count_many
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.simulation import (
    LAB_RULES,
    Scheme,
    Simulation,
    above_bar,
    field_of,
    prices_of,
    terms_of,
)
from miai.engine.rating.win_models import MODELS, WinModel
from miai.errors import InputError
from miai.messages import Message
from miai_lab.entries import Event, EventKind, drawn, with_strengths
from miai_lab.probe.config import MEASURED, Probe, ProbedKind, RealField
from miai_lab.probe.points import Point

# Tournaments are summed up in so many lines for each point and kind; their differences give the intervals.
BATCHES = 24
# Fields are kept for the next point: a large one takes long to prepare.
_KEPT = 8192


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeTask:
    """One weight point to be tried on its kinds of event."""

    probe: Probe
    point: Point
    device: str = CPU


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeBatch:
    """What some tournaments of one kind gave under one point.

    Each measure has its sums above and below the fraction line, and the mean of the single tournaments with
    its standard error.
    """

    kind: str
    batch: int
    first: int
    tournaments: int
    measures: dict[str, tuple[float, float, float, float]]


def measured(task: ProbeTask) -> list[ProbeBatch]:
    """Play all tournaments of the point's kinds under it: those of the search, or those held out."""
    only = task.point.kind
    kinds = [kind for kind in task.probe.kinds if only in ("", kind.name)]
    return [batch for kind in kinds for batch in _measured_kind(task, kind)]


def _measured_kind(task: ProbeTask, kind: ProbedKind) -> list[ProbeBatch]:
    probe = task.probe
    tournaments = kind.held_out if task.point.held_out else kind.tournaments
    counts = np.zeros((tournaments, COUNTS))
    for number in range(tournaments):
        counts[number] = _tournament_counts(task, kind, number)
    # Under random pairing every tournament has its own line.
    lines = tournaments if probe.system == "random" else min(BATCHES, tournaments)
    edges = [tournaments * line // lines for line in range(lines + 1)]
    return [
        ProbeBatch(
            kind=kind.name,
            batch=line,
            first=begin,
            tournaments=end - begin,
            measures={key: _summary(measure, counts[begin:end]) for key, measure in MEASURED.items()},
        )
        for line, (begin, end) in enumerate(pairwise(edges))
    ]


def _tournament_counts(task: ProbeTask, kind: ProbedKind, number: int) -> Floats:
    """Pair one tournament as often as the probe says, and add up what is counted."""
    probe = task.probe
    seed = probe.held_out_seed if task.point.held_out else probe.seed
    field, entrants, scheme = _prepared(kind.field, probe.system, probe.model, seed, number)
    counts = counts_of(
        field,
        entrants,
        scheme_at(task.point, scheme),
        kind=kind.name,
        seed=seed,
        numbers=range(number * probe.pairings, (number + 1) * probe.pairings),
        device=task.device,
    )
    total: Floats = counts.sum(axis=0)
    return total


def counts_of(
    field: Field,
    entrants: Entrants,
    scheme: Scheme,
    *,
    kind: str,
    seed: int,
    numbers: range,
    device: str = CPU,
) -> Floats:
    """Play the tournaments of these numbers with one field, and count the qualities of each."""
    simulation = Simulation(field=field, prices=prices_of(scheme), terms=terms_of(scheme))
    try:
        played = simulation.play(seed=seed, count=len(numbers), first=numbers.start, device=device)
    except CostsTooLarge:
        raise InputError(
            Message(
                "the weights are too large for the %(players)s players of '%(kind)s': take smaller W",
                players=len(field.starts),
                kind=kind,
            )
        ) from None
    counts = np.zeros((len(numbers), COUNTS))
    count_many(Games(*(getattr(played, name) for name in Games._fields)), entrants, counts)
    return counts


@lru_cache(maxsize=_KEPT)
def _prepared(
    field: EventKind | RealField, system: str, model: str, seed: int, number: int
) -> tuple[Field, Entrants, Scheme]:
    """A tournament before its first round, the same for every point."""
    event = _event(field, seed, number)
    is_mcmahon = system == "mcmahon"
    scheme = Scheme(
        rounds=event.rounds,
        bar=event.bar if is_mcmahon else None,
        no_stones_from=0,
        most_stones=9 if is_mcmahon else 0,
    )
    return *prepared(event, scheme, MODELS[model]), scheme


def prepared(event: Event, scheme: Scheme, model: WinModel) -> tuple[Field, Entrants]:
    """An event as arrays, to be played and to be counted."""
    arrays = field_of(event.entry, scheme, model, present=event.present)
    entrants = Entrants(
        grades=arrays.grades,
        starts=arrays.starts,
        above_bar=above_bar(event.entry, scheme),
        countries=arrays.countries,
        clubs=arrays.clubs,
        seeding_methods=terms_of(scheme).seeding,
    )
    return arrays, entrants


def _event(field: EventKind | RealField, seed: int, number: int) -> Event:
    """The tournament of a kind with this number."""
    if isinstance(field, EventKind):
        return drawn(field, seed=seed, number=number)
    present = np.array(field.present, np.bool_)
    known = Event(entry=field.entry, rounds=field.rounds, present=present, bar=field.bar)
    return with_strengths(known, field.noise, seed=seed, number=number)


def scheme_at(point: Point, scheme: Scheme) -> Scheme:
    """A scheme with the weights of a point, or with the tiers of the preset `miai` in the point's order."""
    if not point.order:
        return replace(scheme, pricing=Kaniuk(psi=point.psi, weights=point.weights))
    rules = {rule.key: rule for rule in LAB_RULES}
    return replace(scheme, pricing=Tiers(), rules=tuple(rules[key] for key in point.order))


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
