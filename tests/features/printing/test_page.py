"""Print: what stands on the sheets; how they come out of a printer is tested in a browser."""

import re
from dataclasses import replace
from html import unescape

import pytest

from kit.console import console
from kit.lively_event import small_cup
from kit.web_site import Site
from miai.domain.people.names import plain_name
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import check_in, withdraw
from miai.features.printing.page.routes import NAMES, SLIPS
from miai.features.publish.publish_round import Shown, publication, publish_round
from miai.features.settings.change_settings import change_settings
from miai.features.tournament.create_tournament import create_tournament
from miai.features.verify.log_head import published_head

SHEETS = ["names", "tables", "slips", "round", "wall", "standings", "prizes", "entries", "timetable"]
SHEETS += ["poster"]


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


@pytest.mark.parametrize("sheet", ["names", "tables"])
def test_the_first_page_of_pairings_has_the_code_of_the_log(
    site: Site, demo_id: str, sheet: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = published_head(site.desk, site.desk.state(demo_id))
    assert head is not None
    # In a hall the code leads to the page that compares it; else it is the line alone.
    hall = Site(site.desk, host="0.0.0.0", trust_this_machine=True)  # noqa: S104 - nothing listens here
    for browser, address in ((site, ""), (hall, rf"http://[^/]+/p/{demo_id}#")):
        codes: list[str] = []
        monkeypatch.setitem(
            browser.app.state.app_state.templates.globals,
            "qr",
            lambda text, _label, to=codes: to.append(text),
        )
        assert browser.get(f"/t/{demo_id}/print/{sheet}?round=4").status_code == 200
        [code] = codes
        assert re.fullmatch(address + re.escape(head.text), code)


def test_by_name_everybody_finds_table_colour_and_opponent(site: Site, demo_id: str) -> None:
    event = site.desk.state(demo_id).tournament
    html = unescape(site.get("/t/demo/print/names?round=4").text)
    for board in event.round(4).boards:
        white, black = event.player(board.white), event.player(board.black)
        line = next(part for part in html.split("<li>") if f"{white.name}<span" in part)
        assert f"<b>{board.table}</b>" in line
        assert 'aria-label="White"' in line
        assert black.surname in line


def test_by_name_two_opponents_of_one_surname_are_told_apart() -> None:
    hall = console("Evers 1d, Willems 1d", rounds=1)
    for first_name in ("Anna", "Bert"):
        hall.enter("Smith", first_name=first_name)
    hall.draw(1)
    html = Site(hall.desk).get(f"/t/{hall.id}/print/names?round=1").text
    assert {"Smith Anna", "Smith Bert"} <= {text.strip() for text in re.findall(r'class="vs">([^<,]*)', html)}


def test_lists_of_names_leave_out_who_never_came_once_round_1_is_drawn() -> None:
    hall = console("Ada 1d, Bo 1d, Cy 1d", rounds=2)
    hall.leave("Cy")
    site = Site(hall.desk)
    sheets = [f"/t/{hall.id}/print/entries", f"/t/{hall.id}/links"]
    assert all("Cy" in site.get(sheet).text for sheet in sheets)
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    for path in (*sheets, f"/p/{hall.id}/me?find="):
        text = site.get(path).text
        assert "Ada" in text, path
        assert ">Cy<" not in text, path
    assert "2 players, 2 here" in site.get(sheets[0]).text


def test_a_bye_is_on_the_lists_but_has_no_slip(site: Site, demo_id: str) -> None:
    drawn = draw_round(site.desk, demo_id, round=5, by="director").saved.state.tournament.round(5)
    [bye] = drawn.byes
    name = site.desk.state("demo").tournament.player(bye.player).name
    for sheet, there in (("names", True), ("tables", True), ("slips", False)):
        html = unescape(site.get(f"/t/demo/print/{sheet}?round=5").text)
        assert (f"{name}<span" in html) is there
    assert site.get("/t/demo/print/slips?round=5").text.count('class="slip"') == len(drawn.boards)


def test_slips_offer_jigo_only_at_a_komi_that_allows_it(site: Site, demo_id: str) -> None:
    html = site.get(f"/t/{demo_id}/print/slips?round=4").text
    slips = html.split('<section class="slip"')[1:]
    assert slips
    assert not any("jigo" in slip for slip in slips)
    at = console("Ada 3d, Bo 2d", rounds=2)
    change_settings(*at.at, replace(at.event.settings, komi=7), by="director")
    at.draw(1)
    assert "jigo" in Site(at.desk).get(f"/t/{at.at[1]}/print/slips?round=1").text


def test_slips_come_eight_to_a_page(site: Site, demo_id: str) -> None:
    boards = len(site.desk.state(demo_id).tournament.round(4).boards)
    html = site.get("/t/demo/print/slips?round=4").text
    assert html.count('<section class="paper">') == -(-boards // SLIPS)
    assert 2 * boards <= NAMES


def test_the_wall_list_on_paper_is_ordered_by_the_criteria_asked_for(site: Site, demo_id: str) -> None:
    del demo_id
    assert "SOS (wins)" in site.get("/t/demo/print/wall?criteria=nbw,sosw").text


def test_without_a_drawn_round_there_is_nothing_to_pin_up(site: Site) -> None:
    empty = create_tournament(site.desk, name="Nobody yet", by="director").id
    assert "Nothing to print yet" in site.get(f"/t/{empty}/print").text
    assert site.get(f"/t/{empty}/print/names").status_code == 404
    assert site.get(f"/t/{empty}/print/nonsense").status_code == 404
    assert site.get(f"/t/{empty}/print/wall").status_code == 200


def _papers(html: str) -> list[str]:
    return html.split('<section class="paper">')[1:]


def test_the_sheets_of_a_round_are_printed_together_and_the_choice_is_kept(site: Site, demo_id: str) -> None:
    del demo_id
    everything = _round(site)
    assert all(f'class="{name}"' in everything for name in ("by-name", "lines by-table", "slips"))
    only = _round(site, "?round=4&sheet=slips&sheet=names")
    assert 'class="by-name"' in only
    assert "by-table" not in only
    assert "by-table" not in _round(site)
    ticks = re.findall(r'value="(\w+)" checked', site.get("/t/demo/print?round=4").text)
    assert ticks == ["names", "slips"]


def _round(site: Site, query: str = "?round=4") -> str:
    html = site.get(f"/t/demo/print/round{query}").text
    assert f"{len(_papers(html))} pages" in html
    return html


def test_publish_and_print_publishes_and_opens_the_sheets(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    for page in ("/t/demo/draw?round=5", "/t/demo/publish"):
        assert "Publish and print" in site.get(page).text
    answer = site.post("/t/demo/print/publish", page="/t/demo/publish", number=5)
    assert publication(site.desk.state("demo").tournament, 5).shown is Shown.CURRENT
    opened = answer.headers["location"]
    assert opened == "/t/demo/print/round?round=5&now=yes"
    assert 'data-print="now"' in site.get(opened).text
    assert 'data-print="now"' not in site.get("/t/demo/print/round?round=5").text


def test_publish_and_print_over_a_published_draw_shows_first_what_changes(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    site.post("/t/demo/print/publish", page="/t/demo/publish", number=5)
    first, second = site.desk.state("demo").tournament.round(5).boards[:2]
    swap(site.desk, "demo", round=5, a=first.white, b=second.white, by="director")
    answer = site.post("/t/demo/print/publish", page="/t/demo/publish", number=5)
    assert answer.headers["location"] == "/t/demo/draw/publish?round=5"
    assert publication(site.desk.state("demo").tournament, 5).shown is Shown.EARLIER


def test_the_entry_list_is_by_name_and_says_who_is_here(site: Site, demo_id: str) -> None:
    event = site.desk.state(demo_id).tournament
    away = event.players[3]
    check_in(site.desk, demo_id, away.id, here=False, by="director")
    withdraw(site.desk, demo_id, event.players[5].id, from_round=4, by="director")
    html = unescape(site.get("/t/demo/print/entries").text)
    rows = re.findall(r"<tr><td>.*?</tr>", html, re.DOTALL)
    assert len(rows) == len(event.players)
    names = re.findall(r'class="who[^"]*">([^<]+)<', html)
    assert names == sorted(names, key=plain_name)
    assert "not here" in next(row for row in rows if away.name in row)
    assert "<td>4, 5</td>" in next(row for row in rows if event.players[5].name in row)
    assert f"{len(event.players)} players, {len(event.players) - 1} here" in html


def test_a_bracket_is_printed_for_a_knock_out_and_for_nothing_else(site: Site, demo_id: str) -> None:
    del demo_id
    cup = small_cup(site.desk)
    html = unescape(site.get(f"/t/{cup}/print/bracket").text)
    players = site.desk.state(cup).tournament.players
    assert not [player.name for player in players if player.name not in html]
    assert "/print/bracket" in site.get(f"/t/{cup}/print").text
    assert site.get("/t/demo/print/bracket").status_code == 404
    assert "/print/bracket" not in site.get("/t/demo/print").text
