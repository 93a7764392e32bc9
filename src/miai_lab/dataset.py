"""Results as a folder to cite: Parquet tables, the whole as JSON, a README and a CITATION.cff."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from miai.answers import JsonObject
from miai.formats.registry import save
from miai.version import __version__
from miai_lab.figures.study import demand_folder
from miai_lab.parquet import demand_parquet, parquet_bytes

RESULTS = "results.json"


class DataColumn(NamedTuple):
    """The type of a column, and what it holds."""

    kind: type
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataTable:
    """Rows of a Parquet file and its columns."""

    name: str
    says: str
    columns: Mapping[str, DataColumn]
    rows: Sequence[JsonObject]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dataset:
    """The tables of a study, the JSON that they were taken from, and the command that makes them again."""

    title: str
    abstract: str
    sources: tuple[str, ...]
    command: str
    tables: tuple[DataTable, ...]
    results: JsonObject


def prepare_dataset(folder: Path) -> None:
    """Make the folder and look for what is needed before anything is computed."""
    demand_parquet()
    demand_folder(folder)


def write_dataset(data: Dataset, folder: Path) -> tuple[str, ...]:
    """Write the files, and tell their names."""
    files = {
        f"{table.name}.parquet": parquet_bytes(
            {name: [row.get(name) for row in table.rows] for name in table.columns},
            {name: column.kind for name, column in table.columns.items()},
        )
        for table in data.tables
    }
    files[RESULTS] = (json.dumps(data.results, ensure_ascii=False, indent=1) + "\n").encode()
    files["README.md"] = _readme(data).encode()
    files["CITATION.cff"] = _citation(data).encode()
    for name, content in files.items():
        save(folder / name, content)
    return tuple(files)


def _readme(data: Dataset) -> str:
    parts = [
        f"# {data.title}",
        data.abstract,
        "\n".join(f"- {source}" for source in data.sources),
        f"Made by Miai {__version__}; this command makes it again:",
        f"```\n{data.command}\n```",
        f"`{RESULTS}` holds everything; the tables below hold the same, one row each. Cite it as"
        " `CITATION.cff` says. Licence: Apache-2.0.",
    ]
    for table in data.tables:
        parts += [f"## {table.name}.parquet", f"{table.says} Rows: {len(table.rows)}."]
        lines = ["| Column | What it holds |", "|---|---|"]
        lines += [f"| `{name}` | {column.says} |" for name, column in table.columns.items()]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _citation(data: Dataset) -> str:
    """JSON strings are YAML strings too."""
    facts: dict[str, Any] = {
        "cff-version": "1.2.0",
        "message": "If you use these results, please cite them as below.",
        "type": "dataset",
        "title": data.title,
        "abstract": data.abstract,
        "version": __version__,
        "license": "Apache-2.0",
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in facts.items()]
    return "\n".join([*lines, "authors:", '  - name: "The authors of Miai"']) + "\n"
