"""A whole tournament as its director runs it, from an empty folder to the final standings."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kit.debian import needs
from kit.running_site import Running, running

Opened = Callable[..., Page]
TYPED = {"Adler Anna": "4d", "Bakker Joost": "3d", "Claes Wim": "2d", "Dumont Élise": "1d", "Evers Kai": "1k"}
PASTED = """Fischer\tNora\t2k\tDE\tJena
Garcia\tLuz\t3k\tES\tBilbao
Hansen\tMads\t4k\tDK\tAarhus
Ionescu\tDan\t5k\tRO\tCluj
Jansen\tTess\t6k\tNL\tUtrecht
Kovács\tBence\t8k\tHU\tPécs
Lefèvre\tZoé\t10k\tFR\tRennes"""
LAST = ("Moreau Paul", "12k")
LATE = ("Novák Petr", "3k")
SHEETS = ("Pairings by name", "Pairings by table", "Result slips", "Wall list", "Standings", "Prizes")
PAPERS = {"A4": "595 x 842", "Letter": "612 x 792"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with nothing on it."""
    with running(tmp_path / "data") as empty:
        yield empty


class Director:
    """Somebody at the console, who knows only what the pages show."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def go(self, letter: str) -> None:
        """Go to a main page by its key, which the page knows once it is loaded."""
        self.page.wait_for_load_state()
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("g")
        with self.page.expect_navigation():
            self.page.keyboard.press(letter)

    def press(self, name: str) -> None:
        """Press a button or follow a link by its words."""
        words = re.compile(rf"^{re.escape(name)}")
        main = self.page.get_by_role("main")
        main.get_by_role("button", name=words).or_(main.get_by_role("link", name=words)).first.click()

    def hears(self, words: str) -> None:
        """Wait for what a toast says."""
        expect(self.page.locator("#toasts")).to_contain_text(words)

    def reads(self, title: str) -> None:
        """Wait for a page."""
        expect(self.page.locator("h1")).to_have_text(title)

    def open_tournament(self, name: str, *, rounds: int) -> None:
        """Answer the five questions."""
        self.press("New tournament")
        self.page.get_by_label("Name", exact=True).fill(name)
        self.page.get_by_label("First day").fill("2026-05-16")
        self.page.get_by_label("Last day").fill("2026-05-17")
        self.page.get_by_label("Rounds").fill(str(rounds))
        self.press("Create and add players")
        self.hears(f"{name} is open")

    def type_player(self, name: str, grade: str, *, here: bool = True) -> None:
        """Type a name that nobody has, and a grade."""
        # A box that completes names is there once the script is.
        box = self.page.get_by_role("combobox", name="Find a player here")
        box.fill(name)
        box.press("Alt+Enter")
        self.reads("New player")
        self.page.get_by_label("Grade", exact=True).fill(grade)
        self.page.get_by_label("Is here").set_checked(here)
        self.press("Enter")
        self.hears(f"{name} {grade} is {'here' if here else 'entered'}")

    def paste_players(self, table: str) -> None:
        """Paste a table and enter all of it."""
        self.press("Import or paste…")
        self.page.get_by_label("Table").fill(table)
        self.press("Preview")
        lines = len(table.splitlines())
        expect(self.page.locator(".lede")).to_contain_text(f"{lines} lines read, {lines} can be entered")
        self.page.get_by_label("They are here").check()
        self.press("Enter them")
        self.reads("Players")

    def draw(self, number: int) -> None:
        """Draw a round."""
        self.reads(f"Draw of round {number}")
        self.press(f"Draw round {number}")
        expect(self.page.locator("#boards")).to_be_visible()

    def publish(self) -> None:
        """Let the players see the draw."""
        self.press("Publish pairings")
        expect(self.page.locator(".lede")).to_contain_text("Published.")

    def tables(self) -> list[int]:
        """The tables on the results page."""
        return [int(row) for row in self.page.locator(".game > b").all_inner_texts()]

    def enter(self, table: int, winner: str) -> None:
        """Enter a result: the winner is clicked at odd tables, typed at even ones."""
        row = self.page.locator(f"#t{table}")
        if table % 2:
            row.locator(".who").nth("wb".index(winner)).click()
        else:
            self.page.get_by_label("Table and winner").press_sequentially(f"{table} {winner}")
            self.page.keyboard.press("Enter")
        expect(row).to_have_class(re.compile(r"\bdone\b"))

    def enter_all(self, number: int) -> None:
        """Enter what is still out."""
        for table in self.tables():
            if "done" not in (self.page.locator(f"#t{table}").get_attribute("class") or ""):
                self.enter(table, _winner(number, table))
        expect(self.page.locator("#filters")).to_contain_text("Still out 0")


def _winner(number: int, table: int) -> str:
    return "wb"[(number * table + number) % 3 % 2]


def test_a_whole_tournament_from_nothing_to_the_final_standings(
    page: Page, opened: Opened, server: Running, tmp_path: Path
) -> None:
    director = Director(page)
    page.goto(server.url)
    director.open_tournament("River Open", rounds=5)
    for name, grade in TYPED.items():
        director.type_player(name, grade)
    director.paste_players(PASTED)
    director.type_player(*LAST, here=False)
    page.get_by_role("switch", name=f"{LAST[0]} is here").click()
    director.hears(f"{LAST[0]} is here")
    expect(page.locator("#filters")).to_contain_text("Here 13")

    _first_round_with_a_bye_and_a_wrong_result(director)
    _second_round_with_a_late_entry(director)
    _third_round_without_somebody_at_two_desks(director, opened())
    _fourth_round_with_a_swap(director)
    _last_round(director)

    page.get_by_role("link", name="River Open").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save a copy to a USB stick").click()
    saved = tmp_path / "copy.miai"
    download.value.save_as(saved)
    director.go("s")
    assert _shown(page) == _printed(saved)
    _prizes(director)
    _sheets(page, tmp_path)
    _phone(opened(width=390, height=844), server)


def _first_round_with_a_bye_and_a_wrong_result(director: Director) -> None:
    page = director.page
    director.press("Go to the draw of round 1")
    director.draw(1)
    expect(page.locator("#boards tr.free")).to_have_count(1)
    expect(page.locator("#boards tr.free")).to_contain_text("bye")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".lede")).to_contain_text("Published.")
    director.go("r")
    assert director.tables() == [1, 2, 3, 4, 5, 6]
    director.enter(3, "b" if _winner(1, 3) == "w" else "w")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(page.locator("#t3")).not_to_have_class(re.compile(r"\bdone\b"))
    director.enter_all(1)


def _second_round_with_a_late_entry(director: Director) -> None:
    page = director.page
    director.go("d")
    director.draw(2)
    director.publish()
    director.go("p")
    director.type_player(*LATE)
    director.reads(f"{LATE[0]} comes late {LATE[1]}")
    page.locator(".ways button").first.click()
    expect(page.locator("h1")).not_to_have_text(f"{LATE[0]} comes late {LATE[1]}")
    director.go("d")
    expect(page.locator(".lede")).to_contain_text(
        "Changed since it was published: 2 players have another game."
    )
    expect(page.locator("#boards tr.free")).to_have_count(0)
    director.press("Publish pairings")
    director.reads("Publish round 2 again")
    expect(page.locator("main tbody tr")).to_contain_text([LATE[0], LATE[0]])
    director.publish()
    director.go("r")
    assert director.tables() == [1, 2, 3, 4, 5, 6, 7]
    director.enter_all(2)


def _third_round_without_somebody_at_two_desks(director: Director, other: Page) -> None:
    page = director.page
    director.go("p")
    page.locator("#strip").get_by_role("link", name="Round 3").click()
    director.reads("Players of round 3")
    page.get_by_role("switch", name="Garcia Luz plays in round 3").click()
    director.hears("Garcia Luz misses round 3")
    director.go("d")
    director.draw(3)
    expect(page.locator("#boards tr.free")).to_have_count(1)
    expect(page.locator("#boards")).not_to_contain_text("Garcia Luz")
    director.publish()
    director.go("r")
    other.goto(page.url)
    tomas = Director(other)
    mine, theirs = director.tables()[:3], director.tables()[3:]
    for one, two in zip(mine, theirs, strict=True):
        page.locator(f"#t{one} .who").nth("wb".index(_winner(3, one))).click()
        other.locator(f"#t{two} .who").nth("wb".index(_winner(3, two))).click()
    for table in (*mine, *theirs):
        for desk in (director, tomas):
            expect(desk.page.locator(f"#t{table}")).to_have_class(re.compile(r"\bdone\b"))
    expect(other.locator("#filters")).to_contain_text("Still out 0")


def _fourth_round_with_a_swap(director: Director) -> None:
    page = director.page
    director.go("d")
    director.draw(4)
    seat = page.locator("#t1 [data-seat]").first
    name = seat.inner_text()
    seat.click()
    page.get_by_role("link", name="Swap…").click()
    free = page.locator("#boards button.pick:not([disabled])").last
    swapped = free.inner_text()
    free.click()
    director.hears("changed places")
    expect(page.locator("#t1")).to_contain_text(swapped)
    expect(page.locator("#t1")).not_to_contain_text(name)
    director.publish()
    director.go("r")
    director.enter_all(4)


def _last_round(director: Director) -> None:
    director.go("d")
    director.draw(5)
    director.publish()
    director.go("r")
    director.enter_all(5)
    director.go("s")
    director.reads("Standings after round 5")
    director.press("Publish as final")
    expect(director.page.locator(".lede")).to_contain_text("Final")


def _shown(page: Page) -> list[list[str]]:
    """Place, name, games and points of everybody, as the page has them."""
    expect(page.locator("h1")).to_have_text("Standings after round 5")
    return [
        [
            row.locator(".place").inner_text(),
            row.locator("th").evaluate("th => th.firstChild.data.trim()"),
            *row.locator(".res").all_inner_texts(),
            *row.locator("td.num").all_inner_texts()[-3:],
        ]
        for row in page.locator("#standings tbody tr").all()
    ]


def _printed(file: Path) -> list[list[str]]:
    """The same as the command line has it, of the file that the browser saved."""
    words = [sys.executable, "-m", "miai", "standings", str(file), "--json"]
    told = json.loads(subprocess.run(words, capture_output=True, check=True, text=True).stdout)
    assert told["after_round"] == 5
    assert len(told["rows"]) == 14
    return [
        [
            str(row["place"]),
            f"{row['surname']} {row['first_name']}",
            *(cell.replace("-", "−") for cell in row["results"]),
            *(_points(row["values"][key]) for key in told["criteria"]),
        ]
        for row in told["rows"]
    ]


def _points(value: Any) -> str:
    whole, part = divmod(float(value), 1)
    return f"{whole:.0f}" + {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}[part]


def _prizes(director: Director) -> None:
    page = director.page
    places = page.locator("#standings th.name").evaluate_all("all => all.map(th => th.firstChild.data)")
    page.locator("#rail-nav details.more > summary").click()
    page.locator("#rail-nav").get_by_role("link", name="Prizes").click()
    director.press("Places 1 to 3")
    expect(page.locator("#prizes")).to_be_visible()
    winners = page.locator("#prizes tbody td:nth-last-child(3)").all_inner_texts()
    assert [name for name in places if any(name in winner for winner in winners)] == places[: len(winners)]
    assert len(winners) >= 3


def _sheets(page: Page, folder: Path) -> None:
    """Every sheet as a PDF, on one paper or the other; test_print has most of them on both."""
    needs("poppler-utils")
    for title, (paper, size) in zip(SHEETS, cycle(PAPERS.items()), strict=False):
        page.goto(re.sub(r"(/t/[^/?#]+).*", r"\1/print", page.url))
        page.locator(".sheet-choice").filter(has=page.get_by_text(title, exact=True)).click()
        papers = page.locator(".paper").count()
        assert papers
        path = folder / "sheet.pdf"
        page.pdf(path=path, format=paper)
        said = subprocess.run(["pdfinfo", path], capture_output=True, text=True, check=True).stdout
        assert re.search(rf"Pages: +{papers}\n", said), (title, said)
        assert size in re.sub(r"\.\d+", "", said)
        words = subprocess.run(["pdftotext", path, "-"], capture_output=True, text=True, check=True)
        assert "River Open" in words.stdout
        page.go_back()


def _phone(phone: Page, server: Running) -> None:
    """What a player sees."""
    phone.goto(f"{server.url}/p/river-open/standings")
    expect(phone.locator("main")).to_contain_text("Final")
    expect(phone.locator("#list tbody tr")).to_have_count(14)


def test_a_round_without_scripts(opened: Opened, server: Running) -> None:
    page = opened(scripts=False)
    director = Director(page)
    page.goto(server.url)
    director.open_tournament("Plain Open", rounds=3)
    director.paste_players(PASTED)
    page.get_by_label("Find a player here").fill("Adler Anna")
    director.press("Find")
    director.press("New player “Adler Anna”")
    page.get_by_label("Grade", exact=True).fill("4d")
    director.press("Enter")
    director.hears("Adler Anna 4d is here")
    director.press("Go to the draw of round 1")
    director.draw(1)
    director.publish()
    director.press("Enter results")
    page.locator("#t1 .who").first.click()
    director.hears("Table 1")
    page.get_by_label("Table and winner").fill("2 b")
    director.press("Enter")
    director.hears("Table 2")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Other result for table 2").click()
    director.press("Both lose")
    for table in (3, 4):
        page.locator(f"#t{table} .who").nth(1).click()
    expect(page.locator("#filters")).to_contain_text("Still out 0")
    page.get_by_role("link", name="Standings", exact=True).first.click()
    director.reads("Standings after round 1")
    director.press("Publish")
    expect(page.locator(".lede")).to_contain_text("Published")
    page.goto(f"{server.url}/p/plain-open/standings")
    expect(page.locator("#list tbody tr")).to_have_count(8)
    assert len(server.desk.state("plain-open").tournament.round(1).boards) == 4
