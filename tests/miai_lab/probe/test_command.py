"""miai lab probe from the configuration to the report."""

import json
from pathlib import Path
from xml.etree import ElementTree as Xml

import pyarrow.parquet as pq
import pytest

from kit.command import Run
from kit.json_outline import outline
from kit.places import ROOT
from kit.probe_cases import TINY

KEYS = """
    {schema file report system model seed points pairings kinds[{name tournaments}] qualities[{key title
    ideal priority}] study{top alike least unlike near lines steps fresh orders} held_out{seed
    tournaments{*}} margins{*{even far_apart grade_gap area up_down_balance colour_balance
    seed_split}} continuity[{kind near[{distance pairs difference{value low high} alike{cases
    alike{value low high} surely_alike surely_unlike}}] far[] noise verdict}] sensitivity[{kind
    pairs alike lines by_ends{*{beyond{cases alike{value low high} surely_alike surely_unlike}
    from_an_end{cases alike{value low high} surely_alike surely_unlike} better{median most_of_them
    largest} worse{median most_of_them largest}}}}] clusters[{kind silhouette held_out chance
    agreement{value low high} clusters[{points marks{*} pulls[] psi{*}}] real}]
    importance{*[{axis quality share{value low high} push{value low high}}]}
    importance_held_out{*[{axis quality share{value low high} push{value low high}}]}
    region{ranges[{axis low high probed_low probed_high}] psi[] verified{everywhere{value low high}
    found{value low high} fresh{value low high} mean_standing fresh_mean_standing
    fresh_least_standing}} contenders[{label standing scores{*} values{*} gains{*}}] orders[{label
    standing scores{*} values{*} gains{*}}]}
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TINY, encoding="utf-8")
    return path


@pytest.mark.requirement("K29", "K31", "K33", "K37")
def test_a_probe_writes_one_table_and_a_report_with_its_pictures(
    run: Run, config: Path, tmp_path: Path
) -> None:
    status, printed, _ = run("lab", "probe", config, "--threads", "1", "--json", "--out", tmp_path / "data")
    assert status == 0
    data = json.loads(printed)
    kept = json.loads((tmp_path / "data" / "results.json").read_text(encoding="utf-8"))
    assert {"schema": "miai.lab-probe/1", **kept} == data
    lines = pq.read_table(tmp_path / "data" / "lines.parquet")
    assert len(lines) == sum(kind["lines"] for kind in data["sensitivity"])
    assert pq.read_table(tmp_path / "data" / "clusters.parquet")["kind"].to_pylist().count("school") == 12
    assert {path.name for path in (tmp_path / "data").iterdir()} >= {"README.md", "CITATION.cff"}
    assert outline(data) == " ".join(KEYS.split())
    table = pq.read_table(config.with_name("tiny.parquet"))
    # 4 tournaments are 4 batches, 5 are 5; held out are 4 and 6.
    assert table["role"].to_pylist().count("probe") == 12 * (9 + 10)
    assert set(table["kind"].to_pylist()) == {"club evening", "school"}
    assert table.schema.metadata[b"miai.config"].decode() == TINY
    folder = config.with_name("tiny-report")
    text = (folder / "report.md").read_text(encoding="utf-8")
    for picture in folder.glob("*.svg"):
        assert Xml.parse(picture).getroot().tag.endswith("svg")  # noqa: S314 - our own file
        assert f"]({picture.name})" in text
    assert len(list(folder.glob("*.svg"))) == 6
    assert {each["kind"] for each in data["continuity"]} == {"club evening", "school"}
    assert data["contenders"][0]["label"] == "preset kaniuk"


@pytest.mark.requirement("K34")
def test_random_pairing_is_a_control_without_weights(run: Run, config: Path, tmp_path: Path) -> None:
    config.write_text(
        'system = "random"\n[[kinds]]\nname = "club evening"\ntournaments = 6\n', encoding="utf-8"
    )
    status, printed, _ = run("lab", "probe", config, "--report", tmp_path / "control")
    assert status == 0
    assert "probe.parquet" in printed
    table = pq.read_table(tmp_path / "probe.parquet")
    assert table["tournaments"].to_pylist() == [1] * 6
    text = (tmp_path / "control" / "report.md").read_text(encoding="utf-8")
    assert "| club evening | `even` |" in text


def test_the_field_of_a_real_event_is_read_from_beside_the_configuration(run: Run, config: Path) -> None:
    field = config.with_name("ours.xml")
    assert run("lab", "generate", "-o", field, "--players", "12", "--rounds", "3")[0] == 0
    kind = '[[kinds]]\nname = "ours"\nfile = "ours.xml"\ntournaments = 4\n'
    config.write_text(f'system = "random"\n{kind}', encoding="utf-8")
    status, printed, _ = run("lab", "probe", config, "--json")
    assert status == 0
    found = {each["measure"]: each["mean"]["value"] for each in json.loads(printed)["control"]}
    assert 0 < found["even"] < 1
    field.unlink()
    status, _, complaint = run("lab", "probe", config)
    assert status == 2
    assert "[[kinds]] number 1, key 'file': ours.xml: there is no such file" in complaint


def test_a_run_that_is_interrupted_says_how_to_go_on(
    run: Run, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("miai_lab.probe.study.continuity", interrupted)
        status, printed, _ = run("lab", "probe", config, "--threads", "1")
    assert (status, printed) == (130, "stopped: run the same command again to continue\n")
    assert not config.with_name("tiny.parquet").exists()
    assert run("lab", "probe", config, "--threads", "1")[0] == 0


def test_a_mistake_ends_with_a_sentence_and_writes_nothing(run: Run, config: Path) -> None:
    config.write_text(TINY.replace("points = 12", "points = 2"), encoding="utf-8")
    status, _, complaint = run("lab", "probe", config)
    assert status == 2
    assert (
        complaint.splitlines()[-1]
        == "miai: tiny.toml: top of the file, key 'points': must be a whole number, 10 or more, not 2"
    )
    assert [path.name for path in config.parent.iterdir()] == ["tiny.toml"]


def test_the_example_is_printed_and_stands_in_the_documentation(run: Run, tmp_path: Path) -> None:
    status, printed, _ = run("lab", "probe", "--example")
    assert status == 0
    assert printed == (ROOT / "docs" / "reference" / "probe.toml").read_text(encoding="utf-8")
    assert run("lab", "probe")[0] == 2
