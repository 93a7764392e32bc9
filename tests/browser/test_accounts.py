"""A hosted server in a real browser: an invitation, an account, a role, and a result entered with it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from miai.app.accounts.accounts import create_account
from miai.app.draw.draw_round import draw_round
from miai.app.event.create_tournament import create_tournament
from miai.app.event.publish import publish_round
from miai.app.passwords import hashed
from miai.domain.game import Result
from running_site import Running

PASSWORD = "a moyo too far"  # noqa: S105 - of this test


def test_an_invitation_gives_an_account_a_role_in_one_tournament(
    opened: Callable[..., Page], server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("403")
    desk, demo = server.desk, server.demo
    create_account(desk.store, login="ana", name="Ana Weber", password_hash=hashed(PASSWORD), is_admin=True)
    create_tournament(desk, name="Other Open", by="Ana Weber")
    draw_round(desk, demo, round=5, by="Ana Weber")
    publish_round(desk, demo, round=5, by="Ana Weber")
    owner, guest = opened(), opened(width=390, height=844)

    owner.goto(server.at("members"))
    owner.get_by_label("Login").fill("ana")
    owner.get_by_label("Password").fill(PASSWORD)
    owner.get_by_role("button", name="Sign in").click()
    owner.get_by_label("Role", exact=True).select_option("DESK")
    owner.get_by_role("button", name="Make a link").click()
    link = owner.locator("#new-link").inner_text()

    guest.goto(link)
    guest.get_by_label("Login").fill("tom@example.org")
    guest.get_by_label("Your name").fill("Tom Low")
    guest.get_by_label("Password", exact=True).fill(PASSWORD)
    guest.get_by_label("The same password again").fill(PASSWORD)
    guest.get_by_role("button", name="Create the account and join").click()
    expect(guest).to_have_url(server.at())
    guest.goto(server.at("results"))
    guest.locator("#line").fill("8 w")
    guest.locator("#line").press("Enter")
    expect(guest.locator("#t8 .won")).to_be_visible()
    [board] = [each for each in desk.state(demo).tournament.round(5).boards if each.table == 8]
    assert (board.result, desk.state(demo).history.entries[-1].by) == (Result.WHITE_WINS, "Tom Low")

    guest.goto(f"{server.url}/t/other-open/results")
    expect(guest.locator("main")).to_contain_text("You have no role in this tournament")

    owner.goto(server.at("members"))
    owner.get_by_label("Role of Tom Low", exact=True).select_option("none")
    owner.get_by_role("button", name="Save the role of Tom Low").click()
    expect(owner.locator("#toasts")).to_contain_text("Tom Low has no role here any more")
    guest.goto(server.at("results"))
    expect(guest.locator("main")).to_contain_text("You have no role in this tournament")
