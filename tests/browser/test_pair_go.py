"""A Pair Go event of six sides as its director runs it, from entry to prizes."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.running_site import Running, running

Opened = Callable[..., Page]
TABLE = """Name\tGrade\tCountry
Hill Ada / Iver Bo\t3d / 1d\tUK / DE
Jones Cy / King Di\t1k / 2k\tUK
Low Eli / Mann Flo\t5k / 6k\tDE / FR
North Gus / Oak Hal\t8k / 10k\tNL
Pine Ian / Quist Jo\t4k / 4k\tSE / DK"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with nothing on it."""
    with running(tmp_path / "data") as empty:
        yield empty


def test_six_sides_from_entry_to_prizes(
    page: Page, opened: Opened, server: Running, expected_faults: list[str]
) -> None:
    # A person who would play twice is refused.
    expected_faults.append("422")
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Pairs")
    page.get_by_label("First day").fill("2026-05-16")
    page.get_by_label("Rounds").fill("2")
    page.get_by_text("Teams, Pair Go").click()
    page.get_by_label("People who play as one side").select_option("2")
    page.get_by_role("button", name="Create and add players").click()

    _enter(page)
    for number in (1, 2):
        page.goto(f"{server.url}/t/pairs/draw?round={number}")
        page.get_by_role("main").get_by_role("button", name=f"Draw round {number}").click()
        expect(page.locator("#boards tbody tr")).to_have_count(3)
        expect(page.locator("#boards")).to_contain_text("Hill Ada / Iver Bo")
        page.get_by_role("main").get_by_role("button", name="Publish pairings").click()
        expect(page.locator(".lede")).to_contain_text("Published.")
        page.goto(f"{server.url}/t/pairs/results?round={number}")
        for table in (1, 2, 3):
            page.locator(f"#t{table} .who").first.click()
            expect(page.locator(f"#t{table}")).to_have_class(re.compile(r"\bdone\b"))

    page.goto(f"{server.url}/t/pairs/standings")
    page.get_by_role("main").get_by_role("button", name="Publish as final").click()
    expect(page.locator(".lede")).to_contain_text("Final")
    first = page.locator("#standings th.name").first.evaluate("th => th.firstChild.data")
    assert " / " in first
    page.goto(f"{server.url}/t/pairs/ratings")
    expect(page.locator(".lede")).to_contain_text("Pair Go and rengo are not rated")
    page.goto(f"{server.url}/t/pairs/prizes")
    page.get_by_role("main").get_by_role("button", name="Places 1 to 3").click()
    expect(page.locator("#prizes tbody tr").first).to_contain_text(first)
    page.goto(f"{server.url}/t/pairs/print/names?round=2")
    expect(page.locator(".paper").first).to_contain_text("Fox Ida / Green Tom")

    phone = opened(width=390, height=844)
    phone.goto(f"{server.url}/p/pairs/standings")
    expect(phone.locator("#list")).to_contain_text("Fox Ida / Green Tom")


def _enter(page: Page) -> None:
    """One side by the form, after a person was forgotten, and five from a table; then one is changed."""
    page.get_by_role("link", name="New side").first.click()
    page.locator("#name-1").fill("Fox Ida")
    page.locator("#grade-1").fill("2d")
    page.locator("#name-2").fill("Fox Ida")
    page.locator("#grade-2").fill("1k")
    page.get_by_role("main").get_by_role("button", name="Enter").click()
    expect(page.locator("main")).to_contain_text("Fox Ida plays in")
    page.locator("#name-2").fill("Green, Tom")
    page.get_by_role("main").get_by_role("button", name="Enter").click()
    expect(page.locator("#players")).to_contain_text("Fox Ida / Green Tom")
    page.get_by_role("link", name="Import or paste…").first.click()
    page.get_by_label("Table").fill(TABLE)
    page.get_by_role("button", name="Preview").click()
    page.get_by_label("They are here").check()
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator("#filters")).to_contain_text("Here 6")
    page.get_by_role("link", name="Pine Ian / Quist Jo").click()
    page.get_by_role("link", name="Change…").click()
    page.locator("#name-2").fill("Rhys, Jo")
    page.get_by_role("main").get_by_role("button", name="Save").click()
    expect(page.locator("h1")).to_contain_text("Pine Ian / Rhys Jo")
    expect(page.locator("#people li")).to_have_count(2)


def test_the_split_of_a_name_is_shown_before_it_is_saved(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Pairs")
    page.get_by_text("Teams, Pair Go").click()
    page.get_by_label("People who play as one side").select_option("2")
    page.get_by_role("button", name="Create and add players").click()
    expect(page).to_have_url(re.compile("/t/pairs/"))
    page.goto(f"{server.url}/t/pairs/players/side")
    name = page.locator("#name-1")
    name.fill("Anna Müller")
    note = page.locator(".field:has(#name-1) [data-split-note]")
    expect(note).to_contain_text("Surname: Müller · First name: Anna")
    for width in (1366, 390):
        page.set_viewport_size({"width": width, "height": 800})
        typed, grade = name.bounding_box(), page.locator("#grade-1").bounding_box()
        assert typed and grade
        assert typed["x"] + typed["width"] < grade["x"], "the note makes the field no wider"
    name.press("Alt+x")
    expect(name).to_have_value("Anna, Müller")
    expect(note).to_contain_text("Surname: Anna · First name: Müller")
    note.get_by_role("button").click()
    expect(name).to_have_value("Müller, Anna")
    name.fill("Pele")
    expect(note).to_have_count(0)
