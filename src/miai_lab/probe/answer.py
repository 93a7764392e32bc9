"""The JSON of `miai lab probe`."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from miai.answers import JsonObject, Study
from miai_lab.probe.analysis import Importance
from miai_lab.probe.clusters import Clustering
from miai_lab.probe.findings import Findings
from miai_lab.probe.lines import Sensitivity
from miai_lab.probe.report import ProbeResult


def probe_json(result: ProbeResult) -> JsonObject:
    """What was probed, and the answers; the values of random pairing where nothing was weighed."""
    probe = result.probe
    facts = {
        "file": result.file,
        "report": result.report,
        "system": probe.system,
        "model": probe.model,
        "seed": probe.seed,
        "points": probe.points,
        "pairings": probe.pairings,
        "kinds": [{"name": kind.name, "tournaments": kind.tournaments} for kind in probe.kinds],
        "qualities": [
            {"key": measure.key, "title": str(measure.title), "ideal": measure.ideal, "priority": priority}
            for measure, priority in result.qualities
        ],
    }
    if result.findings is None:
        return {**facts, "control": [asdict(each) for each in result.control]}
    held_out = {
        "seed": probe.held_out_seed,
        "tournaments": {kind.name: kind.held_out for kind in probe.kinds},
    }
    return {**facts, "study": asdict(probe.study), "held_out": held_out, **_findings(result.findings)}


def _findings(findings: Findings) -> JsonObject:
    return {
        "margins": findings.margins,
        "continuity": [{**asdict(each), "verdict": each.verdict} for each in findings.continuity],
        "sensitivity": [_sensitivity(each) for each in findings.sensitivity],
        "clusters": [_clustering(each) for each in findings.clusters],
        "importance": _by_kind(findings.importance),
        "importance_held_out": _by_kind(findings.importance_held_out),
        "region": asdict(findings.region),
        "contenders": [asdict(each) for each in findings.contenders],
        "orders": [asdict(each) for each in findings.orders],
    }


def _sensitivity(found: Sensitivity) -> JsonObject:
    """The counts; the single lines are in the data set."""
    return {
        "kind": found.kind,
        "pairs": found.pairs,
        "alike": found.alike,
        "lines": len(found.lines),
        "by_ends": {name: asdict(count) for name, count in found.groups.items()},
    }


def _clustering(found: Clustering) -> JsonObject:
    """Without the cluster of each point, which is in the data set."""
    facts = asdict(found)
    del facts["labels"]
    return {**facts, "real": found.real}


def _by_kind(found: Mapping[str, Sequence[Importance]]) -> JsonObject:
    return {kind: [asdict(each) for each in some] for kind, some in found.items()}


PROBE = Study(question="lab-probe", json=probe_json)
