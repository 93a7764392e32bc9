"""Dots with their intervals: one panel a measure, one line a contestant, one colour a model."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from miai.report.league import COLUMNS
from miai.report.plots import KAYA, KAYA_INK, RULE, SLATE, SOFT, rendered

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MARKS = ((SLATE, "o"), (KAYA, "D"), (SOFT, "s"), (KAYA_INK, "^"))
_ACROSS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Dots:
    """What one model says of each contestant, from the top: value, low and high end; None is nothing."""

    label: str
    points: Sequence[tuple[float, float, float] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurePanel:
    """One measure."""

    title: str
    dots: Sequence[Dots]


def panels_of(kind: dict[str, Any], units: dict[str, str]) -> tuple[list[str], list[MeasurePanel]]:
    """Contestants and panels of a kind, from the data of a league; shares are in per cent."""
    names = [row["contestant"] for row in kind["models"][0]["rows"]]
    panels = []
    for key, title in COLUMNS.items():
        share = units[key].startswith("share")
        dots = [
            Dots(
                label=model["model"],
                points=[_point(row["measures"].get(key), share=share) for row in model["rows"]],
            )
            for model in kind["models"]
        ]
        if any(point for each in dots for point in each.points):
            panels.append(MeasurePanel(title=f"{title}, %" if share else title, dots=dots))
    times = [
        Dots(label=model["model"], points=[_point(row["seconds"], scale=1000) for row in model["rows"]])
        for model in kind["models"]
    ]
    return names, [*panels, MeasurePanel(title="Milliseconds a draw", dots=times)]


def _point(
    found: dict[str, Any] | None, *, share: bool = False, scale: float = 1
) -> tuple[float, float, float] | None:
    if found is None:
        return None
    times = 100 * scale if share else scale
    ends = [found["value"] if found[end] is None else found[end] for end in ("low", "high")]
    return times * found["value"], times * ends[0], times * ends[1]


def dot_plot(*, title: str, names: Sequence[str], panels: Sequence[MeasurePanel], form: str = "svg") -> bytes:
    """All panels side by side; the lines of contestants run through."""
    down = -(-len(panels) // _ACROSS)

    def draw(figure: "Figure") -> None:
        figure.suptitle(title, x=0.01, ha="left")
        grid = figure.subplots(down, _ACROSS, sharey=True, squeeze=False)
        for at, axes in enumerate(grid.flat):
            if at < len(panels):
                _draw_panel(axes, names, panels[at])
            else:
                axes.set_axis_off()
        handles, labels = grid[0, 0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", ncols=len(labels), title="Win model")

    return rendered(draw, form, size=(9.0, down * (0.9 + 0.19 * len(names)) + 0.6))


def _draw_panel(axes: Any, names: Sequence[str], panel: MeasurePanel) -> None:
    axes.set_title(panel.title)
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", color=RULE, linewidth=0.5)
    axes.set_axisbelow(True)
    for number, dots in enumerate(panel.dots):
        colour, mark = _MARKS[number % len(_MARKS)]
        # Models stand one below the other on the line of their contestant.
        off = (number - (len(panel.dots) - 1) / 2) * 0.34
        lines = [(y + off, point) for y, point in enumerate(dots.points) if point is not None]
        for y, (_, low, high) in lines:
            axes.plot([low, high], [y, y], color=colour, linewidth=1.2, solid_capstyle="butt")
        axes.plot(
            [point[0] for _, point in lines],
            [y for y, _ in lines],
            linestyle="",
            color=colour,
            marker=mark,
            markersize=3.5,
            label=dots.label,
        )
