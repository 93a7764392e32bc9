"""--device on the command line: the same numbers on a GPU, and one sentence where there is none."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kit.command import Run
from kit.fake_cupy import machine
from kit.probe_cases import TINY
from kit.riverside import RIVERSIDE
from miai.engine.gpu import playing
from miai.engine.gpu.device import play_on_device
from miai_lab.league.run_league import check_league_device
from miai_lab.probe.config import parse_probe
from miai_lab.probe.played_fields import ProbeTask, measured
from miai_lab.probe.points import drawn_point

BAR = ("bar", "--entry", "5d:1,4d:4,3d:3,1d:4,1k:6,2k:4,3k:5", "--rounds", "4", "--pairings", "40", "--json")
FORECAST = ("forecast", RIVERSIDE, "--simulations", "100", "--json")
BY_KANIUK = (*FORECAST, "--model", "kaniuk")
PROBE = 'system = "random"\n[[kinds]]\nname = "club evening"\ntournaments = 6\n'
LEAGUE = 'contestants = ["random"]\nmodels = ["kaniuk"]\n[[kinds]]\nname = "club evening"\nevents = 1\n'
COMMANDS = ("bar", "forecast", "probe", "league")


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """A machine with a GPU, and how many tournaments it has played each time."""
    counts: list[int] = []

    def counted(*args: Any, **options: Any) -> Any:
        counts.append(options["count"])
        return play_on_device(*args, **options)

    monkeypatch.setattr(playing, "play_on_device", counted)
    with machine(monkeypatch, cupy=True):
        yield counts


@pytest.fixture
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without CuPy."""
    with machine(monkeypatch, cupy=False):
        yield


def words(command: str, folder: Path) -> tuple[str | Path, ...]:
    """A command that takes little time, in a folder of its own."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{command}.toml"
    if command in ("probe", "league"):
        file.write_text({"probe": PROBE, "league": LEAGUE}[command], encoding="utf-8")
        return ("lab", command, file, "--threads", "1", "--json")
    return {"bar": BAR, "forecast": BY_KANIUK}[command]


def refusal(run: Run, *words: str | Path) -> str:
    """What a command that ends with status 2 complains of, in one line."""
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    (line,) = err.splitlines()
    return line


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_gpu_that_is_not_there_or_a_device_that_nobody_knows_is_refused(
    run: Run, tmp_path: Path, command: str
) -> None:
    asked = words(command, tmp_path)
    before = sorted(tmp_path.iterdir())
    missing = refusal(run, *asked, "--device", "gpu")
    if command == "league":
        assert missing.endswith("a league plays every event once, with players of its own: no GPU does that")
    else:
        assert missing.endswith("a GPU needs the extra 'gpu': pip install 'miai[gpu]'")
    assert refusal(run, *asked, "--device", "abacus").endswith("'abacus' is not a device: auto, cpu or gpu")
    assert sorted(tmp_path.iterdir()) == before


def test_no_league_is_drawn_by_a_gpu_that_is_there(run: Run, tmp_path: Path, played: list[int]) -> None:
    complaint = refusal(run, *words("league", tmp_path), "--device", "gpu")
    assert complaint.endswith("a league plays every event once, with players of its own: no GPU does that")
    assert not played


@pytest.mark.usefixtures("no_gpu")
@pytest.mark.parametrize("command", ["bar", "forecast"])
def test_without_a_gpu_auto_and_cpu_are_the_same(run: Run, tmp_path: Path, command: str) -> None:
    asked = words(command, tmp_path)
    found = [run(*asked, *device) for device in ((), ("--device", "auto"), ("--device", "cpu"))]
    assert found[0][0] == 0
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("command", ["bar", "forecast"])
def test_a_gpu_gives_the_same_answer(run: Run, tmp_path: Path, played: list[int], command: str) -> None:
    asked = words(command, tmp_path)
    expected = run(*asked, "--device", "cpu")
    assert expected[0] == 0
    # So little is not worth the start of a GPU.
    assert run(*asked) == expected
    assert not played
    assert run(*asked, "--device", "gpu") == expected
    assert sum(played) >= 40


@pytest.mark.parametrize("command", ["bar", "forecast"])
def test_auto_takes_a_gpu_where_it_pays(
    run: Run, tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    asked = words(command, tmp_path)
    expected = run(*asked, "--device", "cpu")
    monkeypatch.setattr(playing, "_PAYS", 0)
    assert run(*asked) == expected
    assert sum(played) >= 40


def test_a_gpu_probes_the_same(run: Run, tmp_path: Path, played: list[int]) -> None:
    found = []
    for device in ("cpu", "auto", "gpu"):
        status, out, _ = run(*words("probe", tmp_path / device), "--device", device)
        assert status == 0
        assert bool(played) == (device == "gpu")
        found.append((json.loads(out)["control"], (tmp_path / device / "probe.parquet").read_bytes()))
    assert found[0] == found[1] == found[2]


def test_weights_have_the_same_qualities_on_a_gpu(played: list[int]) -> None:
    probe, _ = parse_probe(TINY, lambda _name: pytest.fail("there is no file to read"))
    point = drawn_point(probe, 0)
    by_cpu, by_gpu = (
        measured(ProbeTask(probe=probe, point=point, device=device)) for device in ("cpu", "gpu")
    )
    assert repr(by_gpu) == repr(by_cpu)
    assert len(played) == sum(kind.tournaments for kind in probe.kinds)


def test_a_league_is_drawn_with_auto_or_cpu() -> None:
    for device in ("auto", "cpu"):
        check_league_device(device)


def test_a_gpu_does_not_draw_strengths_for_every_tournament(run: Run, played: list[int]) -> None:
    for model in ((), ("--model", "fitted")):
        complaint = refusal(run, *FORECAST, *model, "--device", "gpu")
        assert complaint.endswith(
            "the GPU does not play this: by this model every tournament has strengths of its own"
        )
    assert run(*FORECAST)[0] == 0
    assert not played


def test_a_gpu_does_not_play_what_is_drawn_round_by_round(
    run: Run, tmp_path: Path, played: list[int]
) -> None:
    file = tmp_path / "random.miai"
    assert run("rules", RIVERSIDE, "--set", "system=random", "-o", file)[0] == 0
    asked = ("forecast", file, "--model", "kaniuk", "--simulations", "4", "--json")
    assert run(*asked)[0] == 0
    assert refusal(run, *asked, "--device", "gpu").endswith(
        "the GPU does not play this: the system 'random' does not weigh pairs"
    )
    assert not played


def test_a_field_of_more_than_64_is_played_by_the_cpu(run: Run, played: list[int]) -> None:
    asked = ("bar", "--entry", "3d:40,2d:40,1d:20", "--rounds", "2", "--pairings", "4", "--json")
    assert refusal(run, *asked, "--device", "gpu").endswith(
        "the GPU does not play this: more than 64 players"
    )
    assert run(*asked)[0] == 0
    assert not played
