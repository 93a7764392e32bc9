"""Results that come by themselves: the row changes in place, and nobody asks for the page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from kit.running_site import Running
from miai.domain.rounds.game import Board, Result
from miai.features.results.enter_result import enter_result
from miai.features.tournament.change_details import change_details
from miai.store.database import Database
from miai.store.tournament_id import TournamentId

Opened = Callable[..., Page]
LIVE = re.compile(r"/live(\?|/version)")


@pytest.fixture
def playing(server: Running) -> Board:
    """Table 3 of the last published round, where two games go on again."""
    for table in (1, 3):
        enter_result(server.desk, server.demo, round=4, table=table, result=Result.UNKNOWN, by="desk")
    boards = server.desk.state(server.demo).tournament.round(4).boards
    return next(board for board in boards if board.table == 3)


def _ends(server: Running, table: int) -> None:
    enter_result(server.desk, server.demo, round=4, table=table, result=Result.WHITE_WINS, by="Tomás")


def test_a_phone_shows_a_result_without_asking_for_the_page(
    opened: Opened, server: Running, playing: Board
) -> None:
    page = opened(width=390)
    page.goto(f"{server.url}/p/{server.demo}")
    winner, loser = (page.locator(f"#seat-{player}") for player in (playing.white, playing.black))
    expect(winner).not_to_contain_text("won")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with page.expect_event("console", lambda message: message.text == "shown"):
        page.evaluate("document.addEventListener('miai:shown', () => console.info('shown'))")
        _ends(server, 3)
    expect(winner).to_contain_text("won")
    expect(loser).to_contain_text("lost")
    # The phone may still tell that it keeps the head of the log.
    assert [address for address in asked if "/heads?" not in address] == []


def test_with_the_last_result_a_phone_asks_once(opened: Opened, server: Running, playing: Board) -> None:
    page = opened(width=390)
    page.goto(f"{server.url}/p/{server.demo}?by=table")
    _ends(server, 3)
    with page.expect_request(f"**/p/{server.demo}?by=table"):
        _ends(server, 1)
    expect(page.locator('[data-row="r4-t1"] .winner')).to_have_count(1)
    expect(page.locator(f'[data-row="r4-t{playing.table}"] .winner')).to_have_count(1)


def test_the_result_desk_stays_with_its_round_when_the_last_result_is_in(
    page: Page, server: Running, playing: Board
) -> None:
    page.goto(server.at("results"))
    expect(page.locator("h1")).to_have_text("Results of round 4")
    _ends(server, playing.table)
    page.locator("#t1 .who").first.click()
    expect(page.locator("#t1.done")).to_be_visible()
    expect(page.locator("#filters")).to_contain_text("Still out 0")
    expect(page.locator("#rail-nav")).not_to_contain_text("out")
    expect(page.locator("h1")).to_have_text("Results of round 4")
    expect(page.locator(".game.done")).to_have_count(page.locator(".game").count())


def test_a_row_that_is_open_is_not_shut_by_somebody_elses_entry(
    page: Page, server: Running, playing: Board
) -> None:
    page.goto(server.at("results"))
    page.get_by_role("link", name="Other result for table 3").click()
    expect(page.locator("#t3 .others")).to_be_visible()
    _ends(server, 3)
    expect(page.locator("#t3.done .others")).to_be_visible()
    expect(page.locator("#t3 .won")).to_have_count(1)


@pytest.mark.parametrize("expected_faults", [["503"]])
def test_a_stream_that_was_refused_once_is_opened_again(
    opened: Opened, server: Running, playing: Board
) -> None:
    page = opened(width=390)
    refused: list[str] = []

    def refuse(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            route.fulfill(status=503, headers={"Retry-After": "30", "X-Miai": "1"})

    page.route("**/live?*", refuse)
    with page.expect_response(lambda answer: "/live?" in answer.url and answer.status == 200):
        page.goto(f"{server.url}/p/{server.demo}")
    expect(page.locator("#lost")).to_be_hidden()
    _ends(server, 3)
    expect(page.locator(f"#seat-{playing.white}")).to_contain_text("won")


def test_phones_and_desks_show_the_tournament_that_took_the_place_of_theirs(
    opened: Opened, server: Running
) -> None:
    store = server.desk.store
    assert isinstance(store, Database)
    name = server.desk.state(server.demo).tournament.name
    change_details(server.desk, server.demo, name="Another Cup", by="director")
    older = store.log(TournamentId(server.demo))
    change_details(server.desk, server.demo, name=name, by="director")
    phone, wall, desk = opened(width=390), opened(width=1920), opened()
    phone.goto(f"{server.url}/p/{server.demo}")
    wall.goto(f"{server.url}/p/{server.demo}/wall")
    desk.goto(server.at("results?round=4"))
    expect(desk.locator("#line")).to_be_focused()
    desk.keyboard.type("3 ")
    store.put_back(older)
    server.desk.forget(server.demo)
    # Reading it tells all who watch it.
    server.desk.state(server.demo)
    # This is shown for eight seconds.
    expect(desk.locator("#toasts")).to_contain_text("restored or replaced this tournament")
    expect(desk.locator("#event")).to_contain_text("Another Cup")
    expect(phone.locator("header")).to_contain_text("Another Cup")
    expect(wall).to_have_title(re.compile("Another Cup"))
    expect(desk.locator("#line")).to_have_value("3 ")


@pytest.mark.parametrize("expected_faults", [["ERR_FAILED"]])
def test_phones_and_the_projector_say_that_the_connection_is_lost_and_come_back(
    opened: Opened, server: Running, playing: Board
) -> None:
    phone, wall = opened(width=390), opened(width=1920)
    for page, path in ((phone, ""), (wall, "/wall")):
        page.route(LIVE, lambda route: route.abort())
        page.goto(f"{server.url}/p/{server.demo}{path}")
        expect(page.locator("#lost")).to_have_text(
            re.compile(r"Connection lost. This page comes back by itself. Last update at \d\d:\d\d")
        )
        expect(page.locator("#lost")).to_be_visible()
    _ends(server, 3)
    for page in (phone, wall):
        page.unroute(LIVE)
        expect(page.locator("#lost")).to_be_hidden()
    expect(phone.locator(f"#seat-{playing.white}")).to_contain_text("won")
