"""Dots with their intervals: one panel a measure, one line a contestant, one colour a model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.engine.judging.measures import Unit
from miai.terminal.plots import KAYA, KAYA_INK, RULE, SLATE, SOFT, rendered
from miai_lab.league.report import SHOWN, KindResult, is_share

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from miai.engine.forecast.intervals import Estimate

_MARKS = ((SLATE, "o"), (KAYA, "D"), (SOFT, "s"), (KAYA_INK, "^"))
_ACROSS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelDots:
    """The value, low and high end of each contestant under one model, from the top; None if not measured."""

    label: str
    points: Sequence[tuple[float, float, float] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurePanel:
    """One measure."""

    title: str
    dots: Sequence[ModelDots]


def kind_plot(kind: KindResult, units: Mapping[str, Unit], form: str = "svg") -> bytes:
    """The contestants on one kind of event: all measures side by side."""
    names = [each.contestant for each in kind.models[0].contestants]
    return dot_plot(
        title=f"{kind.kind}: {kind.events} events", names=names, panels=_panels(kind, units), form=form
    )


def _panels(kind: KindResult, units: Mapping[str, Unit]) -> list[MeasurePanel]:
    panels = []
    for key, title in SHOWN.items():
        share = is_share(units[key])
        dots = [
            ModelDots(
                label=model.model,
                points=[
                    _point(each.measures[key].value, scale=100 if share else 1)
                    if key in each.measures
                    else None
                    for each in model.contestants
                ],
            )
            for model in kind.models
        ]
        if any(point for each in dots for point in each.points):
            panels.append(MeasurePanel(title=f"{title}, %" if share else title, dots=dots))
    return panels


def _point(found: "Estimate", *, scale: float) -> tuple[float, float, float]:
    low, high = (found.value if end is None else end for end in (found.low, found.high))
    return scale * found.value, scale * low, scale * high


def dot_plot(*, title: str, names: Sequence[str], panels: Sequence[MeasurePanel], form: str = "svg") -> bytes:
    """All panels side by side, with one line for each contestant across them."""
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


def _draw_panel(axes: "Axes", names: Sequence[str], panel: MeasurePanel) -> None:
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
