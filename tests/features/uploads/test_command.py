"""Result files for federations on the command line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from kit.builders import crosstable, with_player
from kit.command import Run
from miai.domain.tournament import Tournament
from miai.formats import FORMATS


def event() -> Tournament:
    made = crosstable("A+B C+D | A+C B?D | A+D B+C")
    players = tuple(replace(player, first_name="Anna", country="FI") for player in made.players)
    made = replace(made, players=players, name="Cup", place="Oulu", country="FI", begin="2026-10-03")
    return with_player(made, "A", aga_id="17", egf_pin="123")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "event.miai"
    path.write_bytes(FORMATS["miai"].write(event()))
    return path


def test_validating_says_what_a_federation_would_refuse_and_where(run: Run, file: Path) -> None:
    status, out, _ = run("validate", file, "--for", "egd", "--json")
    assert status == 1
    found = json.loads(out)
    assert list(found) == ["schema", "federation", "ready", "problems", "notes"]
    assert found["ready"] is False
    assert found["problems"] == [
        {"what": "the result is missing", "where": "round 2, table 2"},
        {"what": "the PIN '123' is not a number of 8 digits", "where": "A Anna"},
    ]
    status, out, _ = run("validate", file, "--for", "egd", "--without", "2")
    assert status == 1
    assert out.splitlines()[:2] == [
        "event.miai: not ready for the European Go Database",
        "  A Anna: the PIN '123' is not a number of 8 digits",
    ]


def test_a_file_that_is_ready_has_status_0(run: Run, file: Path) -> None:
    status, out, _ = run("validate", file, "--for", "aga", "--rounds", "1", "--temporary-ids", "--json")
    assert (status, json.loads(out)["ready"], json.loads(out)["problems"]) == (0, True, [])
    status, out, _ = run("validate", file, "--for", "aga", "--rounds", "1", "--temporary-ids")
    assert status == 0
    assert out.startswith("event.miai: ready to send to the American Go Association\n")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("none.xml", "--for", "egd"), "none.xml: there is no such file"),
        (("event.miai", "--for", "fide"), "'fide' is not a federation: egd, aga or ffg"),
        (("event.miai",), "Missing option '--for'"),
        (("event.miai", "--for", "egd", "--rounds", "9"), "there is no round 9"),
    ],
)
def test_bad_input_has_status_2(
    run: Run, file: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], why: str
) -> None:
    monkeypatch.chdir(file.parent)
    status, out, err = run("validate", *words, "--json")
    assert (status, out) == (2, "")
    assert why in err


def test_rounds_are_chosen_for_result_files(run: Run, file: Path, tmp_path: Path) -> None:
    table = tmp_path / "out.h9"
    status, out, _ = run("convert", file, table, "--rounds", "1-3", "--without", "2", "--json")
    assert status == 0
    assert json.loads(out)["lost"][0] == "round 2 is not in the file"
    text = table.read_text(encoding="ascii")
    assert "; CM[rounds 1, 3 of 3]" in text
    lines = [line.split() for line in text.splitlines() if not line.startswith(";")]
    results = {line[1]: line[10:12] for line in lines}
    rows = {line[1]: line[0] for line in lines}
    assert results["A"] == [f"{rows['B']}+/w", f"{rows['D']}+/w"]
    assert results["B"] == [f"{rows['A']}-/b", f"{rows['C']}+/w"]
    status, _, err = run("convert", file, tmp_path / "out.xml", "--rounds", "1")
    assert status == 2
    assert "rounds can be chosen in result files only" in err


def test_converting_tells_what_would_be_refused_and_who_gets_a_temporary_id(
    run: Run, file: Path, tmp_path: Path
) -> None:
    _, _, err = run("convert", file, tmp_path / "out.h9")
    assert "the European Go Database would refuse it: round 2, table 2: the result is missing" in err
    _, _, err = run("convert", file, tmp_path / "out.txt")
    assert "3 players get temporary AGA ids: B Anna, C Anna and D Anna" in err


def test_on_a_terminal_temporary_ids_are_asked_about_before_writing(
    run: Run, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "out.txt"
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("typer.confirm", lambda question: False)
    status, out, err = run("convert", file, target)
    assert status == 2
    assert "3 players get temporary AGA ids" in out
    assert "nothing is written: give these players their AGA ids first" in err
    assert not target.exists()
    assert run("convert", file, target, "--temporary-ids")[0] == 0
    assert target.exists()
