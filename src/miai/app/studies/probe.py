"""Probe how weights and quality hang together."""

from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import Any

from miai.errors import InputError, Problem
from miai.formats.registry import load, read_file, save
from miai.lab.entries import Event, real
from miai.lab.probe_config import MEASURED, Probe, parse_probe
from miai.lab.probe_file import ProbeFile
from miai.lab.probe_findings import Cloud, Findings
from miai.lab.probe_study import Progress, Study
from miai.lab.run import Place
from miai.report import probe_plots
from miai.report.probe import control_report, probe_report


def example() -> str:
    """A configuration to start from."""
    return files("miai.lab").joinpath("probe.toml").read_text(encoding="utf-8")


def probe_data(config: Path, *, folder: Path | None, place: Place, progress: Progress) -> dict[str, Any]:
    """Run or go on with a probe, write its file and its report, and return the answers as stable JSON."""
    probe, output, text = _configured(config)
    probe_plots.demand()
    file = ProbeFile(config.parent / output, digest=probe.digest, config=text)
    report = folder or file.output.with_name(f"{file.output.stem}-report")
    study = Study(probe, file, place, progress)
    data = _facts(probe, file.output, report)
    if probe.system == "random":
        data["control"] = [asdict(each) for each in study.control()]
        file.finish()
        _write(report, {"report.md": control_report(data).encode()})
        return data
    findings = study.run()
    file.finish()
    data |= _answers(findings)
    _write(report, {"report.md": probe_report(data).encode(), **_pictures(data, findings.cloud)})
    return data


def _configured(config: Path) -> tuple[Probe, str, str]:
    def read_event(name: str) -> Event:
        return real(read_file(config.parent / name).tournament)

    try:
        text = load(config).decode("utf-8")
        return *parse_probe(text, read_event), text
    except UnicodeDecodeError:
        raise InputError([Problem(what="this is not text in UTF-8", where=config.name)]) from None
    except InputError as error:
        raise InputError(
            [Problem(what=str(problem), where=config.name) for problem in error.problems]
        ) from error


def _facts(probe: Probe, output: Path, report: Path) -> dict[str, Any]:
    return {
        "file": output.name,
        "report": str(report / "report.md"),
        "system": probe.system,
        "seed": probe.seed,
        "points": probe.points,
        "pairings": probe.pairings,
        "top": probe.study.top,
        "kinds": [{"name": kind.name, "tournaments": kind.tournaments} for kind in probe.kinds],
        "qualities": [
            {"key": key, "title": MEASURED[key].title, "ideal": MEASURED[key].ideal, "priority": priority}
            for key, priority in probe.priorities
        ],
    }


def _answers(findings: Findings) -> dict[str, Any]:
    return {
        "continuity": [{**asdict(each), "verdict": each.verdict} for each in findings.continuity],
        "flatness": asdict(findings.flatness),
        "importance": {kind: [asdict(each) for each in lines] for kind, lines in findings.importance.items()},
        "region": asdict(findings.region),
        "contenders": [asdict(each) for each in findings.contenders],
        "orders": [asdict(each) for each in findings.orders],
    }


def _pictures(data: dict[str, Any], cloud: Cloud) -> dict[str, bytes]:
    pictures = {
        "continuity.svg": probe_plots.continuity(data["continuity"]),
        "importance.svg": probe_plots.importance(data["importance"]),
        "region.svg": probe_plots.region(data["region"], cloud.shares, cloud.good),
        "weights.svg": probe_plots.weights(cloud.axes, cloud.shares, cloud.scores),
    }
    if data["flatness"]["lines"]:
        pictures["lines.svg"] = probe_plots.lines(data["flatness"]["profiles"])
    if data["orders"]:
        pictures["orders.svg"] = probe_plots.orders(data["orders"])
    return pictures


def _write(folder: Path, contents: dict[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder {folder.name} cannot be made ({error.strerror})") from error
    for name, content in contents.items():
        save(folder / name, content)
