"""Document 4's questions in the report of a probe: what is alike, near points, lines, and clusters."""

from typing import TYPE_CHECKING

from miai_lab.probe.text import interval, percent, table

if TYPE_CHECKING:
    from miai_lab.probe.clusters import Cluster, Clustering
    from miai_lab.probe.config import Probe
    from miai_lab.probe.equivalence import AlikeCount
    from miai_lab.probe.findings import Findings
    from miai_lab.probe.lines import Spread

VERDICTS = {
    "continuous": "Similar weights give similar quality.",
    "cliffs": "Similar weights mostly give similar quality, but some small steps change it notably.",
    "broken": "Similar weights give unrelated quality.",
}
_COUNTED = ("Alike", "Surely alike", "Surely unlike")
_GROUPS = {"all": "all", "ends_alike": "ends alike", "ends_surely_alike": "ends surely alike"}


def alike_part(probe: "Probe", findings: "Findings") -> list[str]:
    """What the margins are."""
    study = probe.study
    keys = [key for key, _ in probe.priorities]
    rows = ((kind, *(f"{margins[key]:.3f}" for key in keys)) for kind, margins in findings.margins.items())
    return [
        "## What is alike",
        "",
        "Two points are alike on a kind of event if none of their qualities differ by more than a margin: "
        f"{study.alike:.0%} of the way from the worst twentieth of points to the best, or {study.least:g} "
        "if that is more. Surely alike are those whose whole interval, for all qualities together, is "
        "within the margin; surely unlike those of which none of it is.",
        "",
        *table(("Margin", *(f"`{key}`" for key in keys)), rows),
    ]


def continuity_part(findings: "Findings") -> list[str]:
    """Near points."""
    heading = ("Kind", "Weights apart by", "Quality differs", *_COUNTED, "Verdict")
    rows = []
    for kind in findings.continuity:
        for at, step in enumerate(kind.near):
            rows.append(
                (
                    "" if at else kind.kind,
                    f"{step.distance:.0%} of the ranges",
                    percent(step.difference),
                    *(_counted(step.alike) if step.alike is not None else ()),
                    "" if at else VERDICTS[kind.verdict],
                )
            )
    return [
        "## Do similar weights give similar quality?",
        "",
        "Each point was compared with points close by. Quality differs by 100% if it differs as much as "
        "between any two points.",
        "",
        "![How quality differs with distance](continuity.svg)",
        "",
        *table(heading, rows),
    ]


def sensitivity_part(findings: "Findings") -> list[str]:
    """Lines between unlike weights of alike quality."""
    heading = ("Kind", "Lines", *_COUNTED, "Better than both ends", "Worse than both ends")
    lines = [
        "## Does quality stay alike between unlike weights of alike quality?",
        "",
    ]
    rows = []
    for kind in findings.sensitivity:
        lines.append(
            f"- {kind.kind}: {kind.alike} of {kind.pairs} pairs with unlike weights have alike qualities; "
            f"{len(kind.lines)} straight lines were drawn between such pairs."
        )
        for at, (group, count) in enumerate(kind.groups.items()):
            for name, part in (("", count.beyond), (", from either end", count.from_an_end)):
                rows.append(
                    (
                        "" if at or name else kind.kind,
                        f"{_GROUPS[group]}{name}",
                        *_counted(part),
                        *(("", "") if name else (_spread(count.better), _spread(count.worse))),
                    )
                )
    return [
        *lines,
        "",
        "A line stays alike if no point on it is better than the better end or worse than the worse end by "
        "more than the margin, in any quality; or, the second time, if none is further than the margin from "
        "either end. Deviations are in margins: of the median line, of the one that 95 in 100 do not "
        "exceed, and the largest.",
        "",
        *(["![How far lines leave their ends](lines.svg)", ""] if has_lines(findings) else []),
        *table(heading, rows),
    ]


def has_lines(findings: "Findings") -> bool:
    """Whether there were unlike weights of alike quality."""
    return any(kind.lines for kind in findings.sensitivity)


def clusters_part(findings: "Findings") -> list[str]:
    """Clusters of quality, and their weights."""
    lines = [
        "## Are there clusters of quality?",
        "",
        "Points were joined by Ward's method; the number of clusters has the highest silhouette. What one "
        "in twenty normal clouds of the same covariance exceeds is called chance. Agreement is the adjusted "
        "Rand index with clusters found on the held-out tournaments alone.",
        "",
    ]
    heading = ("Kind", "Clusters", "Silhouette", "Held out", "Chance", "Agreement")
    rows = [
        (
            each.kind,
            str(len(each.clusters)),
            f"{each.silhouette:.2f}",
            f"{each.held_out:.2f}",
            f"{each.chance:.2f}",
            interval(each.agreement),
        )
        for each in findings.clusters
    ]
    return [*lines, *table(heading, rows), *(row for each in findings.clusters for row in _members(each))]


def _members(found: "Clustering") -> list[str]:
    keys = list(found.clusters[0].marks)
    rows = [
        (str(at), str(each.points), *(f"{each.marks[key]:.2f}" for key in keys), _pulls(each))
        for at, each in enumerate(found.clusters, 1)
    ]
    return [
        f"### Clusters: {found.kind}",
        "",
        "Marks run from 0, bad, to 1, good. Of weights, the chance that one inside is larger than one "
        "outside.",
        "",
        *table(("Cluster", "Points", *(f"`{key}`" for key in keys), "Weights"), rows),
    ]


def _pulls(cluster: "Cluster") -> str:
    numbers = [f"{pull.axis} {percent(pull.larger)}" for pull in cluster.pulls]
    shapes = [f"{shape} {share:.0%}" for shape, share in cluster.psi.items()]
    return "; ".join([*numbers, ", ".join(shapes)])


def _counted(count: "AlikeCount") -> tuple[str, str, str]:
    return count_text(count), str(count.surely_alike), str(count.surely_unlike)


def count_text(count: "AlikeCount") -> str:
    """How many are alike."""
    return f"{round(count.alike.value * count.cases)} of {count.cases}, {percent(count.alike)}"


def _spread(spread: "Spread | None") -> str:
    if spread is None:
        return ""
    return f"{spread.median:.2f}, {spread.most_of_them:.2f}, {spread.largest:.2f}"
