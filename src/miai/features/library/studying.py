"""Explain, rate, measure, forecast and simulate a tournament."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.bounds import RoundNumber, Seed, SimulationCount, ThreadCount
from miai.domain.people.player import Player
from miai.domain.points import POINT
from miai.domain.tournament import Tournament
from miai.engine.gpu.playing import CPU
from miai.engine.judging import EventQuality, measure_event
from miai.engine.pairing.evaluation import Evaluation, WhyNot
from miai.engine.pairing.event_simulation import event_now, event_simulation, why_not_simulated
from miai.engine.pairing.protocol import Floats, Ints
from miai.engine.pairing.simulation import with_handicap
from miai.engine.rating.win_models import DEFAULT, table
from miai.errors import InputError
from miai.features.draw.explain import explain_round, explain_why_not
from miai.features.forecast.event_forecast import EventForecast
from miai.features.forecast.forecast_event import forecast_event, question_for
from miai.features.ratings.rate import rate_tournament
from miai.features.ratings.table import RatedTournament
from miai.features.stages.main_rounds import demand_main_rounds
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulated:
    """Many tournaments: arrays by tournament and player, in the order of `players`.

    `scores` are the final ones in points. `opponents` are by tournament, round and player, as indices into
    `players`, negative where somebody did not play; only the rounds that were simulated are there.
    """

    players: tuple[Player, ...]
    scores: Floats
    opponents: Ints

    @property
    def winners(self) -> Floats:
        """How often each player has the highest score; whoever shares it has a part of that tournament."""
        best = self.scores == self.scores.max(axis=1, keepdims=True)
        return np.asarray((best / best.sum(axis=1, keepdims=True)).mean(axis=0))


def explain(
    tournament: Tournament,
    *,
    round: RoundNumber,
    system: str | None = None,
    preset: str | None = None,
    seed: int | None = None,
) -> Evaluation:
    """What the rules say of every board of a round: the one that the tournament holds, or its next draw.

    >>> found = miai.explain(evening, round=3)
    >>> found.best
    True
    >>> print(found.at(1).reasons[0].text)
    2 points against 1.5, 0.5 apart
    """
    return explain_round(tournament, round, system=system, preset=preset, seed=seed).evaluation


def why_not(
    tournament: Tournament,
    one: str,
    other: str,
    *,
    round: RoundNumber,
    system: str | None = None,
    preset: str | None = None,
    seed: int | None = None,
) -> WhyNot:
    """What it would cost if two players, given by their id or by name, met in a round.

    >>> print(miai.why_not(evening, "Example", "Other", round=3).forbidden[0])
    Example Anna and Other Ben met in round 2
    """
    return explain_why_not(tournament, round, one, other, system=system, preset=preset, seed=seed)


def rate(
    tournament: Tournament,
    *,
    system: str = "egf",
    class_key: str | None = None,
) -> RatedTournament:
    """All players by new rating, with their games, performance and grading information.

    The class of an EGF event follows from its thinking time unless it is given: "A", "B", "C" or "D".

    >>> best = miai.rate(evening, class_key="A").rated[0]
    >>> best.player.name, round(best.change.before), round(best.change.after)
    ('Example Anna', 2300, 2306)
    """
    return rate_tournament(tournament, system=system, class_key=class_key)


def quality(tournament: Tournament) -> EventQuality:
    """How good the draws so far were, measure by measure (docs/reference/qualities.md).

    >>> found = miai.quality(evening)
    >>> found.games, round(found.values["even"], 2)
    (6, 0.83)
    """
    demand_main_rounds(tournament)
    return measure_event(tournament)


def forecast(
    tournament: Tournament,
    *,
    model: str = DEFAULT,
    simulations: SimulationCount | None = None,
    seed: Seed = 0,
    limit: RoundNumber | None = None,
    threads: ThreadCount = 0,
    device: str = CPU,
) -> EventForecast:
    """Who may still win, from how the event stands; the likeliest winner first.

    >>> found = miai.forecast(evening, simulations=200, seed=1)
    >>> found.players[0].player.name
    'Example Anna'
    """
    question = question_for(
        model=model, simulations=simulations, seed=seed, limit=limit, threads=threads, device=device
    )
    return forecast_event(tournament, question)


def simulate(
    tournament: Tournament,
    *,
    count: SimulationCount = 1_000,
    seed: Seed = 0,
    model: str = DEFAULT,
    strengths: Sequence[float] | None = None,
    threads: ThreadCount = 1,
    device: str = CPU,
) -> Simulated:
    """Play the rounds that are left many times, drawn by the tournament's own rules; a seed decides it all.

    `strengths` are the true ones of all players in order of entry, in grades from 1 dan at 0; by default
    those of their ratings.

    >>> played = miai.simulate(evening, count=100, seed=1)
    >>> played.scores.shape, played.opponents.shape
    ((100, 6), (100, 1, 6))
    """
    question = question_for(model=model, simulations=count, device=device)
    now = event_now(tournament)
    rounds = max(tournament.settings.rounds, now.after)
    reason = why_not_simulated(tournament, rounds)
    if reason is not None:
        raise InputError(Message("this event cannot be simulated: %(reason)s", reason=reason))
    simulation = event_simulation(now, rounds=rounds, model=question.model)
    if strengths is not None:
        if len(strengths) != len(tournament.players):
            raise InputError(
                Message(
                    "there are %(strengths)s strengths for %(players)s players",
                    strengths=len(strengths),
                    players=len(tournament.players),
                )
            )
        true = now.chosen(strengths).tolist()
        field = simulation.field._replace(
            chances=table(question.model, true),
            with_handicap=with_handicap(question.model, true, tournament.settings),
        )
        simulation = replace(simulation, field=field)
    played = simulation.play(seed=seed, count=count, threads=threads, device=device)
    return Simulated(players=now.view.players, scores=played.final / POINT, opponents=played.opponents)
