"""The check of forecasts as a table."""

from typing import TYPE_CHECKING

from miai.answers import Column, Table
from miai_lab.calibration_report import with_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from miai_lab.forecast_check import ForecastScore


def check_table(scores: "Sequence[ForecastScore]") -> Table:
    """One line for each way to forecast; intervals are over events."""
    first = scores[0]
    titles = ("", "Games", "Brier", "Winner", "Brier", "In 80 %", "In 95 %")
    return Table(
        title=f"{first.events} events, {first.games} games, {first.states} states; log loss and Brier score",
        columns=tuple(Column(title=title, right=bool(title)) for title in titles),
        rows=tuple(
            (
                each.key,
                with_interval(each.game_log_loss),
                f"{each.game_brier.value:.3f}",
                "" if each.winner_log_loss is None else with_interval(each.winner_log_loss, 2),
                "" if each.winner_brier is None else f"{each.winner_brier.value:.3f}",
                f"{100 * each.coverage80.value:.1f} %",
                f"{100 * each.coverage95.value:.1f} %",
            )
            for each in scores
        ),
    )
