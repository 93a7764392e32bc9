"""What a search finds: every setting on the fields held out."""

from dataclasses import dataclass

from miai.engine.kernel.arrays import Floats
from miai_lab.probe.points import Point
from miai_lab.search.config import Search


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueReach:
    """A value, and half of its 95 % interval."""

    value: float
    reach: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The share of the cloud that a setting beats on the kind that likes it least, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KindQualities:
    """The qualities of a setting on one kind of field, and its score under each set of priorities."""

    values: tuple[ValueReach, ...]
    scores: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSetting:
    """A setting on the fields held out.

    `faults` are the distances of its qualities from the ideal, each the mean of all kinds; `dominated_by` are
    the places of the settings that are surely worse in none of them and surely better in one.
    """

    point: Point
    finalist: bool
    in_cloud: bool
    faults: tuple[ValueReach, ...]
    kinds: tuple[KindQualities, ...]
    standings: dict[str, Standing]
    dominated_by: tuple[int, ...]

    @property
    def has_name(self) -> bool:
        """Whether it is a preset, or weights that the configuration names."""
        return self.point.role in ("preset", "named")

    @property
    def name(self) -> str:
        """The setting in words."""
        if self.has_name:
            return self.point.label
        if self.point.order:
            return f"tiers: {self.point.label}"
        return f"{'drawn' if self.point.role == 'probe' else 'close'} {self.point.number + 1}"

    @property
    def means(self) -> tuple[ValueReach, ...]:
        """The qualities themselves, each the mean of all kinds."""
        columns = zip(*(kind.values for kind in self.kinds), strict=True)
        return tuple(
            ValueReach(value=sum(one.value for one in column) / len(column), reach=fault.reach)
            for column, fault in zip(columns, self.faults, strict=True)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldOut:
    """All settings that played the fields held out.

    `differences` are what the first of two settings has more of each fault, and half of the 95 % interval.
    """

    settings: tuple[JudgedSetting, ...]
    differences: tuple[Floats, Floats]

    def named(self, label: str) -> int:
        """The place of a preset."""
        return next(
            at
            for at, each in enumerate(self.settings)
            if each.point.role == "preset" and each.point.label == label
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTold:
    """How many settings a stage had, how many fields of each kind, and how many tournaments it played."""

    settings: int
    fields: tuple[int, ...]
    tournaments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFindings:
    """The whole search."""

    search: Search
    kinds: tuple[str, ...]
    settings_searched: int
    tournaments_searched: int
    tournaments_held_out: int
    stages: tuple[StageTold, ...]
    held_out: HeldOut
