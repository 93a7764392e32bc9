"""A search in words, as a table and as a picture of its front."""

from typing import TYPE_CHECKING

from miai.answers import Column, Table
from miai.engine.judging.measures import Unit
from miai.terminal.plots import KAYA, KAYA_INK, RULE, SLATE, SOFT
from miai_lab.probe.config import MEASURED
from miai_lab.probe.plots import picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from miai_lab.search.findings import JudgedSetting, SearchFindings, ValueReach

# About as wide as a value with its reach.
_WRAP = 16
# Qualities that pull against each other, each pair a panel, where the search counts them.
_PANELS = (("grade_gap", "even"), ("area", "even"), ("grade_gap", "area"))


def search_lines(found: "SearchFindings") -> list[str]:
    """How much was played, and how large the front is."""
    settings = found.held_out.settings
    free = sum(not each.dominated_by for each in settings)
    return [
        f"{found.settings_searched:,} settings on {found.tournaments_searched:,} tournaments",
        f"{len(settings):,} of them and the presets on {found.tournaments_held_out:,} tournaments held out: "
        f"nothing dominates {free:,}",
    ]


def search_table(found: "SearchFindings") -> Table:
    """Presets and finalists on the tournaments held out, the best by the first priorities first."""
    names = [name for name, _ in found.search.priorities]
    told = sorted(
        (each for each in found.held_out.settings if each.finalist or each.has_name),
        key=lambda each: -each.standings[names[0]].value,
    )
    columns = [Column(title="Setting"), Column(title="Dominated by", right=True)]
    columns += [Column(title=name, right=True) for name in names]
    columns += [Column(title=MEASURED[key].title, right=True, wrap=_WRAP) for key in found.search.keys]
    return Table(
        title="On the tournaments held out: standings by priorities, and the mean of each quality",
        columns=tuple(columns),
        rows=tuple(_row(found, each, names) for each in told),
    )


def _row(found: "SearchFindings", each: "JudgedSetting", names: list[str]) -> tuple[str, ...]:
    figures = zip(found.search.keys, each.means, strict=True)
    return (
        each.name,
        str(len(each.dominated_by) or ""),
        *(f"{100 * each.standings[name].value:.0f} %" for name in names),
        *(_shown(key, figure) for key, figure in figures),
    )


def _shown(key: str, figure: "ValueReach") -> str:
    if MEASURED[key].unit is Unit.SHARE:
        return f"{100 * figure.value:.1f} ± {100 * figure.reach:.1f} %"
    return f"{figure.value:.2f} ± {figure.reach:.2f}"


def front_plot(found: "SearchFindings") -> bytes:
    """All settings held out by two qualities each: what nothing dominates is dark, presets have names."""
    keys = found.search.keys
    panels = [pair for pair in _PANELS if set(pair) <= set(keys)] or [(keys[0], keys[-1])]

    def draw(figure: "Figure") -> None:
        for axes, (across, up) in zip(figure.subplots(1, len(panels), squeeze=False)[0], panels, strict=True):
            _panel(axes, found, across, up)
        handles, labels = figure.axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower left", ncols=3)

    return picture(draw, (3.4 * len(panels), 3.9))


def _panel(axes: "Axes", found: "SearchFindings", across: str, up: str) -> None:
    x, y = found.search.keys.index(across), found.search.keys.index(up)
    settings = found.held_out.settings
    groups = (
        ("dominated", RULE, ".", [e for e in settings if e.dominated_by and not e.has_name]),
        ("nothing dominates it", SLATE, ".", [e for e in settings if not e.dominated_by and not e.has_name]),
        ("preset", KAYA, "D", [e for e in settings if e.has_name]),
    )
    for label, colour, mark, chosen in groups:
        figures = [each.means for each in chosen]
        axes.plot(
            [each[x].value for each in figures],
            [each[y].value for each in figures],
            linestyle="",
            marker=mark,
            markersize=4,
            color=colour,
            label=label,
        )
    for each in groups[-1][-1]:
        at = (each.means[x].value, each.means[y].value)
        axes.annotate(each.name, at, xytext=(4, 3), textcoords="offset points", fontsize=7, color=KAYA_INK)
    axes.set_xlabel(MEASURED[across].title.lower(), fontsize=8, color=SOFT)
    axes.set_ylabel(MEASURED[up].title.lower(), fontsize=8, color=SOFT)
