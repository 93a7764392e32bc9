"""A hosted server in a real browser: an invitation, an account, a role, and a result entered with it."""

from collections.abc import Callable
from itertools import chain

from playwright.sync_api import Page, expect

from kit.running_site import Running
from kit.windows import beyond, every_window
from miai.domain.rounds.game import Result
from miai.features.accounts.accounts import create_account
from miai.features.accounts.audit import AuditCode, note
from miai.features.accounts.invitations import invite
from miai.features.accounts.members import give_role
from miai.features.accounts.passwords import hashed
from miai.features.accounts.roles import MemberRole
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round
from miai.features.tournament.create_tournament import create_tournament

PASSWORD = "a moyo too far"  # noqa: S105 - of this test
# What stands outside its card, and the roles that their box is too narrow for.
OUTSIDE_CARD = """() => [...document.querySelectorAll(".card *")]
  .filter((each) => each.getClientRects().length && !each.closest(".sr")
    && each.getBoundingClientRect().right > each.closest(".card").getBoundingClientRect().right + 1)
  .map((each) => `${each.tagName} ${each.textContent.trim().slice(0, 40)}`)"""
CUT_OFF = """() => [...document.querySelectorAll("main select")].filter((each) => {
    const free = each.cloneNode(true);
    free.style.cssText = "position: absolute; width: auto; max-width: none";
    each.after(free);
    const needed = free.getBoundingClientRect().width;
    free.remove();
    return each.getBoundingClientRect().width < needed - 1;
  }).map((each) => each.name)"""


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


def test_tables_of_accounts_members_and_the_audit_stay_inside_their_cards(
    opened: Callable[..., Page], server: Running
) -> None:
    desk, demo = server.desk, server.demo
    create_account(desk.store, login="ana", name="Ana Weber", password_hash=hashed(PASSWORD), is_admin=True)
    for number, role in enumerate(MemberRole):
        account = create_account(
            desk.store,
            login=f"wilhelmina.vanderberg{number}@rating.example.org",
            name=f"Wilhelmina van der Berg {number}",
            password_hash=hashed(PASSWORD),
        )
        give_role(desk.store, demo, account, role, by="Ana Weber")
        note(desk.store, AuditCode.ACCOUNT_ADDED, who=account.login, login=account.login, name=account.name)
        invite(desk.store, demo, role, days=7, uses=50, by="Ana Weber")
    page = opened(locale="de-DE")
    page.goto(f"{server.url}/accounts")
    page.get_by_label("Anmeldename").fill("ana")
    page.get_by_label("Passwort").fill(PASSWORD)
    page.get_by_role("button", name="Anmelden").click()
    for address in (f"{server.url}/accounts", server.at("members"), f"{server.url}/audit"):
        page.goto(address)
        page.locator("main table").first.wait_for()
        page.evaluate("document.querySelectorAll('main details').forEach((each) => { each.open = true; })")
        page.set_viewport_size({"width": 1280, "height": 900})
        for window in chain(["1280 px"], every_window(page)):
            assert beyond(page) <= 0, (address, window)
            assert page.evaluate(OUTSIDE_CARD) == [], (address, window)
            assert page.evaluate(CUT_OFF) == [], (address, window)
