"""The figures of a fit, with their intervals, as the file that the package reads them from."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from miai.engine.forecast.draw_habits import DrawHabits
from miai.engine.forecast.event_games import EventGames, foretold, log_losses
from miai.engine.rating.strengths import FITTED_NAMES, StrengthModel
from miai_lab.strength_fit import fit_strengths, resampled, without_each

# Fits to events drawn with replacement; the interval leaves out the same share at both ends.
RESAMPLES = 200
_TAILS = (0.025, 0.975)
_KEPT = 100

Told = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureStudy:
    """A fit to all events, fits without each, and fits to events drawn with replacement.

    Log losses are per game: of the fit to its own games, and of each event by the fit without it. `habits`
    are how rounds are drawn.
    """

    events: int
    games: int
    seed: int
    model: StrengthModel
    others: tuple[StrengthModel, ...]
    log_loss_fitted: float
    log_loss_left_out: float
    habits: DrawHabits

    def interval(self, name: str) -> tuple[float, float]:
        """Where a figure lies 95 times in 100 if the events had been others of the same kind."""
        low, high = np.quantile([getattr(other, name) for other in self.others], _TAILS)
        return float(low), float(high)


def study_figures(
    events: Sequence[EventGames],
    habits: DrawHabits,
    *,
    seed: int = 1,
    resamples: int = RESAMPLES,
    told: Told = lambda _: None,
) -> FigureStudy:
    """Fit the model to events; this takes minutes."""
    told("fit to all events")
    fit = fit_strengths(events)
    told("fits without one event each")
    apart = without_each(events, fit)
    told(f"{resamples} fits to events drawn with replacement")
    others = resampled(events, fit, count=resamples, seed=seed)
    games = sum(len(event.rounds) for event in events)

    def loss(models: Sequence[StrengthModel]) -> float:
        pairs = zip(events, models, strict=True)
        losses = [log_losses(event.games.score, foretold(model, event)) for event, model in pairs]
        return float(np.concatenate(losses).mean())

    return FigureStudy(
        events=len(events),
        games=games,
        seed=seed,
        model=fit.model,
        others=tuple(others),
        log_loss_fitted=loss([fit.model] * len(events)),
        log_loss_left_out=loss(apart),
        habits=habits,
    )


def figures_text(study: FigureStudy) -> str:
    """The file."""
    lines = [
        "# The win model and the strengths of real players; strengths.py says what each figure is.",
        "# Written by: miai lab calibrate FOLDER --fit src/miai/engine/rating/fitted.toml",
        f"events = {study.events}",
        f"games = {study.games}",
        f"seed = {study.seed}",
        f"resamples = {len(study.others)}",
        f"log_loss_fitted = {study.log_loss_fitted:.4f}",
        f"log_loss_left_out = {study.log_loss_left_out:.4f}",
        "# Set, not fitted: the loss hardly changes around it.",
        f"luck = {study.model.luck}",
        f"# {', '.join(FITTED_NAMES)}: fitted to events drawn with replacement.",
        "others = [",
        *(f"  [{', '.join(_figures(other))}]," for other in study.others[:_KEPT]),
        "]",
    ]
    for name in FITTED_NAMES:
        low, high = study.interval(name)
        value = getattr(study.model, name)
        lines += ["", f"[{name}]", f"value = {value:.4f}", f"low = {low:.4f}", f"high = {high:.4f}"]
    return "\n".join([*lines, "", habits_text(study.habits)])


def habits_text(habits: DrawHabits) -> str:
    """The part of the file about draws."""
    lines = [
        "# The share of boards that are drawn as the settings say, by equal scores alone, and by neither;",
        "# known as well as from so many rounds of the event itself.",
        "[draws]",
        *(f"{name} = {value:.4f}" for name, value in asdict(habits).items()),
    ]
    return "\n".join(lines) + "\n"


def _figures(model: StrengthModel) -> list[str]:
    return [f"{getattr(model, name):.4f}" for name in FITTED_NAMES]
