"""miai quality as a director runs it."""

import json
from pathlib import Path

from kit.builders import crosstable
from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.domain.tournament import Tournament
from miai.engine.judging import MEASURES
from miai.formats import FORMATS


def saved(folder: Path, event: Tournament) -> Path:
    path = folder / "event.xml"
    path.write_bytes(FORMATS["opengotha"].write(event))
    return path


def test_an_event_is_measured_in_a_table(run: Run) -> None:
    status, out, err = run("quality", RIVERSIDE)
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == "Riverside Open: quality of 50 games, 26 players, 4 rounds"
    peer = next(line for line in lines if line.startswith("Peer games above the bar"))
    assert peer.split()[5:9] == ["81", "%", "100", "%"]
    assert next(line for line in lines if line.startswith("One player alone on top")).split()[5] == "yes"
    error = next(line for line in lines if line.startswith("Total error"))
    assert error.endswith("document 1, tables 7.1 to 7.4: 0.14 to 0.42")
    assert next(line for line in lines if line.split()[:1] == ["17k"]).split()[-3:] == ["+6.7", "100", "%"]


def test_quality_as_json_is_stable(run: Run) -> None:
    status, out, _ = run("quality", RIVERSIDE, "--json")
    data = json.loads(out)
    assert status == 0
    assert list(data) == [
        "schema",
        "tournament",
        "players",
        "rounds",
        "games",
        "measures",
        "groups",
        "relative_strength",
        "problems",
    ]
    assert [each["key"] for each in data["measures"]] == list(MEASURES)
    assert list(data["measures"][0]) == ["key", "title", "value", "unit", "ideal", "printed", "says"]
    assert sum(group["players"] for group in data["groups"]) == data["players"] == 26
    strengths = [each["strength"] for each in data["relative_strength"]["players"]]
    assert strengths == sorted(strengths, reverse=True)


def test_a_field_too_small_for_relative_strengths_is_told_so(run: Run, tmp_path: Path) -> None:
    path = saved(tmp_path, crosstable("A+B C+D | A+C B+D"))
    status, out, err = run("quality", path)
    assert status == 0
    assert "note: relative strengths need 6 players or more: here are 4\n" in err
    assert "Total error" not in out
    data = json.loads(run("quality", path, "--json")[1])
    assert data["relative_strength"] is None
    assert {each["key"]: each["value"] for each in data["measures"]}["total_error"] is None


def test_a_tournament_before_its_first_round_ends_with_a_sentence(run: Run, tmp_path: Path) -> None:
    event = crosstable("A+B C+D")
    path = saved(tmp_path, Tournament(players=event.players))
    assert run("quality", path) == (
        2,
        "",
        "miai: no round has been drawn yet: there is nothing to measure\n",
    )
