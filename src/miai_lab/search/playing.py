"""One setting of the pairing, played on fields: what each field's tournaments count up to."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.kaniuk_weights import KaniukWeights
from miai.domain.settings.seeding import SeedMethod
from miai.engine.gpu.playing import CPU
from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.event import Field
from miai.engine.kernel.qualities import Entrants
from miai.engine.pairing.presets import OWN_PRESETS, plan_for
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Rule
from miai.engine.pairing.rules.float_place import FloatPlace
from miai.engine.pairing.simulation import LAB_RULES, Scheme
from miai.engine.rating.win_models import DEFAULT, MODELS
from miai_lab.entries import EventKind, drawn
from miai_lab.probe.config import MEASURED
from miai_lab.probe.played_fields import counts_of, prepared
from miai_lab.probe.points import Point
from miai_lab.search.fields import RealFields, drawn_from

# A preset takes floaters from a place of the group too; it is not varied.
_RULES: dict[str, Rule] = {rule.key: rule for rule in (*LAB_RULES[:-1], FloatPlace(), LAB_RULES[-1])}
_UNVARIED = next(each for each in KaniukWeights().rules if each.rule == FloatPlace.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedKind:
    """Fields of one kind, made or of real players, each played so often."""

    kind: EventKind
    plays: int
    real: RealFields | None = None

    @property
    def name(self) -> str:
        """As it is called in results."""
        return f"{self.kind.key}, {'made' if self.real is None else 'real'} fields"


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldSpan:
    """The fields of a kind from one number up to another."""

    played: PlayedKind
    begin: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayTask:
    """A setting to be played on some fields of each kind; `keys` are the qualities to count."""

    point: Point
    spans: tuple[FieldSpan, ...]
    keys: tuple[str, ...]
    seed: int
    device: str = CPU


def preset_points() -> list[Point]:
    """The presets that are weights or tiers, as settings."""
    points = []
    for number, key in enumerate(OWN_PRESETS):
        plan = plan_for(Settings(), round_number=1, preset=key, seed=0)
        if isinstance(plan.pricing, Kaniuk):
            weights = tuple(each for each in plan.pricing.weights if each[0] in _RULES)
            points.append(
                Point(
                    role="preset",
                    number=number,
                    label=key,
                    psi=plan.pricing.psi,
                    weights=weights,
                    halves_apart=plan.pricing.halves_apart,
                )
            )
        elif isinstance(plan.pricing, Tiers):
            order = tuple(rule.key for rule in plan.rules if rule.key in _RULES)
            points.append(Point(role="preset", number=number, label=key, order=order))
    return points


def scheme_at(point: Point, scheme: Scheme) -> Scheme:
    """A scheme with the weights of a setting, or with tiers in its order."""
    if point.order:
        order = point.order
        if FloatPlace.key not in order and "seeding" in order:
            at = order.index("seeding")
            order = (*order[:at], FloatPlace.key, *order[at:])
        return replace(scheme, pricing=Tiers(), rules=tuple(_RULES[key] for key in order))
    weights = point.weights
    if weights and all(rule != FloatPlace.key for rule, _, _ in weights):
        weights = (*weights, (_UNVARIED.rule, _UNVARIED.weight, _UNVARIED.scale))
    pricing = Kaniuk(psi=point.psi, weights=weights, halves_apart=point.halves_apart)
    return replace(scheme, pricing=pricing, rules=tuple(_RULES.values()))


def played(task: PlayTask) -> list[Floats]:
    """What every field gave, kind by kind: sums above and below the fraction line, by field and quality."""
    return [_played_span(task, span) for span in task.spans]


def _played_span(task: PlayTask, span: FieldSpan) -> Floats:
    sums = np.zeros((span.end - span.begin, 2, len(task.keys)))
    for number in range(span.begin, span.end):
        counts = _counted(task, span.played, number)
        for at, key in enumerate(task.keys):
            measure = MEASURED[key]
            told = counts[counts[:, measure.needs] > 0]
            for side, part in enumerate((measure.numerator, measure.denominator)):
                sums[number - span.begin, side, at] = told[:, list(part)].sum()
    return sums


def _counted(task: PlayTask, played_kind: PlayedKind, number: int) -> Floats:
    """The counts of each tournament on one field."""
    field, entrants, scheme = _prepared(played_kind.kind, played_kind.real, task.seed, number)
    plays = played_kind.plays
    return counts_of(
        field,
        entrants,
        scheme_at(task.point, scheme),
        kind=played_kind.name,
        seed=task.seed,
        numbers=range(number * plays, (number + 1) * plays),
        device=task.device,
    )


@lru_cache(maxsize=4096)
def _prepared(
    kind: EventKind, real: RealFields | None, seed: int, number: int
) -> tuple[Field, Entrants, Scheme]:
    """A field before its first round, the same for every setting; a large one takes long to prepare."""
    event = (
        drawn(kind, seed=seed, number=number)
        if real is None
        else drawn_from(real, kind, seed=seed, number=number)
    )
    scheme = Scheme(
        rounds=event.rounds, bar=event.bar, no_stones_from=0, later_seeding=SeedMethod.SLIP, rules=LAB_RULES
    )
    return *prepared(event, scheme, MODELS[DEFAULT]), scheme
