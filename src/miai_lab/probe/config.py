"""What a probe varies, plays and judges by: read from a TOML file."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from miai.engine.judging import MEASURES
from miai.engine.pairing.pricing.kaniuk import PSI, Kaniuk
from miai.engine.pairing.rules import RULES as PRESET_RULES
from miai.engine.pairing.simulation import SimulatedField
from miai.engine.rating.strengths import fitted
from miai.engine.rating.win_models import DEFAULT, MODELS
from miai.errors import InputError, Problem
from miai.messages import Message, literal
from miai_lab.entries import KINDS, Event, EventKind
from miai_lab.kinds_config import NOISE, describes_a_kind, noise_of, own_kind
from miai_lab.toml_tables import TomlTable, top_table

RULES = ("score", "floats", "geography", "colour", "seeding")
SYSTEMS = ("mcmahon", "swiss", "random")
# Relative strengths take as long as the tournaments themselves; they are not part of a probe.
MEASURED = {key: measure for key, measure in MEASURES.items() if key != "total_error"}
_PRIORITIES = {
    "even": 3,
    "far_apart": 3,
    "grade_gap": 3,
    "area": 3,
    "up_down_balance": 2,
    "colour_balance": 2,
    "seed_split": 1,
}

# From the seed of the search to that of the tournaments that are held out, where none is named.
_HELD_OUT = 1_000_000

ReadEvent = Callable[[str], Event]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A rule and the ranges that its W and lambda are drawn from; both are even over their logarithms."""

    rule: str
    weight: tuple[float, float]
    scale: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class RealField:
    """The field of a real event, the same in every tournament; true strengths, results and lots differ.

    True strengths are spread as those of real players are, or with `noise` by so many grades.
    """

    entry: SimulatedField
    rounds: int
    present: tuple[tuple[bool, ...], ...]
    bar: int
    noise: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbedKind:
    """A kind of event and how many tournaments of it are played: to search with, and held out to check."""

    name: str
    tournaments: int
    held_out: int
    field: EventKind | RealField


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Weights of the director's own, to be set beside what the probe finds."""

    name: str
    psi: str
    weights: tuple[tuple[str, float, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudyConfig:
    """The questions after the points: companions, lines for each kind, points on each, fresh points, orders.

    `top` is the share of all points that are called good. Two qualities are alike that differ by no more
    than `alike` of the way from the worst twentieth of points to the best, or by `least` if that is more.
    Weights are unlike that are at least `unlike` of the ranges apart.
    """

    top: float
    alike: float
    least: float
    unlike: float
    near: int
    lines: int
    steps: int
    fresh: int
    orders: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """Everything that decides the numbers of a probe."""

    system: str
    model: str
    seed: int
    held_out_seed: int
    points: int
    pairings: int
    psi: tuple[str, ...]
    weighed: tuple[Weighed, ...]
    kinds: tuple[ProbedKind, ...]
    priorities: tuple[tuple[str, float], ...]
    compared: tuple[Compared, ...]
    study: StudyConfig

    @property
    def digest(self) -> str:
        """A mark that two probes share only if they ask for the same numbers."""
        # The presets are played too, by players of the fitted model, and a new measure is a new column.
        presets = Kaniuk(), [rule.key for rule in PRESET_RULES]
        asked = self, presets, MODELS[self.model], fitted().model, tuple(MEASURED)
        return hashlib.sha256(repr(asked).encode()).hexdigest()


def parse_probe(text: str, read_event: ReadEvent) -> tuple[Probe, str]:
    """The probe of a TOML text and the name of its output; `read_event` opens the file of a kind."""
    problems: list[Problem] = []
    root = top_table(text, problems)
    system = root.choice("system", "mcmahon", SYSTEMS)
    is_random = system == "random"
    seed = root.whole("seed", 1, least=0)
    probe = Probe(
        system=system,
        model=root.choice("model", DEFAULT, tuple(MODELS)),
        seed=seed,
        held_out_seed=root.whole("held_out_seed", seed + _HELD_OUT, least=0),
        # Where nothing weighs anything there is one point.
        points=1 if is_random else root.whole("points", least=10),
        pairings=root.whole("pairings", 1, least=1),
        psi=("sech",) if is_random else root.choices("psi", ("sech",), tuple(PSI)),
        weighed=() if is_random else read_weighed(root),
        kinds=tuple(root.tables("kinds", partial(_kind, read_event=read_event))),
        priorities=read_priorities(root.table("priorities")),
        compared=tuple(root.tables("compare", read_compared)) if "compare" in root and not is_random else (),
        study=_study(root.table("study")),
    )
    output = root.text("output", "probe.parquet")
    for key in ("points", "psi", "weights", "compare", "study"):
        if is_random and key in root:
            root.asked.add(key)
            root.complain(key, Message("random pairing has no weights: leave this out"))
    root.close()
    if probe.seed == probe.held_out_seed:
        problems.append(
            Problem(
                what=Message("must differ from the seed: tournaments that are held out are other ones"),
                where=Message("%(where)s, key '%(key)s'", where="top of the file", key="held_out_seed"),
            )
        )
    names = [kind.name for kind in probe.kinds]
    if len(set(names)) < len(names):
        problems.append(Problem(what=Message("two kinds have the same name"), where="[[kinds]]"))
    if problems:
        raise InputError(problems)
    return probe, output


def read_weighed(root: TomlTable) -> tuple[Weighed, ...]:
    """The ranges of [weights], of which at least one must leave a choice."""
    found = []
    for rule, table in root.named_tables("weights", RULES):
        found.append(Weighed(rule=rule, weight=table.span("W"), scale=table.span("lambda")))
        table.close()
    if all(each.weight[0] == each.weight[1] and each.scale[0] == each.scale[1] for each in found):
        root.complain("weights", Message("no W and no lambda has a range: there is nothing to vary"))
    return tuple(found)


def read_compared(table: TomlTable) -> Compared:
    """The weights of one [[compare]]."""
    name, psi = table.text("name"), table.choice("psi", "sech", tuple(PSI))
    weights = tuple((rule, *table.pair(rule)) for rule in RULES if rule in table)
    table.close(("name", "psi", *RULES))
    return Compared(name=name, psi=psi, weights=weights)


def _kind(table: TomlTable, *, read_event: ReadEvent) -> ProbedKind:
    name = table.text("name")
    field: EventKind | RealField
    if "file" in table:
        field = _of_file(table, read_event)
    elif not describes_a_kind(table, besides=[NOISE]):
        field = replace(KINDS.get(name, KINDS["weekend"]), noise=noise_of(table))
        if name and name not in KINDS:
            known = ", ".join(f"'{key}'" for key in KINDS)
            what = Message(
                "'%(name)s' is not one of %(known)s, and neither 'file' nor 'players' is given",
                name=name,
                known=literal(known),
            )
            table.complain("name", what)
    else:
        field = own_kind(table, name)
    tournaments = table.whole("tournaments", 100, least=4)
    held_out = table.whole("held_out", tournaments, least=4)
    table.close()
    return ProbedKind(name=name, tournaments=tournaments, held_out=held_out, field=field)


def _of_file(table: TomlTable, read_event: ReadEvent) -> EventKind | RealField:
    try:
        event = read_event(table.text("file"))
    except InputError as error:
        table.complain("file", literal(str(error)))
        return KINDS["weekend"]
    return RealField(
        entry=event.entry,
        rounds=event.rounds,
        present=tuple(tuple(bool(there) for there in line) for line in event.present),
        bar=event.bar,
        noise=noise_of(table),
    )


def read_priorities(table: TomlTable) -> tuple[tuple[str, float], ...]:
    """How much each quality counts; without any, the usual priorities."""
    if not table.data:
        return tuple((key, float(value)) for key, value in _PRIORITIES.items())
    wanted = [(key, table.number(key, least=0, most=1000)) for key in MEASURED if key in table]
    table.close(tuple(MEASURED))
    found = tuple((key, value) for key, value in wanted if value > 0)
    if not found:
        table.problems.append(Problem(what=Message("no quality has a priority above 0"), where=table.where))
    return found


def _study(table: TomlTable) -> StudyConfig:
    study = StudyConfig(
        top=table.number("top", 1 / 3, least=0.05, most=0.9),
        alike=table.number("alike", 0.1, least=0.001, most=1),
        least=table.number("least", 0.01, least=0, most=1),
        unlike=table.number("unlike", 0.3, least=0, most=1),
        near=table.whole("near", 60, least=2),
        lines=table.whole("lines", 120, least=2),
        steps=table.whole("steps", 5, least=1),
        fresh=table.whole("fresh", 60, least=2),
        orders=table.flag("orders", default=True),
    )
    table.close()
    return study
