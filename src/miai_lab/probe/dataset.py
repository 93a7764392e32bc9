"""A probe as a folder to cite."""

import shlex
from dataclasses import asdict
from pathlib import Path

from miai.answers import JsonObject
from miai_lab.dataset import DataColumn, Dataset, DataTable
from miai_lab.probe.answer import probe_json
from miai_lab.probe.config import RULES
from miai_lab.probe.equivalence import Bounds
from miai_lab.probe.findings import Findings
from miai_lab.probe.points import drawn_points
from miai_lab.probe.report import ProbeResult

_BOUNDED = {
    "ends": "by how many margins the ends differ in the quality in which they differ most",
    "better": "by how many margins a point between is better than both ends, at most",
    "worse": "by how many margins a point between is worse than both ends, at most",
    "from_an_end": "by how many margins a point between differs from the farther end, at most",
}
_LINES = {
    "kind": DataColumn(str, "the kind of event"),
    "one": DataColumn(int, "the point at one end"),
    "other": DataColumn(int, "the point at the other end"),
    "distance": DataColumn(float, "how far apart their weights are, as a share of the ranges"),
    **{
        f"{name}{end}": DataColumn(float, f"{says}{' (95 % bounds)' if end else ''}")
        for name, says in _BOUNDED.items()
        for end in ("", "_low", "_high")
    },
}
_CLUSTERS = {
    "point": DataColumn(int, "the number of the point"),
    "psi": DataColumn(str, "the shape of its weights"),
    **{
        f"{what}_{rule}": DataColumn(float, f"{what} of the rule {rule}; null where it weighs nothing")
        for rule in RULES
        for what in ("W", "lambda")
    },
    "kind": DataColumn(str, "the kind of event"),
    "cluster": DataColumn(int, "the cluster of its quality, from 0"),
    "score": DataColumn(float, "its score on held-out tournaments, 0 to 1"),
    "good": DataColumn(bool, "whether it is among the best on all kinds of event"),
}
_CONTROL = {
    "kind": DataColumn(str, "the kind of event"),
    "measure": DataColumn(str, "the quality"),
    "mean": DataColumn(float, "its mean over tournaments"),
    "low": DataColumn(float, "from here"),
    "high": DataColumn(float, "to here, 95 times in 100"),
    "deviation": DataColumn(float, "the standard deviation of single tournaments"),
    "needed": DataColumn(int, "the tournaments that put the interval within 0.01 on either side"),
}


def probe_dataset(result: ProbeResult, command: str) -> Dataset:
    """Every line and the cluster of every point; what random pairing gave where nothing was weighed."""
    probe = result.probe
    counts = ", ".join(f"{kind.tournaments} and {kind.held_out} of {kind.name}" for kind in probe.kinds)
    return Dataset(
        title=f"Weights of pairing and the quality of tournaments: {probe.system}, win model {probe.model}",
        abstract=(
            f"{probe.points} settings of weights on simulated tournaments (to search with, and held out):"
            f" {counts}. Seeds {probe.seed} and {probe.held_out_seed}."
        ),
        sources=("Document 4: Geoff Kaniuk, Pairing quality, background and plan, 2018.",),
        command=command,
        results=probe_json(result),
        tables=(_control(result),) if result.findings is None else _tables(result, result.findings),
    )


def probe_command(config: Path) -> str:
    """What to type to have the same folder again."""
    return shlex.join(["miai", "lab", "probe", config.name, "--out", "DIR"])


def _tables(result: ProbeResult, findings: Findings) -> tuple[DataTable, ...]:
    return (
        DataTable(
            name="lines",
            says="Every line between unlike weights of alike quality, on held-out tournaments.",
            columns=_LINES,
            rows=[
                {
                    "kind": kind.kind,
                    "one": line.one,
                    "other": line.other,
                    "distance": line.distance,
                    **_bounded("ends", line.ends),
                    **_bounded("better", line.way.better),
                    **_bounded("worse", line.way.worse),
                    **_bounded("from_an_end", line.way.from_an_end),
                }
                for kind in findings.sensitivity
                for line in kind.lines
            ],
        ),
        DataTable(
            name="clusters",
            says="The cluster of every point on every kind of event.",
            columns=_CLUSTERS,
            rows=_cluster_rows(result, findings),
        ),
    )


def _bounded(name: str, bounds: Bounds) -> JsonObject:
    return {name: bounds.value, f"{name}_low": bounds.low, f"{name}_high": bounds.high}


def _cluster_rows(result: ProbeResult, findings: Findings) -> list[JsonObject]:
    rows = []
    for at, point in enumerate(drawn_points(result.probe)):
        weights = {
            f"{what}_{rule}": value
            for rule, weight, scale in point.weights
            for what, value in (("W", weight), ("lambda", scale))
        }
        rows += [
            {
                "point": at,
                "psi": point.psi,
                **weights,
                "kind": found.kind,
                "cluster": found.labels[at],
                "score": float(findings.cloud.scores[found.kind][at]),
                "good": bool(findings.cloud.good[at]),
            }
            for found in findings.clusters
        ]
    return rows


def _control(result: ProbeResult) -> DataTable:
    rows = [{**asdict(each), **asdict(each.mean), "mean": each.mean.value} for each in result.control]
    return DataTable(name="control", says="Every quality under random pairing.", columns=_CONTROL, rows=rows)
