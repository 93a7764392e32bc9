"""Tables of players and pairings on the command line."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import Workbook

from kit.command import Run
from kit.console import console
from kit.riverside import RIVERSIDE, riverside
from miai.domain.log.document import write_history
from miai.domain.people.grade import Grade
from miai.domain.tournament import Tournament
from miai.features.files.spreadsheet_tables import pairings_file, players_file
from miai.features.players.change_player import with_withdrawal
from miai.features.players.paste_players import read_paste
from miai.features.publish.publish_round import publish_round
from miai.formats.registry import read_file
from miai.formats.tables.table_files import csv_file, xlsx_file
from miai.formats.tables.table_rows import table_text
from miai.formats.tables.workbook import write_workbook
from miai.server.words import tell
from miai.server.words.translation import speak

TABLE = "Spieler;Level;Klub;Runden\nHanne Maes;5k;Leuven;1-3\nJef Kask;4q;;\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_table_is_printed_with_what_its_columns_were_taken_for(run: Run) -> None:
    Path("entries.txt").write_text(TABLE, encoding="utf-16")
    status, out, err = run("players", "entries.txt", "--columns", "rounds=Runden")
    assert status == 0
    assert "note: column 1 (Spieler): name, first name first" in err
    assert "note: line 3: '4q' is not a grade" in err
    assert "Maes" in out
    assert "Kask" not in out


def test_a_table_that_does_not_show_if_rounds_are_missed_needs_a_choice(run: Run) -> None:
    Path("entries.csv").write_text(TABLE, encoding="utf-8")
    status, out, err = run("players", "entries.csv", "--json")
    assert (status, out) == (2, "")
    assert "column 4 (Runden) does not show if “1-3” are rounds played or missed" in err
    for choice, missed in (("rounds", [4, 5]), ("missed_rounds", [1, 2, 3]), ("ignored", [])):
        status, out, _ = run("players", "entries.csv", "--json", "--columns", f"{choice}=Runden")
        assert (status, json.loads(out)["players"][0]["absent_rounds"]) == (0, missed)


def test_columns_are_said_by_heading_or_number_and_players_go_into_a_tournament(run: Run) -> None:
    rows = [("A", "B", "C"), ("Wim", "Maes", "5k"), ("Jef", "Kask", "4k")]
    Path("entries.xlsx").write_bytes(write_workbook("Entries", rows))
    Path("cup.xml").write_bytes(b"")
    assert run("players", RIVERSIDE, "-o", "all.csv")[0] == 0
    words = ("players", "entries.xlsx", "--columns", "first_name=1,surname=2,grade=3", "-o")
    assert run(*words, "cup.xml")[0] == 0
    assert [player.name for player in read_file(Path("cup.xml")).tournament.players] == [
        "Maes Wim",
        "Kask Jef",
    ]
    assert run(*words, "again.miai", "--into", "cup.xml")[0] == 0
    assert len(read_file(Path("again.miai")).tournament.players) == 2


def test_the_sheet_of_a_workbook_is_chosen_by_its_name(run: Run) -> None:
    book = Workbook()
    for name, rows in {
        "All": [("Name", "Grade"), ("Maes, Hanne", "5k"), ("Kask, Jef", "4k")],
        "Open": [("Name", "Grade"), ("Ozols, Ivo", "1d")],
    }.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save("entries.xlsx")
    assert "Maes" in run("players", "entries.xlsx")[1]
    out = run("players", "entries.xlsx", "--sheet", "open")[1]
    assert ("Ozols" in out, "Maes" in out) == (True, False)
    status, _, err = run("players", "entries.xlsx", "--sheet", "Closed")
    assert (status, err) == (2, "miai: entries.xlsx: the workbook has no sheet 'Closed': All or Open\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--sheet", "Open"), "entries.csv: only a workbook (.xlsx) has sheets"),
        (("--columns", "name"), "entries.csv: 'name' is not a column: write name=1 or name=HEADING"),
        (("--columns", "name=9"), "entries.csv: the table has no column '9'"),
        (("--columns", "nom=1"), "entries.csv: 'nom' is not a column: name, given_first"),
        (("--columns", "rounds=Runden", "-o", "out.pdf"), "no format writes '.pdf'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(run: Run, words: tuple[str, ...], said: str) -> None:
    Path("entries.csv").write_text(TABLE, encoding="utf-8")
    status, _, err = run("players", "entries.csv", *words)
    assert status == 2
    assert said in err


def test_pairings_and_standings_are_written_as_workbooks(run: Run) -> None:
    assert run("pairings", RIVERSIDE, "--round", "1", "-o", "round.xlsx")[0] == 0
    assert run("standings", RIVERSIDE, "-o", "table.xlsx")[0] == 0
    text = table_text(Path("round.xlsx").read_bytes()).splitlines()
    assert text[0].startswith("Table\tWhite\tGrade\tBlack\tGrade\t")
    assert len(text) == len(pairings_file(riverside(), 1).rows) + 1
    assert table_text(Path("table.xlsx").read_bytes()).startswith("Place\tNo.\tName")
    assert "round 9 is not drawn" in run("pairings", RIVERSIDE, "--round", "9")[2]


@pytest.mark.parametrize(("language", "comma"), [("en", False), ("fr", True), ("de", True)])
def test_a_table_of_players_that_miai_writes_is_read_again_as_it_was(language: str, comma: bool) -> None:  # noqa: FBT001
    event = riverside()
    first = replace(event.players[0], declared_grade=Grade.parse("1d"))
    event = replace(event, players=(first, *event.players[1:]))
    speak(language)
    table = players_file(event, tell)
    speak("en")
    for data in (csv_file(table, decimal_comma=comma), xlsx_file(table)):
        read = read_paste(Tournament(settings=event.settings), table_text(data))
        assert all(row.player for row in read.rows)
        again = {row.player.name: row.player for row in read.rows if row.player}
        for player in event.players:
            other = again[player.name]
            assert (other.surname, other.grade, other.rating) == (player.surname, player.grade, player.rating)
            assert (other.country, other.club, other.egf_pin) == (player.country, player.club, player.egf_pin)
            assert (other.absent_rounds, other.declared_grade) == (
                player.absent_rounds, player.declared_grade,
            )  # fmt: skip


def test_the_rounds_missed_are_those_of_the_event() -> None:
    event = riverside()
    after, _ = with_withdrawal(event, event.players[0].id, from_round=event.settings.rounds)
    assert max(after.players[0].absent_rounds) > event.settings.rounds
    table = players_file(after)
    column = [each.title for each in table.columns].index("Rounds missed")
    (row,) = [row for row in table.rows if row[0] == event.players[0].surname]
    assert row[column] == str(event.settings.rounds)


def test_a_withdrawal_from_a_drawn_round_names_the_game_that_is_left(run: Run, tmp_path: Path) -> None:
    hall = console("Ada 4d, Bo 3d, Cy 2d, Dan 1d")
    hall.draw(1)
    table = hall.board(1, "Ada").table
    file = tmp_path / "event.miai"
    words = ("withdraw", file, "--player", "Ada", "--from", "1")
    file.write_bytes(write_history(hall.state.history))
    assert f"Round 1: the draw still has Ada at table {table}; draw again before" in run(*words)[1]
    publish_round(*hall.at, round=1, by="Anneke")
    file.write_bytes(write_history(hall.state.history))
    still = f"Round 1: players still see Ada at table {table}"
    assert still in run(*words)[1]
    assert still in run(*words, "-o", file)[1]


def test_a_withdrawal_after_the_last_round_is_called_so(run: Run) -> None:
    rounds, played = riverside().settings.rounds, riverside().rounds_played
    name = riverside().players[0].name
    assert f"{name} leaves before round {played + 1}" in run("withdraw", RIVERSIDE, "--player", name)[1]
    words = ("withdraw", RIVERSIDE, "--player", name, "--from", str(rounds + 1))
    assert f"{name} leaves after round {rounds}" in run(*words)[1]
