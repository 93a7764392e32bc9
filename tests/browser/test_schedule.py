"""The schedule as a director uses it: all rounds at once, lunch, running late, undo, a clock."""

import re

from playwright.sync_api import Page, expect

from kit.running_site import Running


def _starts(page: Page) -> list[str]:
    values: list[str] = page.locator("[name^='starts-']").evaluate_all("all => all.map(field => field.value)")
    return [value[-5:] for value in values]


def test_a_director_sets_all_rounds_moves_one_shifts_the_rest_and_undoes(page: Page, server: Running) -> None:
    page.goto(server.at("schedule"))
    page.get_by_label("First round").select_option("1")
    page.get_by_label("It starts").fill("2030-11-16T10:00")
    page.get_by_label("From one to the next").fill("2:45")
    page.get_by_label("Periods").fill("5")
    page.get_by_role("button", name="Set all rounds").click()
    expect(page.get_by_text("5 rounds are scheduled")).to_be_visible()
    expect(page.get_by_label("Start of round 5")).to_have_value("2030-11-16T21:00")
    assert _starts(page) == ["10:00", "12:45", "15:30", "18:15", "21:00"]
    expect(page.get_by_text("60 min + 5 × 30 s").first).to_be_visible()
    page.get_by_label("Start of round 2").fill("2030-11-16T13:30")
    page.get_by_role("button", name="Save these times").click()
    expect(page.get_by_text("Schedule saved")).to_be_visible()
    page.get_by_role("button", name="+10 min: round 4 and the following of that day").click()
    expect(page.get_by_text("Rounds 4 and 5 start 10 min later")).to_be_visible()
    expect(page.get_by_label("Start of round 5")).to_have_value("2030-11-16T21:10")
    assert _starts(page) == ["10:00", "13:30", "15:30", "18:25", "21:10"]
    page.keyboard.press("z")
    expect(page.get_by_label("Start of round 5")).to_have_value("2030-11-16T21:00")
    page.get_by_label("Start of round 1").fill("2030-11-16T09:00")
    # What is typed is not saved: the row says so, and nothing there moves the saved time meanwhile.
    expect(page.locator("#round-1").get_by_text("Not saved yet; saved: ")).to_be_visible()
    expect(page.get_by_role("button", name="+10 min: round 1")).to_be_disabled()
    expect(page.locator("#round-2").get_by_text("Not saved yet")).to_be_hidden()
    page.get_by_role("button", name="+10 min: round 3 and the following of that day").click()
    expect(page.get_by_label("Start of round 5")).to_have_value("2030-11-16T21:10")
    expect(page.get_by_label("Start of round 1")).to_have_value("2030-11-16T09:00")
    row = page.locator("#round-2").bounding_box()
    assert row and row["height"] < 70, "a round is one line"
    clock = page.locator("#round-5 .clock-line")
    page.get_by_role("button", name="Start now: round 5").click()
    # Moments are kept in whole seconds: after two of them a pause shows less than two hours for certain.
    expect(clock).to_have_text(re.compile(r"^main time 1:59:([0-4]\d|5[0-8])$"), use_inner_text=True)
    page.get_by_role("button", name="Pause: round 5").click()
    expect(clock).to_have_text(re.compile(r"^paused 1:59:\d\d$"), use_inner_text=True)
