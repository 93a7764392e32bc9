"""The players' pages on a phone, and the director's tables beside them, in a real browser."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from kit.private_links import token_of
from kit.running_site import Running
from kit.windows import beyond, every_window
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.publish.publish_round import publish_round, publish_standings

Opened = Callable[..., Page]
CONSOLE = ["standings", "standings?edit=1", "prizes?edit=1", "history", "history?at=60", "print", "publish"]
CONSOLE += ["links", "publish/files", "standings?view=places"]


@pytest.fixture
def player(server: Running) -> Player:
    """Somebody with White in the last round, which is drawn and published."""
    draw_round(server.desk, server.demo, round=5, by="director")
    saved = publish_round(server.desk, server.demo, round=5, by="director")
    board = saved.state.tournament.round(5).boards[-1]
    return saved.state.tournament.player(board.white)


def _phone(opened: Opened, *, scripts: bool = True) -> Page:
    return opened(width=390, height=844, has_touch=True, is_mobile=True, scripts=scripts)


def _public(server: Running, path: str = "") -> str:
    return f"{server.url}/p/{server.demo}{path}"


def _link(server: Running, player: Player) -> str:
    return _public(server, f"/me/{token_of(server.desk, server.demo, player.id)}")


def _result(server: Running, player: Player) -> Result:
    board = server.desk.state(server.demo).tournament.round(5).board_of(player.id)
    assert board
    return board.result


def test_pages_fit_their_window_also_with_text_twice_as_large(
    opened: Opened, server: Running, player: Player
) -> None:
    page = opened(width=390)
    public = ["", "?by=table", "/standings", "/standings?view=wall", "/me", f"/player/{player.id}"]
    addresses = [_public(server, path) for path in public] + [_link(server, player)]
    addresses += [server.at(path) for path in CONSOLE]
    for address in addresses:
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        for window in every_window(page):
            assert beyond(page) <= 0, (address, window)
        # With everything twice as large a window of 1280 pixels has room for half of them.
        page.set_viewport_size({"width": 640, "height": 450})
        assert beyond(page) <= 0, (address, "twice as large")


def test_a_player_reports_the_result_without_any_script(
    opened: Opened, server: Running, player: Player
) -> None:
    page = _phone(opened, scripts=False)
    page.goto(_link(server, player))
    page.get_by_role("button", name="I won").tap()
    expect(page.get_by_text("You reported that you won.")).to_be_visible()
    assert _result(server, player) is Result.WHITE_WINS


def test_a_player_reports_the_result_in_place(opened: Opened, server: Running, player: Player) -> None:
    page = _phone(opened)
    page.goto(_link(server, player))
    page.get_by_role("button", name="I lost").tap()
    expect(page.get_by_text("You reported that you lost.")).to_be_visible()
    expect(page.get_by_role("button", name="I lost")).to_have_attribute("aria-pressed", "true")
    assert _result(server, player) is Result.BLACK_WINS


def test_a_phone_counts_what_waits_and_shows_what_was_refused_after_a_reload(
    opened: Opened, server: Running, player: Player, expected_faults: list[str]
) -> None:
    expected_faults += ["502", "422"]
    page = _phone(opened)
    page.goto(_link(server, player))
    # A proxy answers in Miai's place.
    page.route("**/report", lambda route: route.fulfill(status=502, body="<html><h1>Bad gateway"))
    with page.expect_response("**/report"):
        page.get_by_role("button", name="I won").tap()
    expect(page.locator("#queue")).to_have_text("1 entry waits to be sent")
    published = server.desk.state(server.demo).version
    undo(server.desk, server.demo, published, by="director")
    page.unroute_all()
    page.reload()
    expect(page.locator("#lines li")).to_contain_text("refused")
    expect(page.locator("#lines li")).to_contain_text("I won")
    expect(page.locator("#queue")).to_be_hidden()


def test_buttons_on_a_small_phone_are_large_enough_for_a_thumb_and_not_wider_than_the_page(
    opened: Opened, server: Running, player: Player
) -> None:
    page = opened(width=320, height=640, has_touch=True, is_mobile=True, locale="de-DE")
    page.goto(_link(server, player))
    expect(page.get_by_role("button", name="Ich habe gewonnen")).to_be_visible()
    for button in page.locator(".pair-btns button, .tabs a").all():
        box = button.bounding_box()
        assert box
        assert min(box["height"], box["width"]) >= 44
        assert box["x"] + box["width"] <= 320


def test_the_own_row_stays_in_sight_while_the_list_scrolls(
    opened: Opened, server: Running, player: Player
) -> None:
    page = _phone(opened)
    page.goto(_link(server, player))
    for path in ("", "/standings"):
        page.goto(_public(server, path))
        mine = page.locator("tr.mine td").first
        for place in (0, 100_000):
            page.evaluate("place => window.scrollTo(0, place)", place)
            expect(mine).to_be_in_viewport(ratio=1)


def test_typing_a_name_leaves_only_those_who_have_it(opened: Opened, server: Running, player: Player) -> None:
    page = _phone(opened)
    page.goto(_public(server))
    rows = page.locator("#list tbody tr:visible")
    everybody = rows.count()
    page.get_by_role("searchbox").fill(player.surname.upper())
    expect(rows.first).to_contain_text(player.surname)
    assert 1 <= rows.count() < everybody
    page.get_by_role("searchbox").fill("")
    expect(rows).to_have_count(everybody)


def test_a_phone_that_waits_sees_the_round_when_it_is_published(opened: Opened, server: Running) -> None:
    page = _phone(opened)
    # Not at the director's machine: all phones get the same page, which marks the own row itself.
    page.set_extra_http_headers({"X-Forwarded-For": "192.0.2.1"})
    page.goto(_link(server, server.desk.state(server.demo).tournament.players[0]))
    page.goto(_public(server))
    expect(page.get_by_role("heading", name="Round 4")).to_be_visible()
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")
    expect(page.get_by_role("heading", name="Round 5")).to_be_visible()
    expect(page.locator("tr.mine")).to_contain_text("you, against")
    page.get_by_role("link", name="By table").click()
    expect(page.locator("tr.on")).to_have_count(1)


def test_the_standings_on_a_phone_follow_their_publication(opened: Opened, server: Running) -> None:
    page = _phone(opened)
    page.goto(_public(server, "/standings"))
    expect(page.get_by_text("After round 4, published")).to_be_visible()
    publish_standings(server.desk, server.demo, after=4, final=True, by="director")
    expect(page.get_by_text("Final", exact=True)).to_be_visible()


def test_the_stone_of_the_history_leads_back_to_any_entry(page: Page, server: Running) -> None:
    page.goto(server.at("history"))
    stone = page.get_by_label("Look back")
    stone.focus()
    stone.press("Home")
    expect(page.get_by_role("heading", name="As it was after entry 1")).to_be_visible()
    expect(page.locator("#at-says")).to_have_text("Entry 1")
    page.get_by_role("link", name="Return to now").click()
    expect(page.locator("#at-says")).to_contain_text("Now")


def test_criteria_are_looked_at_in_place(page: Page, server: Running) -> None:
    page.goto(server.at("standings"))
    page.get_by_role("link", name="Criteria…").click()
    page.get_by_label("First by").select_option("nbw")
    page.get_by_role("button", name="Only look").click()
    expect(page.get_by_text("Preview")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Wins")).to_have_attribute("aria-sort", "descending")


def test_undo_in_the_history_takes_back_one_thing_and_redo_is_there(page: Page, server: Running) -> None:
    entry = server.desk.state(server.demo).version
    page.goto(server.at("history"))
    page.get_by_role("button", name=f"Undo entry {entry}").click()
    expect(page.get_by_text(f"Entry {entry} undone: ").first).to_be_visible()
    page.get_by_role("link", name=f"Redo entry {entry}").click()
    page.locator("#change").get_by_role("button", name="Redo").click()
    expect(page.get_by_role("button", name=f"Undo entry {entry}")).to_be_visible()
