"""A page whose leader is gone goes to the second laptop by itself, with what was typed meanwhile."""

from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, expect

from kit.builders import crosstable
from kit.second_laptop import laptop, same_logs, until
from miai.domain.log.history import History
from miai.features.publish.publish_round import publish_round


def test_a_page_goes_to_the_new_leader_with_what_was_typed(browser: Browser, tmp_path: Path) -> None:
    faults: list[str] = []
    with ExitStack() as second, ExitStack() as first:
        hall = first.enter_context(laptop(tmp_path / "hall", "Hall"))
        hall.desk.create(History.of_tournament(crosstable("A?B C?D")), id="event")
        publish_round(hall.desk, "event", round=1, by="director")
        code = hall.hall.new_code()
        copy = second.enter_context(laptop(tmp_path / "second", "Second", follows=hall.url, code=code))
        page = second.enter_context(browser.new_context()).new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{hall.url}/t/event/results")
        until(lambda: "ticket" in (page.evaluate("localStorage.getItem('miai-second-laptop')") or ""))
        until(lambda: same_logs(hall, copy))
        # The leader is gone.
        first.close()
        page.locator("#line").fill("1w")
        page.keyboard.press("Enter")
        expect(page.locator("#lines li.waiting")).to_have_count(1)
        # The director is offered the copy, which takes over.
        expect(page.locator("#second-laptop")).to_contain_text("Second has a copy")
        # It opens beside this page, which goes there by itself with what waits; the button takes over.
        with page.expect_popup() as opened:
            page.locator("#second-laptop a").click()
        beside = opened.value
        expect(beside.locator(".second-laptop")).to_contain_text("You look at a copy")
        beside.locator("summary", has_text="Take over").click()
        beside.get_by_role("button", name="Take over now").click()
        expect(beside.locator("#standing")).to_contain_text("This machine leads")
        expect(beside.locator(".second-laptop")).to_have_count(0)
        page.wait_for_url(f"{copy.url}/t/event/results**")
        expect(page.locator(".game.done")).to_have_count(1)
        until(lambda: copy.desk.state("event").tournament.round(1).boards[0].result.value == "white")
        # A page that only looks says that the other one leads.
        expect(page.locator(".second-laptop")).to_have_count(0)
    assert not faults
