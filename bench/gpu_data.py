"""Writes what `bench.gpu` compares with, played by the kernel: a million tournaments, all rules, matrices."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.gpu_cases import FILE, PLAYERS, ROUNDS, SEED, Case, digests_of, save
from miai.domain.settings.event_settings import DEFAULT_PRESET, Settings
from miai.domain.tournament import Tournament
from miai.engine.gpu.packing import pack, why_not_packed
from miai.engine.kernel.matching import ABSENT, solve_many
from miai.engine.pairing.event_simulation import event_now, event_simulation
from miai.engine.pairing.presets import plan_for
from miai.engine.pairing.pricing.price_matrix import banned
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.simulation import Scheme, SimulatedField, Simulation, simulation_of
from miai.engine.pairing.view import build_view
from miai.engine.rating.win_models import KaniukErf

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from kit.simulated_events import PRESETS, random_players, random_settings, round_of

MILLION = 1_000_000
OF_TIERS = 50_000
# Random events by preset, and how often each is played.
EVENTS, OF_EACH = 25, 40
MATRICES = 240
SMALL = 40
MODEL = KaniukErf()


def main() -> None:
    """Play everything and write the file."""
    dice = np.random.default_rng(SEED)
    clubs = tuple(int(club) for club in dice.integers(0, 12, PLAYERS))
    entry = SimulatedField(
        grades=tuple(grade for grade in range(4, -9, -1) for _ in range(4)),
        clubs=clubs,
        countries=tuple(club // 3 for club in clubs),
    )
    schemes = {
        "all rules of kaniuk": (Scheme(rounds=ROUNDS, bar=3), MILLION),
        "the same rules in tiers": (Scheme(rounds=ROUNDS, bar=3, pricing=Tiers()), OF_TIERS),
    }
    cases = [
        played_case(name, simulation_of(entry, scheme, MODEL), SEED, count)
        for name, (scheme, count) in schemes.items()
    ]
    for preset in dict.fromkeys((DEFAULT_PRESET, "miai")):
        simulation = usual_event(len(entry), preset)
        cases.append(played_case(f"all rules of the preset {preset}", simulation, SEED, OF_TIERS))
    for preset in PRESETS:
        cases += [random_case(preset, number) for number in range(EVENTS)]
    save(cases, matrices())
    print(f"{FILE}: {FILE.stat().st_size / 2**20:.1f} MiB, {sum(case.count for case in cases):,} tournaments")


def played_case(name: str, simulation: Simulation, seed: int, count: int) -> Case:
    """An event, played by the kernel piece by piece."""
    parts = (simulation.field, simulation.prices, simulation.terms)
    reason = why_not_packed(*parts, simulation.standing)
    if reason is not None:
        raise AssertionError(str(reason))
    digests = []
    for first in range(0, count, 20_000):
        played = simulation.play(seed=seed, count=min(20_000, count - first), first=first, threads=0)
        digests.append(digests_of(played._asdict()))
        if count > 20_000:
            print(f"\r{name}: {first + len(played.final):,} of {count:,}", end="", flush=True)
    print()
    return Case(
        name=name,
        packed=pack(*parts, seed=seed, standing=simulation.standing),
        count=count,
        digests=np.concatenate(digests),
    )


def usual_event(size: int, preset: str) -> Simulation:
    """A real event with the settings that Miai has by default, but for the preset."""
    dice = np.random.default_rng(SEED)
    settings = Settings(rounds=ROUNDS, preset=preset)
    players = tuple(
        replace(player, absent_rounds=frozenset(), family="", time_zone="")
        for player in random_players(dice, ROUNDS, size)
    )
    return event_simulation(
        event_now(Tournament(settings=settings, players=players)), rounds=ROUNDS, model=MODEL
    )


def random_case(preset: str, number: int) -> Case:
    """A random event of any size, from the start or with rounds played and games open."""
    dice = np.random.default_rng((SEED, PRESETS.index(preset), number))
    settings = random_settings(dice, preset)
    size = int(dice.integers(2, 65)) if number % 2 else int(dice.integers(2, 14))
    event = Tournament(settings=settings, players=random_players(dice, settings.rounds, size))
    now = event_now(event)
    played = event_simulation(now, rounds=settings.rounds, model=MODEL).play(seed=number, count=1)
    gone = int(dice.integers(0, settings.rounds))
    rounds = [round_of(played, r + 1, now.view.players, settings) for r in range(gone)]
    now = event_now(replace(event, rounds=tuple(rounds)))
    simulation = event_simulation(now, rounds=settings.rounds, model=MODEL)
    return played_case(f"{preset} {number}, {size} players", simulation, number, OF_EACH)


def matrices() -> dict[str, Any]:
    """Costs of real rounds of 52 players, and matrices with ties and bans, with the kernel's matchings."""
    real = np.array([costs_of_round(number) for number in range(MATRICES)])
    found: dict[str, Any] = {"real": real, "real_mates": solve_many(real).mates.astype(np.int8)}
    dice = np.random.default_rng(SEED)
    for n in range(2, 65, 2):
        costs = dice.integers(0, dice.choice([2, 3, 6, 30, 10**6], (SMALL, 1, 1)), (SMALL, n, n))
        absent = dice.random((SMALL, n, n)) < dice.choice([0, 0.2, 0.5, 0.8], (SMALL, 1, 1))
        costs = np.triu(np.where(absent, ABSENT, costs), 1)
        costs = np.ascontiguousarray(costs + costs.transpose(0, 2, 1))
        found[f"small_{n}"] = costs
        found[f"small_mates_{n}"] = solve_many(costs).mates.astype(np.int8)
    return found


def costs_of_round(number: int) -> Any:
    """What pairs cost in some round of some event by the preset kaniuk, the players shuffled."""
    dice = np.random.default_rng((SEED, number))
    settings = Settings(rounds=ROUNDS, preset="kaniuk")
    players = tuple(
        replace(player, absent_rounds=frozenset(), family="")
        for player in random_players(dice, ROUNDS, PLAYERS)
    )
    event = Tournament(settings=settings, players=players)
    now = event_now(event)
    played = event_simulation(now, rounds=ROUNDS, model=MODEL).play(seed=number, count=1)
    rounds = tuple(round_of(played, r + 1, now.view.players, settings) for r in range(number % ROUNDS))
    view = build_view(replace(event, rounds=rounds), len(rounds) + 1, seed=0)
    plan = plan_for(settings, round_number=len(rounds) + 1, preset="kaniuk", seed=number)
    costs = plan.pricing.price(view, plan.rules, banned(view)).costs
    seats = dice.permutation(len(costs))
    return np.ascontiguousarray(costs[np.ix_(seats, seats)])
