"""axe finds nothing on any page: the console, what players see, paper and errors, light and dark.

The pages are those of the registered routes, so that a new page is checked without being named here.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest
from fastapi.routing import APIRoute
from playwright.sync_api import Browser, Page, ViewportSize, expect

from kit.lively_congress import lively_congress
from kit.lively_event import small_cup, small_team_event
from kit.phones_on import CABLE, in_a_hall, phones_on
from kit.places import ROOT
from kit.private_links import token_of
from kit.riverside import open_riverside
from kit.running_site import Running, running
from kit.staged_event import FINAL, GROUP_A, LEAGUE, open_league, play_groups, play_round
from miai.desk.entry_once import entry_once
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.phones import PhoneOptions
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Result
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.settings.prizes import Prize
from miai.domain.stages import StageId
from miai.features.accounts.accounts import create_account
from miai.features.accounts.invitations import invite
from miai.features.accounts.members import give_role
from miai.features.accounts.roles import MemberRole
from miai.features.draw.draw_round import draw_round
from miai.features.phones.claim_result import claim_result
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.delay_game import delay_game
from miai.features.schedule.plan_schedule import RoundTime, set_schedule
from miai.features.settings.change_settings import change_settings
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import change_phones, open_form
from miai.features.sign_up.waiting import sign_up
from miai.features.stages.filling import fill_stage
from miai.features.tournament.create_tournament import create_tournament
from miai.mounts.pages import all_pages
from miai.server.page import Place, in_congress
from miai.server.passwords import hashed, set_password
from miai.server.roles import Role

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
# Everything that axe knows, except what only the strictest level (AAA) asks for.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"]
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
DEMO, DRAWN, CUP, TEAMS, CONGRESS = "demo", "drawn-open", "river-cup", "tree-cup", "lake-congress"
# What leads to another page, files, the stream of changes, and parts of pages: the list of players found, and
# what a file leaves out.
NOT_PAGES = {
    "/m/{token}",
    "/kiosk/{id}/open/{code}",
    "/t/{id}/sign-up/file",
    "/p/{id}/heads",
    "/p/{id}/heads/file",
    "/p/{id}/log",
    "/p/{id}/log/file",
    "/p/{id}/log/{number}",
    "/p/{id}/proof/{number}",
    "/p/{id}/proof/{number}/log",
    "/t/{id}/live",
    "/t/{id}/live/version",
    "/t/{id}/players/split",
    "/t/{id}/save",
    "/t/{id}/publish/site",
    "/health",
    "/metrics",
    "/second-laptop/known",
    "/t/{id}/club-site/players",
    "/t/{id}/standings/file",
    "/t/{id}/ratings/file",
    "/t/{id}/fees/file",
    "/t/{id}/players/find",
    "/t/{id}/check-in/find",
    "/p/{id}/timetable.ics",
    "/p/{id}/player/{player}/timetable.ics",
    "/t/{id}/players/own/file",
    "/t/{id}/teams/find",
    "/t/{id}/publish/files/{key}",
    "/t/{id}/publish/tables/{what}",
    # These need an account or an invitation: see the last test.
    "/account",
    "/join/{token}",
}
# What a page needs to show anything, or to show its form.
QUERIES = {
    "/kiosk/{id}": "?q=a",
    "/t/{id}/draw": "?board=1",
    "/t/{id}/draw/drop": "?gone=yes",
    "/t/{id}/results": "?at=1",
    "/t/{id}/results/correct": "?round=1&table=1&result=jigo",
    "/t/{id}/results/delay": "?round=2&table=2",
    "/t/{id}/history": "?entry=3",
    "/t/{id}/history/then": "?at=9",
    "/t/{id}/standings": "?edit=1",
    "/t/{id}/prizes": "?edit=1",
    "/t/{id}/publish/unpublish": "?round=2",
    "/t/{id}/fees": "?edit=1",
}
ROUTES = [
    route.path
    for page in all_pages()
    for route in page.router.routes
    if isinstance(route, APIRoute) and "GET" in (route.methods or ()) and route.path not in NOT_PAGES
]
# Pages of a congress only, and those that a congress has too.
OF_CONGRESS = {
    route.path
    for page in all_pages()
    if page.suited is in_congress
    for route in page.router.routes
    if isinstance(route, APIRoute)
}
CONGRESS_TOO = {
    "/t/{id}", "/t/{id}/players", "/t/{id}/players/{player}", "/t/{id}/fees", "/p/{id}", "/p/{id}/me",
    "/p/{id}/schedule", "/p/{id}/player/{player}", "/p/{id}/wall",
}  # fmt: skip
# Pages that look different before a round is drawn, and in a knock-out.
STAGES = {f"/t/{{id}}/{page.key}" for page in all_pages() if page.place is Place.ROUND} | {
    "/t/{id}",
    "/p/{id}",
    "/p/{id}/wall",
}
BRACKETS = {
    "/t/{id}/standings?view=bracket",
    "/p/{id}/standings?view=bracket",
    "/t/{id}/print/bracket",
    "/t/{id}/print/round",
}
# Further rows and choices of a long list are like the first, and so are further operations of the API.
# A menu covers what is behind it, so menus are opened and checked by themselves.
_UNFOLD = """() => {
    for (const fold of document.querySelectorAll("details:not(.menu)")) fold.open = true;
    for (const list of document.querySelectorAll("tbody, ol, ul, select"))
        for (const row of [...list.children].slice(6)) row.remove();
    for (const section of document.querySelectorAll(".api section"))
        for (const fold of [...section.querySelectorAll(":scope > details")].slice(4)) fold.remove();
}"""
_TURN_MENUS = """() => {
    for (const menu of document.querySelectorAll("details.menu")) menu.open = !menu.open;
}"""
_CHECK = """([runOnly, part]) => axe
    .run(part ?? document, {runOnly, resultTypes: ["violations"], preload: false, iframes: false})
    .then(found => found.violations.flatMap(each => each.nodes.map(node => `${each.id}: ${node.html}`)))"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all pages: a round to be drawn, a round being played, and a knock-out."""
    with running(tmp_path_factory.mktemp("data")) as empty:
        assert open_riverside(empty.desk, id=DEMO) == DEMO
        assert _drawn_event(empty.desk) == DRAWN
        open_form(empty.desk, DRAWN, by="director")
        allowed = PhoneOptions(check_in=True, bye=True, absences=True, reasons=True)
        change_phones(empty.desk, DRAWN, lambda _: allowed, by="director")
        assert small_cup(empty.desk) == CUP
        # Before the first request: the server reads passwords only now and then.
        set_password(empty.desk.store, Role.DESK, "correct horse")
        assert small_team_event(empty.desk) == TEAMS
        _league(empty.desk)
        congress, main, _, _ = lively_congress(empty.desk, 18)
        assert congress == CONGRESS
        draw_round(empty.desk, main, round=1, by="director")
        publish_round(empty.desk, main, round=1, by="director")
        yield replace(empty, demo=DRAWN)


def _league(desk: Desk) -> None:
    """Two groups that are over, and a final in its first round."""
    open_league(desk)
    play_groups(desk)
    fill_stage(desk, LEAGUE, StageId("final"), by="director")
    play_round(desk, FINAL, 1, results=False)
    publish_standings(desk, GROUP_A, after=3, by="director")
    publish_standings(desk, LEAGUE, after=0, by="director")


def _drawn_event(desk: Desk) -> str:
    """Nine players in their second round: a bye, a result, two players who disagree, prizes."""
    event = create_tournament(desk, name="Drawn Open", begin="2026-05-16", rounds=3, by="director").id
    prizes = (Prize(title="First", place=1), Prize(title="Second", place=2))
    settings = desk.state(event).tournament.settings
    change_settings(desk, event, replace(settings, prizes=prizes), by="director")
    players = [
        Player(
            id=NEW,
            surname=f"Player{at}",
            first_name="Ada",
            grade=Grade.of_number(3 - at),
            country="FR",
            club="Lyon",
            registration=Registration.FINAL if at < 9 else Registration.PRELIMINARY,
        )
        for at in range(10)
    ]
    register_players(desk, event, players, by="director")
    for number in (1, 2):
        draw_round(desk, event, round=number, by="director")
        publish_round(desk, event, round=number, by="director")
        boards = desk.state(event).tournament.round(number).boards
        for board in boards[: 6 - 3 * number]:
            enter_result(desk, event, round=number, table=board.table, result=Result.WHITE_WINS, by="desk")
    publish_standings(desk, event, after=1, by="director")
    times = {number: RoundTime(starts=datetime(2026, 5, 16, 8 + number), minutes=45) for number in (1, 2, 3)}
    set_schedule(desk, event, times=times, deadlines={2: datetime(2020, 1, 1)}, by="director")
    delay_game(desk, event, round=2, table=boards[2].table, kind=DelayKind.POSTPONED, by="desk")
    for seat, result in ((boards[1].white, Result.WHITE_WINS), (boards[1].black, Result.BLACK_WINS)):
        claim_result(desk, event, round=2, player=seat, result=result, by="a phone")
    return event


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """One page for all tests, so that styles and scripts are read once; axe comes with `make check`."""
    if not AXE.exists():
        reason = "NO AXE: nothing checks the pages for people with disabilities; run make check"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    context = browser.new_context(viewport=DESK, reduced_motion="reduce")
    context.add_init_script(path=AXE)
    yield context.new_page()
    context.close()


def _violations(page: Page) -> list[str]:
    """Every rule in a wide window and on a phone, and again in dark the one that depends on colours."""
    expect(page.locator(".wait:visible, [data-src]")).to_have_count(0, timeout=60_000)
    page.evaluate(_UNFOLD)
    found = _found(page)
    page.set_viewport_size(PHONE)
    found += [f"phone: {each}" for each in _found(page)]
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {each}" for each in page.evaluate(_CHECK, [["color-contrast"]])]
    page.emulate_media(color_scheme="light")
    return found


def _found(page: Page) -> list[str]:
    """What every rule finds in the window as it is, and in its menus."""
    found: list[str] = page.evaluate(_CHECK, [TAGS])
    if page.locator("details.menu").count():
        page.evaluate(_TURN_MENUS)
        found += page.evaluate(_CHECK, [TAGS, "details.menu"])
        page.evaluate(_TURN_MENUS)
    return found


def _addresses(route: str, server: Running) -> list[str]:
    """The pages of a route; those that look different at another stage in more than one tournament."""
    events: tuple[str, ...] = (DRAWN, DEMO) if route in STAGES else (DRAWN,)
    if "/teams" in route or "/stages" in route:
        events = (TEAMS,) if "/teams" in route else (LEAGUE,)
    if route in OF_CONGRESS or route in CONGRESS_TOO:
        events = (CONGRESS,) if route in OF_CONGRESS else (*events, CONGRESS)
    found = [f"{route.replace('{id}', event)}{QUERIES.get(route, '')}" for event in events]
    players = server.desk.state(DRAWN).tournament.players
    # Only the last player, who has not come yet, can be late.
    player = players[-1 if route.endswith("/late") else 3].id
    values = {
        "{stage}": "final",
        "{team}": "t1",
        "{event}": "main",
        "{player}": player,
        "sign-up/{token}": f"sign-up/{_signed_up(server.desk)}",
        "{token}": token_of(server.desk, DRAWN, player),
    }
    for name, value in values.items():
        found = [address.replace(name, value) for address in found]
    return found


def _signed_up(desk: Desk) -> str:
    """The private address of somebody who signed up; the same one each time."""
    with entry_once("the sign-up of these tests"):
        return sign_up(desk, DRAWN, SignUpAnswers(surname="Fox", first_name="Ida", grade="4k"))[1]


@pytest.mark.parametrize("route", [route for route in ROUTES if "{sheet}" not in route])
def test_axe_finds_nothing_on_a_page(page: Page, server: Running, route: str) -> None:
    if route.startswith("/kiosk"):
        page.goto(f"{server.url}/t/{DRAWN}/sign-up")
        page.goto(page.locator("a[href*='/kiosk/']").evaluate("link => link.href"))
        assert _violations(page) == []
        page.get_by_role("button", name="Sign out and open the kiosk").click()
    for address in _addresses(route, server):
        answer = page.goto(f"{server.url}{address}")
        assert answer
        assert answer.url == f"{server.url}{address}", "another page came instead"
        assert (answer.status, _violations(page)) == (200, []), address


@pytest.mark.parametrize("address", sorted(BRACKETS))
def test_axe_finds_nothing_on_a_bracket(page: Page, server: Running, address: str) -> None:
    page.goto(f"{server.url}{address.replace('{id}', CUP)}")
    assert _violations(page) == []


@pytest.mark.parametrize(
    "address", ["/t/{id}/draw?board=1", "/t/{id}/results", "/t/{id}/standings", "/p/{id}", "/p/{id}/wall"]
)
def test_axe_finds_nothing_in_a_team_event(page: Page, server: Running, address: str) -> None:
    page.goto(f"{server.url}{address.replace('{id}', TEAMS)}")
    assert _violations(page) == []


@pytest.mark.parametrize(
    "address",
    [
        "/t/{id}",
        "/t/{id}/stages",
        "/t/{id}/stages/add/plan",
        "/t/{id}/standings",
        "/t/{id}~final/results",
        "/p/{id}",
        "/p/{id}/standings",
        "/p/{id}/wall",
    ],
)
def test_axe_finds_nothing_in_an_event_with_stages(page: Page, server: Running, address: str) -> None:
    page.goto(f"{server.url}{address.replace('{id}', LEAGUE)}")
    assert _violations(page) == []


def test_axe_finds_nothing_on_paper(page: Page, server: Running) -> None:
    page.goto(server.at("print"))
    sheets = page.locator("a[href*='/print/']").evaluate_all("all => all.map(link => link.href)")
    assert len(sheets) > 5
    for sheet in sorted(set(sheets)):
        page.goto(sheet)
        assert _violations(page) == [], sheet


def test_axe_finds_nothing_while_phones_follow(
    page: Page, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with phones_on(server, monkeypatch):
        for address in (f"/t/{CUP}/show", f"/t/{CUP}/print/poster"):
            page.goto(f"{server.url}{address}")
            assert _violations(page) == [], address
        in_a_hall(monkeypatch, CABLE)
        page.goto(f"{server.url}/t/{CUP}/show")
        expect(page.get_by_text("The network has changed")).to_be_visible()
        assert _violations(page) == []


def test_axe_finds_nothing_on_new_private_links(
    page: Page, server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    with phones_on(server, monkeypatch):
        _issue_and_print(page, server)


def _issue_and_print(page: Page, server: Running) -> None:
    page.goto(f"{server.url}/t/{CUP}/links")
    page.locator(".actions").get_by_role("button", name="Issue").click()
    expect(page.get_by_text("These links are shown only now.")).to_be_visible()
    assert _violations(page) == []
    with page.context.expect_page() as cards:
        page.get_by_role("button", name="Print cards").click()
    assert _violations(cards.value) == []
    cards.value.close()
    page.goto(f"{server.url}/t/{CUP}/links")
    page.get_by_role("button", name="Issue anew for").first.click()
    expect(page.get_by_text("This link is shown only now.")).to_be_visible()
    assert _violations(page) == []


def test_axe_finds_nothing_on_errors(page: Page, server: Running) -> None:
    for path, status in (("/t/atlantis", 404), (f"/t/{DRAWN}/nowhere", 404), (f"/t/{DRAWN}/save?to=x", 422)):
        answer = page.goto(f"{server.url}{path}")
        assert answer
        assert (answer.status, _violations(page)) == (status, []), path


def test_axe_finds_nothing_on_other_machines(page: Page, server: Running) -> None:
    page.set_extra_http_headers({"X-Forwarded-For": "10.0.0.7"})
    page.goto(server.url)
    expect(page.get_by_role("link", name="Drawn Open")).to_be_visible()
    assert _violations(page) == []
    page.goto(server.at("results"))
    for password in ("wrong", "correct horse"):
        page.get_by_label("Your name").fill("Anneke")
        page.get_by_label("Password").fill(password)
        assert _violations(page) == []
        page.get_by_role("button", name="Sign in").click()
    expect(page.locator("#games")).to_be_visible()
    assert _violations(page) == []
    page.set_extra_http_headers({})
    page.context.clear_cookies()


def test_axe_finds_nothing_in_open_dialogs_and_refused_forms(page: Page, server: Running) -> None:
    page.set_viewport_size(PHONE)
    page.goto(server.at("players"))
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert _violations(page) == []
    page.keyboard.press("Escape")
    page.get_by_role("main").get_by_role("combobox").first.fill("Pla")
    expect(page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    # The list of those found covers rows of the players in part.
    page.locator("#players").evaluate("rows => { rows.style.visibility = 'hidden'; }")
    assert _violations(page) == []
    page.goto(server.at("settings"))
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true; })")
    page.locator("[name='scoring.bar']").fill("4q")
    page.locator("[name='scoring.bar']").press("Enter")
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    assert _violations(page) == []


def test_axe_finds_nothing_for_somebody_with_an_account(page: Page, server: Running) -> None:
    store = server.desk.store
    owner = create_account(store, login="eva", name="Eva Low", password_hash=hashed("correct horse"))
    give_role(store, DRAWN, owner, MemberRole.OWNER, by="Eva Low")
    # The pages before asked whether there are accounts; the server remembers the answer for seconds.
    server.app_state.accounts.forget()
    made = invite(store, DRAWN, MemberRole.VIEWER, days=7, uses=5, by="Eva Low").token
    page.set_extra_http_headers({"X-Forwarded-For": "10.0.0.7"})
    page.goto(f"{server.url}/join/{made}")
    assert _violations(page) == []
    page.goto(f"{server.url}/sign-in?next=/account")
    assert _violations(page) == []
    page.get_by_label("Login").fill("eva")
    page.get_by_label("Password").first.fill("correct horse")
    page.get_by_role("button", name="Sign in").first.click()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    assert _violations(page) == []
    page.goto(server.at("members"))
    page.get_by_role("button", name="Make a link").click()
    expect(page.locator("#new-link")).to_be_visible()
    assert _violations(page) == []
    page.set_extra_http_headers({})
    page.context.clear_cookies()
