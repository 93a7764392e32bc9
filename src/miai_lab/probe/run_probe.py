"""Probe how weights affect quality."""

from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from miai.engine.gpu.playing import CPU
from miai.errors import InputError
from miai.formats.registry import read_file, save
from miai.messages import Message
from miai_lab.config_files import read_config
from miai_lab.entries import Event, real
from miai_lab.probe import plots as probe_plots
from miai_lab.probe.config import Probe, parse_probe
from miai_lab.probe.file import ProbeFile
from miai_lab.probe.findings import Findings
from miai_lab.probe.questions import has_lines
from miai_lab.probe.report import ProbeResult, control_report, probe_report
from miai_lab.probe.study import ProbeStudy, Progress
from miai_lab.task_runner import Place


def example() -> str:
    """A configuration to start from."""
    return files("miai_lab.probe").joinpath("probe.toml").read_text(encoding="utf-8")


def run_probe(
    config: Path,
    *,
    folder: Path | None,
    place: Place,
    progress: Progress,
    lenient: bool = False,
    device: str = CPU,
) -> ProbeResult:
    """Run or continue a probe, and write its file and its report."""
    probe, output, text = _configured(config, lenient=lenient)
    probe_plots.check_plotting()
    file = ProbeFile(config.parent / output, digest=probe.digest, config=text)
    report = folder or file.output.with_name(f"{file.output.stem}-report")
    study = ProbeStudy(probe, file, place, progress, device)
    result = ProbeResult(probe=probe, file=file.output.name, report=str(report / "report.md"))
    if probe.system == "random":
        result = replace(result, control=study.control())
        file.finish()
        _write(report, {"report.md": control_report(result).encode()})
        return result
    findings = study.run()
    file.finish()
    _write(report, {"report.md": probe_report(result, findings).encode(), **_plots(findings)})
    return replace(result, findings=findings)


def _configured(config: Path, *, lenient: bool) -> tuple[Probe, str, str]:
    def read_event(name: str) -> Event:
        return real(read_file(config.parent / name, lenient=lenient).tournament)

    return read_config(config, lambda text: (*parse_probe(text, read_event), text))


def _plots(findings: Findings) -> dict[str, bytes]:
    cloud = findings.cloud
    plots = {
        "continuity.svg": probe_plots.continuity(findings.continuity),
        "importance.svg": probe_plots.importance(findings.importance),
        "region.svg": probe_plots.region(findings.region, cloud.shares, cloud.good),
        "weights.svg": probe_plots.weights(cloud.axes, cloud.shares, cloud.scores),
    }
    if has_lines(findings):
        plots["lines.svg"] = probe_plots.lines(findings.sensitivity)
    if findings.orders:
        plots["orders.svg"] = probe_plots.orders(findings.orders)
    return plots


def _write(folder: Path, contents: dict[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            Message(
                "the folder %(name)s cannot be made (%(reason)s)", name=folder.name, reason=error.strerror
            )
        ) from error
    for name, content in contents.items():
        save(folder / name, content)
