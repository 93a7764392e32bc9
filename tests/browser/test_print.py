"""Sheets as they leave the printer: the pages asked for, on A4 and Letter, and nothing cut."""

import subprocess
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from playwright.sync_api import Page

from kit.debian import needs
from kit.phones_on import phones_on
from kit.running_site import Running
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import register_players
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result
from miai.features.schedule.plan_schedule import RoundTime, evenly_spaced, set_schedule
from miai.features.settings.change_settings import change_settings
from miai.features.tournament.create_tournament import copy_tournament, create_tournament

SHEETS = ["names", "tables", "slips", "wall", "standings", "entries", "links"]
NOTHING_HIDDEN = """[...document.querySelectorAll('.paper')].every(
    page => page.scrollHeight <= page.clientHeight && page.scrollWidth <= page.clientWidth)"""
WHOLE_SHEETS = """document.documentElement.scrollWidth <= innerWidth
    && [...document.querySelectorAll('.paper')].map(page => page.getBoundingClientRect()).every(
        box => box.left >= 0 && box.right <= innerWidth)"""
NO_NAME_CUT = (
    "[...document.querySelectorAll('.paper .who')].every(name => name.scrollWidth <= name.clientWidth + 1)"
)
PAPERS = {"A4": (595, 842), "Letter": (612, 792)}


@pytest.fixture
def crowd(server: Running) -> str:
    """A tournament of 139 players with long names, two rounds played: every list has several pages."""
    event = copy_tournament(server.desk, server.demo, name="Grand Open of a Long Name 2026", by="director").id
    players = [
        Player(
            id=PlayerId(f"p{number}"),
            surname=f"Wolkenstein-Trostburg{number:03}",
            first_name="Maximilian Alexander",
            grade=Grade.of_number(number % 9 - 5),
            club="Garmisch-Partenkirchen",
            country="DE",
        )
        for number in range(139)
    ]
    register_players(server.desk, event, players, by="director")
    for number in (1, 2):
        draw_round(server.desk, event, round=number, by="director")
        _results(server.desk, event, number)
    # Sheets of rounds then carry the code of the log.
    publish_round(server.desk, event, round=2, by="director")
    return event


def _results(desk: Desk, event: str, number: int) -> None:
    for board in desk.state(event).tournament.round(number).boards:
        result = (Result.WHITE_WINS, Result.BLACK_WINS)[board.table % 2]
        enter_result(desk, event, round=number, table=board.table, result=result, by="director")


def _printed(page: Page, path: Path, paper: str) -> tuple[int, list[float], str]:
    """How many pages, how large, and the words on them; background graphics are off, as browsers have it."""
    needs("poppler-utils")
    page.pdf(path=path, format=paper, print_background=False)
    said = subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True, check=True).stdout
    lines = dict(line.split(":", 1) for line in said.splitlines() if ":" in line)
    size = [float(word) for word in lines["Page size"].split() if word.replace(".", "").isdigit()]
    words = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    ).stdout
    return int(lines["Pages"]), size, words


def _opened(page: Page, event: str, sheet: str) -> Page:
    """A sheet; the cards of private links can be printed only when they are issued, in a tab of their own."""
    if sheet != "links":
        page.goto(f"{event}/print/{sheet}?round=2")
        return page
    page.goto(f"{event}/links")
    page.get_by_role("button", name="Issue 139 links").click()
    with page.context.expect_page() as cards:
        page.get_by_role("button", name="Print cards").click()
    cards.value.wait_for_load_state()
    return cards.value


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_has_the_pages_it_shows_and_nothing_is_cut(
    page: Page, server: Running, crowd: str, tmp_path: Path, sheet: str
) -> None:
    # Links that no phone could open are not printed.
    with pytest.MonkeyPatch.context() as patch, phones_on(server, patch):
        page = _opened(page, f"{server.url}/t/{crowd}", sheet)
    shown = page.locator(".paper").count()
    assert shown > 1
    assert page.evaluate(NOTHING_HIDDEN)
    assert page.evaluate(NO_NAME_CUT)
    for width in (320, 390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(WHOLE_SHEETS), width
    for paper, wanted in PAPERS.items():
        pages, size, words = _printed(page, tmp_path / "sheet.pdf", paper)
        assert pages == shown
        assert size == pytest.approx(wanted, abs=1)
        _check(server, crowd, pages, words)


def _check(server: Running, crowd: str, pages: int, words: str) -> None:
    """Everybody who plays is on the paper, and every page says from which entry it is."""
    squeezed = "".join(words.split())
    event = server.desk.state(crowd).tournament
    everybody = [player for player in event.players if event.round(2).board_of(player.id)]
    missing = [player.name for player in everybody if player.surname not in squeezed]
    assert not missing
    assert words.count(f"entry {server.desk.state(crowd).version}") == pages
    assert f"page {pages} of {pages}" in words


def test_a_bracket_and_a_timetable_fit_on_paper(page: Page, server: Running, tmp_path: Path) -> None:
    desk = server.desk
    event = create_tournament(desk, name="Cup", system="double_elimination", rounds=11, by="director").id
    players = [
        Player(
            id=PlayerId(f"p{number}"),
            surname=f"Wolkenstein-Trostburg{number:02}",
            first_name="Maximilian Alexander",
            grade=Grade.of_number(6 - number % 20),
            registration=Registration.FINAL,
        )
        for number in range(32)
    ]
    register_players(desk, event, players, by="director")
    draw_round(desk, event, round=1, by="director")
    _results(desk, event, 1)
    starts = evenly_spaced(datetime(2026, 11, 14, 10).astimezone(), rounds=11, minutes_between=90)
    times = {number: RoundTime(starts=at, minutes=30) for number, at in enumerate(starts, start=1)}
    set_schedule(desk, event, times=times, by="director")
    wanted = {"bracket": [player.surname for player in players], "timetable": ["Round11"]}
    for sheet, words in wanted.items():
        page.goto(f"{server.url}/t/{event}/print/{sheet}?round=1")
        assert page.evaluate(NOTHING_HIDDEN)
        for paper in PAPERS:
            pages, _size, text = _printed(page, tmp_path / "sheet.pdf", paper)
            assert pages == page.locator(".paper").count()
            assert not [word for word in words if word not in "".join(text.split())]


def test_stones_print_without_background_graphics(page: Page, server: Running, tmp_path: Path) -> None:
    page.goto(f"{server.url}/t/{server.demo}/print/names?round=4")
    _printed(page, tmp_path / "sheet.pdf", "A4")
    subprocess.run(
        [
            "pdftoppm",
            "-r",
            "100",
            "-gray",
            "-singlefile",
            str(tmp_path / "sheet.pdf"),
            str(tmp_path / "sheet"),
        ],
        check=True,
    )
    grey = (tmp_path / "sheet.pgm").read_bytes().split(b"\n", 3)
    width, pixels = int(grey[1].split()[0]), grey[3]
    scale = 100 / 96
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})
    # The printed page begins inside its margins.
    left, top = 100 * 10 / 25.4, 100 * 11 / 25.4
    for colour, dark in ((".stone.b", True), (".stone.w", False)):
        box = page.locator(f".by-name {colour}").first.bounding_box()
        assert box
        x = round(left + (box["x"] + box["width"] / 2) * scale)
        y = round(top + (box["y"] + box["height"] / 2) * scale)
        assert (pixels[y * width + x] < 128) is dark


def test_ten_rounds_still_fit_on_paper_and_on_the_screen(page: Page, server: Running, tmp_path: Path) -> None:
    desk, event = server.desk, server.demo
    settings = desk.state(event).tournament.settings
    change_settings(desk, event, replace(settings, rounds=10), by="director")
    for number in range(5, 11):
        draw_round(desk, event, round=number, by="director")
        _results(desk, event, number)
    page.goto(f"{server.url}/t/{event}/print/wall?round=10")
    assert page.evaluate(NOTHING_HIDDEN)
    pages, _size, words = _printed(page, tmp_path / "wall.pdf", "Letter")
    assert pages == 1
    assert "R10" in words
    assert "MMS" in words
    for width in (1440, 1024, 800):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{server.url}/t/{event}/standings?round=10")
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_a_page_of_the_console_prints_without_its_frame(page: Page, server: Running, tmp_path: Path) -> None:
    page.goto(server.at("standings"))
    _, _, words = _printed(page, tmp_path / "page.pdf", "A4")
    assert "Standings after round 4" in words
    assert "Settings" not in words
