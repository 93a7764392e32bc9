"""The one file of a probe, a Parquet table; while it grows, every finished point is a part of its own.

A line is one point, kind of event and batch of tournaments. A part is written under another name and renamed,
so a run that is killed loses the points it was at and no others.
"""

import shutil
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from miai.engine.kernel.arrays import Floats
from miai.errors import InputError
from miai.messages import Message
from miai_lab.probe.config import MEASURED, RULES
from miai_lab.probe.played_fields import ProbeBatch
from miai_lab.probe.points import Point

ROLES = ("probe", "near", "order", "named", "line", "fresh")
_DIGEST, _CONFIG = b"miai.probe", b"miai.config"
_FIGURES = ("sum", "of", "mean", "error")
_SINGLE = ("mean", "error")

Row = dict[str, Any]


class _Key(NamedTuple):
    """What tells a point of the file from the others."""

    role: str
    number: int
    held_out: bool


def _key(point: Point) -> _Key:
    return _Key(point.role, point.number, point.held_out)


class ProbeFile:
    """The points of a probe on disk; `add` one, ask for `figures`, and `finish` to have them in one file."""

    def __init__(self, output: Path, *, digest: str, config: str) -> None:
        self.output = output
        self.parts = output.with_name(output.name + ".parts")
        self.metadata = {_DIGEST: digest.encode(), _CONFIG: config.encode()}
        self.arrow, self.parquet = _parquet()
        self.tables = {key: table for path in self._paths() for key, table in self._points_of(path)}

    def __contains__(self, point: Point) -> bool:
        return _key(point) in self.tables

    def __len__(self) -> int:
        return len(self.tables)

    def add(self, point: Point, batches: Iterable[ProbeBatch]) -> None:
        """Keep what a point gave."""
        rows = [_row(point, batch) for batch in batches]
        table = self.arrow.Table.from_pylist(rows, schema=_schema(self.arrow)).replace_schema_metadata(
            self.metadata
        )
        self.parts.mkdir(parents=True, exist_ok=True)
        held = "-held-out" if point.held_out else ""
        self._write(table, self.parts / f"{point.role}-{point.number}{held}.parquet")
        self.tables[_key(point)] = table

    def kinds(self, point: Point) -> list[str]:
        """The kind of event of each line of a point."""
        found: list[str] = self.tables[_key(point)]["kind"].to_pylist()
        return found

    def figures(self, points: Sequence[Point], keys: Sequence[str], name: str) -> Floats:
        """One figure of some measures, by point, line and measure; the points are of the same kinds."""
        lines = self.arrow.concat_tables([self.tables[_key(point)] for point in points])
        columns = [lines[f"{key}_{name}"].to_numpy() for key in keys]
        return np.stack(columns, axis=-1).reshape(len(points), -1, len(keys))

    def finish(self) -> None:
        """Put all parts into the one file."""
        if self.parts.exists():
            self._write(self._whole(), self.output)
            shutil.rmtree(self.parts)

    def _whole(self) -> Any:
        keys = sorted(self.tables, key=lambda key: (key.held_out, ROLES.index(key.role), key.number))
        return self.arrow.concat_tables([self.tables[key] for key in keys]).combine_chunks()

    def _write(self, table: Any, path: Path) -> None:
        beside = path.with_name(path.name + ".new")
        try:
            self.parquet.write_table(table, beside, compression="zstd", **_encodings(table.schema.names))
            beside.replace(path)
        except OSError as error:
            raise InputError(
                Message("%(file)s cannot be written (%(reason)s)", file=path.name, reason=error.strerror)
            ) from error

    def _paths(self) -> list[Path]:
        finished = [self.output] if self.output.exists() else []
        return finished + sorted(self.parts.glob("*.parquet"))

    def _points_of(self, path: Path) -> Iterator[tuple[_Key, Any]]:
        try:
            table = self.parquet.read_table(path)
        except (OSError, self.arrow.ArrowInvalid) as error:
            raise InputError(
                Message("%(file)s is not a file of a probe: remove it or name another", file=path.name)
            ) from error
        kept = table.schema.metadata or {}
        if kept.get(_DIGEST) != self.metadata[_DIGEST]:
            raise InputError(
                Message(
                    "%(file)s belongs to another configuration: remove it, or name another output",
                    file=path.name,
                )
            )
        # Lines of a point stand together.
        columns = (table[name].to_pylist() for name in _Key._fields)
        keys = [_Key(*key) for key in zip(*columns, strict=True)]
        begin = 0
        for at in range(1, len(keys) + 1):
            if at == len(keys) or keys[at] != keys[begin]:
                yield keys[begin], table.slice(begin, at - begin)
                begin = at


def _row(point: Point, batch: ProbeBatch) -> Row:
    row: Row = {
        "role": point.role,
        "number": point.number,
        "held_out": point.held_out,
        "label": point.label,
        "psi": point.psi,
    }
    weights = {rule: (weight, scale) for rule, weight, scale in point.weights}
    for rule in RULES:
        row[f"W_{rule}"], row[f"lambda_{rule}"] = weights.get(rule, (None, None))
    row |= {
        "kind": batch.kind,
        "batch": batch.batch,
        "first": batch.first,
        "tournaments": batch.tournaments,
    }
    for key, figures in batch.measures.items():
        row |= {f"{key}_{name}": value for name, value in zip(_FIGURES, figures, strict=True)}
    return row


def _schema(arrow: Any) -> Any:
    text, whole, number = arrow.string(), arrow.int64(), arrow.float64()
    figures = {name: arrow.float32() if name in _SINGLE else number for name in _FIGURES}
    return arrow.schema(
        [("role", text), ("number", whole), ("held_out", arrow.bool_()), ("label", text), ("psi", text)]
        + [(f"{what}_{rule}", number) for rule in RULES for what in ("W", "lambda")]
        + [("kind", text), ("batch", whole), ("first", whole), ("tournaments", whole)]
        + [(f"{key}_{name}", kept) for key in MEASURED for name, kept in figures.items()]
    )


def _encodings(names: Sequence[str]) -> dict[str, list[str]]:
    """Means and errors of single tournaments never repeat; this halves the file."""
    single = [name for name in names if name.endswith(tuple(f"_{each}" for each in _SINGLE))]
    return {
        "use_byte_stream_split": single,
        "use_dictionary": [name for name in names if name not in single],
    }


def _parquet() -> tuple[Any, Any]:
    """The library, an extra and without types."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError as error:
        raise InputError(Message("a probe needs the extra 'lab': pip install 'miai[lab]'")) from error
