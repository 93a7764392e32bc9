"""Plots of a probe: findings and arrays in, SVG out."""

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np
from matplotlib import rcParams

from miai.engine.kernel.arrays import Flags, Floats
from miai.terminal.plots import KAYA, KAYA_INK, RULE, SLATE, SOFT, rendered
from miai_lab.probe.text import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from miai_lab.probe.analysis import Continuity, Importance
    from miai_lab.probe.findings import Contender, Region
    from miai_lab.probe.lines import Sensitivity


# One for each kind of event.
_MARKS = ((SLATE, "o"), (KAYA, "D"), (SOFT, "s"), (KAYA_INK, "^"))
_SLICES = 8
# A smaller share of a quality's variance is not shown.
_LEAST_SHARE = 0.01
_TICKS = (0.01, 0.03, 0.1, 0.2, 0.5)


def picture(draw: Callable[["Figure"], None], size: tuple[float, float]) -> bytes:
    """An SVG with text instead of outlines: a fifth of the size, and searchable."""

    def with_words(figure: "Figure") -> None:
        rcParams["svg.fonttype"] = "none"
        draw(figure)

    return rendered(with_words, "svg", size=size)


def check_plotting() -> None:
    """Raise an error before a long run if pictures cannot be drawn after it."""
    rendered(lambda figure: None, "svg", size=(1.0, 1.0))


def continuity(kinds: "Sequence[Continuity]") -> bytes:
    """How much quality differs by how far weights are apart, with intervals and what chance explains."""

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        for kind, (colour, mark) in zip(kinds, cycle(_MARKS), strict=False):
            steps = [*kind.near, *kind.far]
            x = [step.distance for step in steps]
            y = [step.difference.value for step in steps]
            low, high = [step.difference.low for step in steps], [step.difference.high for step in steps]
            axes.vlines(x, low, high, color=colour, linewidth=1)
            axes.plot(x, y, color=colour, marker=mark, markersize=4, linewidth=1, label=kind.kind)
            axes.axhline(kind.noise, color=colour, linewidth=0.8, linestyle=":")
        axes.set_xscale("log")
        axes.set_xticks(_TICKS, [f"{tick:.0%}" for tick in _TICKS], minor=False)
        axes.minorticks_off()
        axes.set_xlabel("distance of the weights, as a share of the ranges tried")
        axes.set_ylabel("difference of quality\n(1: any two points; dotted: chance)")
        axes.set_ylim(bottom=0)
        axes.legend(fontsize=8)

    return picture(draw, (6.5, 3.4))


def lines(kinds: "Sequence[Sensitivity]") -> bytes:
    """Every line: how far it leaves its ends for the better and for the worse, with intervals."""
    drawn = [kind for kind in kinds if kind.lines]

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(1, len(drawn), sharey=True, squeeze=False)[0]
        for axes, kind in zip(panels, drawn, strict=True):
            ranked = sorted(kind.lines, key=lambda line: line.way.better.value - line.way.worse.value)
            for colour, sign in ((SLATE, 1), (KAYA, -1)):
                ways = [line.way.better if sign > 0 else line.way.worse for line in ranked]
                x = np.arange(len(ways))
                ends = [[sign * way.low for way in ways], [sign * way.high for way in ways]]
                axes.vlines(x, *ends, color=colour, linewidth=0.6, alpha=0.5)
                label = "better than both ends" if sign > 0 else "worse than both ends"
                axes.plot(x, [sign * way.value for way in ways], ".", color=colour, markersize=3, label=label)
            for margin in (-1, 1):
                axes.axhline(margin, color=SOFT, linewidth=0.8, linestyle=":")
            axes.set_title(kind.kind)
            axes.set_xticks([])
            axes.set_xlabel(f"{len(ranked)} lines")
        panels[0].set_ylabel("largest deviation\n(1: the margin)")
        figure.legend(*panels[0].get_legend_handles_labels(), loc="outside lower left", ncols=2)

    return picture(draw, (1.2 + 2.2 * len(drawn), 3.2))


def importance(kinds: "Mapping[str, Sequence[Importance]]") -> bytes:
    """One panel a kind: how much of each quality's variance each number of the weights explains."""

    def draw(figure: "Figure") -> None:
        panels = figure.subplots(1, len(kinds), sharey=True, squeeze=False)[0]
        for axes, (kind, found) in zip(panels, kinds.items(), strict=True):
            _shares(axes, kind, found)

    first = next(iter(kinds.values()))
    rows = len({each.axis for each in first})
    return picture(draw, (1.2 + 2.6 * len(kinds), 1.3 + 0.24 * rows))


def _shares(axes: "Axes", title: str, found: "Sequence[Importance]") -> None:
    rows = list(dict.fromkeys(each.axis for each in found))
    columns = list(dict.fromkeys(each.quality for each in found))
    seen = [each for each in found if each.share.value >= _LEAST_SHARE]
    axes.scatter(
        [columns.index(each.quality) for each in seen],
        [rows.index(each.axis) for each in seen],
        s=[300 * each.share.value for each in seen],
        # White: less of it is better; the shapes of psi have no direction.
        c=[SLATE if each.push.value >= 0 or each.axis == "psi" else "white" for each in seen],
        edgecolor=SLATE,
        linewidth=0.8,
    )
    axes.set_title(title)
    axes.set_xticks(range(len(columns)), [name.replace("_", " ") for name in columns], rotation=90)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_xlim(-0.6, len(columns) - 0.4)
    axes.set_ylim(len(rows) - 0.4, -0.6)
    axes.tick_params(length=0)
    axes.grid(color=RULE, linewidth=0.4)
    axes.set_axisbelow(True)


def weights(names: Sequence[str], shares: Floats, scores: Mapping[str, Floats]) -> bytes:
    """One panel an axis: the mean score along it, kind by kind."""
    across = 3
    down = -(-len(names) // across)

    def draw(figure: "Figure") -> None:
        grid = figure.subplots(down, across, sharey=True, squeeze=False)
        for at, axes in enumerate(grid.flat):
            if at >= len(names):
                axes.set_axis_off()
                continue
            axes.set_title(names[at])
            slices = np.minimum((shares[:, at] * _SLICES).astype(int), _SLICES - 1)
            filled = np.unique(slices)
            for (kind, score), (colour, mark) in zip(scores.items(), cycle(_MARKS), strict=False):
                means = [score[slices == each].mean() for each in filled]
                x = (filled + 0.5) / _SLICES
                axes.plot(x, means, color=colour, marker=mark, markersize=3, linewidth=1, label=kind)
            axes.set_xticks([0, 1], ["least", "most"])
        figure.legend(*grid[0, 0].get_legend_handles_labels(), loc="outside lower left", ncols=4)
        figure.supylabel("mean score", fontsize=9)

    return picture(draw, (6.5, 0.6 + 1.35 * down))


def region(found: "Region", shares: Floats, good: Flags) -> bytes:
    """The box on every axis, and where the points lie that are good for all kinds."""

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        for row, each in enumerate(found.ranges):
            span = np.log(each.probed_high / each.probed_low)
            low, high = (np.log(end / each.probed_low) / span for end in (each.low, each.high))
            axes.barh(row, high - low, left=low, height=0.7, color=KAYA, alpha=0.45)
            axes.plot(shares[good, row], np.full(int(good.sum()), row), "|", color=SLATE, markersize=8)
            axes.text(1.02, row, f"{number(each.low)} to {number(each.high)}", va="center", fontsize=8)
        axes.set_yticks(range(len(found.ranges)), [each.axis for each in found.ranges])
        axes.set_ylim(len(found.ranges) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.set_xticks([0, 1], ["least tried", "most tried"])
        axes.tick_params(axis="y", length=0)

    return picture(draw, (6.5, 0.8 + 0.27 * len(found.ranges)))


def orders(contenders: "Sequence[Contender]") -> bytes:
    """The score of every order of tiers, kind by kind, the best mean first."""
    ranked = sorted(contenders, key=lambda each: -sum(each.scores.values()))

    def draw(figure: "Figure") -> None:
        axes = figure.subplots()
        for kind, (colour, mark) in zip(ranked[0].scores, cycle(_MARKS), strict=False):
            x = [each.scores[kind] for each in ranked]
            axes.plot(x, range(len(ranked)), mark, color=colour, markersize=4, label=kind)
        axes.set_yticks(range(len(ranked)), [each.label for each in ranked], fontsize=7)
        axes.set_ylim(len(ranked) - 0.5, -0.5)
        axes.set_xlim(0, 1)
        axes.set_xlabel("score")
        axes.grid(axis="y", color=RULE, linewidth=0.4)
        axes.tick_params(axis="y", length=0)
        figure.legend(*axes.get_legend_handles_labels(), loc="outside lower left", ncols=4)

    return picture(draw, (6.5, 1.2 + 0.17 * len(ranked)))
