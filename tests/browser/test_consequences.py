"""A change that moves the past is shown over the page, and saved when it is confirmed."""

import pytest
from playwright.sync_api import Page, expect

from kit.running_site import Running
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.features.results.enter_result import enter_result

WEISS = "Weiss"


def weiss(server: Running) -> Player:
    players = server.desk.state(server.demo).tournament.players
    return next(player for player in players if player.surname == WEISS)


@pytest.fixture
def expected_faults() -> list[str]:
    """The answer that asks has the status 409."""
    return ["409"]


def type_grade(page: Page, server: Running, grade: str) -> None:
    page.goto(server.at(f"players/{weiss(server).id}"))
    page.get_by_label("Grade", exact=True).fill(grade)
    page.get_by_label("Grade", exact=True).press("Enter")


def test_a_grade_is_asked_about_and_keeps_the_starting_score(page: Page, server: Running) -> None:
    type_grade(page, server, "9k")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This change moves what was played or published")
    expect(dialog.get_by_label("Keep the starting score")).to_be_checked()
    # Somebody else enters a result, and the page below is refreshed: the question stays.
    enter_result(server.desk, server.demo, round=4, table=5, result=Result.JIGO, by="desk")
    page.wait_for_timeout(1500)
    expect(dialog).to_be_visible()
    dialog.get_by_label("Change the starting score").check()
    dialog.get_by_role("button", name="Save the change").click()
    expect(dialog).to_contain_text("Something else was saved in the meantime")
    page.get_by_role("button", name="Save the change").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("h1")).to_contain_text("9k")
    assert (str(weiss(server).grade), weiss(server).start) == ("9k", 128)


def test_who_cancels_has_changed_nothing(page: Page, server: Running) -> None:
    version = server.desk.state(server.demo).version
    page.goto(server.at("players"))
    bar = page.get_by_label("Bar", exact=True).and_(page.locator("input"))
    bar.fill("1d")
    bar.press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(bar).to_have_value("3d")
    assert server.desk.state(server.demo).version == version


def test_without_scripts_the_question_is_a_page(opened: object, server: Running) -> None:
    assert callable(opened)
    page = opened(scripts=False)
    type_grade(page, server, "9k")
    expect(page.locator("h1")).to_contain_text("Change the grade of Weiss Friederike from 5d to 9k?")
    page.get_by_label("Change the starting score").check()
    page.get_by_role("button", name="Save the change").click()
    expect(page.locator("h1")).to_contain_text("Weiss Friederike")
    assert (str(weiss(server).grade), weiss(server).start) == ("9k", None)
