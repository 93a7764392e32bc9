"""What a GPU is given and what it tells, with the sources compiled for one lane in its place."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from kit import fake_cupy
from kit.matching_cases import random_costs
from miai.engine.gpu import device, playing
from miai.engine.gpu.device import (
    MATCHINGS,
    TOURNAMENTS,
    match_on_device,
    play_on_device,
    whole_source,
)
from miai.engine.gpu.records import DONE, DOUBTFUL, REFUSED, Packed
from miai.engine.kernel.matching import CostsTooLarge, solve_many
from miai.engine.pairing.simulation import Scheme, SimulatedField, Simulation, simulation_of
from miai.engine.rating.win_models import KaniukErf
from miai.errors import InputError

MODEL = KaniukErf()


def _simulation(n: int, rounds: int = 5) -> Simulation:
    grades = tuple(np.random.default_rng(n).integers(-9, 5, n).tolist())
    return simulation_of(SimulatedField(grades=grades), Scheme(rounds=rounds, bar=2), MODEL)


@pytest.mark.usefixtures("gpu")
def test_a_gpu_tells_the_same_of_every_tournament(monkeypatch: pytest.MonkeyPatch) -> None:
    # So few at a time that there are several pieces.
    monkeypatch.setattr(device, "_FEWEST", 7)
    monkeypatch.setattr(device, "_PIECE", 1)
    # In a field of six somebody stays unpaired now and then, and such tournaments are played twice.
    for simulation in (_simulation(6), _simulation(11)):
        expected = simulation.play(seed=4, count=40, first=3)
        found = simulation.play(seed=4, count=40, first=3, device="gpu")
        for name, values in expected._asdict().items():
            assert np.array_equal(values, getattr(found, name)), name
            assert getattr(found, name).dtype == np.int64
        scores = simulation.final_scores(seed=4, count=40, first=3, device="gpu")
        assert np.array_equal(scores, expected.final)
        assert np.array_equal(simulation.final_scores(seed=4, count=40, first=3), expected.final)


@pytest.mark.usefixtures("gpu")
def test_what_the_gpu_doubts_is_played_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    def doubting(packed: Packed, **options: Any) -> object:
        told, verdicts = play_on_device(packed, **options)
        for values in told.values():
            values[2:4] = 99
        verdicts[2:4] = DOUBTFUL
        return told, verdicts

    monkeypatch.setattr(playing, "play_on_device", doubting)
    simulation = _simulation(8)
    expected = simulation.play(seed=1, count=6)
    found = simulation.play(seed=1, count=6, device="gpu")
    assert np.array_equal(found.opponents, expected.opponents)
    assert np.array_equal(found.final, expected.final)
    assert np.array_equal(simulation.final_scores(seed=1, count=6, device="gpu"), expected.final)


@pytest.mark.usefixtures("gpu")
def test_tiers_that_do_not_fit_are_refused_as_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    verdicts = np.array([DONE, REFUSED], np.uint8)
    monkeypatch.setattr(playing, "play_on_device", lambda *_args, **_options: ({}, verdicts))
    with pytest.raises(CostsTooLarge, match="The tiers do not fit whole numbers for 8 players"):
        _simulation(8).final_scores(seed=1, count=2, device="gpu")


@pytest.mark.usefixtures("gpu")
def test_a_field_that_is_too_large_is_left_to_the_kernel_or_refused() -> None:
    simulation = _simulation(66, rounds=2)
    count = 4_000
    assert not simulation.plays_on_gpu(count=count, device="auto")
    with pytest.raises(InputError, match="the GPU does not play this: more than 64 players"):
        simulation.play(seed=1, count=1, device="gpu")


@pytest.mark.usefixtures("gpu")
def test_auto_takes_the_gpu_only_where_there_is_much_to_play() -> None:
    simulation = _simulation(52)
    assert simulation.plays_on_gpu(count=10_000, device="auto")
    assert not simulation.plays_on_gpu(count=100, device="auto")
    assert not simulation.plays_on_gpu(count=10_000, device="cpu")
    assert simulation.plays_on_gpu(count=1, device="gpu")


@pytest.mark.usefixtures("no_gpu")
def test_without_a_gpu_auto_is_the_kernel_and_gpu_is_refused() -> None:
    simulation = _simulation(52)
    assert not simulation.plays_on_gpu(count=10_000, device="auto")
    with pytest.raises(InputError, match="a GPU needs the extra 'gpu': pip install 'miai\\[gpu\\]'"):
        simulation.play(seed=1, count=1, device="gpu")
    with pytest.raises(InputError, match="'abacus' is not a device: auto, cpu or gpu"):
        simulation.play(seed=1, count=1, device="abacus")


NOTHING_FOUND = "CuPy finds no GPU on this machine, or no CUDA to compile with"


def _missing(*_args: object) -> None:
    raise RuntimeError("a library is missing")


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    ("part", "changes", "reason"),
    [
        (
            fake_cupy.cuda,
            {"Device": _missing},
            NOTHING_FOUND,
        ),
        (
            fake_cupy.cuda.nvrtc,
            {"getVersion": _missing},
            NOTHING_FOUND,
        ),
        (
            fake_cupy.Device,
            {"compute_capability": "75"},
            "the GPU is too old: compute capability 8.0 or newer is needed",
        ),
    ],
    ids=["no driver", "no compiler", "too old"],
)
def test_a_gpu_that_cannot_be_used_is_none(
    part: object, changes: dict[str, object], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in changes.items():
        monkeypatch.setattr(part, name, value)
    simulation = _simulation(52)
    assert not simulation.plays_on_gpu(count=10_000, device="auto")
    with pytest.raises(InputError) as refused:
        simulation.play(seed=1, count=1, device="gpu")
    assert str(refused.value) == reason


@pytest.mark.usefixtures("gpu")
def test_matrices_are_matched_whatever_their_costs_are() -> None:
    for seed in range(60):
        costs = random_costs(seed, largest=40)[np.newaxis]
        expected = solve_many(costs)
        mates, totals = match_on_device(costs)
        assert np.array_equal(mates, expected.mates)
        assert np.array_equal(totals, expected.totals)


def test_the_sources_are_one_text_for_the_compiler() -> None:
    for source, parts in (
        (TOURNAMENTS, ("Solver", "Tournament", "Event", "Book", "Nodes")),
        (MATCHINGS, ("Solver", "Nodes")),
    ):
        text = whole_source(source)
        assert '#include "' not in text
        for name in parts:
            assert text.count(f"struct {name} {{") == 1, name


_WITHOUT_NUMBA = """
import sys

class Refused:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] not in sys.stdlib_module_names | {"numpy", "miai", "bench"}:
            raise ImportError(name)

sys.meta_path.insert(0, Refused())
import bench.gpu
print("miai.engine.gpu.device" in sys.modules, "cupy" in sys.modules)
"""


def test_what_runs_beside_a_gpu_needs_numpy_and_cupy_alone() -> None:
    done = subprocess.run([sys.executable, "-c", _WITHOUT_NUMBA], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True False\n", "")
