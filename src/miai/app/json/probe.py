"""The JSON of `miai lab probe`."""

from dataclasses import asdict

from miai.app.json.values import JsonObject
from miai.lab.probe_findings import Findings
from miai.report.probe import ProbeResult


def probe_json(result: ProbeResult) -> JsonObject:
    """What was probed, and the answers; the values of random pairing where nothing was weighed."""
    probe = result.probe
    facts = {
        "file": result.file,
        "report": result.report,
        "system": probe.system,
        "seed": probe.seed,
        "points": probe.points,
        "pairings": probe.pairings,
        "top": probe.study.top,
        "kinds": [{"name": kind.name, "tournaments": kind.tournaments} for kind in probe.kinds],
        "qualities": [
            {"key": measure.key, "title": str(measure.title), "ideal": measure.ideal, "priority": priority}
            for measure, priority in result.qualities
        ],
    }
    if result.findings is None:
        return {**facts, "control": [asdict(each) for each in result.control]}
    return {**facts, **_findings(result.findings)}


def _findings(findings: Findings) -> JsonObject:
    return {
        "continuity": [{**asdict(each), "verdict": each.verdict} for each in findings.continuity],
        "flatness": asdict(findings.flatness),
        "importance": {kind: [asdict(each) for each in found] for kind, found in findings.importance.items()},
        "region": asdict(findings.region),
        "contenders": [asdict(each) for each in findings.contenders],
        "orders": [asdict(each) for each in findings.orders],
    }
