"""miai lab search from the configuration to the folder of results."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pyarrow.parquet as pq
import pytest

from kit.command import Run
from kit.json_outline import outline
from kit.search_cases import TINY_SEARCH, write_events

KEYS = """
    {schema seed held_out_seed points events settings tournaments tournaments_searched tournaments_held_out
    stages[{settings fields[] tournaments}] kinds[{name players[] rounds fields plays held_out}]
    qualities{even area} priorities{balanced{even area} clubs apart{area}} level best_tenth
    cloud front compared
    found[{name role psi weights{score[] geography[] seeding[]} finalist dominated_by[]
    standings{balanced{value low high} clubs apart{value low high}}
    qualities{even{value reach} area{value reach}}}]}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY_SEARCH.replace("cloud = 10", 'cloud = 10\nreal_fields = "events"'), encoding="utf-8")
    write_events(tmp_path / "events")
    return path


def test_a_search_writes_a_folder_to_cite_and_the_same_one_again(
    run: Run, config: Path, tmp_path: Path
) -> None:
    status, printed, _ = run("lab", "search", config, "--threads", "1", "--out", tmp_path / "a", "--json")
    assert status == 0
    data = json.loads(printed)
    assert outline(data) == " ".join(KEYS.split())
    assert data["events"] == 4
    miai = next(each for each in data["found"] if each["name"] == "miai")
    assert set(miai["kinds"]) == set(miai["scores"]) == {"school, real fields", "school, made fields"}
    # As many fields of real players as made ones.
    assert [stage["fields"] for stage in data["stages"]] == [[2, 2], [4, 4]]
    assert data["stages"][0]["tournaments"] == 16 * 2 * 2 * 3
    assert data["tournaments"] == data["tournaments_searched"] + data["tournaments_held_out"]
    kept = json.loads((tmp_path / "a" / "results.json").read_text("utf-8"))
    assert {"schema": "miai.lab-search/1", **kept} == data
    settings = pq.read_table(tmp_path / "a" / "settings.parquet").to_pylist()
    assert len(settings) == data["compared"]
    assert sum(not each["dominated_by"] for each in settings) == data["front"]
    kinds = pq.read_table(tmp_path / "a" / "kinds.parquet").to_pylist()
    assert {each["kind"] for each in kinds} == {"school, real fields", "school, made fields"}
    assert len(kinds) == len(settings) * 2 * len(data["qualities"])
    readme = (tmp_path / "a" / "README.md").read_text("utf-8")
    assert "miai lab search tiny.toml --out DIR" in readme
    assert Xml.parse(tmp_path / "a" / "front.svg").getroot().tag.endswith("svg")  # noqa: S314 - our own file
    status, printed, _ = run("lab", "search", config, "--threads", "1", "--out", tmp_path / "b")
    assert status == 0
    assert "tournaments held out" in printed
    assert "miai" in printed
    headings = printed[: printed.index("Setting ")].split("each quality\n")[1]
    assert " ".join(headings.split()) == "Games between Games on the strangers below"
    for path in (tmp_path / "a").iterdir():
        assert path.read_bytes() == (tmp_path / "b" / path.name).read_bytes()


def test_a_folder_without_tournaments_is_refused(run: Run, config: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    config.write_text(config.read_text("utf-8").replace('"events"', '"empty"'), encoding="utf-8")
    status, _, err = run("lab", "search", config)
    assert status == 2
    assert "tiny.toml: top of the file, key 'real_fields'" in err
    assert "there is no tournament among these files" in err
