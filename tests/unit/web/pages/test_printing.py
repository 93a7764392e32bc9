"""Print: what stands on the sheets; how they come out of a printer is tested in a browser."""

import re
from html import unescape

import pytest

from miai.app.draw.draw_round import draw_round
from miai.app.event.create_tournament import create_tournament
from miai.web.pages.printing.routes import NAMES, SLIPS
from web_site import Site

SHEETS = ["names", "tables", "slips", "wall", "standings", "prizes", "links"]


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_page_of_a_sheet_says_when_it_was_printed_and_from_which_entry(
    site: Site, demo_id: str, sheet: str
) -> None:
    html = site.get(f"/t/demo/print/{sheet}?round=4").text
    papers = html.split('<section class="paper">')[1:]
    assert papers
    for paper in papers:
        assert f"entry {site.desk.state(demo_id).version}" in paper
        assert re.search(r"Printed \d\d:\d\d", paper)


def test_by_name_everybody_finds_table_colour_and_opponent(site: Site, demo_id: str) -> None:
    event = site.desk.state(demo_id).tournament
    html = unescape(site.get("/t/demo/print/names?round=4").text)
    for board in event.round(4).boards:
        white, black = event.player(board.white), event.player(board.black)
        line = next(part for part in html.split("<li>") if f"{white.name}<span" in part)
        assert f"<b>{board.table}</b>" in line
        assert 'aria-label="White"' in line
        assert black.surname in line


def test_a_bye_is_on_the_lists_but_has_no_slip(site: Site, demo_id: str) -> None:
    drawn = draw_round(site.desk, demo_id, round=5, by="director").saved.state.tournament.round(5)
    [bye] = drawn.byes
    name = site.desk.state("demo").tournament.player(bye.player).name
    for sheet, there in (("names", True), ("tables", True), ("slips", False)):
        html = unescape(site.get(f"/t/demo/print/{sheet}?round=5").text)
        assert (f"{name}<span" in html) is there
    assert site.get("/t/demo/print/slips?round=5").text.count('class="slip"') == len(drawn.boards)


def test_slips_come_eight_to_a_page(site: Site, demo_id: str) -> None:
    boards = len(site.desk.state(demo_id).tournament.round(4).boards)
    html = site.get("/t/demo/print/slips?round=4").text
    assert html.count('<section class="paper">') == -(-boards // SLIPS)
    assert 2 * boards <= NAMES


def test_the_wall_list_on_paper_is_ordered_by_the_criteria_asked_for(site: Site, demo_id: str) -> None:
    del demo_id
    assert "SOS (wins)" in site.get("/t/demo/print/wall?criteria=nbw,sosw").text


def test_private_links_on_paper_open_the_players_own_page(site: Site, demo_id: str) -> None:
    html = site.get("/t/demo/print/links").text
    links = re.findall(r"<code>http://127\.0\.0\.1:8000(/p/demo/me/[^<]+)</code>", html)
    assert len(set(links)) == len(site.desk.state(demo_id).tournament.players)
    assert site.get(links[0]).status_code == 200


def test_without_a_drawn_round_there_is_nothing_to_pin_up(site: Site) -> None:
    empty = create_tournament(site.desk, name="Nobody yet", by="director").id
    assert "Nothing to print yet" in site.get(f"/t/{empty}/print").text
    assert site.get(f"/t/{empty}/print/names").status_code == 404
    assert site.get(f"/t/{empty}/print/nonsense").status_code == 404
    assert site.get(f"/t/{empty}/print/wall").status_code == 200
