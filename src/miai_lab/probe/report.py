"""The report of a probe as Markdown, with its plots in files beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.engine.judging import MEASURES
from miai_lab.probe.questions import (
    VERDICTS,
    alike_part,
    clusters_part,
    continuity_part,
    count_text,
    sensitivity_part,
)
from miai_lab.probe.text import interval, number, percent, table

if TYPE_CHECKING:
    from miai.engine.judging.measures import Measure
    from miai_lab.probe.analysis import Importance
    from miai_lab.probe.config import Probe
    from miai_lab.probe.findings import Contender, Control, Findings

# What is shown of contenders beside the qualities that the score is made of.
_ALSO = ("colour", "seed", "peer", "unique_winner", "ranking")
_FEWEST_ORDERS = 6
_PAIRED = "In brackets: the gain on the first line, with its interval; both played the same tournaments."


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbeResult:
    """A probe and what was found, or the values of random pairing where nothing was weighed.

    `file` is the name of the table of all numbers, `report` the path of the report.
    """

    probe: "Probe"
    file: str
    report: str
    findings: "Findings | None" = None
    control: "tuple[Control, ...]" = ()

    @property
    def qualities(self) -> "list[tuple[Measure, float]]":
        """The measures that make up the score, with their priorities."""
        return [(MEASURES[key], priority) for key, priority in self.probe.priorities]


def probe_report(result: ProbeResult, findings: "Findings") -> str:
    """The whole report."""
    parts = (
        _opening(result),
        alike_part(result.probe, findings),
        continuity_part(findings),
        sensitivity_part(findings),
        clusters_part(findings),
        _importance(findings),
        _region(findings),
        _contenders(result, findings),
        _orders(result, findings) if findings.orders else (),
    )
    return "\n".join(line for part in parts for line in part)


def probe_lines(result: ProbeResult) -> list[str]:
    """The answers in a few lines."""
    written = f"{result.file} and {result.report} are written"
    found = result.findings
    if found is None:
        return [written]
    fresh = found.region.verified.fresh
    return [
        *(f"{each.kind}: {VERDICTS[each.verdict]}" for each in found.continuity),
        *(
            f"{each.kind}: {count_text(each.groups['ends_alike'].beyond)} between unlike weights of alike"
            " quality stay alike"
            for each in found.sensitivity
        ),
        f"good on all kinds of event: {percent(fresh)} of fresh points inside the region",
        written,
    ]


def control_report(result: ProbeResult) -> str:
    """The report of random pairing: the value of every measure when nothing is optimised."""
    lines = [
        "# A probe of random pairing",
        "",
        f"Nobody meets twice, nothing else counts. {_kinds(result)} The seed is {result.probe.seed}.",
        "",
        "Needed is the number of tournaments after which the interval reaches one hundredth (or 0.01) on "
        "either side. Far from ideal lists the numbers of the tournaments to look at.",
        "",
    ]
    heading = ("Kind", "Measure", "Mean", "Single tournaments differ by", "Needed", "Far from ideal")
    rows = (
        (
            each.kind,
            f"`{each.measure}`",
            interval(each.mean),
            f"{each.deviation:.3f}",
            str(each.needed),
            ", ".join(str(number) for number in each.worst),
        )
        for each in result.control
    )
    return "\n".join([*lines, *table(heading, rows)])


def _opening(result: ProbeResult) -> list[str]:
    probe = result.probe
    heading = ("Quality", "Priority")
    rows = ((f"{measure.title} (`{measure.key}`)", f"{priority:g}") for measure, priority in result.qualities)
    return [
        f"# A probe of weights: {probe.system}",
        "",
        f"{probe.points} points in the space of weights were drawn at random, and each was tried on the "
        f"same tournaments. {_kinds(result)} The win model is `{probe.model}`. The seed is {probe.seed}, and "
        f"{probe.held_out_seed} that of the tournaments that are held out: lines, the region and clusters "
        "are looked for on the former, and unless it says otherwise every figure is of the latter. All are "
        f"in {result.file}. Intervals hold 95 times in 100.",
        "",
        "The score of a point on a kind of event is the mean of its marks by these priorities. A mark is 1 "
        "if the quality is as good as in the best twentieth of all points, 0 if as bad as in the worst, and "
        "linear in between. The standing of a point is the share of all points that it beats on the kind of "
        f"event where it does worst; good points have {1 - probe.study.top:.0%} or more.",
        "",
        *table(heading, rows),
    ]


def _importance(findings: "Findings") -> list[str]:
    heading = ("Kind", "Quality", "What decides it: share of its variance, and whether more is better")
    rows = []
    again = findings.importance_held_out
    for kind, found in findings.importance.items():
        for at, quality in enumerate(dict.fromkeys(each.quality for each in found)):
            first = sorted(
                (each for each in found if each.quality == quality), key=lambda each: -each.share.value
            )
            held = {each.axis: each for each in again[kind] if each.quality == quality}
            decisive = "; ".join(
                f"{_effect(each)}, held out {held[each.axis].share.value:.0%}"
                for each in first[:3]
                if each.share.low > 0.01
            )
            rows.append(("" if at else kind, f"`{quality}`", decisive or "nothing for certain"))
    return [
        "## Which weights matter?",
        "",
        "The larger a stone, the more of a quality's variance a number explains; a black stone means that "
        "more of it is better, a white one that less is.",
        "",
        "![Which weights matter](importance.svg)",
        "",
        *table(heading, rows),
        "![The mean score along every number](weights.svg)",
        "",
    ]


def _effect(each: "Importance") -> str:
    share = f"{each.axis} {percent(each.share)}"
    if each.axis == "psi":
        return share
    return f"{share}, {'more' if each.push.value > 0 else 'less'} is better"


def _region(findings: "Findings") -> list[str]:
    region, judged = findings.region, findings.region.verified
    heading = ("Number", "From", "To", "Tried")
    rows = (
        (each.axis, number(each.low), number(each.high), f"{each.probed_low:g} to {each.probed_high:g}")
        for each in region.ranges
    )
    return [
        "## A region that is good for all kinds of event",
        "",
        "Slices whose points stand lower than the rest were cut off until no cut gained more than chance "
        "explains. Fresh points were then drawn inside what is left, and played on held-out tournaments.",
        "",
        f"- Of all points {percent(judged.everywhere)} are good; inside the region "
        f"{percent(judged.found)}, of the fresh points {percent(judged.fresh)}.",
        f"- The mean standing is {judged.mean_standing:.0%} of all points and "
        f"{judged.fresh_mean_standing:.0%} of the fresh ones; the lowest of these has "
        f"{judged.fresh_least_standing:.0%}.",
        f"- Shapes of psi inside: {', '.join(region.psi)}.",
        "",
        "![The region](region.svg)",
        "",
        *table(heading, rows),
    ]


def _contenders(result: ProbeResult, findings: "Findings") -> list[str]:
    standings = ", ".join(f"{each.label} {each.standing:.0%}" for each in findings.contenders)
    lines = ["## Named weights", "", f"Standings: {standings}. {_PAIRED}", ""]
    for kind in result.probe.kinds:
        compared = _compared(result, findings.contenders, kind.name)
        lines += [f"### {kind.name.capitalize()}", "", *compared]
    return lines


def _orders(result: ProbeResult, findings: "Findings") -> list[str]:
    preset, *others = findings.orders
    others.sort(key=lambda each: -sum(each.scores.values()))
    lines = [
        "## In which order should tiers stand?",
        "",
        "Every rule outweighs the rules below it on many boards; the score is always first. The order of the "
        f"preset `miai` stands above the best others by their mean score over the kinds. {_PAIRED}",
        "",
        "![Scores of the orders of tiers](orders.svg)",
        "",
    ]
    for kind in result.probe.kinds:
        best = _compared(result, [preset, *others[:_FEWEST_ORDERS]], kind.name)
        lines += [f"### Tiers: {kind.name}", "", *best]
    return lines


def _compared(result: ProbeResult, contenders: "Sequence[Contender]", kind: str) -> list[str]:
    keys = [measure.key for measure, _ in result.qualities]
    shown = [
        key
        for key in (*keys, *(key for key in _ALSO if key not in keys))
        if all(key in each.values[kind] for each in contenders)
    ]
    heading = ("", "Score", *(f"`{key}`" for key in shown))
    rows = (
        (each.label, f"{each.scores[kind]:.2f}", *(_value_text(each, kind, key) for key in shown))
        for each in contenders
    )
    return table(heading, rows)


def _value_text(contender: "Contender", kind: str, key: str) -> str:
    """The value, and its gain on the first contender with the interval of that; the first has its own."""
    value, gain = contender.values[kind][key], contender.gains[kind][key]
    if gain.value == gain.low == gain.high == 0:
        return f"{value.value:.3f} ± {value.high - value.value:.3f}"
    return f"{value.value:.3f} ({gain.value:+.3f} ± {gain.high - gain.value:.3f})"


def _kinds(result: ProbeResult) -> str:
    held = "" if result.probe.system == "random" else " and {} held out"
    kinds = ", ".join(
        f"{each.tournaments}{held.format(each.held_out)} of the kind '{each.name}'"
        for each in result.probe.kinds
    )
    pairings = result.probe.pairings
    often = "" if pairings == 1 else f", each paired {pairings} times"
    return f"Tournaments: {kinds}{often}."
