"""A phone as a witness: it keeps heads of the log and shows if an entry was changed afterwards."""

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Page, expect

from kit.rewritten_log import put_entries, rewrite_result
from kit.running_site import Running
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round, publish_standings

Opened = Callable[..., Page]


def _publish(server: Running, number: int) -> None:
    draw_round(server.desk, server.demo, round=number, by="director")
    publish_round(server.desk, server.demo, round=number, by="director")


def _phone(server: Running, opened: Opened) -> Page:
    phone = opened(width=390, height=844, has_touch=True, is_mobile=True)
    with phone.expect_response("**/heads?*"):
        phone.goto(f"{server.url}/p/{server.demo}")
    return phone


def test_a_phone_that_saw_a_round_shows_that_the_history_was_rewritten(
    server: Running, opened: Opened
) -> None:
    publish_standings(server.desk, server.demo, after=2, by="director")
    phone = _phone(server, opened)
    expect(phone.locator("#witness")).to_be_hidden()
    original = list(server.desk.state(server.demo).history.entries)
    kept = phone.locator("#log-head .mono").text_content() or ""

    rewrite_result(server)
    _publish(server, 5)
    phone.reload()
    note = phone.get_by_role("alert").filter(has_text="another history")
    expect(note).to_contain_text("This page showed another history before: an entry before")
    expect(note).to_contain_text("a backup was restored, or a second laptop took over")
    expect(note).to_contain_text(kept)
    # It stays on every page, and a phone that was not here before has nothing to show.
    phone.goto(f"{server.url}/p/{server.demo}/standings")
    expect(phone.locator("#witness")).to_contain_text("was changed")
    expect(_phone(server, opened).locator("#witness")).to_be_hidden()

    # The director sees how many phones, and can say that the reason is known.
    desk = opened()
    desk.goto(server.at("history"))
    expect(desk.locator("#witnesses")).to_contain_text("1 phone saw another history before")
    desk.goto(server.at("publish"))
    expect(desk.locator("#witnesses")).to_contain_text("1 phone saw another history before")
    expect(desk.locator("#witnesses")).to_contain_text("1 phone keeps the log")
    desk.get_by_role("button", name="I know the reason").click()
    expect(desk.locator("#witnesses .bad")).to_have_count(0)

    # The true log is restored: the page shows nothing any more.
    put_entries(server, original)
    phone.reload()
    expect(phone.locator("#log-head .mono")).to_have_text(kept)
    # What was published in the rewritten history is what the phone saw there.
    expect(phone.locator("#witness")).to_contain_text("entries up to")


def test_a_log_that_only_grows_raises_nothing_and_the_change_is_between_two_heads(
    server: Running, opened: Opened
) -> None:
    phone = _phone(server, opened)
    _publish(server, 5)
    with phone.expect_response("**/heads?*"):
        phone.reload()
    expect(phone.locator("#witness")).to_be_hidden()
    entries = list(server.desk.state(server.demo).history.entries)
    put_entries(server, [*entries[:-1], replace(entries[-1], by="another director")])
    publish_round(server.desk, server.demo, round=5, by="director")
    phone.reload()
    expect(phone.locator("#witness")).to_contain_text("an entry between")


def test_a_line_from_paper_is_compared_on_the_page(server: Running, opened: Opened) -> None:
    phone = _phone(server, opened)
    kept = phone.locator("#log-head .mono").text_content() or ""
    phone.goto("about:blank")
    phone.goto(f"{server.url}/p/{server.demo}#{kept}")
    expect(phone.locator("#head-said")).to_contain_text("This line fits")
    phone.get_by_label("A line that you kept").fill(kept.replace(kept.split(":")[3], "0" * 64))
    phone.get_by_role("button", name="Compare").click()
    expect(phone.locator("#head-said")).to_contain_text("This line does not fit")
    phone.get_by_label("A line that you kept").fill("miai-head:half")
    phone.get_by_role("button", name="Compare").click()
    expect(phone.locator("#head-said")).to_contain_text("This is not a whole line")


def test_another_event_at_the_same_address_is_named(server: Running, opened: Opened) -> None:
    phone = _phone(server, opened)
    history = server.desk.state(server.demo).history
    server.desk.store.delete(server.desk.state(server.demo).id)
    server.desk.forget(server.demo)
    server.desk.create(replace(history, identity=""), id=server.demo)
    phone.reload()
    expect(phone.locator("#witness")).to_contain_text("Another event was shown at this address before")
