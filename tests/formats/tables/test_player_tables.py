"""Tables of players: encodings, separators, headings, values, and workbooks."""

import io
import sys
import zipfile

import pytest
from openpyxl import Workbook

from miai.domain.people.player import Sex
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.files.spreadsheet_tables import players_table
from miai.features.players.paste_players import read_paste
from miai.features.players.pasted_rounds import rounds_in
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.player_columns import GuessedBy, read_player_table
from miai.formats.tables.table_files import csv_file
from miai.formats.tables.table_rows import joined_cells, read_rows, split_cells, table_text, with_row
from miai.formats.tables.workbook import read_workbook, write_workbook

ROUNDS = 5
EVENT = Tournament(settings=Settings(rounds=ROUNDS))


def people(text: str) -> list[str]:
    """Every line as its player in one text, or as its problem."""
    return [
        f"{row.player.surname}|{row.player.first_name}|{row.player.grade}" if row.player else str(row.problem)
        for row in read_paste(EVENT, text).rows
    ]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Hanne Maes, 5k\nSander de Wit, 3d", ["Maes|Hanne|5k", "de Wit|Sander|3d"]),
        ("Qwxz Zuylen, 5k\nKvlt Ozols, 3d", ["Zuylen|Qwxz|5k", "Ozols|Kvlt|3d"]),
        ("Maes, Hanne; 5k\nde Wit, Sander; 3d", ["Maes|Hanne|5k", "de Wit|Sander|3d"]),
        ("Maes, Hanne, 5k\nde Wit, Sander, 3d", ["Maes|Hanne|5k", "de Wit|Sander|3d"]),
        ('"Maes, Hanne",5k\n"de Wit, Sander",3d', ["Maes|Hanne|5k", "de Wit|Sander|3d"]),
        ("MAES Hanne, 5k\nWIT Sander, 3d", ["Maes|Hanne|5k", "Wit|Sander|3d"]),
        ("Maes Hanne\t5k\nOzols Peter\t3d", ["Maes|Hanne|5k", "Ozols|Peter|3d"]),
        ("Hanne Maes\t5k\nPeter Ozols\t3d", ["Maes|Hanne|5k", "Ozols|Peter|3d"]),
        ("1. Hanne Maes (5 kyu)\n2. Peter Ozols - 3 dan", ["Maes|Hanne|5k", "Ozols|Peter|3d"]),
        ("- Hanne Maes 5k Leuven\n- Peter Ozols 3.Dan", ["Maes|Hanne|5k", "Ozols|Peter|3d"]),
        ("Hanne\tMaes\t5k\nEdgars\tOzols\t3d", ["Maes|Hanne|5k", "Ozols|Edgars|3d"]),
        ("sep=;\nMaes;Hanne;5k", ["Maes|Hanne|5k"]),
        ("Name;Grade\nHanne Maes;5k\nMaria van der Berg;5k", ["Maes|Hanne|5k", "van der Berg|Maria|5k"]),
    ],
)
def test_names_are_read_whichever_part_comes_first(text: str, read: list[str]) -> None:
    assert people(text) == read


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("Surname,First name,Rank,Country,Club,EGF PIN", "surname first_name grade country club egf_pin"),
        ("Nom;Prénom;Niveau;Pays;Club;Numéro de licence FFG",
         "surname first_name grade country club ffg_licence"),
        ("Nachname;Vorname;Spielstärke;Land;Verein;EGD-PIN", "surname first_name grade country club egf_pin"),
        (
            "Timestamp,Your first name,Your family name,Rank (kyu/dan),E-mail address,Which rounds?",
            "ignored first_name surname grade ignored unclear_rounds",
        ),
        (
            "Horodateur;Nom de famille;Prénom;Classement;Niveau (kyu, dan);Nom du club;Remarques",
            "ignored surname first_name rating grade club ignored",
        ),
        ("Name;FirstName;Country;Club;Rank;Rating;EGFPin;FFGLic;AGAId;Participating",
         "surname first_name country club grade rating egf_pin ffg_licence aga_id rounds"),
        ("Name,Rank,Round 1,Round 2,R3", "name grade one_round one_round one_round"),
        ("Pin_Player;Last_Name;Name;Country_Code;Club;Grade;Gor",
         "egf_pin surname first_name country club grade rating"),
        ("Name;Grade;Declared rank", "name grade declared_grade"),
        ("Name;Declared grade", "name grade"),
    ],
)  # fmt: skip
def test_headings_of_programs_and_forms_are_known(heading: str, columns: str) -> None:
    sign = ";" if ";" in heading else ","
    row = sign.join(["a"] * (heading.count(sign) + 1))
    table = read_player_table(f"{heading}\n{row}\n{row}")
    assert " ".join(column.key for column in table.columns) == columns
    assert {guess.by for guess in table.guesses} == {GuessedBy.HEADING}
    assert len(table.rows) == 2


def test_columns_without_a_heading_are_recognised_by_their_values() -> None:
    text = (
        "1;Maes;Hanne;2d;2216,5;12345678;0512345;Belgique;Leuven;11011;h@maes.example\n"
        "2;Ozols;Edgars;12 kyu;943;87654321;1512345;Lettland;Riga;1-3;e@ozols.example"
    )
    table = read_player_table(text)
    assert " ".join(column.key for column in table.columns) == (
        "ignored surname first_name grade rating egf_pin ffg_licence country club unclear_rounds ignored"
    )
    columns = {9: PlayerColumn.ROUNDS}
    maes, ozols = (row.player for row in read_paste(EVENT, text, columns=columns).rows)
    assert maes and ozols
    assert (maes.rating, maes.country, maes.ffg_licence, maes.absent_rounds) == (
        2216.5,
        "BE",
        "0512345",
        frozenset({3}),
    )
    assert (str(ozols.grade), ozols.country, ozols.absent_rounds) == ("12k", "LV", frozenset({4, 5}))


def test_columns_chosen_are_as_chosen_and_the_others_stay_guessed() -> None:
    text = "Wim;Maes;5k;Leuven\nJef;Kask;3d;Utrecht"
    chosen = {0: PlayerColumn.FIRST_NAME, 1: PlayerColumn.SURNAME}
    paste = read_paste(EVENT, text, columns=chosen)
    assert [(guess.column.key, guess.by.value) for guess in paste.guesses] == [
        ("first_name", "choice"), ("surname", "choice"), ("grade", "values"), ("club", "values"),
    ]  # fmt: skip
    assert paste.rows[1].player is not None
    assert paste.rows[1].player.name == "Kask Jef"


def test_what_a_cell_does_not_say_is_a_warning_and_the_player_is_not_lost() -> None:
    text = "Name;Grade;Rating;Country;Plays rounds\nMaes, Hanne;5k;unknown;Atlantis;perhaps"
    [row] = read_paste(EVENT, text).rows
    assert row.player is not None
    assert [str(warning) for warning in row.warnings] == [
        "'unknown' is not a rating",
        "'Atlantis' is not the code of a country",
        "'perhaps' does not say which rounds",
    ]


def test_a_declared_grade_is_kept_where_another_is_played_at() -> None:
    text = "Name;Grade;Declared grade\nMaes, Hanne;5k;7k\nKask, Jef;4k;4 kyu\nOzols, Ivo;1d;none"
    rows = read_paste(EVENT, text).rows
    assert [str(row.player.declared_grade) for row in rows if row.player] == ["7k", "None", "None"]
    assert [str(warning) for warning in rows[2].warnings] == ["'none' is not a grade"]


def test_a_rating_gives_the_grade_where_the_table_has_none() -> None:
    [row] = read_paste(EVENT, "Name;Rating\nMaes, Hanne;1 816").rows
    assert row.player is not None
    assert (str(row.player.grade), row.player.rating) == ("3k", 1816)
    assert str(row.warnings[0]) == "the grade is that of the rating"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("all", {1, 2, 3, 4, 5}), ("alle", {1, 2, 3, 4, 5}), ("5", {1, 2, 3, 4, 5}), ("1-3", {1, 2, 3}),
        ("1, 2, 5", {1, 2, 5}), ("Round 1, Round 4", {1, 4}), ("Runden 2 bis 4", {2, 3, 4}),
        ("10011", {1, 4, 5}), ("11111000000000000000", {1, 2, 3, 4, 5}),
        ("none", set()), ("1 + 7", {1}),
        ("as many as possible", None),
    ],
)  # fmt: skip
def test_rounds_are_read_as_people_write_them(text: str, named: set[int] | None) -> None:
    assert rounds_in(text, ROUNDS) == named


def test_a_column_for_each_round_says_who_misses_it() -> None:
    text = "Name,Grade,Round 1,Round 2,Round 4\nMaes Hanne,5k,yes,no,x\nOzols Peter,3d,,,\nKask Ivo,1d,x,x,"
    players = [row.player for row in read_paste(EVENT, text).rows]
    assert [sorted(player.absent_rounds) for player in players if player] == [[2], [], [4]]


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "iso-8859-1", "iso-8859-15", "cp1252"],
)
def test_letters_are_right_in_every_encoding(encoding: str) -> None:
    name = {"iso-8859-15": "Šœur", "cp1252": "Šœur", "iso-8859-1": "Sœur".replace("œ", "ô")}.get(
        encoding, "Šœur"
    )
    text = f"Surname,First name,Grade\n{name},Zoé,5k\nGrünwald,Mattis,3d\n"
    assert table_text(text.encode(encoding)).replace("\r", "") == text


@pytest.mark.parametrize("encoding", ["windows-1251", "koi8-r"])
def test_cyrillic_letters_of_old_encodings_are_recognised(encoding: str) -> None:
    text = "Фамилия;Имя;Ранг\nИванов;Пётр;3k\n"
    assert table_text(text.encode(encoding)).replace("\r", "") == text


def test_a_quoted_cell_may_have_line_breaks_and_a_stray_quote_takes_no_other_line() -> None:
    text = 'Name;Comment;Grade\nMaes, Hanne;"late;\nperhaps";5k\nOzols, Ed;6";3d\nKask, Ivo;;1d'
    table = read_rows(text)
    assert [row.number for row in table.rows] == [1, 2, 4, 5]
    assert people(text) == ["Maes|Hanne|5k", "Ozols|Ed|3d", "Kask|Ivo|1d"]


@pytest.mark.parametrize(
    "text", ["Maes;4q;BE\nOzols;3d;LV", "Maes\t4q\tBE\nOzols\t3d\tLV", "Maes,4q,BE\nOzols,3d,LV"]
)
def test_a_line_is_corrected_in_its_place(text: str) -> None:
    table = read_rows(text)
    shown = joined_cells(table.rows[0].cells)
    assert shown == "Maes; 4q; BE"
    corrected = with_row(text, table.rows[0], split_cells(shown.replace("4q", "4k")), table.separator)
    assert people(corrected)[0] == "Maes||4k"
    assert corrected.splitlines()[1] == text.splitlines()[1]


class TestWorkbooks:
    """Workbooks of spreadsheets."""

    def test_what_is_written_is_read_and_numbers_stay_numbers(self) -> None:
        rows: list[tuple[str | float, ...]] = [
            ("Name", "Grade", "PIN"),
            ("=Maes, Hanne", "5k", 12345678),
            ("Ozols\x0b", "-", 2216.5),
        ]
        data = write_workbook("Cup: 1/2 [final]", rows)
        assert read_workbook(data) == [
            ("Name", "Grade", "PIN"), ("=Maes, Hanne", "5k", "12345678"), ("Ozols", "-", "2216.5"),
        ]  # fmt: skip

    def test_the_sheet_with_most_cells_is_a_table_like_any_other(self) -> None:
        book = Workbook()
        book.create_sheet("Notes").append(("Nobody",))
        sheet = book.create_sheet("Entries")
        for row in (
            (),
            ("", "Nom", "Prénom", "Niveau", "PIN"),
            ("", "Maes", "Hanne\n(late)", "5k", 12345678),
        ):
            sheet.append(row)
        data = io.BytesIO()
        book.save(data)
        assert table_text(data.getvalue()) == "Nom\tPrénom\tNiveau\tPIN\nMaes\tHanne (late)\t5k\t12345678"

    def test_files_that_are_too_large_unpacked_or_no_workbook_are_refused(self) -> None:
        def packed(**parts: bytes) -> bytes:
            data = io.BytesIO()
            with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
                for name, content in parts.items():
                    file.writestr(name.replace("__", "/") + ".xml", content)
            return data.getvalue()

        bomb = packed(xl__workbook=b"<a/>", xl__sheet=b" " * 60_000_000)
        assert len(bomb) < 100_000
        for data, reason in (
            (bomb, "the file has 61 MB; Miai reads files of this kind up to 48 MB"),
            (packed(xl__workbook=b'<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "declares entities"),
            (packed(word__document=b"<a/>"), "it is not a workbook"),
            (packed(xl__workbook=b"<a/>"), "the workbook cannot be read"),
            (b"PK\x03\x04 and nothing else", "the workbook cannot be read"),
        ):
            with pytest.raises(InputError, match=reason):
                table_text(data)

    def test_a_style_that_is_not_there_is_refused_and_nothing_is_printed(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        good, changed = io.BytesIO(write_workbook("Players", [("Name",)])), io.BytesIO()
        with zipfile.ZipFile(good) as parts, zipfile.ZipFile(changed, "w") as written:
            for name in parts.namelist():
                written.writestr(name, parts.read(name).replace(b'xfId="0"', b'xfId="999"'))
        with pytest.raises(InputError, match="the workbook cannot be read"):
            read_workbook(changed.getvalue())
        assert capsys.readouterr().out == ""

    def test_without_openpyxl_one_sentence_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data = write_workbook("Players", [("Name",)])
        monkeypatch.setitem(sys.modules, "openpyxl", None)
        with pytest.raises(InputError, match=r"need the extra 'xlsx': pip install 'miai\[xlsx\]'"):
            read_workbook(data)


def test_year_of_birth_sex_and_first_tournament_are_read_and_written() -> None:
    text = (
        "Name,Grade,Date of birth,Geschlecht,Premier tournoi,Place of birth\n"
        "Adler Ada,5k,12.03.2010,weiblich,oui,Ulm\n"
        "Baum Bo,1d,1965,M,,Ulm\n"
        "Cole Cy,2d,young,,no,Ulm\n"
    )
    paste = read_paste(Tournament(), text)
    players = [row.player for row in paste.rows if row.player]
    known = [(player.birth_year, player.sex, player.newcomer) for player in players]
    assert known == [(2010, Sex.FEMALE, True), (1965, Sex.MALE, False), (None, None, False)]
    assert "'young' is not a year of birth" in [str(each) for each in paste.rows[2].warnings]
    table = players_table("Cup", players)
    again = read_paste(Tournament(), table_text(csv_file(table)))
    found = [row.player for row in again.rows if row.player]
    assert [(player.birth_year, player.sex, player.newcomer) for player in found] == known
