"""Tables of players are pasted or read from files."""

import html
import io
import re
from collections.abc import Callable
from typing import Any

import httpx
import openpyxl
import pytest

from kit.players_page import Hall, follow, known, rows, texts
from miai.domain.people.player import Registration
from miai.formats.tables.workbook import write_workbook

TABLE = "Name;Grade;Club\nde Wit, Sander;3d;Utrecht\nNovak Petra;4q;Praha\nAda;1d;\n;2k;Wien"


def chosen_columns(answer: httpx.Response) -> list[str]:
    # The frame of the page has choices of its own, such as the language.
    return re.findall(r'<option value="(\w+)" selected>', answer.text.split('<main id="main"', 1)[1])


def fingerprint_of(answer: httpx.Response) -> str:
    [found] = re.findall(r'name="shown" value="(\w+)"', answer.text)
    return str(found)


def test_a_pasted_table_is_shown_before_anybody_is_entered(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada")
    answer = site.post(f"{page}/import", text=TABLE)
    assert answer.status_code == 200
    said = texts(answer)
    assert "4 lines read, 2 can be entered" in said
    assert chosen_columns(answer) == ["name", "grade", "club"]
    assert "'4q' is not a grade" in said
    assert "no name" in said
    assert "twice? also Ada" in said
    assert re.findall(r'name="leave" value="(\d)"( checked)?', answer.text) == [("2", ""), ("4", " checked")]
    assert [player.surname for player in at.event.players] == ["Ada"]


@pytest.mark.parametrize(
    ("tick", "registration"), [({}, Registration.PRELIMINARY), ({"here": "true"}, Registration.FINAL)]
)
def test_all_lines_that_make_a_player_are_entered_without_those_left_out(
    hall: Callable[..., Hall], tick: dict[str, Any], registration: Registration
) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import/enter", text=f"{TABLE}\nBo;1k;", leave=["6"], **tick)
    assert "2 players entered" in follow(site, answer).text
    assert [(p.name, p.registration) for p in at.event.players] == [
        ("de Wit Sander", registration), ("Ada", registration),
    ]  # fmt: skip


def test_with_every_line_left_out_the_table_is_shown_again(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import/enter", text=TABLE, leave=["2", "4"])
    assert answer.status_code == 422
    assert "No line is left to enter." in answer.text
    assert "de Wit, Sander" in answer.text
    assert at.event.players == ()


def test_a_csv_file_is_read_whatever_its_encoding(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    file = ("entry.csv", "Surname,First name,Grade\nGrünwald,Mattis,5k\n".encode("latin-1"))
    answer = site.client.post(f"{page}/import", data={"csrf": site.token()}, files={"file": file})
    assert "Grünwald, Mattis" in texts(answer)


def test_a_workbook_is_shown_as_a_table_that_can_be_corrected(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    data = write_workbook("Entries", [("Nom", "Prénom", "PIN", "Niveau"), ("Maes", "Hanne", 12345678, "5k")])
    files = {"file": ("entry.xlsx", data)}
    answer = site.client.post(f"{page}/import", data={"csrf": site.token()}, files=files)
    assert chosen_columns(answer) == ["surname", "first_name", "egf_pin", "grade"]
    assert "Maes, Hanne" in texts(answer)
    assert "Maes\tHanne\t12345678\t5k</textarea>" in answer.text


def test_columns_chosen_otherwise_and_corrected_lines_are_shown_before_they_are_entered(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall()
    table = "Wim;Maes;5k\nJef;Novak;4q\nTon;Kask;1d"
    first = site.post(f"{page}/import", text=table)
    assert chosen_columns(first) == ["surname", "first_name", "grade"]
    assert 'name="fix" value="Jef; Novak; 4q"' in first.text
    form: dict[str, Any] = {"text": table.replace("\n", "\r\n"), "column": ["first_name", "surname", "grade"]}
    form |= {"fix_line": "2", "fix": "Jef; Novak; 4k"}
    again = site.post(f"{page}/import/enter", **form, shown=fingerprint_of(first))
    assert "The table has changed: look at the preview again." in texts(again)
    assert "Novak, Jef" in texts(again)
    assert list(at.event.players) == []
    form = {"text": table.replace("4q", "4k"), "column": ["first_name", "surname", "grade"]}
    done = site.post(f"{page}/import/enter", **form, shown=fingerprint_of(again))
    assert "3 players entered" in follow(site, done).text
    assert [each.name for each in at.event.players] == ["Maes Wim", "Novak Jef", "Kask Ton"]


def test_lines_that_cannot_be_read_are_counted_and_all_players_are_undone_together(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall()
    answer = follow(site, site.post(f"{page}/import/enter", text=TABLE))
    assert "2 lines could not be read and were not entered" in answer.text
    undo = dict(re.findall(r'name="(number|last)"\s+value="(\d+)"', answer.text))
    site.post(f"/t/{at.id}/undo", **undo)
    assert at.event.players == ()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\0\3", "binary"),
        (b"PK\3\4", "workbook cannot be read"),
        (b"", "The file is empty"),
        (b"Name;Grade\n", "no line with a player"),
    ],
)
def test_a_file_that_is_no_table_is_refused(hall: Callable[..., Hall], data: bytes, said: str) -> None:
    _, site, page = hall()
    answer = site.client.post(
        f"{page}/import", data={"csrf": site.token()}, files={"file": ("entry.xlsx", data)}
    )
    assert answer.status_code == 422
    assert said in answer.text


def workbook(**sheets: list[tuple[str, ...]]) -> bytes:
    """A workbook with these sheets."""
    book = openpyxl.Workbook(write_only=True)
    for name, lines in sheets.items():
        sheet = book.create_sheet(name)
        for row in lines:
            sheet.append(row)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def test_another_sheet_of_a_workbook_can_be_read_instead(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    data = workbook(
        Info=[("Spring Open",)],
        Entries=[("Name", "Grade"), ("Maes", "5k"), ("Novak", "4k")],
        Waiting=[("Name", "Grade"), ("Kask", "1d")],
    )
    files = {"file": ("entry.xlsx", data)}
    first = site.client.post(f"{page}/import", data={"csrf": site.token()}, files=files)
    assert "The sheet “Entries” was read." in texts(first)
    assert re.findall(r'name="other_sheet" value="(\w+)"', first.text) == ["Waiting", "Info"]
    names = re.findall(r'name="sheet_name" value="([^"]*)"', first.text)
    carried = [html.unescape(each) for each in re.findall(r'name="sheet_text" value="([^"]*)"', first.text)]
    form: dict[str, Any] = {
        "sheet_name": names,
        "sheet_text": carried,
        "sheet": "Entries",
        "text": "Name\tGrade\nMaes\t5k",
    }
    other = site.post(f"{page}/import", **form, other_sheet="Waiting", column=["grade", "name"], leave=["2"])
    assert "The sheet “Waiting” was read." in texts(other)
    assert "1 line read, 1 can be entered." in texts(other)
    assert 'name="other_sheet" value="Entries"' in other.text
    site.post(
        f"{page}/import/enter",
        text="Name\tGrade\nKask\t1d",
        shown=fingerprint_of(other),
        column=["name", "grade"],
    )
    assert [each.name for each in at.event.players] == ["Kask"]


def test_lines_that_cannot_be_read_are_linked_and_long_tables_can_be_entered_from_below(
    hall: Callable[..., Hall],
) -> None:
    _, site, page = hall()
    lines = [f"Player{at} {at % 20 + 1}k" for at in range(30)]
    answer = site.post(f"{page}/import", text="\n".join([*lines[:20], "Bo 4q", *lines[20:]]))
    assert 'href="#line-21">line 21</a>' in answer.text
    assert 'id="line-21" name="fix"' in answer.text
    assert answer.text.count("Enter them</button>") == 2
    assert site.post(f"{page}/import", text=TABLE).text.count("Enter them</button>") == 1


def test_a_pasted_name_is_filled_in_from_the_rating_list(hall: Callable[..., Hall], lists: None) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import", text="Willemsen Aurélie\t\tBE\nWilliamson Rory\t4k\tGB")
    assert "the list says 6k" in answer.text
    site.post(f"{page}/import/enter", text="Willemsen Aurélie\t\tBE", column=["name", "grade", "country"])
    assert (str(known(at, "Willemsen").grade), known(at, "Willemsen").egf_pin) == ("3k", "10000001")


def test_problems_of_a_pasted_table_and_of_a_form_are_in_the_readers_language(
    hall: Callable[..., Hall],
) -> None:
    _, site, page = hall("Ada")
    french = {"Accept-Language": "fr"}
    form = {"csrf": site.token(), "text": TABLE}
    pasted = texts(site.client.post(f"{page}/import", data=form, headers=french))
    assert "« 4q » n’est pas un niveau" in pasted
    assert "deux fois ? aussi Ada" in pasted
    wrong = {"csrf": site.token(), "surname": "", "grade": "1d", "rating": "many"}
    answer = texts(site.client.post(f"{page}/new", data=wrong, headers=french))
    assert "Classement : many n’est pas un nombre." in answer


def test_a_thousand_players_are_all_in_the_list(hall: Callable[..., Hall]) -> None:
    _, site, page = hall()
    table = "\n".join(f"Player{number:04},First,{1 + number % 20}k" for number in range(1000))
    assert "1000 can be entered" in site.post(f"{page}/import", text=table).text
    site.post(f"{page}/import/enter", text=table)
    answer = site.get(page)
    assert len(rows(answer)) == 1000
    assert "a stone is 4 players" in answer.text


ROUNDS = "Name;Grade;Rounds\nMaes, Hanne;5k;1, 2\nKask, Jef;4k;3"


def test_a_question_about_rounds_is_asked_above_the_table_and_answered_with_a_button(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import", text=ROUNDS)
    question = "Column 3, “Rounds”: does “1, 2” mean that the player plays in these rounds, or misses them?"
    assert question in texts(answer)
    assert chosen_columns(answer) == ["name", "grade", "unclear_rounds"]
    assert "disabled" in answer.text[answer.text.index("players/import/enter") :][:40]
    columns = ["name", "grade", "unclear_rounds"]
    answered = site.post(f"{page}/import", text=ROUNDS, column=columns, means="2:missed_rounds")
    assert question not in texts(answered)
    assert chosen_columns(answered) == ["name", "grade", "missed_rounds"]
    assert "misses rounds 1 and 2" in texts(answered)
    site.post(f"{page}/import/enter", text=ROUNDS, column=chosen_columns(answered))
    assert known(at, "Maes").absent_rounds == {1, 2}


def test_nobody_is_entered_while_a_question_about_rounds_is_open(hall: Callable[..., Hall]) -> None:
    at, site, page = hall()
    answer = site.post(f"{page}/import/enter", text=ROUNDS)
    assert answer.status_code == 422
    assert "does not show if “1, 2” are rounds played or missed" in texts(answer)
    assert at.event.players == ()
