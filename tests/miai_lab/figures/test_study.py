"""The figures of document 5 show what the simulations gave."""

from miai_lab.figures.bars import outlier_figures
from miai_lab.figures.drawing import Style, drawn
from miai_lab.figures.trial import figures_of
from miai_lab.reproduce import ReproductionStudy
from miai_lab.reproduce.document5_trial import ROUNDS, trial


def test_the_outliers_show_their_points_and_where_the_bar_belongs() -> None:
    (picture,) = outlier_figures(ReproductionStudy())
    assert [panel.title for panel in picture.panels] == ["A", "B", "C"]
    for panel in picture.panels:
        assert [series.label for series in panel.series if series.style is Style.POINTS] == ["ΔG", "ΔS"]
        # Between the four bars that were tried, or just beside them.
        assert min(panel.series[0].x) - 1 < panel.uprights[0] < max(panel.series[0].x) + 1
    assert drawn(picture).startswith(b"<?xml")


def test_the_trial_fills_five_figures() -> None:
    outcomes = trial(ReproductionStudy(), entries=1)
    pictures = {picture.name[-2:]: picture for picture in figures_of(outcomes)}
    assert list(pictures) == ["22", "24", "26", "27", "28"]
    assert len(pictures["22"].panels[0].series[0].x) == len(outcomes) == len(ROUNDS)
    shares = [sum(series.y) for series in pictures["24"].panels[0].series]
    assert shares == [1.0] * len(ROUNDS)
    assert all(series.y[-1] == 1.0 for series in pictures["27"].panels[0].series)
