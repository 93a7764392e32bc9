"""miai bar as a director runs it."""

import builtins
import json
from pathlib import Path
from typing import Any

import pytest

from kit.command import Run
from kit.riverside import RIVERSIDE

ENTRY = "5d:1,4d:4,3d:3,1d:4,1k:6,2k:4,3k:5"


def bar(run: Run, *words: str | Path) -> tuple[int, str, str]:
    return run("bar", "--entry", ENTRY, "--rounds", "5", "--pairings", "60", *words)


@pytest.mark.requirement("B2", "B54")
def test_the_bar_of_an_entry_as_json_is_stable(run: Run) -> None:
    status, out, err = bar(run, "--json")
    data = json.loads(out)
    assert (status, err) == (0, "")
    assert list(data)[1:9] == ["bar", "b_sol", "z_g", "k_g", "z_s", "k_s", "layers", "separation"]
    assert (data["bar"], data["population"], data["players"], data["tried"]) == ("3d", 8, 27, 26)
    assert data["k_g"] < 0 < data["k_s"]
    assert [each["bar"] for each in data["layers"]] == ["5d", "4d", "3d", "1d"]
    assert list(data["layers"][0]) == [
        "bar", "population", "delta_g", "delta_s", "gamma_b", "gamma_l", "peer", "unique", "rank_deviation",
        "flawed",
    ]  # fmt: skip
    assert list(data["separation"]) == ["above", "below", "at_bar", "theta"]
    assert data["classical"]["tables"][0] == {"table": "BGA", "limit": 12, "bar": "1d", "population": 12}
    assert data["field"][3] == {"grade": "2d", "players": 0}
    assert any("nobody at 2 dan" in sentence for sentence in data["advice"])
    assert bar(run, "--json")[1] == out
    assert bar(run, "--json", "--seed", "1")[1] != out


def test_people_see_the_field_with_the_bar_in_it(run: Run) -> None:
    status, out, _ = bar(run)
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "27 players, 5 rounds"
    at = next(number for number, line in enumerate(lines) if "the bar ─" in line)
    assert lines[at - 1].split() == ["3d", "3", "███"]
    assert lines[at].split()[:2] == ["──", "8"]
    assert "The bar belongs at 3 dan: 8 players start there." in lines
    assert "MacMahon" in out


def test_a_tournaments_own_bar_is_set_beside_the_one_found(run: Run) -> None:
    status, out, err = run("bar", RIVERSIDE, "--pairings", "60", "--json")
    data = json.loads(out)
    assert status == 0
    assert (data["tournament"], data["players"], data["rounds"]) == ("Riverside Open", 26, 5)
    assert (data["present"]["bar"], data["present"]["population"]) == ("3d", 7)
    assert data["present"]["layer"] == next(each for each in data["layers"] if each["bar"] == "3d")
    assert "own bar" in data["advice"][0]
    assert err == "note: rounds are drawn already: a new bar would change everybody's score\n"


def test_another_number_of_rounds_can_be_tried_on_a_tournament(run: Run) -> None:
    _, out, _ = run("bar", RIVERSIDE, "--rounds", "3", "--pairings", "20", "--json")
    assert json.loads(out)["rounds"] == 3


def test_a_field_of_one_grade_has_no_balance(run: Run) -> None:
    words = ("bar", "--entry", "3d:8", "--rounds", "3", "--pairings", "20")
    data = json.loads(run(*words, "--json")[1])
    assert (data["bar"], data["b_sol"], data["z_g"], data["separation"]) == ("3d", None, None, None)
    assert "there is no bar to set" in run(*words)[1]


@pytest.mark.parametrize(("name", "begins"), [("a.svg", b"<?xml"), ("b.PNG", b"\x89PNG")])
def test_the_bars_tried_are_plotted(run: Run, tmp_path: Path, name: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib", reason="plots need miai[lab]")
    picture = tmp_path / name
    assert bar(run, "--plot", picture)[0] == 0
    first = picture.read_bytes()
    assert first.startswith(begins)
    bar(run, "--plot", picture)
    assert picture.read_bytes() == first


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--entry", ENTRY), "say how many rounds the entry plays, with --rounds"),
        (("--entry", "4d:4,x:1", "--rounds", "3"), "entry, part 2: 'x' is not a grade"),
        (("--entry", "4d:1", "--rounds", "3"), "a bar needs at least two players"),
        (("--entry", "4d:0", "--rounds", "3"), "a bar needs at least two players"),
        (("--entry", ENTRY, "--rounds", "0"), "a bar needs at least one round"),
        (("--entry", ENTRY, "--rounds", "5", "--pairings", "0"), "at least one pairing"),
        (("--entry", "4d:4,3d:3", "--rounds", "6"), "7 players are too few to try 6 rounds"),
        (("--entry", ENTRY, "--rounds", "5", RIVERSIDE), "give a file or an entry, not both"),
        (("--entry", ENTRY, "--rounds", "5", "--plot", "a.pdf"), "a.pdf: a plot is an .svg or a .png file"),
        (("--entry", "3d:8", "--rounds", "3", "--plot", "a.svg"), "there is nothing to plot"),
        ((), "say which file to read"),
    ],
)
def test_what_is_wrong_is_told_in_one_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    status, out, err = run("bar", *words)
    assert (status, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_a_missing_plotting_library_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ModuleNotFoundError(name)
        return usual(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    status, _, err = bar(run, "--plot", tmp_path / "a.svg")
    assert status == 2
    assert "pip install 'miai[lab]'" in err
    assert not (tmp_path / "a.svg").exists()
