"""Pair, weights, explain and bracket as a director runs them."""

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.command import Run
from kit.riverside import RIVERSIDE, riverside
from kit.team_events import team_event
from miai.domain.log.document import read_history
from miai.domain.log.events import RoundDrawn
from miai.domain.people.player import PlayerId
from miai.domain.rounds.round_in_progress import DelayedGame, DelayKind
from miai.engine.pairing.presets import PRESETS
from miai.formats import FORMATS


def test_a_round_is_paired_as_json_and_written_to_a_file(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "next.xml"
    status, out, err = run("pair", RIVERSIDE, "--round", "5", "--seed", "3", "-o", target, "--json")
    data = json.loads(out)
    assert status == 0
    assert err.startswith("note: Seeding of the later rounds: players are paired by SOS and SOSOS")
    assert list(data)[1:9] == ["round", "system", "preset", "seed", "optimal", "total", "boards", "bye"]
    assert (data["round"], data["system"], data["preset"], data["seed"]) == (5, "mcmahon", "miai", 3)
    assert data["optimal"] is True
    board = data["boards"][0]
    assert list(board) == [
        "table", "white", "white_id", "black", "black_id", "colours_known", "handicap", "komi", "reasons",
    ]  # fmt: skip
    assert list(board["reasons"][0]) == ["rule", "deviation", "cost", "text"]
    written = FORMATS["opengotha"].read(target.read_bytes()).tournament
    assert written.rounds_played == 5
    names = {written.player(b.white).name for b in written.round(5).boards}
    assert names == {board["white"] for board in data["boards"]}


def test_the_same_draw_comes_out_of_two_processes_and_of_a_shuffled_file(tmp_path: Path) -> None:
    event = riverside()
    straight, mixed = tmp_path / "a.miai", tmp_path / "b.miai"
    straight.write_bytes(FORMATS["miai"].write(event))
    mixed.write_bytes(FORMATS["miai"].write(replace(event, players=event.players[::-1])))
    draws = [
        subprocess.run(
            [sys.executable, "-m", "miai", "pair", str(path), "--seed", "11", "--json"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for path in (straight, straight, mixed)
    ]
    assert draws[0] == draws[1] == draws[2]


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_pairs_and_prints_a_table(run: Run, preset: str) -> None:
    status, out, _ = run("pair", RIVERSIDE, "--preset", preset)
    assert status == 0
    assert f"Round 5: mcmahon, preset {preset}" in out
    assert "proved optimal" in out


@pytest.mark.parametrize(
    ("system", "preset"), [("swiss", "gotha"), ("mcmahon", "kaniuk"), ("entropy", "miai")]
)
def test_a_round_is_drawn_and_weighed_by_the_files_own_system_and_preset(
    run: Run, tmp_path: Path, system: str, preset: str
) -> None:
    path = tmp_path / "event.miai"
    event = crosstable("A+B C-D E=F G-H", start=None, system=system, preset=preset)
    path.write_bytes(FORMATS["miai"].write(replace(event, settings=replace(event.settings, rounds=3))))
    drawn = json.loads(run("pair", path, "--json")[1])
    assert (drawn["system"], drawn["preset"]) == (system, "" if system == "entropy" else preset)
    for command in ("pair", "weights"):
        own = run(command, path, "--json")[1]
        assert own == run(command, path, "--system", system, "--preset", preset, "--json")[1]
        assert own != run(command, path, "--system", "mcmahon", "--preset", "aga", "--json")[1]


def test_weights_are_listed_pair_by_pair(run: Run) -> None:
    status, out, _ = run("weights", RIVERSIDE, "--round", "5", "--preset", "gotha", "--json")
    data = json.loads(out)
    assert status == 0
    assert len(data["pairs"]) == 24 * 23 // 2
    pair = data["pairs"][0]
    assert pair["total"] == 1 + sum(pair["terms"].values())
    _, out, _ = run("weights", RIVERSIDE, "--preset", "miai")
    assert "minimised" in out


def test_a_draw_is_explained_board_by_board_and_beside_the_files_own(run: Run) -> None:
    status, out, _ = run("explain", RIVERSIDE, "--round", "3")
    assert status == 0
    assert "Table 1: " in out
    assert "the file's own round 3: this costs" in out
    assert "  Equal score: " in out
    assert not re.search(r"score: .*\(costs|total \d", out)
    _, out, _ = run("explain", RIVERSIDE, "--round", "3", "--numbers")
    assert re.search(r"Equal score: .*\(costs \d+\)", out)
    assert re.search(r"total \d+ instead of \d+", out)
    _, out, _ = run("explain", RIVERSIDE, "--json", "--all")
    data = json.loads(out)
    assert data["file_round"] is None
    assert any(line.startswith("Equal score: ") for line in data["summary"])


def test_why_not_is_answered_in_words_and_numbers(run: Run) -> None:
    status, out, _ = run("explain", RIVERSIDE, "--why-not", "Hoekstra", "Iversen")
    assert status == 0
    assert "forbidden: Hoekstra Wietse and Iversen Tuva met in round" in out
    _, out, _ = run("explain", RIVERSIDE, "--why-not", "Hoekstra", "Quinn", "--json")
    data = json.loads(out)
    assert data["with_them"] > data["best"]
    assert data["changes"][0]["rule"] == "score"
    _, out, _ = run("explain", RIVERSIDE, "--why-not", "Okafor", "Molnar")
    assert "  Floats\n    Dolezal – Eriksen: Dolezal Vít is drawn down again" in out
    assert "    instead of Eriksen – Molnar: Eriksen Maja is drawn down after" in out


def test_where_no_pairing_exists_the_command_says_who_blocks_and_offers_the_nearest(
    run: Run, tmp_path: Path
) -> None:
    stuck, target = tmp_path / "stuck.miai", tmp_path / "out.miai"
    stuck.write_bytes(FORMATS["miai"].write(crosstable("A+B C+D | A+C B+D | A+D B+C", start=20)))
    status, out, err = run("pair", stuck, "-o", target)
    assert (status, out) == (2, "")
    assert "A, B, C and D cannot be paired" in err
    assert "--nearest" in err
    assert not target.exists()
    status, out, _ = run("pair", stuck, "--nearest", "--json")
    assert status == 0
    assert (
        sum(r["deviation"] for b in json.loads(out)["boards"] for r in b["reasons"] if r["rule"] == "broken")
        == 2
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("pair", RIVERSIDE, "--round", "9"), "round 9 cannot be paired before round 5"),
        (("pair", RIVERSIDE, "--preset", "cheap"), "'cheap' is not a preset"),
        (("pair", RIVERSIDE, "--system", "chess"), "'chess' is not a system"),
        (("pair", RIVERSIDE, "-o", "out.doc"), "no format writes '.doc'"),
        (("explain", RIVERSIDE, "--why-not", "Nobody", "Quinn"), "nobody called 'Nobody' plays in round 5"),
    ],
)
def test_wrong_questions_about_pairing_end_in_a_sentence(
    run: Run, words: tuple[str, ...], complaint: str
) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err


def test_pairing_a_document_keeps_its_history_and_records_the_draw(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "a.miai", tmp_path / "b.miai"
    source.write_bytes(RIVERSIDE.read_bytes())
    assert run("pair", source, "--seed", "9", "-o", target)[0] == 0
    before, after = read_history(source.read_bytes()), read_history(target.read_bytes())
    assert after.entries[: len(before.entries)] == before.entries
    drawn = after.entries[-1].event
    assert isinstance(drawn, RoundDrawn)
    assert (drawn.round.number, drawn.system, drawn.preset, drawn.seed) == (5, "mcmahon", "miai", 9)
    assert run("pair", target, "--round", "3", "-o", tmp_path / "c.miai", "--force")[0] == 0
    assert read_history((tmp_path / "c.miai").read_bytes()).tournament().rounds_played == 3


def test_a_draw_is_never_written_where_it_would_be_lost(run: Run, tmp_path: Path) -> None:
    status, _, err = run("pair", RIVERSIDE, "-o", tmp_path / "out.h9")
    assert status == 2
    assert "cannot hold a round without results" in err
    assert not (tmp_path / "out.h9").exists()


@pytest.mark.parametrize("system", ["aga", "accelrat", "entropy"])
def test_other_systems_pair_and_explain_themselves(run: Run, system: str) -> None:
    status, out, _ = run("pair", RIVERSIDE, "--system", system, "--json")
    assert status == 0
    assert json.loads(out)["system"] == system
    status, out, _ = run("explain", RIVERSIDE, "--system", system, "--all")
    assert status == 0
    assert "Table 12: " in out


@pytest.mark.parametrize("system", ["aga", "random"])
def test_a_system_that_does_not_weigh_pairs_has_no_weights(run: Run, system: str) -> None:
    status, _, err = run("weights", RIVERSIDE, "--system", system)
    assert status == 2
    assert f"the system '{system}' does not weigh pairs: mcmahon, swiss, accelrat, entropy do" in err


def test_a_bracket_is_shown_with_its_places(run: Run, tmp_path: Path) -> None:
    cup = tmp_path / "cup.miai"
    assert run("lab", "generate", "--system", "knockout", "--seed", "3", "--players", "7", "-o", cup)[0] == 0
    status, out, _ = run("bracket", cup)
    assert status == 0
    assert "Knock-out: 6 players, 3 rounds" in out
    data = json.loads(run("bracket", cup, "--json")[1])
    assert data["rounds"] == 3
    assert sum(map(len, data["places"])) == 6
    status, _, err = run("bracket", RIVERSIDE)
    assert status == 2
    assert "the system 'mcmahon' has no bracket" in err


def test_a_knock_out_is_drawn_with_all_its_byes(run: Run, tmp_path: Path) -> None:
    event = tmp_path / "five.miai"
    event.write_bytes(FORMATS["miai"].write(replace(crosstable("A?B C?D E?A"), rounds=())))
    data = json.loads(run("pair", event, "--system", "knockout", "--json")[1])
    assert len(data["boards"]) == 1
    assert len(data["byes"]) == 3


def test_a_team_event_is_drawn_from_its_file_and_written_with_its_line_ups(run: Run, tmp_path: Path) -> None:
    event = team_event({"North": "ada bo", "South": "cy di", "West": "ed fay"}, "", "")
    file, drawn = tmp_path / "teams.miai", tmp_path / "drawn.miai"
    file.write_bytes(FORMATS["miai"].write(replace(event, rounds=())))
    status, out, err = run("pair", file, "--round", "1", "--volunteer", "West", "-o", drawn)
    assert (status, err) == (0, "")
    assert "Round 1: matches" in out
    assert "bye: West" in out
    held = read_history(drawn.read_bytes()).tournament()
    assert (len(held.round(1).boards), held.round(1).resting) == (2, ("West",))
    assert [len(team.line_ups) for team in held.teams] == [1, 1, 0]
    found = json.loads(run("pair", file, "--round", "1", "--json")[1])
    assert len(found["matches"]) == len(found["resting"]) == 1
    assert "North" in run("explain", drawn, "--round", "1", "--all")[1]


def test_a_document_drawn_again_says_which_postponed_games_it_drops(run: Run, tmp_path: Path) -> None:
    file, drawn = tmp_path / "event.miai", tmp_path / "drawn.miai"
    event = crosstable("A+B C-D | A?D C?B")
    late = DelayedGame(white=PlayerId("C"), black=PlayerId("B"), kind=DelayKind.POSTPONED)
    rounds = (event.rounds[0], replace(event.rounds[1], delayed=(late,)))
    file.write_bytes(FORMATS["miai"].write(replace(event, rounds=rounds)))
    status, _, err = run("pair", file, "--round", "2", "-o", drawn)
    dropped = "round 2: A postponed or adjourned game is dropped with the draw: table 2 (C – B)."
    assert (status, drawn.exists()) == (2, False)
    assert dropped in err
    status, _, err = run("pair", file, "--round", "2", "-o", drawn, "--force")
    assert status == 0
    assert dropped in err
    assert read_history(drawn.read_bytes()).tournament().round(2).delayed == ()


@pytest.mark.parametrize("source", ["--demo", "event.dat"])
def test_pair_weights_and_explain_take_the_same_preset_by_default(
    run: Run, xml: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    monkeypatch.chdir(xml.parent)
    answers = [json.loads(run(name, source, "--json")[1]) for name in ("pair", "weights", "explain")]
    assert len({answer["preset"] for answer in answers}) == 1
    assert answers[0]["total"] == answers[1]["optimum"] == answers[2]["total"]
