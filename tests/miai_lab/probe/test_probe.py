"""A probe's file depends on its configuration alone: not on threads, nor on how often it was stopped."""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from kit.probe_cases import TINY
from miai.engine.kernel.qualities import COUNTS
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.simulation import Scheme, Simulation, prices_of, terms_of
from miai.engine.rating.strengths import fitted
from miai.errors import InputError
from miai.messages import literal
from miai_lab.entries import Event
from miai_lab.probe import config as probe_config
from miai_lab.probe import played_fields as playing
from miai_lab.probe.config import Probe, parse_probe
from miai_lab.probe.file import ProbeFile
from miai_lab.probe.played_fields import ProbeTask, measured, scheme_at
from miai_lab.probe.points import drawn_point, held_out, near_points, order_points, shares_of
from miai_lab.probe.study import ProbeStudy
from miai_lab.task_runner import Place


def _no_file(name: str) -> Event:
    raise InputError(literal(name))


def _probe(text: str = TINY) -> Probe:
    return parse_probe(text, _no_file)[0]


def _ignore(done: int, total: int) -> None:
    pass


def _run(path: Path, *, threads: int = 1, progress: Callable[[int, int], None] = _ignore) -> bytes:
    probe = _probe()
    file = ProbeFile(path, digest=probe.digest, config=TINY)
    ProbeStudy(probe, file, Place(threads=threads), progress).run()
    file.finish()
    assert not file.parts.exists()
    return path.read_bytes()


@pytest.fixture(autouse=True, scope="module")
def few_resamples() -> Iterator[None]:
    """What is played does not depend on how often the analysis resamples it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("miai_lab.probe.statistics._RESAMPLES", 4)
        patch.setattr("miai_lab.probe.clusters._CLOUDS", 2)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of an uninterrupted run on one thread."""
    return _run(tmp_path_factory.mktemp("probe") / "whole.parquet")


def test_two_threads_write_the_same_file_as_one(whole: bytes, tmp_path: Path) -> None:
    assert _run(tmp_path / "two.parquet", threads=2) == whole


@pytest.mark.parametrize("killed_after", [1, 7, 25])
def test_a_run_that_was_killed_goes_on_to_the_same_file(
    whole: bytes, tmp_path: Path, killed_after: int
) -> None:
    path = tmp_path / "stopped.parquet"

    def kill(done: int, total: int) -> None:
        if done >= killed_after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        _run(path, progress=kill)
    assert not path.exists()
    assert len(list(path.with_name("stopped.parquet.parts").glob("*.parquet"))) == killed_after
    done_at_first = []
    assert _run(path, progress=lambda done, total: done_at_first.append(done)) == whole
    assert done_at_first[0] == killed_after


def test_a_finished_file_is_not_played_again(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "done.parquet"
    path.write_bytes(whole)
    monkeypatch.setattr("miai_lab.probe.study.measured", None)
    assert _run(path) == whole


def test_another_configuration_is_refused(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "other.parquet"
    path.write_bytes(whole)
    other = replace(_probe(), seed=2)
    with pytest.raises(InputError, match=r"other\.parquet belongs to another configuration"):
        ProbeFile(path, digest=other.digest, config="")


def test_a_file_without_a_new_measure_or_of_another_fit_is_refused(
    whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "older.parquet"
    path.write_bytes(whole)
    figures = fitted()
    with monkeypatch.context() as patch:
        patch.setattr("miai_lab.probe.config.MEASURED", {**probe_config.MEASURED, "beauty": None})
        with pytest.raises(InputError, match="belongs to another configuration"):
            ProbeFile(path, digest=_probe().digest, config="")
    steeper = replace(figures, model=replace(figures.model, slope=1.0))
    monkeypatch.setattr(probe_config, "fitted", lambda: steeper)
    with pytest.raises(InputError, match="belongs to another configuration"):
        ProbeFile(path, digest=_probe().digest, config="")


def test_a_file_that_is_no_probe_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.parquet"
    path.write_text("my notes")
    with pytest.raises(InputError, match=r"notes\.parquet is not a file of a probe"):
        ProbeFile(path, digest="", config="")


@pytest.mark.requirement("K30")
def test_a_point_does_not_depend_on_how_many_there_are() -> None:
    probe = _probe()
    assert drawn_point(probe, 7) == drawn_point(replace(probe, points=500), 7)
    assert drawn_point(probe, 7).weights != drawn_point(replace(probe, seed=2), 7).weights


@pytest.mark.requirement("K24", "K25")
def test_points_lie_inside_their_ranges_and_fixed_numbers_stay() -> None:
    probe = _probe()
    points = [drawn_point(probe, number) for number in range(200)] + near_points(probe)
    shares = shares_of(probe, points)
    assert shares.min() >= 0
    assert shares.max() <= 1
    assert np.allclose(shares[:200].mean(axis=0), 0.5, atol=0.1)
    assert {point.weights[0][1] for point in points} == {1000.0}
    assert {point.weights[1][2] for point in points} == {0.3}


def test_companions_are_as_far_away_as_they_should_be() -> None:
    probe = _probe()
    near = near_points(probe)
    bases = [drawn_point(probe, at // 3) for at in range(len(near))]
    apart = np.sqrt(np.mean((shares_of(probe, near) - shares_of(probe, bases)) ** 2, axis=1))
    assert (apart <= np.tile([0.01, 0.03, 0.1], 2) + 1e-9).all()
    assert apart[:2] == pytest.approx([0.01, 0.03])


@pytest.mark.requirement("K26")
def test_every_point_meets_the_same_tournaments(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = _probe()
    halls = []

    def noted(*where: object) -> object:
        halls.append(where)
        return hall(*where)

    hall = playing._prepared
    monkeypatch.setattr(playing, "_prepared", noted)
    for number in (0, 5):
        measured(ProbeTask(probe=probe, point=drawn_point(probe, number)))
    assert halls[:9] == halls[9:]


def test_held_out_points_meet_other_fields_and_other_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    probe = _probe()
    played: list[tuple[int, object]] = []

    def noted(field: object, entrants: object, scheme: object, **told: object) -> object:
        assert isinstance(told["seed"], int)
        played.append((told["seed"], field))
        return np.zeros((1, COUNTS))

    monkeypatch.setattr(playing, "counts_of", noted)
    point = drawn_point(probe, 0)
    for each in (point, *held_out([point])):
        measured(ProbeTask(probe=probe, point=each))
    search, others = played[:9], played[9:]
    assert len(others) == 4 + 6
    assert {seed for seed, _ in search} == {1}
    assert {seed for seed, _ in others} == {1_000_001}
    fields = {tuple(field.grades.tolist()) for _, field in search}  # type: ignore[attr-defined]
    assert not fields & {tuple(field.grades.tolist()) for _, field in others}  # type: ignore[attr-defined]


def test_only_the_search_is_played_on_the_tournaments_of_the_search(whole: bytes) -> None:
    table = pq.read_table(io.BytesIO(whole))
    columns = zip(*(table[name].to_pylist() for name in ("role", "held_out")), strict=True)
    found = set(columns)
    assert ("probe", False) in found
    assert {role for role, is_held_out in found if not is_held_out} == {"probe"}
    assert {role for role, is_held_out in found if is_held_out} == {
        "probe", "near", "order", "named", "line", "fresh",
    }  # fmt: skip


def test_players_win_by_the_model_that_is_named() -> None:
    chances = {
        model: playing._prepared(_probe().kinds[0].field, "mcmahon", model, 1, 0)[0].chances
        for model in ("fitted", "kaniuk")
    }
    assert np.allclose(chances["fitted"] + chances["fitted"].T, 1)
    assert not np.allclose(chances["fitted"], chances["kaniuk"])


def test_seeding_is_counted_by_the_method_of_each_round() -> None:
    probe = _probe()
    point = drawn_point(probe, 3)
    batches = measured(ProbeTask(probe=probe, point=point))
    seeded = games = 0
    for number in range(4):
        field, _, scheme = playing._prepared(probe.kinds[0].field, "mcmahon", "fitted", probe.seed, number)
        scheme = scheme_at(point, scheme)
        simulation = Simulation(field=field, prices=prices_of(scheme), terms=terms_of(scheme))
        played = simulation.play(seed=probe.seed, count=1, first=number)
        for r, i in np.argwhere(played.opponents[0] >= 0):
            j = played.opponents[0, r, i]
            mine, theirs = (played.before[0, r, each] // 4 for each in (i, j))
            games += i < j
            if i < j and mine == theirs:
                low, high = sorted(int(played.places[0, r, each]) for each in (i, j))
                size = int(played.sizes[0, r, i])
                # Two rounds of slip, then fold.
                seeded += abs(2 * (high - low) - size) < 2 if r < 2 else low + high == size - 1
    told = [batch.measures["seed"] for batch in batches if batch.kind == "club evening"]
    assert (sum(each[0] for each in told), sum(each[1] for each in told)) == (seeded, games)


def test_an_order_is_played_by_the_tiers_of_the_preset() -> None:
    order = ("score", "colour", "seeding", "floats", "geography")
    scheme = scheme_at(replace(drawn_point(_probe(), 0), order=order), Scheme(rounds=3))
    assert isinstance(scheme.pricing, Tiers)
    assert tuple(rule.key for rule in scheme.rules) == order
    # The bye is part of the optimum, as in a draw by the preset.


def test_every_order_of_tiers_begins_with_the_score() -> None:
    orders = [point.order for point in order_points(_probe())]
    assert orders == [("score", "colour", "seeding"), ("score", "seeding", "colour")]


def test_weights_too_large_for_a_field_are_told() -> None:
    probe = _probe(TINY.replace("W = 1000", "W = 1e12"))
    with pytest.raises(InputError, match=r"the weights are too large for the \d+ players of 'club evening'"):
        measured(ProbeTask(probe=probe, point=drawn_point(probe, 0)))
