"""Standings, show, formats and convert as a director runs them."""

import json
from pathlib import Path

from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.domain.log.document import read_history, write_history
from miai.formats import FORMATS


def test_standings_are_a_plain_table_when_piped(run: Run) -> None:
    status, out, err = run("standings", RIVERSIDE)
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
        "schema", "tournament", "after_round", "criteria", "among", "final", "corrections", "rows", "bonuses",
    ]  # fmt: skip
    assert (data["after_round"], data["criteria"]) == (3, ["mms", "sosm"])
    row = data["rows"][0]
    assert list(row) == [
        "place", "overall", "player", "surname", "first_name", "grade", "country", "club", "results",
        "values",
    ]  # fmt: skip
    assert list(row["values"]) == ["mms", "sosm"]
    assert len(row["results"]) == 3


def test_standings_are_written_as_a_page_or_for_a_spreadsheet(run: Run, tmp_path: Path) -> None:
    for name in ("table.html", "table.CSV"):
        status, out, _ = run("standings", RIVERSIDE, "--criteria", "MMS,SOS", "-o", tmp_path / name)
        assert (status, out) == (0, f"written: {name}\n")
    assert "<!doctype html>" in (tmp_path / "table.html").read_text(encoding="utf-8")
    assert "MMS,SOS" in (tmp_path / "table.CSV").read_text(encoding="utf-8-sig").splitlines()[0]


def test_all_criteria_can_be_asked_for(run: Run) -> None:
    _, out, _ = run("standings", RIVERSIDE, "--criteria", "all", "--json")
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
    assert [each["key"] for each in json.loads(out)["formats"]] == list(FORMATS)
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
    history = RIVERSIDE.read_bytes()
    source.write_bytes(history)
    assert run("convert", source, target)[0] == 0
    # It is written in the version of today, with every field of it.
    assert target.read_bytes() == write_history(read_history(history))


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


def test_a_file_is_never_converted_onto_itself_or_into_nowhere(run: Run, xml: Path, tmp_path: Path) -> None:
    before = xml.read_bytes()
    status, _, err = run("convert", xml, xml, "--to", "h9")
    assert status == 2
    assert "onto itself" in err
    assert xml.read_bytes() == before
    status, _, err = run("convert", xml, tmp_path / "none" / "out.h9")
    assert status == 2
    assert "out.h9: cannot be written" in err
