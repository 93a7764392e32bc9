"""Forecast an event from its present state."""

from collections.abc import Iterator

from miai.domain.points import Quarters, plain
from miai.domain.settings.criterion_names import criteria_titles
from miai.domain.tournament import Tournament
from miai.engine.forecast.forecasting import Forecast, Question, forecast
from miai.engine.forecast.intervals import with_spread
from miai.engine.gpu.playing import CPU, check_device
from miai.engine.pairing.registry import abilities_of
from miai.engine.rating.win_models import DEFAULT, MODELS, FittedToGames
from miai.errors import InputError, unknown_word
from miai.features.forecast.draw_as_set import draw_as_set
from miai.features.forecast.event_forecast import EstimatedChance, EventForecast, PlayerForecast
from miai.features.stages.main_rounds import demand_main_rounds
from miai.messages import Clauses, Message


def question_for(
    *,
    model: str = DEFAULT,
    simulations: int | None = None,
    seed: int = 0,
    sure: float = 0.9,
    limit: int | None = None,
    threads: int = 0,
    device: str = CPU,
) -> Question:
    """The question that a forecast answers; values that make no sense are refused."""
    if model not in MODELS:
        raise InputError(unknown_word(Message("'%(key)s' is not a win model", key=model), model, MODELS))
    if simulations is not None and simulations < 1:
        raise InputError(Message("%(number)s simulations are too few: one or more", number=simulations))
    if not 0 < sure < 1:
        raise InputError(Message("a chance lies between 0 and 1: %(chance)s does not", chance=sure))
    check_device(device)
    return Question(
        model=MODELS[model],
        simulations=simulations,
        seed=seed,
        sure=sure,
        limit=limit,
        threads=threads,
        device=device,
    )


def forecast_event(tournament: Tournament, question: Question) -> EventForecast:
    """Forecast the rest of an event, the likeliest winner first; one that is played in stages raises."""
    demand_main_rounds(tournament)
    found = forecast(tournament, question, draw_as_set)
    players = [_player(found, i) for i in range(len(found.players))]
    # Chances that differ only by rounding errors are equal.
    players.sort(key=lambda one: (-round(one.first.value, 4), round(one.expected_place, 2), one.player.name))
    return EventForecast(
        tournament=tournament.name,
        after_round=found.after,
        rounds=found.rounds,
        pending_games=found.pending,
        finished=found.finished,
        system=found.system,
        preset=found.preset,
        model=question.model.key,
        simulations=found.simulations,
        seed=question.seed,
        sure=question.sure,
        rounds_needed=found.needed(question.sure),
        limit=found.after + len(found.unique) - 1,
        unique_winner=_unique(found, found.rounds - found.after),
        by_round=tuple((found.after + k, _unique(found, k)) for k in range(len(found.unique))),
        players=tuple(players),
        notes=tuple(_notes(tournament, found, learns=isinstance(question.model, FittedToGames))),
    )


def _player(found: Forecast, i: int) -> PlayerForecast:
    places = found.places[i]

    def chance(value: float, spread: float) -> EstimatedChance:
        return _chance(found, float(value), float(spread), certain=found.finished)

    return PlayerForecast(
        player=found.players[i],
        score=plain(Quarters(found.scores[i])),
        first=chance(places[0], found.first_spread[i]),
        alone=chance(found.alone[i], found.alone_spread[i]),
        shared=chance(found.shared[i], found.shared_spread[i]),
        expected_place=float(places @ range(1, len(places) + 1)),
        places=tuple(float(chance) for chance in places),
    )


def _unique(found: Forecast, k: int) -> EstimatedChance:
    certain = k == 0 and not found.pending
    return _chance(found, float(found.unique[k]), float(found.unique_spread[k]), certain=certain)


def _chance(found: Forecast, value: float, spread: float, *, certain: bool) -> EstimatedChance:
    low, high = (value, value) if certain else with_spread(value, found.simulations, spread)
    return EstimatedChance(value=value, low=low, high=high)


def _notes(tournament: Tournament, found: Forecast, *, learns: bool) -> Iterator[Message]:
    """How the rounds left were drawn, and what was simplified compared with the event's own rules."""
    settings = tournament.settings
    if found.finished:
        yield Message(
            "all %(rounds)s rounds are played: the places are final, by %(criteria)s",
            rounds=found.rounds,
            criteria=Clauses(criteria_titles(settings.criteria), ", "),
        )
        return
    yield _how_drawn(found)
    if learns:
        yield Message(
            "strengths are those of grades and ratings, moved by the results so far; intervals include the "
            "error of the model"
        )
    if found.not_seeded:
        yield Message(
            "criteria that do not seed the rounds left: %(criteria)s",
            criteria=criteria_titles(found.not_seeded),
        )
    if found.not_placed:
        yield Message(
            "criteria that do not count for places here: %(criteria)s",
            criteria=criteria_titles(found.not_placed),
        )
    if found.drawn_because is None and not settings.scoring.absence_for_place:
        yield Message("points for absence count for places")


def _how_drawn(found: Forecast) -> Message:
    if found.drawn_because is None:
        return Message(
            "the rounds left are drawn by the system '%(system)s' and the preset '%(preset)s'",
            system=found.system,
            preset=found.preset,
        )
    if abilities_of(found.system).by_preset:
        return Message(
            "every round left is drawn for itself by the system '%(system)s' and the preset '%(preset)s', "
            "which takes longer: %(reason)s",
            system=found.system,
            preset=found.preset,
            reason=found.drawn_because,
        )
    return Message(
        "every round left is drawn for itself by the system '%(system)s', which takes longer",
        system=found.system,
    )
