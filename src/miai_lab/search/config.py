"""What a search tries, plays and judges by: read from a TOML file."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass

from miai.engine.pairing.pricing.kaniuk import PSI
from miai.errors import InputError, Problem
from miai.messages import Message, literal
from miai_lab.entries import KINDS, EventKind
from miai_lab.kinds_config import own_kind
from miai_lab.probe.config import Compared, Weighed, read_compared, read_priorities, read_weighed
from miai_lab.search.fields import RealFields
from miai_lab.toml_tables import TomlTable, top_table

# Fewer events could not be split between the search and the tournaments held out.
FEWEST_EVENTS = 4

ReadFields = Callable[[str], RealFields]
Priorities = tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchedKind:
    """A kind of event: how many fields the first stage plays, how often each, and how many are held out."""

    kind: EventKind
    fields: int
    plays: int
    held_out: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """A stage after the first: the settings kept for each set of priorities, and settings close to each.

    `times` are the fields of the stage as a multiple of the first one's; `step` is how far a close setting
    lies from the one that is kept, as a share of every range.
    """

    keep: int
    near: int
    step: float
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Search:
    """Everything that decides the numbers of a search; `priorities` are sets of them by name.

    `cloud` is how many of the drawn settings play the tournaments held out: good settings are measured
    against them. The first set of priorities is that of the default. Without `real` all fields are made.
    """

    seed: int
    held_out_seed: int
    points: int
    cloud: int
    psi: tuple[str, ...]
    weighed: tuple[Weighed, ...]
    kinds: tuple[SearchedKind, ...]
    priorities: tuple[tuple[str, Priorities], ...]
    stages: tuple[Stage, ...]
    compared: tuple[Compared, ...] = ()
    real: RealFields | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """Every quality that counts in a set of priorities."""
        return tuple(dict.fromkeys(key for _, wanted in self.priorities for key, _ in wanted))

    @property
    def digest(self) -> str:
        """A mark that two searches share only if they ask for the same numbers."""
        return hashlib.sha256(repr(self).encode()).hexdigest()


def parse_search(text: str, read_fields: ReadFields) -> Search:
    """The search of a TOML text; `read_fields` reads a folder of real events."""
    problems: list[Problem] = []
    root = top_table(text, problems)
    points = root.whole("points", least=10)
    found = Search(
        seed=root.whole("seed", 1, least=0),
        held_out_seed=root.whole("held_out_seed", 2, least=0),
        points=points,
        cloud=root.whole("cloud", min(points, 200), least=10),
        psi=root.choices("psi", ("sech",), tuple(PSI)),
        weighed=read_weighed(root),
        kinds=tuple(root.tables("kinds", _kind)),
        priorities=_priority_sets(root.table("priorities")),
        stages=tuple(root.tables("stages", _stage)),
        compared=tuple(root.tables("compare", read_compared)) if "compare" in root else (),
        real=_real_fields(root, read_fields) if "real_fields" in root else None,
    )
    if found.seed == found.held_out_seed:
        root.complain("held_out_seed", Message("must be another seed than that of the search"))
    if found.cloud > found.points:
        root.complain("cloud", Message("is more than the %(points)s points", points=found.points))
    root.close()
    names = [each.kind.key for each in found.kinds]
    if len(set(names)) < len(names):
        problems.append(Problem(what=Message("two kinds have the same name"), where="[[kinds]]"))
    if problems:
        raise InputError(problems)
    return found


def _kind(table: TomlTable) -> SearchedKind:
    name = table.text("name")
    if "players" in table:
        kind = own_kind(table, name)
    else:
        kind = KINDS.get(name, KINDS["weekend"])
        if name and name not in KINDS:
            known = literal(", ".join(f"'{key}'" for key in KINDS))
            what = Message(
                "'%(name)s' is not one of %(known)s, and 'players' is not given", name=name, known=known
            )
            table.complain("name", what)
    found = SearchedKind(
        kind=kind,
        fields=table.whole("fields", least=1),
        plays=table.whole("plays", 1, least=1),
        held_out=table.whole("held_out", least=2),
    )
    table.close()
    return found


def _stage(table: TomlTable) -> Stage:
    found = Stage(
        keep=table.whole("keep", least=1),
        near=table.whole("near", 0, least=0),
        step=table.number("step", 0.1, least=0.001, most=1),
        times=table.whole("times", least=1),
    )
    table.close()
    return found


def _priority_sets(table: TomlTable) -> tuple[tuple[str, Priorities], ...]:
    """Every table [priorities.NAME]; without any, one set of the usual ones."""
    sets = []
    for name in table.data:
        inside = table.table(name)
        inside.where = f"[priorities.{name}]"
        sets.append((name, read_priorities(inside)))
    return tuple(sets) or (("balanced", read_priorities(table)),)


def _real_fields(root: TomlTable, read_fields: ReadFields) -> RealFields | None:
    try:
        found = read_fields(root.text("real_fields"))
    except InputError as error:
        root.complain("real_fields", literal(str(error)))
        return None
    if len(found.events) < FEWEST_EVENTS:
        root.complain("real_fields", Message("holds fewer than %(least)s events", least=FEWEST_EVENTS))
        return None
    return found
