"""Scores forecasts of events that are over, from before every round on, beside simpler forecasts.

A game is foretold before its round, the winner and all places before every round. Nothing of an event but
its entry and the rounds before is known to its forecast.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.domain.people.player import PlayerId
from miai.domain.tournament import Tournament
from miai.engine.forecast.draw_habits import AS_SET, DrawHabits
from miai.engine.forecast.event_games import EventGames, event_games, foretold, log_losses
from miai.engine.forecast.forecasting import Question, forecast
from miai.engine.forecast.intervals import Estimate
from miai.engine.forecast.likely_places import LIKELY, NEARLY_SURE, likely_places
from miai.engine.forecast.round_drawing import DrawRound
from miai.engine.kernel.arrays import Floats, Ints
from miai.engine.rating.strengths import FittedFigures
from miai.engine.rating.win_models import Egf2021, FittedToGames, WinModel
from miai.engine.scoring import standings
from miai_lab.model_scores import by_event, by_ratings

# With fewer, rare winners are missed by chance, and cost much.
SIMULATIONS = 1_000
# Rounds that have to be drawn one by one are played so often.
_DRAWN_SIMULATIONS = 40

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coin:
    """Everybody beats anybody in half of all games."""

    key: ClassVar[str] = "coin"

    def chance(self, own: float, other: float) -> float:
        """A half."""
        return 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecaster:
    """One way to forecast: a model, whether it learns from results, and whether it looks at ratings.

    With `as_set` it takes every round to be drawn as the settings say.
    """

    key: str
    model: WinModel
    learns: bool = False
    by_grades: bool = False
    as_set: bool = False

    def known(self, tournament: Tournament) -> Tournament:
        """The event as the forecaster sees it."""
        if not self.by_grades:
            return tournament
        players = tuple(replace(each, rating=None, aga_rating=None) for each in tournament.players)
        return replace(tournament, players=players)

    def chances(self, event: EventGames, figures: FittedFigures) -> Floats:
        """White's chance in every game, by what was known before its round."""
        if isinstance(self.model, FittedToGames):
            return foretold(figures.model, event, learns=self.learns)
        return by_ratings(self.model, event)


FORECAST = Forecaster(key="forecast", model=FittedToGames(), learns=True)
BASELINES = (
    Forecaster(key="drawn as set", model=FittedToGames(), learns=True, as_set=True),
    Forecaster(key="without learning", model=FittedToGames()),
    Forecaster(key="ratings", model=Egf2021()),
    Forecaster(key="grades", model=Egf2021(), by_grades=True),
    Forecaster(key="coin", model=Coin()),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEvent:
    """An event that is over, and the figures and habits of a fit that may be used on it.

    `drawn` are the chances of the boards of each round, as `board_chances` finds them.
    """

    tournament: Tournament
    figures: FittedFigures
    habits: DrawHabits
    drawn: tuple[Floats, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForecastScore:
    """How one forecaster did; a coverage is the share of players whose place was inside the interval.

    Events that are placed by category first have no winner of all; `states` are those of the others.
    """

    key: str
    events: int
    games: int
    states: int
    game_log_loss: Estimate
    game_brier: Estimate
    winner_log_loss: Estimate | None
    winner_brier: Estimate | None
    coverage80: Estimate
    coverage95: Estimate


def score_forecaster(
    forecaster: Forecaster,
    events: Sequence[CheckedEvent],
    draw: DrawRound,
    *,
    simulations: int = SIMULATIONS,
    seed: int = 0,
    threads: int = 0,
    progress: Progress = lambda _: None,
) -> ForecastScore:
    """Forecast every game and every state of the events, and score what was said."""
    states, losses, squares = [], [], []
    for event in events:
        games = event_games(forecaster.known(event.tournament))
        chances = forecaster.chances(games, event.figures)
        losses.append(log_losses(games.games.score, chances))
        squares.append((games.games.score - chances) ** 2)
        question = Question(
            model=forecaster.model,
            figures=event.figures,
            learns=forecaster.learns,
            simulations=simulations,
            drawn_simulations=min(simulations, _DRAWN_SIMULATIONS),
            seed=seed,
            limit=event.tournament.rounds_played,
            threads=threads,
        )
        states.append(list(_states(forecaster, event, question, draw)))
        progress(1)
    return ForecastScore(
        key=forecaster.key,
        events=len(events),
        games=sum(map(len, losses)),
        states=sum(each.log_loss is not None for some in states for each in some),
        game_log_loss=by_event(losses),
        game_brier=by_event(squares),
        winner_log_loss=_of_winners([[each.log_loss for each in some] for some in states]),
        winner_brier=_of_winners([[each.brier for each in some] for some in states]),
        coverage80=by_event([np.concatenate([each.inside80 for each in some]) for some in states]),
        coverage95=by_event([np.concatenate([each.inside95 for each in some]) for some in states]),
    )


def _of_winners(values: Sequence[Sequence[float | None]]) -> Estimate | None:
    known = [np.array([each for each in some if each is not None]) for some in values]
    told = [each for each in known if len(each)]
    return by_event(told) if told else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _State:
    log_loss: float | None
    brier: float | None
    inside80: Floats
    inside95: Floats


def _states(
    forecaster: Forecaster, event: CheckedEvent, question: Question, draw: DrawRound
) -> Iterator[_State]:
    """The event before each of its rounds, scored by how it ended."""
    tournament = event.tournament
    one_winner = tournament.settings.criteria[:1] != ("cat",)
    played = replace(tournament.settings, rounds=tournament.rounds_played)
    for after in range(tournament.rounds_played):
        then = replace(tournament, settings=played, rounds=tournament.rounds[:after])
        learnt = event.habits.learnt(event.drawn[: after if forecaster.learns else 0])
        habits = AS_SET if forecaster.as_set else learnt
        found = forecast(forecaster.known(then), replace(question, habits=habits), draw)
        best, worst = _ended(tournament, [player.id for player in found.players])
        won = (best == 1) / max(1, (best == 1).sum())
        # Half a simulation that everybody wins alike, so that nothing is impossible.
        chance = (found.simulations * found.places[:, 0] + 0.5 / len(best)) / (found.simulations + 0.5)
        yield _State(
            log_loss=float(-(won * np.log(chance)).sum()) if one_winner else None,
            brier=float(((won - chance) ** 2).sum()) if one_winner else None,
            inside80=_inside(found.places, best, worst, LIKELY),
            inside95=_inside(found.places, best, worst, NEARLY_SURE),
        )


def _ended(tournament: Tournament, players: Sequence[PlayerId]) -> tuple[Ints, Ints]:
    """The first and the last of the places that each has or shares at the end, among these players alone."""
    place = {row.player.id: row.place for row in standings(tournament).rows}
    own = np.array([place[player] for player in players], np.int64)
    before = (own < own[:, None]).sum(axis=1)
    return before + 1, before + (own == own[:, None]).sum(axis=1)


def _inside(places: Floats, best: Ints, worst: Ints, share: float) -> Floats:
    """1 for each player one of whose places was among those that were likely, else 0."""
    spans = [likely_places(chances, share) for chances in places.tolist()]
    return np.array(
        [
            float(low <= last and first <= high)
            for (low, high), first, last in zip(spans, best, worst, strict=True)
        ]
    )
