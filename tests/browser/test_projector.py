"""The projector follows the tournament alone."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page, expect

from kit.running_site import Running
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import register_players
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import set_clock
from miai.features.tournament.create_tournament import create_tournament

Opened = Callable[..., Page]


def _wall(server: Running) -> str:
    return f"{server.url}/p/{server.demo}/wall"


def _publish(server: Running) -> None:
    draw_round(server.desk, server.demo, round=5, by="director")
    publish_round(server.desk, server.demo, round=5, by="director")


def test_it_follows_a_round_from_its_publication_to_the_standings(opened: Opened, server: Running) -> None:
    page = opened(width=1440, height=810)
    page.goto(_wall(server))
    expect(page.get_by_role("heading", name="Standings after round 4")).to_be_visible()
    _publish(server)
    expect(page.get_by_role("heading", name="Round 5", exact=True)).to_be_visible()
    expect(page.locator("ol:visible li")).to_have_count(13)
    set_clock(server.desk, server.demo, round=5, starts_at=datetime.now(UTC), minutes=60, by="director")
    expect(page.get_by_text("main time ends in")).to_be_visible()
    expect(page.locator(".huge time")).to_have_text(re.compile(r"^59:\d\d$"))
    boards = server.desk.state(server.demo).tournament.round(5).boards
    for board in boards:
        enter_result(
            server.desk, server.demo, round=5, table=board.table, result=Result.WHITE_WINS, by="director"
        )
    expect(page.get_by_text("Round 5 is over.")).to_be_visible()
    publish_standings(server.desk, server.demo, after=5, final=True, by="director")
    expect(page.get_by_role("heading", name="Standings after round 5")).to_be_visible()


def test_the_names_make_way_for_the_clock_when_the_round_starts(opened: Opened, server: Running) -> None:
    _publish(server)
    soon = datetime.now(UTC) + timedelta(seconds=4)
    set_clock(server.desk, server.demo, round=5, starts_at=soon, minutes=60, by="director")
    page = opened(width=1440, height=810)
    page.goto(_wall(server))
    expect(page.get_by_text("starts in")).to_be_visible()
    expect(page.get_by_text("main time ends in")).to_be_visible()


def test_pages_of_names_turn_by_themselves(opened: Opened, server: Running) -> None:
    _publish(server)
    page = opened(width=1440, height=810)
    page.clock.install()
    page.goto(_wall(server))
    first = page.locator("ol:visible li").first.inner_text()
    page.clock.run_for(11_500)
    expect(page.locator("ol:visible li")).to_have_count(12)
    page.clock.run_for(11_500)
    expect(page.locator("ol:visible li").first).to_have_text(first.replace("\n", ""), use_inner_text=False)


def test_without_scripts_it_turns_and_follows_by_loading_anew(opened: Opened, server: Running) -> None:
    _publish(server)
    page = opened(width=1440, height=810, scripts=False)
    page.set_default_timeout(20_000)
    page.goto(_wall(server))
    expect(page.locator("ol:visible li")).to_have_count(13)
    page.wait_for_url("**/wall?page=2")
    expect(page.locator("ol:visible li")).to_have_count(12)


def test_nothing_is_cut_off_on_the_wall(opened: Opened, server: Running) -> None:
    _publish(server)
    for width, height in ((1280, 720), (1920, 1080), (1024, 768)):
        page = opened(width=width, height=height)
        page.goto(_wall(server))
        foot = page.locator("footer").bounding_box()
        last = page.locator("ol:visible li").last.bounding_box()
        assert foot
        assert last
        assert foot["y"] + foot["height"] <= height
        assert last["y"] + last["height"] <= foot["y"]


MEASURE = """() => {
    const pages = [...document.querySelectorAll("[data-page]")];
    const [cut, sizes] = [[], []];
    for (const shown of pages) {
        for (const page of pages) page.hidden = page !== shown;
        const foot = document.querySelector("footer").getBoundingClientRect();
        for (const row of shown.querySelectorAll("li")) {
            const box = row.getBoundingClientRect();
            const inside = [...row.children].every(
                (part) => part.scrollWidth <= part.clientWidth + 1 || !part.clientWidth);
            const table = row.lastElementChild.getBoundingClientRect();
            if (!inside || table.right > box.right + 1 || box.bottom > foot.top || box.right > innerWidth)
                cut.push(row.textContent);
            sizes.push(parseFloat(getComputedStyle(row.firstElementChild).fontSize));
        }
    }
    const seconds = pages.length * Number(document.getElementById("wall").dataset.seconds);
    return { cut, seconds, rows: sizes.length, smallest: Math.min(...sizes) / innerHeight };
}"""


def test_four_hundred_players_with_three_digit_tables_fit_into_one_short_pass(
    opened: Opened, server: Running
) -> None:
    event = create_tournament(server.desk, name="Congress", by="director").id
    surnames, first_names = ("Li", "Kowalczyk", "Wolkenstein-Trostburg"), ("Anna", "Jean-Baptiste Marie")
    players = [
        Player(
            id=PlayerId(f"p{number}"),
            surname=surnames[number % 3],
            first_name=f"{first_names[number % 2]} {number}",
            grade=Grade.of_number(number % 36 - 29),
        )
        for number in range(400)
    ]
    register_players(server.desk, event, players, by="director")
    draw_round(server.desk, event, round=1, by="director")
    publish_round(server.desk, event, round=1, by="director")
    page = opened(width=1920, height=1080)
    for width, height in ((1920, 1080), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{server.url}/p/{event}/wall")
        found = page.evaluate(MEASURE)
        assert found["cut"] == []
        assert found["rows"] == 400
        assert found["seconds"] <= 45
        # The longest names have the smallest letters.
        assert found["smallest"] >= 1 / 62


def test_the_wall_is_dark_whatever_the_reader_likes(opened: Opened, server: Running) -> None:
    page = opened(dark=False)
    page.goto(_wall(server))
    expect(page.locator("body")).to_have_css("background-color", "rgb(13, 15, 16)")
