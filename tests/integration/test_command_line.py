"""The commands as a director runs them."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from builders import crosstable
from command import Run
from miai.app.event.demo import demo
from miai.domain.document import read_history
from miai.domain.events import RoundDrawn
from miai.domain.settings import ClassicRating, Clock, Overtime
from miai.formats import FORMATS
from miai.standings import standings
from team_events import team_event

HALF_XML = FORMATS["opengotha"].write(demo().tournament)[:2000]
BOMB = b'<!DOCTYPE x [<!ENTITY a "b">]><Tournament/>'


@pytest.fixture
def xml(tmp_path: Path) -> Path:
    path = tmp_path / "event.dat"
    path.write_bytes(FORMATS["opengotha"].write(demo().tournament))
    return path


def test_standings_are_a_plain_table_when_piped(run: Run) -> None:
    status, out, err = run("standings", "--demo")
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[0] == "Riverside Open: standings after round 4"
    assert lines[2].split()[:6] == ["Pl", "#", "Name", "Gr", "Co", "Club"]
    assert len(lines) == 3 + 26
    assert lines[3].split()[2:5] == ["Hoekstra", "Wietse", "3d"]


def test_standings_as_json_are_stable(run: Run, xml: Path) -> None:
    status, out, _ = run(
        "standings", xml, "--after", "3", "--criteria", "mms,sosm", "--unplayed", "zero", "--json"
    )
    data = json.loads(out)
    assert status == 0
    assert list(data) == [
        "tournament", "after_round", "criteria", "among", "final", "corrections", "rows", "bonuses",
    ]  # fmt: skip
    assert (data["after_round"], data["criteria"]) == (3, ["mms", "sosm"])
    row = data["rows"][0]
    assert list(row) == [
        "place", "overall", "surname", "first_name", "grade", "country", "club", "values", "results",
    ]  # fmt: skip
    assert list(row["values"]) == ["mms", "sosm"]
    assert len(row["results"]) == 3


def test_standings_are_written_as_a_page_or_for_a_spreadsheet(run: Run, tmp_path: Path) -> None:
    for name in ("table.html", "table.CSV"):
        status, out, _ = run("standings", "--demo", "--criteria", "MMS,SOS", "-o", tmp_path / name)
        assert (status, out) == (0, f"written: {name}\n")
    assert "<!doctype html>" in (tmp_path / "table.html").read_text(encoding="utf-8")
    assert "MMS,SOS" in (tmp_path / "table.CSV").read_text(encoding="utf-8-sig").splitlines()[0]


def test_all_criteria_can_be_asked_for(run: Run) -> None:
    _, out, _ = run("standings", "--demo", "--criteria", "all", "--json")
    assert {"nbw", "sosm-1", "sodoms", "dc", "draw"} <= set(json.loads(out)["rows"][0]["values"])


def test_a_file_is_recognised_by_its_content_and_shown(run: Run, xml: Path) -> None:
    status, out, _ = run("show", xml, "--json")
    data = json.loads(out)
    assert status == 0
    assert (data["format"], data["players"], data["rounds_played"]) == ("opengotha", 26, 4)
    assert data["round_details"][0] == {
        "round": 1, "boards": 12, "unknown_results": 0, "byes": 1, "absent": 1, "unpaired": 0,
    }  # fmt: skip
    status, out, _ = run("show", xml)
    assert "mcmahon, 4 of 5 rounds played, bar 3d, floor 15k" in out


def test_the_formats_are_listed(run: Run) -> None:
    _, out, _ = run("formats", "--json")
    assert [each["key"] for each in json.loads(out)] == list(FORMATS)
    _, out, _ = run("formats")
    assert ".h9" in out
    [macmahon] = [line for line in out.splitlines() if line.startswith("macmahon")]
    assert macmahon.split()[:3] == ["macmahon", ".xml", "no"]


def test_converting_writes_the_file_and_lists_what_it_cannot_hold(
    run: Run, xml: Path, tmp_path: Path
) -> None:
    table = tmp_path / "out.h9"
    status, out, err = run("convert", xml, table, "--json")
    assert status == 0
    assert "the country of the event is missing" in err
    assert "Rating (all players)" in json.loads(out)["lost"]
    assert FORMATS["h9"].read(table.read_bytes()).tournament.players[0].surname == "Hoekstra"
    status, out, err = run("convert", xml, tmp_path / "plain", "--to", "miai")
    assert status == 0
    assert "the next round is drawn by OpenGotha’s rules" in err
    assert out == "event.dat (opengotha) → plain (miai)\n"


def test_a_document_keeps_its_history_through_a_conversion(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "a.miai", tmp_path / "b.miai"
    history = Path(sys.modules["miai"].__file__ or "").with_name("demo.miai").read_bytes()
    source.write_bytes(history)
    assert run("convert", source, target)[0] == 0
    assert target.read_bytes() == history


def test_a_table_that_contradicts_itself_is_read_on_demand(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "odd.h9"
    table.write_text("1 A B 1d FI T 1 2+/w\n2 C D 1d FI T 1 1+/b\n", "utf-8")
    for command in (
        ("show", table), ("standings", table), ("players", table), ("pairings", table),
        ("convert", table, tmp_path / "odd.xml"),
    ):  # fmt: skip
        status, out, err = run(*command)
        assert (status, out) == (2, "")
        assert "'+' for A B contradicts '+' for C D (line 2)" in err
        assert "odd.h9: --lenient reads the file all the same, and notes how" in err
        status, out, err = run(*command, "--lenient")
        assert status == 0
        assert "note: line 1: round 1: A B and C D (line 2) both won: read as a win for both" in err


def test_a_table_that_contradicts_itself_is_studied_and_validated_on_demand(run: Run, tmp_path: Path) -> None:
    table, config = tmp_path / "odd.h9", tmp_path / "config.toml"
    table.write_text("1 A B 1d FI T 1 2+/w\n2 C D 1d FI T 1 1+/b\n", "utf-8")
    kinds = '[[kinds]]\nname = "Odd"\n'
    # Each ends at another mistake, so that nothing has to be computed.
    for command, text, mistake in (
        (("validate", table, "--for", "egd"), "", ""),
        (("lab", "calibrate", table, tmp_path / "none.h9"), "", "none.h9: there is no such file"),
        (("lab", "league", config), f'{kinds}events = 1\nfiles = ["odd.h9", "none.h9"]', "none.h9: there is"),
        (("lab", "probe", config), f'{kinds}file = "odd.h9"', "key 'points': is missing"),
    ):
        config.write_text(text, "utf-8")
        status, _, err = run(*command)
        assert (status, "contradicts" in err) == (2, True)
        status, _, err = run(*command, "--lenient")
        assert (status, "contradicts" in err, mistake in err) == (2 if mistake else 1, False, True)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (HALF_XML, "line"),
        (BOMB, "a DOCTYPE with entities is not allowed here"),
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"%PDF-1.7 and so on", "not a tournament file that Miai knows"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a tournament file that Miai knows"),
        (b"<svg/>", "not a tournament file that Miai knows"),
        (b'{"a": 1}', "not a tournament file that Miai knows"),
        (b"1 A B 4q FI T 1 2+\n2 C D 1d FI T 0 1-", "line 1: grade '4q' is not a grade"),
        (b"1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 1+", "line 1: round 1: '+' for A B contradicts"),
        (
            "<?xml version='1.0' encoding='UTF-8'?><Tournament nom='\xe9'/>".encode("latin-1"),
            "line 1: not well-formed",
        ),
    ],
)
def test_a_bad_file_ends_in_a_sentence_status_2_and_nothing_written(
    run: Run, tmp_path: Path, content: bytes, complaint: str
) -> None:
    bad, target = tmp_path / "bad.file", tmp_path / "out.miai"
    bad.write_bytes(content)
    for words in (("standings", bad), ("show", bad), ("convert", bad, target)):
        status, out, err = run(*words)
        assert (status, out) == (2, "")
        assert complaint in err
        assert err.startswith("miai: bad.file: ")
        assert "Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.file"]


def test_every_fault_of_a_file_gets_its_own_line(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.h9"
    bad.write_text("1 A B 4q FI T 1 2+\n2 C D 77k FI T 0 1-\n")
    _, _, err = run("standings", bad)
    assert err.splitlines() == [
        "miai: bad.h9: line 1: grade '4q' is not a grade",
        "miai: bad.h9: line 2: grade '77k' is not a grade",
    ]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("standings", "nowhere.xml"), "nowhere.xml: there is no such file"),
        (("standings", "."), "this is a folder, not a file"),
        (("standings",), "say which file to read"),
        (("standings", "--demo", "--after", "9"), "there is no round 9"),
        (("standings", "--demo", "--after", "x"), "Invalid value for '--after'"),
        (("standings", "--demo", "--criteria", "mms,fame"), "'fame' is not a criterion"),
        (("standings", "--demo", "--unplayed", "never"), "'never' is not a rule for unplayed rounds"),
        (("standings", "--demo", "--nonsense"), "No such option: --nonsense"),
        (("convert", "a.xml"), "Missing argument"),
        (("standings", "--demo", "-o", "t.pdf"), "a table is written as .html, .csv or .xlsx, not as '.pdf'"),
        (("convert", "a.xml", "b.doc"), "no format writes '.doc': use .miai, .xml, .tour, .txt, .h9 or .tou"),
        (("convert", "a.xml", "b.xml", "--to", "doc"), "'doc' is not a format"),
        (("fly",), "No such command 'fly'"),
    ],
)
def test_wrong_arguments_end_in_a_sentence_and_status_2(
    run: Run, words: tuple[str, ...], complaint: str
) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_a_file_is_never_converted_onto_itself_or_into_nowhere(run: Run, xml: Path, tmp_path: Path) -> None:
    before = xml.read_bytes()
    status, _, err = run("convert", xml, xml, "--to", "h9")
    assert status == 2
    assert "onto itself" in err
    assert xml.read_bytes() == before
    status, _, err = run("convert", xml, tmp_path / "none" / "out.h9")
    assert status == 2
    assert "out.h9: cannot be written" in err


def test_odd_files_are_read_with_a_note_on_standard_error(run: Run, tmp_path: Path) -> None:
    odd = tmp_path / "odd.h9"
    odd.write_bytes("1 Böhm A 1d DE T 1 2+\n2 C D 1d FI T 0 1-\n".encode("latin-1"))
    status, out, err = run("standings", odd)
    assert status == 0
    assert "Böhm A" in out
    assert err == "note: line 1: not UTF-8: read as western European (latin-1)\n"


def test_help_is_shown_without_arguments(run: Run) -> None:
    status, out, _ = run()
    assert status == 0
    for command in ("standings", "show", "convert", "formats"):
        assert command in out


def test_reading_and_standings_load_nothing_compiled() -> None:
    script = (
        "import sys, miai; from miai.app.event.demo import demo;"
        "miai.standings(demo().tournament, criteria='all');"
        "print([m for m in ('numba', 'numpy', 'rich', 'typer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_module_runs_as_the_command_does() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "miai", "formats"], capture_output=True, text=True, check=True
    )
    assert "OpenGotha" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f"'{sys.executable}' -m miai standings --demo --criteria all --json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{"
    assert done.stderr == ""


def test_a_terminal_gets_a_ruled_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from miai.report.standings import standings_table  # noqa: PLC0415 - loads Rich only here
    from miai.report.text import print_rich  # noqa: PLC0415

    monkeypatch.setenv("COLUMNS", "60")
    print_rich(standings_table(standings(demo().tournament)))
    out = capsys.readouterr().out
    assert "─" in out
    assert max(len(line) for line in out.splitlines()) > 60
    assert "Hoekstra Wietse" in out


def test_a_round_is_paired_as_json_and_written_to_a_file(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "next.xml"
    status, out, err = run("pair", "--demo", "--round", "5", "--seed", "3", "-o", target, "--json")
    data = json.loads(out)
    assert status == 0
    assert err.startswith("note: Seeding of the later rounds: players are paired by SOS and SOSOS")
    assert list(data)[:8] == ["round", "system", "preset", "seed", "optimal", "total", "boards", "bye"]
    assert (data["round"], data["system"], data["preset"], data["seed"]) == (5, "mcmahon", "miai", 3)
    assert data["optimal"] is True
    board = data["boards"][0]
    assert list(board) == ["table", "white", "black", "colours_known", "handicap", "komi", "reasons"]
    assert list(board["reasons"][0]) == ["rule", "deviation", "cost", "text"]
    written = FORMATS["opengotha"].read(target.read_bytes()).tournament
    assert written.rounds_played == 5
    names = {written.player(b.white).name for b in written.round(5).boards}
    assert names == {board["white"] for board in data["boards"]}


def test_the_same_draw_comes_out_of_two_processes_and_of_a_shuffled_file(tmp_path: Path) -> None:
    event = demo().tournament
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


@pytest.mark.parametrize("preset", ["miai", "gotha", "kaniuk", "aga"])
def test_every_preset_pairs_and_prints_a_table(run: Run, preset: str) -> None:
    status, out, _ = run("pair", "--demo", "--preset", preset)
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


def test_a_file_and_the_demo_together_are_refused(run: Run, xml: Path) -> None:
    for command in ("pair", "weights", "standings", "rate"):
        assert run(command, xml, "--demo") == (2, "", "miai: give a file or --demo, not both\n")


def test_weights_are_listed_pair_by_pair(run: Run) -> None:
    status, out, _ = run("weights", "--demo", "--round", "5", "--preset", "gotha", "--json")
    data = json.loads(out)
    assert status == 0
    assert len(data["pairs"]) == 24 * 23 // 2
    pair = data["pairs"][0]
    assert pair["total"] == 1 + sum(pair["terms"].values())
    _, out, _ = run("weights", "--demo", "--preset", "miai")
    assert "minimised" in out


def test_a_draw_is_explained_board_by_board_and_beside_the_files_own(run: Run) -> None:
    status, out, _ = run("explain", "--demo", "--round", "3")
    assert status == 0
    assert "Table 1: " in out
    assert "the file's own round 3: this costs" in out
    assert "  Equal score: " in out
    assert not re.search(r"score: .*\(costs|total \d", out)
    _, out, _ = run("explain", "--demo", "--round", "3", "--numbers")
    assert re.search(r"Equal score: .*\(costs \d+\)", out)
    assert re.search(r"total \d+ instead of \d+", out)
    _, out, _ = run("explain", "--demo", "--json", "--all")
    data = json.loads(out)
    assert data["file_round"] is None
    assert any(line.startswith("Equal score: ") for line in data["summary"])


def test_why_not_is_answered_in_words_and_numbers(run: Run) -> None:
    status, out, _ = run("explain", "--demo", "--why-not", "Hoekstra", "Iversen")
    assert status == 0
    assert "forbidden: Hoekstra Wietse and Iversen Tuva met in round" in out
    _, out, _ = run("explain", "--demo", "--why-not", "Hoekstra", "Quinn", "--json")
    data = json.loads(out)
    assert data["with_them"] > data["best"]
    assert data["changes"][0]["rule"] == "score"


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
        (("pair", "--demo", "--round", "9"), "round 9 cannot be paired before round 5"),
        (("pair", "--demo", "--preset", "cheap"), "'cheap' is not a preset"),
        (("pair", "--demo", "--system", "chess"), "'chess' is not a system"),
        (("pair", "--demo", "-o", "out.doc"), "no format writes '.doc'"),
        (("explain", "--demo", "--why-not", "Nobody", "Quinn"), "nobody called 'Nobody' plays in round 5"),
    ],
)
def test_wrong_questions_about_pairing_end_in_a_sentence(
    run: Run, words: tuple[str, ...], complaint: str
) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err


@pytest.mark.parametrize("system", ["egf", "egf-classic", "aga"])
def test_a_tournament_is_rated(run: Run, system: str) -> None:
    status, out, _ = run("rate", "--demo", "--system", system, "--json")
    data = json.loads(out)
    assert status == 0
    assert data["system"] == system
    row = data["rows"][0]
    assert {"name", "before", "after", "change", "games"} <= set(row)
    assert row["after"] == pytest.approx(row["before"] + row["change"], abs=1e-5)
    assert len(data["rows"]) == 26


@pytest.mark.requirement("V12")
def test_ratings_are_printed_with_the_grading_information(run: Run) -> None:
    status, out, _ = run("rate", "--demo", "--class", "b")
    assert status == 0
    assert "Ratings by egf, class B, weight 0.75" in out
    assert "Grading information" in out
    assert "too low" in out
    assert run("rate", "--demo", "--system", "elo")[0] == 2


@pytest.mark.requirement("C16")
def test_an_event_that_is_too_fast_is_not_rated_and_says_so(run: Run, tmp_path: Path) -> None:
    clock = Clock(basic_minutes=15, overtime=Overtime.SUDDEN_DEATH)
    path = tmp_path / "blitz.miai"
    path.write_bytes(FORMATS["miai"].write(crosstable("A+B C+D", clock=clock)))
    status, out, err = run("rate", path)
    assert status == 0
    assert out.startswith("Ratings by egf, not rated\n")
    assert "note: faster than EGF class C: not rated by the EGF" in err
    data = json.loads(run("rate", path, "--json")[1])
    assert (data["class"], data["weight"]) == (None, 0)
    assert run("rate", path, "--class", "C")[1].startswith("Ratings by egf, class C, weight 0.5\n")


@pytest.mark.requirement("V6", "V7")
def test_the_constants_of_the_old_rating_are_the_files_own_or_those_of_the_command(
    run: Run, tmp_path: Path
) -> None:
    event = crosstable("H-L/3", classic_rating=ClassicRating(epsilon=0.016, stones_off=0.0))
    path = tmp_path / "event.miai"
    path.write_bytes(FORMATS["miai"].write(event))
    command = ("rate", path, "--system", "egf-classic")
    _, out, _ = run(*command)
    title = (
        "Ratings by egf-classic, epsilon 0.016 (from the higher rated), 100 points a stone, class A, weight 1"
    )
    assert out.startswith(title + "\n")
    own = json.loads(run(*command, "--json")[1])
    constants = ("epsilon", "epsilon_from", "points_per_stone", "stones_off")
    assert own["classic"] == dict(zip(constants, (0.016, "higher", 100.0, 0.0), strict=True))
    options = (
        "--epsilon",
        "0.01",
        "--epsilon-from",
        "both",
        "--points-per-stone",
        "90",
        "--stones-off",
        "0.5",
    )
    given = json.loads(run(*command, *options, "--json")[1])
    assert given["classic"] == dict(zip(constants, (0.01, "both", 90.0, 0.5), strict=True))
    assert json.loads(run("rate", "--demo", "--system", "egf-classic", "--json")[1])["classic"] == dict(
        zip(constants, (0.016, "both", 100.0, 0.5), strict=True)
    )
    assert given["rows"] != own["rows"]
    status, _, err = run("rate", path, "--epsilon", "0.016")
    assert status == 2
    assert "belong to the system 'egf-classic'" in err


def test_ratings_are_calibrated_on_files(run: Run, xml: Path) -> None:
    status, out, _ = run("lab", "calibrate", xml, xml)
    assert status == 0
    assert " games of 2 tournaments, 52 rated players" in out
    _, out, _ = run("lab", "calibrate", xml, "--json")
    assert json.loads(out)["regression"]["slope"] == pytest.approx(100, abs=15)
    assert run("lab", "calibrate", "nowhere.xml")[0] == 2


def test_pairing_a_document_keeps_its_history_and_records_the_draw(run: Run, tmp_path: Path) -> None:
    source, target = tmp_path / "a.miai", tmp_path / "b.miai"
    source.write_bytes(Path(sys.modules["miai"].__file__ or "").with_name("demo.miai").read_bytes())
    assert run("pair", source, "--seed", "9", "-o", target)[0] == 0
    before, after = read_history(source.read_bytes()), read_history(target.read_bytes())
    assert after.entries[: len(before.entries)] == before.entries
    drawn = after.entries[-1].event
    assert isinstance(drawn, RoundDrawn)
    assert (drawn.round.number, drawn.system, drawn.preset, drawn.seed) == (5, "mcmahon", "miai", 9)
    assert run("pair", target, "--round", "3", "-o", tmp_path / "c.miai")[0] == 0
    assert read_history((tmp_path / "c.miai").read_bytes()).tournament().rounds_played == 3


def test_a_draw_is_never_written_where_it_would_be_lost(run: Run, tmp_path: Path) -> None:
    status, _, err = run("pair", "--demo", "-o", tmp_path / "out.h9")
    assert status == 2
    assert "cannot hold a round without results" in err
    assert not (tmp_path / "out.h9").exists()


def test_names_are_printed_on_consoles_that_lack_their_signs() -> None:
    for words in (["standings", "--demo"], ["standings", "--demo", "--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "miai", *words],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
        )
        assert done.stdout
        assert done.stderr == b""


def test_a_generated_tournament_is_the_same_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "a.miai", tmp_path / "b.miai"
    for path in (first, second):
        words = (
            "lab",
            "generate",
            "--system",
            "aga",
            "--seed",
            "5",
            "--players",
            "21",
            "--rounds",
            "4",
            "-o",
            path,
        )
        assert run(*words)[0] == 0
    assert first.read_bytes() == second.read_bytes()
    event = read_history(first.read_bytes()).tournament()
    assert (len(event.players), event.settings.system, event.rounds_played) == (21, "aga", 4)
    assert run("lab", "generate", "--system", "chess", "-o", tmp_path / "c.miai")[0] == 2


@pytest.mark.requirement("A9", "A15")
def test_bands_are_built_and_written(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "banded.miai"
    status, out, _ = run("bands", "--demo", "--bottom-zero", "-o", target, "--json")
    data = json.loads(out)
    assert status == 0
    assert [band["score"] for band in data["bands"]] == [3, 2, 1, 0]
    assert sum(band["size"] for band in data["bands"]) == 26
    event = read_history(target.read_bytes()).tournament()
    assert [band.score for band in event.settings.scoring.bands] == [12, 8, 4, 0]
    assert {player.start for player in event.players} == {None}
    assert "Separation" in run("bands", "--demo")[1]
    assert "4 bands" in run("show", target)[1]


@pytest.mark.requirement("A10", "A11", "A12", "A13", "A16")
def test_stored_bands_are_edited_and_cleared(run: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "first.miai", tmp_path / "second.miai"
    status, out, _ = run("bands", "--demo", "--lowest", "1", "-o", first)
    assert status == 0
    assert "written: first.miai (miai)" in out
    edits = ("--merge", "2", "--split", "3:8k", "--limit", "1:2d", "--separation", "2:1.5")
    status, out, _ = run("bands", first, *edits, "--move", "Ashby:1", "-o", second, "--json")
    data = json.loads(out)
    assert status == 0
    assert [band["from"] for band in data["bands"]] == ["2d", "3k", "8k", "17k"]
    assert [band["score"] for band in data["bands"]] == [4.5, 3, 2, 1]
    assert data["bands"][0]["by_hand"] == ["Ashby Rowan"]
    # What is stored is shown, and built anew only if asked for.
    assert json.loads(run("bands", second, "--json")[1]) == data
    assert len(json.loads(run("bands", second, "--build", "--json")[1])["bands"]) == 4
    assert json.loads(run("bands", second, "--clear", "--json")[1])["bands"] == []
    status, _, error = run("bands", second, "--clear", "--merge", "1")
    assert (status, error.count("\n")) == (2, 1)
    assert "--clear removes all bands" in error
    status, _, error = run("bands", second, "--merge", "9")
    assert (status, error) == (2, "miai: there is no band below band 9 to join it with\n")
    assert run("bands", second, "--move", "Nobody:1")[0] == 2
    assert run("bands", second, "--separation", "two")[0] == 2
    assert run("bands", second, "--separation", "2:x")[0] == 2


def test_what_a_format_cannot_hold_of_the_bands_is_said(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "banded.xml"
    _, _, notes = run("bands", "--demo", "-o", target)
    assert "not held: Starting bands: 3d at 0, 1d at -1" in notes
    # The scores themselves are held.
    players = json.loads(run("standings", target, "--after", "0", "--json")[1])["rows"]
    assert {row["values"]["mms"] for row in players} == {0, -1, -2, -3}


@pytest.mark.parametrize("system", ["aga", "accelrat", "entropy"])
def test_other_systems_pair_and_explain_themselves(run: Run, system: str) -> None:
    status, out, _ = run("pair", "--demo", "--system", system, "--json")
    assert status == 0
    assert json.loads(out)["system"] == system
    status, out, _ = run("explain", "--demo", "--system", system, "--all")
    assert status == 0
    assert "Table 12: " in out


@pytest.mark.parametrize("system", ["aga", "random"])
def test_a_system_that_does_not_weigh_pairs_has_no_weights(run: Run, system: str) -> None:
    status, _, err = run("weights", "--demo", "--system", system)
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
    status, _, err = run("bracket", "--demo")
    assert status == 2
    assert "the system 'mcmahon' has no bracket" in err


def test_a_knock_out_is_drawn_with_all_its_byes(run: Run, tmp_path: Path) -> None:
    event = tmp_path / "five.miai"
    event.write_bytes(FORMATS["miai"].write(replace(crosstable("A?B C?D E?A"), rounds=())))
    data = json.loads(run("pair", event, "--system", "knockout", "--json")[1])
    assert len(data["boards"]) == 1
    assert len(data["byes"]) == 3


def test_escape_sequences_of_a_file_are_shown_and_not_sent(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2Jb.h9"
    path.write_text("1 A\x1b[31mndo Kei 2d FR Gren 1 2+/w\n2 Poe Edgar\x9b2J 1k UK Oxfo 0 1-/b\n")
    broken = tmp_path / "broken.h9"
    broken.write_text("1 Ando Kei 2d FR Gren 1 2+/w\n2 Poe Edgar 1k UK Oxfo 0 1-\x1b]0;owned\x07\n")
    for words in (("standings", path), ("standings", path, "--json"), ("show", path), ("show", broken),
                  ("convert", path, tmp_path / "out.xml"), ("show", tmp_path / "none\x1b[2J")):  # fmt: skip
        _status, out, err = run(*words)
        assert not set(out + err) & set("\x1b\x07\x9b"), words
    assert r"A\x1b[31mndo" in run("standings", path)[1]
    assert [row["surname"] for row in json.loads(run("standings", path, "--json")[1])["rows"]] == [
        "A\x1b[31mndo", "Poe"
    ]  # fmt: skip


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
