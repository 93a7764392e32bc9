"""The report of a probe, in words for people, as Markdown with its pictures beside it."""

from collections.abc import Iterable, Sequence
from typing import Any

Data = dict[str, Any]

_VERDICTS = {
    "continuous": "Similar weights give similar quality.",
    "cliffs": "Similar weights mostly give similar quality, but some small steps change it notably.",
    "broken": "Similar weights give unrelated quality.",
}
# What is told of contenders beside the qualities that the score is made of.
_ALSO = ("colour", "seed", "peer", "unique_winner", "ranking")
_FEWEST_ORDERS = 6
_PAIRED = (
    "In brackets stands what is gained on the first line, with its interval: both had the same tournaments."
)


def probe_report(data: Data) -> str:
    """The whole report."""
    parts = (
        _opening(data),
        _continuity(data),
        _flatness(data),
        _importance(data),
        _region(data),
        _contenders(data),
        _orders(data) if data["orders"] else (),
    )
    return "\n".join(line for part in parts for line in part)


def probe_lines(data: Data) -> list[str]:
    """The answers in a few lines."""
    if "control" in data:
        return [f"{data['file']} and {data['report']} are written"]
    lines = [f"{each['kind']}: {_VERDICTS[each['verdict']]}" for each in data["continuity"]]
    flat, fresh = data["flatness"]["flat"], data["region"]["verified"]["fresh"]
    return [
        *lines,
        f"flat lines between good points: {_percent(flat)} of {data['flatness']['lines']}",
        f"good on all kinds of event: {_percent(fresh)} of fresh points inside the region",
        f"{data['file']} and {data['report']} are written",
    ]


def control_report(data: Data) -> str:
    """The report of random pairing: the value of every measure when nothing is optimised."""
    lines = [
        "# A probe of random pairing",
        "",
        f"Nobody meets twice, nothing else counts. {_kinds(data)} The seed is {data['seed']}.",
        "",
        "Needed are the tournaments after which the interval reaches one of a hundred (or 0.01) on either "
        "side. Far from ideal are the numbers of the tournaments to look at.",
        "",
    ]
    heading = ("Kind", "Measure", "Mean", "Single tournaments differ by", "Needed", "Far from ideal")
    rows = (
        (
            each["kind"],
            f"`{each['measure']}`",
            _interval(each["mean"]),
            f"{each['deviation']:.3f}",
            str(each["needed"]),
            ", ".join(str(number) for number in each["worst"]),
        )
        for each in data["control"]
    )
    return "\n".join([*lines, *_table(heading, rows)])


def _opening(data: Data) -> list[str]:
    heading = ("Quality", "Priority")
    rows = ((f"{each['title']} (`{each['key']}`)", f"{each['priority']:g}") for each in data["qualities"])
    return [
        f"# A probe of weights: {data['system']}",
        "",
        f"{data['points']} points in the space of weights were drawn at random, and each was tried on the "
        f"same tournaments. {_kinds(data)} The seed is {data['seed']}; every figure is in {data['file']}. "
        "Intervals hold 95 times in 100.",
        "",
        "The score of a point on a kind of event is the mean of its marks by these priorities. A mark is 1 "
        "if the quality is as good as in the best twentieth of all points, 0 if as bad as in the worst, and "
        "even in between. The standing of a point is the share of all points that it beats on the kind of "
        f"event that likes it least; good points have {1 - data['top']:.0%} or more.",
        "",
        *_table(heading, rows),
    ]


def _continuity(data: Data) -> list[str]:
    heading = ("Kind", "Weights apart by", "Quality differs", "Notable jumps", "Verdict")
    rows = []
    for kind in data["continuity"]:
        for at, step in enumerate(kind["near"]):
            rows.append(
                (
                    "" if at else kind["kind"],
                    f"{step['distance']:.0%} of the ranges",
                    _percent(step["difference"]),
                    _percent(step["jumps"]),
                    "" if at else _VERDICTS[kind["verdict"]],
                )
            )
    return [
        "## Do similar weights give similar quality?",
        "",
        "Points got companions close by. Quality differs by 100% if it differs as much as between any two "
        "points. A jump is a difference of more than a tenth of the way from bad to good points in one "
        "quality that luck does not explain.",
        "",
        "![How quality differs with distance](continuity.svg)",
        "",
        *_table(heading, rows),
    ]


def _flatness(data: Data) -> list[str]:
    found = data["flatness"]
    heading = ["## Is everything good between two good points?", ""]
    if not found["lines"]:
        return [*heading, "There were too few good points to draw a line between two of them.", ""]
    count = round(found["flat"]["value"] * found["lines"])
    return [
        *heading,
        f"{count} of {found['lines']} lines between good points are flat, {_percent(found['flat'])}: no "
        "point on them is worse than both ends by more than a tenth of the way from bad to good points, in "
        "any quality on any kind of event, beyond luck. The deepest dip is "
        f"{max(found['dips']):.0%} of that way. The mean score over the kinds falls at most "
        f"{max(min(line[0], line[-1]) - min(line) for line in found['profiles']):.2f} below the lower end.",
        "",
        "![Scores along the lines](lines.svg)",
        "",
    ]


def _importance(data: Data) -> list[str]:
    heading = ("Kind", "Quality", "What decides it: share of its variance, and whether more is better")
    rows = []
    for kind, found in data["importance"].items():
        for at, quality in enumerate(dict.fromkeys(each["quality"] for each in found)):
            first = sorted(
                (each for each in found if each["quality"] == quality),
                key=lambda each: -each["share"]["value"],
            )
            told = "; ".join(_pushed(each) for each in first[:3] if each["share"]["low"] > 0.01)
            rows.append(("" if at else kind, f"`{quality}`", told or "nothing for sure"))
    return [
        "## Which weights matter?",
        "",
        "The larger a stone, the more of a quality's variance a number explains; a black stone means that "
        "more of it is better, a white one that less is.",
        "",
        "![Which weights matter](importance.svg)",
        "",
        *_table(heading, rows),
        "![The mean score along every number](weights.svg)",
        "",
    ]


def _pushed(each: Data) -> str:
    share = f"{each['axis']} {_percent(each['share'])}"
    if each["axis"] == "psi":
        return share
    return f"{share}, {'more' if each['push']['value'] > 0 else 'less'} is better"


def _region(data: Data) -> list[str]:
    region, judged = data["region"], data["region"]["verified"]
    heading = ("Number", "From", "To", "Tried")
    rows = (
        (
            each["axis"],
            number(each["low"]),
            number(each["high"]),
            f"{each['probed_low']:g} to {each['probed_high']:g}",
        )
        for each in region["ranges"]
    )
    return [
        "## A region that is good for all kinds of event",
        "",
        "Slices whose points stand lower than the rest were cut off until no cut was a gain beyond luck. "
        "Fresh points were then drawn inside what is left.",
        "",
        f"- Of all points {_percent(judged['everywhere'])} are good; inside the region "
        f"{_percent(judged['found'])}, of the fresh points {_percent(judged['fresh'])}.",
        f"- The mean standing is {judged['mean_standing']:.0%} of all points and "
        f"{judged['fresh_mean_standing']:.0%} of the fresh ones; the lowest of these has "
        f"{judged['fresh_least_standing']:.0%}.",
        f"- Shapes of psi inside: {', '.join(region['psi'])}.",
        "",
        "![The region](region.svg)",
        "",
        *_table(heading, rows),
    ]


def _contenders(data: Data) -> list[str]:
    standings = ", ".join(f"{each['label']} {each['standing']:.0%}" for each in data["contenders"])
    lines = ["## Weights that have a name", "", f"Standings: {standings}. {_PAIRED}", ""]
    for kind in data["kinds"]:
        lines += [f"### {kind['name'].capitalize()}", "", *_compared(data, data["contenders"], kind["name"])]
    return lines


def _orders(data: Data) -> list[str]:
    ranked = sorted(data["orders"], key=lambda each: -sum(each["scores"].values()))
    lines = [
        "## In which order should tiers stand?",
        "",
        "Every rule outweighs the rules below it on many boards; the score is always first. The order of the "
        f"preset `miai` stands above the best others by their mean score over the kinds. {_PAIRED}",
        "",
        "![Scores of the orders of tiers](orders.svg)",
        "",
    ]
    for kind in data["kinds"]:
        others = [each for each in ranked if each is not data["orders"][0]]
        best = _compared(data, [data["orders"][0], *others[:_FEWEST_ORDERS]], kind["name"])
        lines += [f"### Tiers: {kind['name']}", "", *best]
    return lines


def _compared(data: Data, contenders: Sequence[Data], kind: str) -> list[str]:
    keys = [each["key"] for each in data["qualities"]]
    told = [
        key
        for key in (*keys, *(key for key in _ALSO if key not in keys))
        if all(key in each["values"][kind] for each in contenders)
    ]
    heading = ("", "Score", *(f"`{key}`" for key in told))
    rows = (
        (each["label"], f"{each['scores'][kind]:.2f}", *(_told(each, kind, key) for key in told))
        for each in contenders
    )
    return _table(heading, rows)


def _told(contender: Data, kind: str, key: str) -> str:
    """The value, and its gain on the first contender with the interval of that; the first has its own."""
    value, gain = (contender[what][kind][key] for what in ("values", "gains"))
    if gain["value"] == gain["low"] == gain["high"] == 0:
        return f"{value['value']:.3f} ± {value['high'] - value['value']:.3f}"
    return f"{value['value']:.3f} ({gain['value']:+.3f} ± {gain['high'] - gain['value']:.3f})"


def _kinds(data: Data) -> str:
    listed = ", ".join(f"{each['tournaments']} of the kind '{each['name']}'" for each in data["kinds"])
    often = "" if data["pairings"] == 1 else f", each paired {data['pairings']} times"
    return f"Tournaments: {listed}{often}."


def _table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(heading)} |",
        f"|{'---|' * len(heading)}",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
    ]


def number(value: float) -> str:
    """A weight as people write it."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def _percent(estimate: Data) -> str:
    return f"{estimate['value']:.0%} ({max(0.0, estimate['low']):.0%} to {estimate['high']:.0%})"


def _interval(estimate: Data) -> str:
    return f"{estimate['value']:.3f} ({estimate['low']:.3f} to {estimate['high']:.3f})"
