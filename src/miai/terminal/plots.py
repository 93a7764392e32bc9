"""Plots for paper: arrays in, a picture's bytes out; slate for the data, kaya for what to look at."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.domain.people.grade import Grade
from miai.errors import InputError, Problem
from miai.messages import Message

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from miai.engine.bar.equilibrium import Solution

SLATE, SOFT, RULE, KAYA, KAYA_INK = "#1f282d", "#666c70", "#d3ccbf", "#c9973f", "#7a500d"
SLATE_DOT, KAYA_DIAMOND = (SLATE, "o"), (KAYA, "D")
FORMS = ("svg", "png")
_STYLE: dict[Any, Any] = {
    "font.size": 9.0,
    "axes.titlesize": 10.0,
    "axes.titlelocation": "left",
    "axes.edgecolor": SOFT,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "legend.frameon": False,
    # The same numbers give the same file.
    "svg.hashsalt": "miai",
}

Curve = Callable[[float], float]


def plot_form(path: Path) -> str:
    """The kind of picture that a file name asks for."""
    form = path.suffix.lower().removeprefix(".")
    if form not in FORMS:
        raise InputError([Problem(what=Message("a plot is an .svg or a .png file"), where=path.name)])
    return form


def bar_plot(solution: "Solution", form: str = "svg") -> bytes:
    """Opponents and wins by bar with their lines and the solution, then both sides of the bar with ramps."""
    found, apart = solution.equilibrium, solution.separation
    if found is None or apart is None:
        raise InputError(Message("there is nothing to plot: everybody who was tried has the same grade"))
    balance, layers = found.grade, solution.layers
    bars = [each.bar for each in layers]
    names = {
        number: str(Grade.of_number(number)) for number in range(min(*bars, solution.bar), max(bars) + 1)
    }
    sides = ((found.opponents.at, found.scores.at), (apart.above.at, apart.below.at))

    def draw(figure: "Figure") -> None:
        left, right = figure.subplots(1, 2)
        left.set_title("The group at the bottom of the bar")
        left.axhline(0, color=RULE, linewidth=1, zorder=0)
        left.axvline(balance, color=KAYA_INK, linestyle="--", linewidth=1, label=f"balance {balance:.2f}")
        opponents, wins = [each.delta_g for each in layers], [each.delta_s for each in layers]
        _points(left, bars, opponents, mark=SLATE_DOT, label="opponents stronger by, in grades")
        _points(left, bars, wins, mark=KAYA_DIAMOND, label="wins more than half")
        right.set_title("How often a group passes half the rounds")
        right.set_ylim(-0.03, 1.03)
        bar = solution.bar
        right.axvline(bar, color=KAYA_INK, linestyle="--", linewidth=1, label=f"bar {names[bar]}")
        _points(
            right, bars, [each.gamma_b for each in layers], mark=SLATE_DOT, label="at the bottom of the bar"
        )
        known = [(each.bar, each.gamma_l) for each in layers if each.gamma_l is not None]
        _points(right, *zip(*known, strict=True), mark=KAYA_DIAMOND, label="next below")
        for axes, curves in zip((left, right), sides, strict=True):
            for curve, (colour, _) in zip(curves, (SLATE_DOT, KAYA_DIAMOND), strict=True):
                _curve(axes, curve, (min(bars), max(bars)), colour)
            axes.set_xticks(list(names), list(names.values()))
            axes.set_xlabel("bar")
            axes.legend(loc="upper left", bbox_to_anchor=(0, -0.16), fontsize=8)

    return rendered(draw, form, size=(8.0, 4.2))


def rendered(draw: Callable[["Figure"], None], form: str, *, size: tuple[float, float]) -> bytes:
    """Draw on a fresh figure and give back the picture."""
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra
        from matplotlib.figure import Figure  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        raise InputError(Message("plots need the extra 'lab': pip install 'miai[lab]'")) from None
    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        picture = io.BytesIO()
        figure.savefig(picture, format=form, dpi=150, metadata={"Date": None} if form == "svg" else None)
    return picture.getvalue()


def _points(
    axes: "Axes", x: Sequence[float], y: Sequence[float], *, mark: tuple[str, str], label: str
) -> None:
    axes.plot(x, y, linestyle="", color=mark[0], marker=mark[1], markersize=5, label=label)


def _curve(axes: "Axes", curve: Curve, span: tuple[float, float], colour: str) -> None:
    steps = 200
    x = [span[0] + (span[1] - span[0]) * step / steps for step in range(steps + 1)]
    axes.plot(x, [curve(at) for at in x], color=colour, linewidth=1)
