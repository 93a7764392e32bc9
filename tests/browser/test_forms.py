"""Forms with and without scripts, undo, live updates, and a line that breaks."""

import re
from collections.abc import Callable

from playwright.sync_api import Dialog, Page, expect

from kit.running_site import Running
from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.engine.pairing.registry import rules_of
from miai.features.publish.unpublish import unpublish_standings
from miai.features.results.enter_result import enter_result
from miai.server.passwords import set_password
from miai.server.roles import Role

Opened = Callable[..., Page]


def test_a_tournament_is_opened_without_any_script(
    opened: Opened, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    page = opened(scripts=False)
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Spring Open")
    page.get_by_text("Rules of play").click()
    page.get_by_label("Komi").fill("seven")
    page.get_by_role("button", name="Create and add players").click()
    expect(page.get_by_role("alert")).to_contain_text("seven is not a number")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Spring Open")
    page.get_by_label("Komi").fill("7.5")
    page.get_by_role("button", name="Create and add players").click()
    expect(page).to_have_url(f"{server.url}/t/spring-open/players")
    expect(page.locator("#toasts")).to_contain_text("Spring Open is open")


def test_with_scripts_a_fault_shows_in_place_and_the_next_page_has_the_toast(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Spring Open")
    page.get_by_text("Rules of play").click()
    page.get_by_label("Komi").fill("seven")
    page.get_by_role("button", name="Create and add players").click()
    expect(page.get_by_role("alert").first).to_contain_text("seven is not a number")
    page.get_by_label("Komi").fill("7.5")
    page.get_by_role("button", name="Create and add players").click()
    expect(page).to_have_url(f"{server.url}/t/spring-open/players")
    expect(page.locator("#toasts")).to_contain_text("Spring Open is open")


def test_all_that_is_asked_is_in_view_on_a_laptop_and_follows_the_system(
    opened: Opened, server: Running
) -> None:
    page = opened(width=1366, height=768)
    page.goto(f"{server.url}/new")
    for name in ("Location", "Country of the event", "Rounds", "First day"):
        expect(page.get_by_label(name)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Create and add players")).to_be_in_viewport(ratio=1)
    rounds = page.get_by_label("Rounds")
    expect(rounds).to_have_value("5")
    page.locator("label", has_text="Knock-out").click()
    expect(rounds).to_have_value(str(rules_of("knockout").rounds))
    rounds.fill("7")
    page.locator("label", has_text="Swiss").first.click()
    expect(rounds).to_have_value("7")
    page.get_by_label("First day").fill("2027-05-01")
    expect(page.get_by_label("Last day")).to_have_value("2027-05-01")
    page.get_by_label("Name", exact=True).fill("Groups Open")
    page.get_by_role("button", name="Create and plan groups or a cup").click()
    expect(page).to_have_url(f"{server.url}/t/groups-open/stages")


def test_a_change_shows_at_once_and_z_undoes_it(page: Page, server: Running) -> None:
    page.goto(server.at("settings"))
    page.get_by_label("Name", exact=True).fill("Lakeside Open")
    page.get_by_role("button", name="Save details").click()
    expect(page.locator("#toasts")).to_contain_text("Details saved")
    expect(page.locator(".rail .event b")).to_have_text("Lakeside Open")
    page.keyboard.press("Escape")
    page.keyboard.press("z")
    expect(page.locator("#toasts")).to_contain_text("Undone")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Riverside Open")
    assert server.desk.state(server.demo).tournament.name == "Riverside Open"


def test_a_double_click_counts_once(opened: Opened, server: Running) -> None:
    # Round 4 is no longer published, so that nothing is asked about it.
    unpublish_standings(server.desk, server.demo, after=4, by="director")
    for scripts in (True, False):
        page = opened(scripts=scripts)
        page.goto(f"{server.at('results')}?round=4")
        page.get_by_text("Bonus points…").click()
        page.get_by_label("Player").select_option(index=1)
        before = server.desk.state(server.demo).version
        page.get_by_role("button", name="Give").dblclick()
        expect(page.locator("#bonuses .bar")).to_have_count(1 if scripts else 2)
        page.wait_for_timeout(300)
        assert server.desk.state(server.demo).version == before + 1


def test_another_desks_entry_shows_by_itself_and_takes_no_focus(page: Page, server: Running) -> None:
    page.goto(server.at() + "?round=4")
    seat = page.locator('[data-row="r4-t3"]')
    kind = seat.get_attribute("class")
    first = page.locator(".hall a").first
    first.focus()
    enter_result(server.desk, server.demo, round=4, table=3, result=Result.JIGO, by="Tomás")
    expect(seat).to_have_class("half live-tint")
    assert kind != "half"
    expect(page.locator("#rail-nav")).to_contain_text(str(server.desk.state(server.demo).version))
    expect(first).to_be_focused()


def test_who_else_is_connected_stands_in_the_rail(opened: Opened, server: Running) -> None:
    one, two = opened(), opened()
    one.goto(server.at("settings"))
    one.get_by_label("Your name").fill("Anneke")
    one.get_by_role("region", name="You").get_by_role("button", name="Save").click()
    two.goto(server.at())
    expect(two.locator("#desks")).to_contain_text("Anneke, director")
    expect(two.locator("#desks")).to_contain_text("Director (you)")
    one.close()
    expect(two.locator("#desks .away")).to_have_text("Anneke, director, no connection")


def test_a_conflict_is_shown_whole_however_far_the_page_is_scrolled(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("409")
    page.set_viewport_size({"width": 1440, "height": 450})
    history = server.desk.state(server.demo).history
    entry = next(each for each in history.entries if isinstance(each.event, events.ResultEntered))
    assert isinstance(entry.event, events.ResultEntered)
    number, table = entry.event.round, entry.event.table
    page.goto(f"{server.at('history')}?entry={entry.number}")
    enter_result(server.desk, server.demo, round=number, table=table, result=Result.BOTH_LOSE, by="Tomás")
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.get_by_role("button", name="Correct the result").evaluate("button => button.click()")
    note = page.locator("#notices .note")
    expect(note).to_contain_text(f"Tomás entered table {table} first")
    covered = note.evaluate("""note => {
        const { left, right, top, bottom } = note.getBoundingClientRect();
        const seen = [top + 1, bottom - 1].map(y => document.elementFromPoint((left + right) / 2, y));
        return seen.map(each => !note.contains(each));
    }""")
    assert covered == [False, False]


def test_entries_made_without_a_connection_are_kept_counted_and_sent_in_order(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults += ["ERR_INTERNET_DISCONNECTED", "ERR_NETWORK"]
    page.goto(server.at("settings"))
    before = server.desk.state(server.demo).version
    page.context.set_offline(True)
    for place in ("the old mill", "the new hall"):
        page.get_by_label("Location", exact=True).fill(place)
        page.get_by_role("button", name="Save details").click()
    expect(page.locator("#queue")).to_have_text("2 entries wait to be sent")
    page.context.set_offline(False)
    expect(page.locator("#queue")).to_be_hidden()
    expect(page.locator("#toasts")).to_contain_text("Details saved")
    expect(page.locator("#lines li")).to_have_count(0)
    page.wait_for_timeout(500)
    state = server.desk.state(server.demo)
    places = [getattr(entry.event, "place", None) for entry in state.history.entries[before:]]
    assert places == ["the old mill", "the new hall"]


def test_whoever_is_signed_out_keeps_what_they_entered_and_it_is_sent_after_signing_in(
    opened: Opened, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("403")
    set_password(server.desk.store, Role.DIRECTOR, "correct horse")
    unpublish_standings(server.desk, server.demo, after=4, by="director")
    # For the server this browser is on another machine.
    page = opened(extra_http_headers={"X-Forwarded-For": "10.0.0.7"})
    address = f"{server.at('results')}?round=4"

    def sign_in() -> None:
        page.get_by_label("Your name").fill("Anneke")
        page.get_by_label("Password").fill("correct horse")
        page.get_by_role("button", name="Sign in").click()
        expect(page).to_have_url(address)

    page.goto(address)
    sign_in()
    expect(page.get_by_label("Table and winner")).to_be_focused()
    page.context.clear_cookies()
    page.keyboard.type("2?")
    page.keyboard.press("Enter")
    expect(page.locator("#signed-out")).to_contain_text("You are signed out")
    expect(page.locator("#lines li")).to_contain_text("waiting")
    page.get_by_role("link", name="Sign in").click()
    sign_in()
    expect(page.locator("#t2.done")).to_have_count(0)
    expect(page.locator("#lines li")).to_contain_text("saved")
    assert server.desk.state(server.demo).tournament.round(4).boards[1].result is Result.UNKNOWN


def test_a_rule_is_saved_refused_at_its_field_and_saved_again(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    page.goto(server.at("settings"))
    page.get_by_text("Kept apart", exact=True).click()
    page.get_by_label("Families are kept apart").uncheck()
    page.get_by_label("Same club", exact=True).fill("5")
    page.get_by_role("button", name="Save rules").click()
    expect(page.locator("#toasts")).to_contain_text("Rules saved")
    page.get_by_label("Same club", exact=True).fill("-1")
    page.get_by_role("button", name="Save rules").click()
    field = page.get_by_label("Same club", exact=True)
    expect(field).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_value("-1")
    expect(page.locator("#toasts")).not_to_contain_text("Rules saved")
    field.fill("2")
    page.get_by_role("button", name="Save rules").click()
    expect(field).not_to_have_attribute("aria-invalid", "true")
    expect(page.locator("#toasts")).to_contain_text("Rules saved")
    rules = server.desk.state(server.demo).tournament.settings.pairing
    assert (rules.family_apart, rules.same_club, rules.same_country) == (False, 2, 1)


def test_unsaved_rules_are_counted_and_leaving_asks_first(opened: Opened, server: Running) -> None:
    page = opened(width=390, height=800)
    page.goto(server.at("settings"))
    rules = page.get_by_role("region", name="Rules", exact=True)
    page.get_by_text("Time and komi").click()
    rules.get_by_label("Komi", exact=True).fill("7.5")
    expect(rules).to_contain_text("1 change is not saved")
    expect(rules.get_by_role("button", name="Save rules")).to_be_in_viewport()

    def stay(dialog: Dialog) -> None:
        assert dialog.type == "beforeunload"
        dialog.dismiss()

    with page.expect_event("dialog") as asked:
        page.once("dialog", stay)
        page.evaluate("setTimeout(() => location.reload())")
    assert asked.value.type == "beforeunload"
    rules.get_by_role("button", name="Save rules").click()
    # The page is shown anew after saving, and then still nothing is unsaved.
    expect(rules.locator("input[name=seen]")).to_have_value(re.compile('"komi": "7.5"'))
    expect(rules).not_to_contain_text("not saved")
    page.goto(server.at())
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_rule_that_the_form_makes_useless_says_so_before_it_is_saved(page: Page, server: Running) -> None:
    page.goto(server.at("settings"))
    for fold in page.locator("form[data-notes] details").all():
        fold.evaluate("each => each.open = true")
    floats = page.locator('.field:has([name="pairing.float_down_from"]) .help')
    expect(floats).not_to_contain_text("Not used")
    presets = page.locator('[name="preset"]')
    presets.select_option("aga")
    expect(floats).to_contain_text("Not used: the pairing rules")
    presets.select_option("balanced")
    expect(floats).not_to_contain_text("Not used")
    fold = page.locator('details:has([name="scoring.bar"]) summary')
    page.locator('[name="system"]').select_option("swiss")
    expect(fold).to_contain_text("everybody starts equal")
    page.locator('[name="system"]').select_option("mcmahon")
    expect(fold).to_contain_text("Bar 3d")
    # A number of rounds that makes a group of rules useless, typed and not chosen.
    later = page.locator('.field:has([name="pairing.later_seeding.method"])')
    page.locator('[name="pairing.first_seeding_rounds"]').fill("99")
    expect(later.locator(".help")).to_contain_text("Not used")
    described = later.locator("select").get_attribute("aria-describedby")
    assert described == later.locator(".help").get_attribute("id")
    page.locator('[name="pairing.first_seeding_rounds"]').fill("2")
    expect(later).not_to_contain_text("Not used")
