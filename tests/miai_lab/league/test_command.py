"""miai lab league."""

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pyarrow.parquet as pq
import pytest

from kit.command import Run
from kit.json_outline import outline, without_times
from miai_lab.league.played_events import LeagueOutcome, LeagueTask
from miai_lab.league.run_league import play_task

CONFIG = """
seed = 2
models = ["kaniuk"]
contestants = ["mcmahon/gotha", "random", "knockout"]
output = "results"

[[kinds]]
name = "club evening"
events = 2
"""

KEYS = """
    {schema
    seed held_out models[] measures[{key title says unit ideal}] hypotheses[] kinds[{kind events simulated
    fields handicaps players[] rounds[] absent[{contestant reason}] notes[] models[{model rows[{contestant
    measures{*{value low high events difference{value low high events}}}}]}]}]}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "league.toml"
    file.write_text(CONFIG, encoding="utf-8")
    return file


def test_a_league_prints_tables_and_leaves_its_data_and_a_picture(run: Run, config: Path) -> None:
    status, out, _ = run("lab", "league", config, "--threads", "1")
    assert status == 0
    assert "knockout does not take part: knock-out with" in out
    assert "Differences to mcmahon/gotha" in out
    folder = config.parent / "results"
    assert sorted(file.name for file in folder.iterdir()) == [
        "league-club-evening.svg",
        "league.json",
        "league.txt",
    ]
    assert (folder / "league-club-evening.svg").read_bytes().startswith(b"<?xml")
    data = json.loads((folder / "league.json").read_text(encoding="utf-8"))
    assert [row["contestant"] for row in data["kinds"][0]["models"][0]["rows"]] == ["mcmahon/gotha", "random"]


def test_the_raw_games_can_be_exported(run: Run, config: Path) -> None:
    tables = []
    for name in ("games.csv", "games.parquet"):
        file = config.parent / name
        status, out, _ = run("lab", "league", config, "--threads", "1", "--games", file, "--json")
        assert status == 0
        assert json.loads(out)["seed"] == 2
        assert outline(json.loads(out)) == " ".join(KEYS.split())
        tables.append(file)
    with tables[0].open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    assert {row["contestant"] for row in rows} == {"mcmahon/gotha", "random"}
    parquet = pq.read_table(tables[1]).to_pylist()
    assert [int(row["white"]) for row in rows] == [row["white"] for row in parquet]


HYPOTHESIS = """
[[hypotheses]]
kind = "club evening"
measure = "grade_gap"
contestant = "random"
beside = "mcmahon/gotha"
margin = 0.1
expected = "further apart"
"""


def test_hypotheses_are_judged_and_everything_is_left_to_cite(run: Run, config: Path) -> None:
    text = CONFIG.replace("events = 2", "events = 12\nreplays = 0.25")
    config.write_text("held_out = 5\n" + text + HYPOTHESIS, encoding="utf-8")
    out = config.parent / "data"
    status, told, _ = run("lab", "league", config, "--threads", "1", "--out", out)
    assert status == 0
    assert "Hypotheses" in told
    assert sorted(file.name for file in out.iterdir()) == [
        "CITATION.cff", "README.md", "events.parquet", "hypotheses.parquet", "results.json", "values.parquet",
    ]  # fmt: skip
    (judged,) = pq.read_table(out / "hypotheses.parquet").to_pylist()
    held = json.loads((out / "results.json").read_text(encoding="utf-8"))["hypotheses"][0]
    assert (judged["verdict"], judged["confirmed"]) == ("higher", True)
    assert (judged["value"], judged["p_difference"]) == (held["difference"]["value"], held["p_difference"])
    events = pq.read_table(out / "events.parquet").to_pylist()
    # Two contestants on twelve events, and again on twelve fresh ones.
    assert len(events) == 2 * 12 * 2
    gaps = [
        row["grade_gap"]
        for row in events
        if (row["kind"], row["contestant"]) == ("club evening", "mcmahon/gotha")
    ]
    values = pq.read_table(out / "values.parquet").to_pylist()
    mean = {row["contestant"]: row["value"] for row in values if row["measure"] == "grade_gap"}
    assert mean["mcmahon/gotha"] == pytest.approx(sum(gaps) / 12, rel=1e-4)
    readme = (out / "README.md").read_text(encoding="utf-8")
    assert "miai lab league league.toml --out DIR" in readme
    # Nothing is said that holds for another league only.
    assert "- Win models: kaniuk.\n\n" in readme
    assert "Rows: 1." in readme


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"random"', '"randomly"', "league.toml: top of the file, key 'contestants': must be one or more of"),
        ('name = "club evening"', 'name = "x"\nfiles = ["none.xml"]', "none.xml"),
    ],
)
def test_a_mistake_ends_with_one_sentence(run: Run, config: Path, old: str, new: str, sentence: str) -> None:
    config.write_text(CONFIG.replace(old, new), encoding="utf-8")
    status, out, err = run("lab", "league", config)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_games_go_to_a_known_kind_of_file(run: Run, config: Path) -> None:
    status, _, err = run("lab", "league", config, "--games", "games.xls")
    assert status == 2
    assert err == "miai: games.xls: games are written to a .parquet or a .csv file\n"


DYING = """
import os, signal, sys, time
from pathlib import Path
from miai_lab.league import run_league as league
from miai.main import main

play, begun, part = league.play_task, [], Path(sys.argv[1] + ".part")

def dying(task):
    begun.append(task)
    if len(begun) == 3:
        while len(part.read_bytes().splitlines()) < 3:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGKILL)
    return play(task)

league.play_task = dying
sys.argv = ["miai", "lab", "league", sys.argv[1], "--threads", "1", "--json"]
main()
"""


def test_a_league_that_was_killed_goes_on_where_it_was(
    run: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[LeagueTask] = []

    def noted(task: LeagueTask) -> LeagueOutcome:
        played.append(task)
        return play_task(task)

    monkeypatch.setattr("miai_lab.league.run_league.play_task", noted)
    whole = json.loads(run("lab", "league", config, "--threads", "1", "--json")[1])
    tasks, part = [*played], config.with_name("league.toml.part")
    killed = subprocess.run([sys.executable, "-c", DYING, str(config)], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    assert len(part.read_text("utf-8").splitlines()) == 3
    # What is half written was not played.
    with part.open("a", encoding="utf-8") as file:
        file.write('{"number": 2, "val')
    played.clear()
    status, out, _ = run("lab", "league", config, "--threads", "1", "--json")
    assert (status, len(tasks), len(played)) == (0, 4, 2)
    assert without_times(json.loads(out)) == without_times(whole)
    assert not part.exists()


DAMAGED = "this is damaged or not part of a league: remove it to start from the beginning"


@pytest.mark.parametrize("content", [b"what is this?\n", b"what is this?", b"\n", b"\0\xff\n\xff"])
def test_a_file_that_is_no_part_of_a_league_is_refused(run: Run, config: Path, content: bytes) -> None:
    part = config.with_name("league.toml.part")
    part.write_bytes(content)
    assert run("lab", "league", config) == (2, "", f"miai: league.toml.part: {DAMAGED}\n")
    assert part.read_bytes() == content


def test_the_part_of_a_league_that_is_damaged_or_another_one_is_refused(
    run: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = config.with_name("league.toml.part")
    played: list[LeagueTask] = []

    def interrupted(task: LeagueTask) -> LeagueOutcome:
        played.append(task)
        if len(played) == 3:
            # Two outcomes are on their way into the file.
            while not part.exists() or len(part.read_bytes().splitlines()) < 3:
                sleep(0.01)
            raise KeyboardInterrupt
        return play_task(task)

    monkeypatch.setattr("miai_lab.league.run_league.play_task", interrupted)
    status, out, _ = run("lab", "league", config, "--threads", "1")
    assert (status, out) == (130, "stopped: run the same command again to continue\n")
    whole = part.read_bytes()
    at = whole.rindex(b"0.") + 2
    # Another digit of a number that was measured.
    damaged = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
    for content in (damaged, whole.replace(b'"values"', b'"value"'), whole[whole.index(b"\n") + 1 :]):
        part.write_bytes(content)
        assert run("lab", "league", config) == (2, "", f"miai: league.toml.part: {DAMAGED}\n")
        assert part.read_bytes() == content
    part.write_bytes(whole)
    config.write_text(CONFIG.replace("seed = 2", "seed = 3"), encoding="utf-8")
    status, out, err = run("lab", "league", config)
    assert (status, out) == (2, "")
    assert err == (
        "miai: league.toml.part: this belongs to another configuration or version: "
        "remove it to start from the beginning\n"
    )
    assert part.read_bytes() == whole
