"""Check forecasts on events that are over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from miai.domain.tournament import Tournament
from miai.engine.forecast.draw_habits import board_chances, fit_habits, fitted_habits
from miai.engine.forecast.event_games import event_games
from miai.engine.rating.strengths import fitted
from miai.errors import InputError, Problem
from miai.features.forecast.draw_as_set import draw_as_set
from miai.messages import Message
from miai_lab.event_files import as_drawn, read_events
from miai_lab.forecast_check import BASELINES, FORECAST, CheckedEvent, ForecastScore, score_forecaster
from miai_lab.strength_fit import around, fit_strengths, without_each


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastCheck:
    """The forecast and simpler ones on the same events; `notes` say what was not read."""

    notes: tuple[Problem, ...]
    left_out: bool
    simulations: int
    seed: int
    forecast: ForecastScore
    baselines: tuple[ForecastScore, ...]


def check_forecasts(
    paths: Sequence[Path],
    *,
    leave_one_out: bool,
    simulations: int,
    seed: int,
    threads: int = 0,
    lenient: bool = False,
    progress: Callable[[str, int, int], None],
) -> ForecastCheck:
    """Forecast every round of all these events as they stood before it.

    With `leave_one_out` every event is forecast by a fit to the other ones, else by the figures as shipped.
    `progress` is told what is being done, how many events of that are done, and how many there are.
    """
    if simulations < 1:
        raise InputError(Message("%(number)s simulations are too few: one or more", number=simulations))
    found = read_events(paths, lenient=lenient)
    tournaments = [as_drawn(event) for event in found.events if _is_over(event.tournament)]
    unfinished = tuple(event.name for event in found.events if not _is_over(event.tournament))
    if not tournaments:
        raise InputError(Message("none of these tournaments is over: there is nothing to check"))
    progress("fit", 0, 1)
    events = _checked(tournaments, leave_one_out=leave_one_out)
    scores = []
    for forecaster in (FORECAST, *BASELINES):
        done = 0

        def one_more(_: int, key: str = forecaster.key) -> None:
            nonlocal done
            done += 1
            progress(key, done, len(events))

        scores.append(
            score_forecaster(
                forecaster,
                events,
                draw_as_set,
                simulations=simulations,
                seed=seed,
                threads=threads,
                progress=one_more,
            )
        )
    notes = found.notes
    if unfinished:
        what = Message("not over, and left out: %(names)s", names=", ".join(unfinished))
        notes = (*notes, Problem(what=what))
    return ForecastCheck(
        notes=notes,
        left_out=leave_one_out,
        simulations=simulations,
        seed=seed,
        forecast=scores[0],
        baselines=tuple(scores[1:]),
    )


def _checked(tournaments: Sequence[Tournament], *, leave_one_out: bool) -> list[CheckedEvent]:
    figures = [fitted()] * len(tournaments)
    habits = [fitted_habits()] * len(tournaments)
    drawn = [board_chances(each) for each in tournaments]
    if leave_one_out:
        games = [event_games(each) for each in tournaments]
        models = without_each(games, fit_strengths(games, fitted().model))
        figures = [around(fitted(), model) for model in models]
        habits = [fit_habits([*drawn[:at], *drawn[at + 1 :]]) for at in range(len(drawn))]
    return [
        CheckedEvent(tournament=one, figures=fit, habits=usual, drawn=boards)
        for one, fit, usual, boards in zip(tournaments, figures, habits, drawn, strict=True)
    ]


def _is_over(tournament: Tournament) -> bool:
    every_round = tournament.rounds_played >= tournament.settings.rounds
    return every_round and len(event_games(tournament).rounds) > 0
