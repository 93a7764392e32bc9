"""A published round that is changed: desk, phone and projector show the same games, and a banner says why."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from miai.app.draw import change_draw
from miai.app.draw.draw_round import draw_round
from miai.app.event.publish import publish_round
from miai.app.event.undo import undo
from miai.domain.game import Result
from miai.domain.player import PlayerId
from running_site import Running

Opened = Callable[..., Page]
BANNER = "Round 5 was changed after it was published"


def test_all_screens_agree_while_a_published_round_changes(opened: Opened, server: Running) -> None:
    at = (server.desk, server.demo)
    draw_round(*at, round=5, by="director")
    event = publish_round(*at, round=5, by="director").state.tournament
    one, other = event.round(5).boards[:2]
    names = event.names
    desk, phone, wall = opened(), opened(width=390, height=800), opened(width=1440, height=810)
    desk.goto(server.at("results?round=5"))
    phone.goto(f"{server.url}/p/{server.demo}?by=table")
    wall.goto(f"{server.url}/p/{server.demo}/wall")
    row = phone.locator('tr[data-row="r5-t1"]')

    def all_show(white: PlayerId) -> None:
        expect(desk.locator("#t1 .who").first).to_contain_text(names[white])
        expect(row.locator("a").first).to_have_text(names[white])
        expect(wall.locator("ol li", has_text=names[white]).first).to_contain_text("1")

    all_show(one.white)
    changed = change_draw.swap(*at, round=5, a=one.white, b=other.white, by="director")
    expect(desk.locator("#publication")).to_contain_text(BANNER)
    all_show(one.white)
    undo(*at, changed.state.version, by="director")
    expect(desk.locator("#publication")).not_to_contain_text(BANNER)
    change_draw.swap(*at, round=5, a=one.white, b=other.white, by="director")
    expect(desk.locator("#publication")).to_contain_text(BANNER)
    # The published game was played: its result is kept, and the changed draw has the game again.
    desk.locator("#t1 .who").first.click()
    expect(desk.locator("#t1.done .won")).to_contain_text(names[one.white])
    expect(row.locator("td.winner")).to_contain_text(names[one.white])
    drawn = server.desk.state(server.demo).tournament.round(5)
    assert {(board.white, board.black) for board in drawn.boards if board.result is Result.WHITE_WINS} == {
        (one.white, one.black)
    }
    desk.get_by_role("button", name="Publish the changed draw").click()
    expect(desk.locator("h1")).to_have_text("Publish round 5 again")
