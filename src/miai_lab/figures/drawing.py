"""The figures of the documents: panels of curves, points and bars; arrays in, a picture's bytes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from miai.terminal.plots import KAYA, KAYA_INK, RULE, SLATE, SOFT, rendered

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Numbers = Sequence[float] | NDArray[np.float64]

_FEW = (SLATE, KAYA, SOFT, KAYA_INK)
_MARKS = ("o", "D", "s", "^")
_SIZE = (4.6, 3.4)
_MOST_IN_LEGEND = 14


class Style(Enum):
    """How a series is drawn."""

    LINE = "line"
    MARKED = "marked line"
    DOTTED = "dotted"
    POINTS = "points"
    CLOUD = "cloud"
    STEPS = "steps"
    BARS = "bars"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotSeries:
    """One curve, set of points or of bars; a strong one stands out."""

    x: Numbers
    y: Numbers
    label: str = ""
    style: Style = Style.LINE
    strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FigurePanel:
    """One pair of axes; series that share a shade belong together, `uprights` are dashed lines."""

    series: Sequence[PlotSeries]
    x: str = ""
    y: str = ""
    title: str = ""
    uprights: Sequence[float] = ()
    zero: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A figure of a document with its caption."""

    name: str
    caption: str
    panels: Sequence[FigurePanel]


def drawn(picture: Picture, form: str = "svg") -> bytes:
    """All panels of a figure side by side."""
    across = len(picture.panels)

    def draw(figure: "Figure") -> None:
        for axes, panel in zip(figure.subplots(1, across, squeeze=False)[0], picture.panels, strict=True):
            _draw_panel(axes, panel)

    return rendered(draw, form, size=(_SIZE[0] * (0.3 + 0.7 * across), _SIZE[1]))


def index(pictures: Sequence[Picture], form: str = "svg") -> str:
    """A page of all figures with their captions."""
    lines = ["# Figures of the documents, drawn from our own simulations", ""]
    for picture in pictures:
        title = picture.name.replace("-", " ").capitalize()
        lines += [f"## {title}", "", f"![{title}]({picture.name}.{form})", "", picture.caption, ""]
    return "\n".join(lines)


def _draw_panel(axes: "Axes", panel: FigurePanel) -> None:
    axes.set_title(panel.title)
    axes.set_xlabel(panel.x)
    axes.set_ylabel(panel.y)
    if panel.zero:
        axes.axhline(0, color=RULE, linewidth=1, zorder=0)
    for at in panel.uprights:
        axes.axvline(at, color=KAYA_INK, linestyle="--", linewidth=1)
    for number, series in enumerate(panel.series):
        _draw_series(axes, series, _colour(number, len(panel.series)), _MARKS[number % len(_MARKS)])
    if 0 < sum(bool(series.label) for series in panel.series) <= _MOST_IN_LEGEND:
        if len(panel.series) > len(_FEW):
            axes.legend(fontsize=6.5, loc="center left", bbox_to_anchor=(1.0, 0.5))
        else:
            axes.legend(fontsize=6.5)


def _draw_series(axes: "Axes", series: PlotSeries, colour: str, mark: str) -> None:
    width = 2.4 if series.strong else 1.1
    label = series.label or None
    if series.style is Style.BARS:
        axes.bar(series.x, series.y, width=0.9 * _step(series.x), color=colour, alpha=0.6, label=label)
    elif series.style is Style.CLOUD:
        axes.plot(series.x, series.y, ".", color=colour, markersize=2.5, alpha=0.5, label=label)
    elif series.style is Style.POINTS:
        axes.plot(series.x, series.y, mark, color=colour, markersize=4.5, label=label)
    elif series.style is Style.STEPS:
        axes.step(series.x, series.y, where="post", color=colour, linewidth=width, label=label)
    else:
        dashes = ":" if series.style is Style.DOTTED else "-"
        marker = mark if series.style is Style.MARKED else ""
        axes.plot(
            series.x,
            series.y,
            color=colour,
            linestyle=dashes,
            linewidth=width,
            marker=marker,
            markersize=3.5,
            label=label,
        )


def _step(x: Numbers) -> float:
    apart = np.diff(np.asarray(x, np.float64))
    return float(apart.min()) if len(apart) else 1.0


def _colour(number: int, count: int) -> str:
    """Four plain colours, or shades from slate to kaya where there are more curves."""
    if count <= len(_FEW):
        return _FEW[number]
    ends = [[int(colour[k : k + 2], 16) for k in (1, 3, 5)] for colour in (SLATE, KAYA)]
    share = number / (count - 1)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(*ends, strict=True))
