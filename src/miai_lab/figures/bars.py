"""Document 5, figures 11 to 21, 23, 25 and 29: single entries under every bar."""

from collections.abc import Sequence

import numpy as np

from miai.domain.points import POINT
from miai.engine.bar.equilibrium import Solution, find_bar
from miai.engine.pairing.protocol import Floats
from miai_lab.figures.drawing import FigurePanel, Picture, PlotSeries, Style
from miai_lab.reproduce import ReproductionStudy
from miai_lab.reproduce.document5_bars import PAIRINGS, layer
from miai_lab.reproduce.document5_find_bar import OUTLIERS, filled
from miai_lab.reproduce.named_tournaments import IDEAL, M_GAP, MCMAHON
from miai_lab.reproduce.scan import AtBar, play_bar, scan

_BAR = "bar, shodan at 0"
_GRADES = np.array(IDEAL.groups, np.float64)


def bar_figures(study: ReproductionStudy) -> list[Picture]:
    """T_ideal."""
    found = scan(study, IDEAL, pairings=PAIRINGS, times=1)
    one = AtBar(*(values[0] for values in found))
    mid = _GRADES + IDEAL.rounds / 2
    stable = one.scores[-1] - mid
    bottom = [_line(layer(values), "bottom of the bar", Style.DOTTED) for values in (one.peers, one.tails)]
    below = np.diagonal(one.tails, offset=-1)
    curves: dict[int, tuple[str, list[PlotSeries]]] = {
        11: ("Qualities by bar, 0 best.", _qualities(one)),
        12: ("Games that stay among all from a grade up, as a share.", [*_by_grade(one.peers), bottom[0]]),
        13: ("How much stronger the opponents of each grade are.", _by_grade(one.opponents)),
        14: (
            "How much stronger the opponents at the bottom of the bar are: even near 3G.",
            [_line(layer(one.opponents), "ΔG", Style.MARKED)],
        ),
        15: ("Mean score of each grade.", _by_grade(one.scores)),
        16: (
            "Scores above the mid-score: at the bottom of the bar, and of all with the bar at the top.",
            [
                _line(layer(one.scores) - mid, "S(b) - S_mid(b)", Style.MARKED),
                _line(stable, "S_lim(g) - S_mid(g)", Style.MARKED),
            ],
        ),
        19: (
            "How often each grade scores above the mid-score of the bar.",
            [*_by_grade(one.tails), bottom[1]],
        ),
        20: (
            "How often those at the bottom of the bar and just below it score above its mid-score.",
            [
                _line(layer(one.tails), "at the bottom", Style.MARKED),
                PlotSeries(x=_GRADES[1:], y=below, label="just below", style=Style.MARKED),
            ],
        ),
    }
    pictures = [_picture(number, caption, series) for number, (caption, series) in curves.items()]
    return [*pictures, *_shodan_figures(study)]


def gap_figures(study: ReproductionStudy) -> list[Picture]:
    """T_m-gap at 10 and 100 pairings, T_mcmahon, and T_m-gap under every bar."""
    few, many, seven = (
        find_bar(named.grades, named.rounds, pairings=pairings, seed=study.seed)
        for named, pairings in ((M_GAP, 10), (M_GAP, 100), (MCMAHON, 100))
    )
    found = scan(study, M_GAP, pairings=1000, times=1)
    unique = PlotSeries(x=M_GAP.groups, y=found.unique[0], label="one winner alone", style=Style.MARKED)
    ranks = PlotSeries(
        x=M_GAP.groups, y=found.rank_deviation[0], label="deviation of ranks", style=Style.MARKED
    )
    return [
        Picture(
            name="document-5-figure-21",
            caption="T_m-gap solved with 10 and with 100 pairings, and the tails on both sides of the bar.",
            panels=[_solved(few, "10 pairings"), _solved(many, "100 pairings"), _ramps(many)],
        ),
        Picture(
            name="document-5-figure-25",
            caption=f"T_mcmahon: the solution {seven.b_sol:.2f} and the ramps on both sides of the bar.",
            panels=[_solved(seven, ""), _ramps(seven)],
        ),
        Picture(
            name="document-5-figure-29",
            caption="T_m-gap by bar: how often one winner is alone, and how far ranks are from grades.",
            panels=[FigurePanel(series=[unique, ranks], x=_BAR)],
        ),
    ]


def outlier_figures(study: ReproductionStudy) -> list[Picture]:
    """The entries of table 8, filled up at the bottom as the trial would."""
    panels = []
    for point, entry in OUTLIERS.items():
        grades = filled(entry, np.random.default_rng(study.seed))
        panels.append(_solved(find_bar(grades, entry.rounds, pairings=100, seed=study.seed), point))
    caption = "The outliers A, B and C; the grades below those printed are drawn at random."
    return [Picture(name="document-5-figure-23", caption=caption, panels=panels)]


def _shodan_figures(study: ReproductionStudy) -> list[Picture]:
    """T_ideal with the bar at shodan."""
    trial, _ = play_bar(IDEAL, 0, PAIRINGS, study.seed)
    players = trial.final[:, trial.group(0)].ravel() / POINT
    scores = np.arange(0, IDEAL.rounds + 0.01, 0.25)
    tails = [
        PlotSeries(
            x=scores,
            y=[trial.tail(grade, score) for score in scores],
            label=f"{grade}G",
            style=Style.STEPS,
            strong=grade == 0,
        )
        for grade in range(-1, 5)
    ]
    return [
        Picture(
            name="document-5-figure-17",
            caption="Scores of the shodans with the bar at shodan: each player's, and the mean of the four.",
            panels=[
                _histogram(players, 1.0, "score of a player"),
                _histogram(trial.group_scores(0), 0.25, "mean score of the group"),
            ],
        ),
        Picture(
            name="document-5-figure-18",
            caption="How often a group scores more than that, with the bar at shodan; dashed: the mid-score.",
            panels=[
                FigurePanel(
                    series=tails, x="mean score of the group", y="chance to score more", uprights=(3.0,)
                )
            ],
        ),
    ]


def _qualities(one: AtBar) -> list[PlotSeries]:
    rows = {
        "uneven": one.uneven,
        "up and down": one.up_down,
        "handicap": one.handicap,
        "colours": one.colour_balance,
        "alternation": one.alternation,
        "ranks": one.rank_deviation,
    }
    return [_line(values, name, Style.MARKED) for name, values in rows.items()]


def _by_grade(values: Floats) -> list[PlotSeries]:
    """One curve a grade, by bar."""
    ends = (IDEAL.groups[0], IDEAL.groups[-1])
    return [
        PlotSeries(x=_GRADES, y=values[:, at], label=f"{grade}G", strong=grade in ends)
        for at, grade in enumerate(IDEAL.groups)
    ]


def _line(values: Floats, label: str, style: Style) -> PlotSeries:
    return PlotSeries(x=_GRADES, y=values, label=label, style=style)


def _picture(number: int, caption: str, series: Sequence[PlotSeries]) -> Picture:
    panel = FigurePanel(series=series, x=_BAR, zero=True)
    return Picture(name=f"document-5-figure-{number:02}", caption=f"T_ideal. {caption}", panels=[panel])


def _histogram(values: Floats, width: float, words: str) -> FigurePanel:
    steps, counts = np.unique(np.rint(values / width), return_counts=True)
    bars = PlotSeries(x=steps * width, y=counts / counts.sum(), style=Style.BARS)
    return FigurePanel(series=[bars], x=words, y="share")


def _solved(found: Solution, title: str) -> FigurePanel:
    bars = [each.bar for each in found.layers]
    series = [
        PlotSeries(x=bars, y=[each.delta_g for each in found.layers], label="ΔG", style=Style.POINTS),
        PlotSeries(x=bars, y=[each.delta_s for each in found.layers], label="ΔS", style=Style.POINTS),
    ]
    if found.equilibrium is not None:
        series += [
            PlotSeries(x=bars, y=[line.at(bar) for bar in bars], style=Style.DOTTED)
            for line in (found.equilibrium.opponents, found.equilibrium.scores)
        ]
    uprights = () if found.b_sol is None else (found.b_sol,)
    return FigurePanel(series=series, x=_BAR, title=title, zero=True, uprights=uprights)


def _ramps(found: Solution) -> FigurePanel:
    bars = [each.bar for each in found.layers]
    below = {each.bar: each.gamma_l for each in found.layers if each.gamma_l is not None}
    series = [
        PlotSeries(
            x=bars, y=[each.gamma_b for each in found.layers], label="at the bottom", style=Style.POINTS
        ),
        PlotSeries(x=list(below), y=list(below.values()), label="just below", style=Style.POINTS),
    ]
    if found.separation is not None:
        fine = np.linspace(min(bars), max(bars), 101)
        series += [
            PlotSeries(x=fine, y=[ramp.at(bar) for bar in fine], style=Style.DOTTED)
            for ramp in (found.separation.above, found.separation.below)
        ]
    return FigurePanel(series=series, x=_BAR, y="T_mid", uprights=(float(found.bar),))
