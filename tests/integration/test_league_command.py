"""miai lab league."""

import csv
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from command import Run
from json_outline import outline

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
    {seed models[] measures[{key title says unit ideal}] kinds[{kind events players[] rounds[]
    absent[{contestant reason}] models[{model rows[{contestant measures{*{value low high events
    difference{value low high events}}} seconds{value low high events}}]}]}]}
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
