"""What is too large for the GPU's records: it is played by the kernel, or refused with the reason."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.settings.event_settings import DEFAULT_PRESET, Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.gpu import playing
from miai.engine.gpu.packing import pack
from miai.engine.gpu.records import MOST_PLAYERS, SEEDINGS
from miai.engine.kernel.deviations import ADJACENT, ANY, CROSS, DOUBLE_FOLD, FOLD, SLIP, fill_seeding
from miai.engine.kernel.simulate import at_the_start
from miai.engine.pairing.event_simulation import event_now, event_simulation
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.simulation import Scheme, SimulatedField, Simulation, simulation_of
from miai.engine.rating.win_models import KaniukErf
from miai.errors import InputError


def _simulation(n: int = 8, rounds: int = 3, **scheme: Any) -> Simulation:
    entry = SimulatedField(grades=tuple(-(i % 9) for i in range(n)))
    return simulation_of(entry, Scheme(rounds=rounds, bar=0, **scheme), KaniukErf())


def _field(simulation: Simulation, **changes: Any) -> Simulation:
    return replace(simulation, field=simulation.field._replace(**changes))


def _terms(simulation: Simulation, **changes: Any) -> Simulation:
    return replace(simulation, terms=simulation.terms._replace(**changes))


def _standing(simulation: Simulation, **changes: Any) -> Simulation:
    return replace(simulation, standing=at_the_start(simulation.field)._replace(**changes))


def _one_of_eight(value: int) -> Any:
    """A number that one of eight players has; the others have 0."""
    return np.array([value] + 7 * [0], np.int64)


def _open_games(count: int) -> Simulation:
    """The first games of three rounds of 64 players, without a result."""
    games = np.array([(2 * (i % 32), 2 * (i % 32) + 1, 0, i // 32) for i in range(count)], np.int64)
    return _standing(_simulation(64, rounds=5), gone=3, pending=games)


def _large_clubs(rounds: int) -> Simulation:
    """One club, which does not count for one player, in every round another."""
    return _field(
        _simulation(rounds=rounds), clubs=np.zeros(8, np.int64), large=np.eye(rounds, 8, dtype=np.bool_)
    )


def _squares(count: int) -> Simulation:
    """Nearly all differences between categories are different ones."""
    return _field(_simulation(count), categories=np.arange(count, dtype=np.int64) ** 2)


def _in_tiers(*, category: int = 0, country: int = 0) -> Simulation:
    found = _simulation(pricing=Tiers())
    kinship = found.terms.kinship.copy()
    kinship[0] = country
    countries = np.zeros(8, np.int64)
    return _terms(_field(found, categories=_one_of_eight(category), countries=countries), kinship=kinship)


# What fits, what does not, and why.
LIMITS: dict[str, tuple[Callable[[int], Simulation], int, int, str]] = {
    "players": (_simulation, 64, 65, "more than 64 players"),
    "rounds to play": (lambda count: _simulation(rounds=count), 32, 33, "more than 32 rounds"),
    "rounds played": (
        lambda count: _standing(_simulation(rounds=count + 1), gone=count),
        32,
        33,
        "more than 32 rounds",
    ),
    "criteria": (
        lambda count: _terms(_simulation(), criteria=np.zeros((3, count), np.int64)),
        8,
        9,
        "more than 8 criteria of seeding",
    ),
    "criteria that do not change": (
        lambda count: _field(_simulation(), fixed=np.zeros((count, 8))),
        8,
        9,
        "more than 8 criteria of seeding",
    ),
    "open games": (_open_games, 64, 65, "more than 64 games without a result"),
    "handicaps": (lambda most: _simulation(most_stones=most), 31, 32, "handicaps of more than 31 grades"),
    "scores": (
        lambda score: _field(_simulation(), starts=np.full(8, score)),
        7_000,
        9_000,
        "scores or grades that are too large",
    ),
    "scores far apart": (
        lambda score: _field(_simulation(), starts=_one_of_eight(score)),
        400,
        600,
        "scores or grades that are too large",
    ),
    "grades": (
        lambda grade: _field(_simulation(), grades=_one_of_eight(grade)),
        1_000,
        3_000,
        "scores or grades that are too large",
    ),
    "byes": (
        lambda count: _standing(_simulation(), byes=_one_of_eight(count)),
        50,
        120,
        "scores or grades that are too large",
    ),
    "large clubs": (_large_clubs, 4, 5, "the clubs that hold too much of the field change too often"),
    "kinds of pairs": (_squares, 10, 40, "too many different pairs of countries, clubs and categories"),
    "categories in tiers": (
        lambda most: _in_tiers(category=most),
        31,
        32,
        "prices of countries, clubs or categories that are too large",
    ),
    "countries in tiers": (
        lambda most: _in_tiers(country=most),
        127,
        128,
        "prices of countries, clubs or categories that are too large",
    ),
}


@pytest.mark.parametrize("method", [FOLD, DOUBLE_FOLD, SLIP, ADJACENT, CROSS, ANY])
def test_the_table_of_prices_has_every_deviation_from_a_seeding(method: int) -> None:
    for size in range(2, MOST_PLAYERS + 1):
        found = np.zeros((size, size), np.int16)
        places, same = np.arange(size), np.full(size, size)
        fill_seeding(same, places, same, method, 1, found)
        assert found.max() < SEEDINGS


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("limit", LIMITS)
def test_what_just_fits_is_played_as_by_the_kernel(limit: str) -> None:
    made, most, _, _ = LIMITS[limit]
    simulation = made(most)
    expected = simulation.play(seed=5, count=3)
    found = simulation.play(seed=5, count=3, device="gpu")
    for name, values in expected._asdict().items():
        assert np.array_equal(values, getattr(found, name)), name


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize("limit", LIMITS)
def test_what_does_not_fit_is_refused_with_the_reason_or_left_to_the_kernel(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, _, too_many, reason = LIMITS[limit]
    simulation = made(too_many)
    for play in (simulation.play, simulation.final_scores):
        with pytest.raises(InputError) as refused:
            play(seed=5, count=3, device="gpu")
        assert str(refused.value) == f"the GPU does not play this: {reason}"
    monkeypatch.setattr(playing, "_PAYS", 0)
    monkeypatch.setattr(playing, "play_on_device", None)
    assert not simulation.plays_on_gpu(count=3, device="auto")
    expected, found = (simulation.play(seed=5, count=3, device=device) for device in ("cpu", "auto"))
    assert np.array_equal(found.opponents, expected.opponents)
    assert np.array_equal(simulation.final_scores(seed=5, count=3, device="auto"), expected.final)


# By `kaniuk` the price of a game levels off before that.
@pytest.mark.parametrize(
    ("preset", "lowest", "bits"),
    [(DEFAULT_PRESET, -20, 32), (DEFAULT_PRESET, -60, 64), ("kaniuk", -20, 32), ("kaniuk", -60, 32)],
)
def test_prices_need_64_bits_only_where_scores_can_be_so_far_apart(
    preset: str, lowest: int, bits: int
) -> None:
    players = tuple(
        Player(id=PlayerId(f"p{i}"), surname=f"P{i}", grade=Grade.of_number(3 if i else lowest))
        for i in range(8)
    )
    settings = Settings(rounds=6, preset=preset, scoring=Scoring(bar=Grade.of_number(3)))
    now = event_now(Tournament(settings=settings, players=players))
    simulation = event_simulation(now, rounds=6, model=KaniukErf())
    parts = (simulation.field, simulation.prices, simulation.terms)
    assert pack(*parts, seed=1, standing=simulation.standing).wide == (bits == 64)
