"""The draw in a real browser: by keyboard, by mouse, and without scripts."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from kit.command import Run
from kit.running_site import Running
from kit.windows import beyond, every_window
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.features.draw.change_draw import swap, unpair
from miai.features.draw.draw_round import draw_round
from miai.features.files.export_event import export_event
from miai.features.players.change_player import change_player
from miai.features.settings.change_settings import change_settings

Opened = Callable[..., Page]


@pytest.fixture
def drawn(server: Running) -> Round:
    """The last round of the Riverside Open as a draft."""
    return draw_round(server.desk, server.demo, round=5, by="director").saved.state.tournament.round(5)


def _board(server: Running, table: int) -> Board:
    boards = server.desk.state(server.demo).tournament.round(5).boards
    return next(board for board in boards if board.table == table)


def _seat(page: Page, player: str) -> Locator:
    return page.locator(f'[data-seat="{player}"]')


def test_one_click_draws_and_ctrl_enter_publishes(page: Page, server: Running) -> None:
    page.goto(server.at("draw"))
    page.get_by_role("button", name="Draw round 5").click()
    expect(page.locator("#boards")).to_be_visible()
    expect(page.locator("#quality")).to_contain_text("Optimal, proven")
    page.keyboard.press("Control+Enter")
    expect(page.locator(".lede")).to_contain_text("Published")
    assert server.desk.state(server.demo).tournament.shown[-1].number == 5


def test_ctrl_enter_draws_and_the_focus_stays_on_the_page(page: Page, server: Running) -> None:
    page.goto(server.at("draw"))
    page.get_by_role("button", name="Draw round 5").focus()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#boards")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()
    assert server.desk.state(server.demo).tournament.round(5).shown is None
    change = page.locator("#draw-actions summary", has_text="Change")
    change.click()
    page.get_by_role("button", name="Draw again").click()
    expect(page.locator(".lede")).to_contain_text("Draft 2")
    expect(change).to_be_focused()
    expect(page.get_by_role("button", name="Draw again")).to_be_hidden()
    expect(page.locator("#draw-actions .btn.primary kbd")).to_have_text("Ctrl ↵")


@pytest.mark.parametrize("width", [1440, 390])
def test_the_menus_above_the_boards_fit_the_window(
    opened: Opened, server: Running, drawn: Round, width: int
) -> None:
    page = opened(width=width)
    page.goto(server.at("draw"))
    for name, entry in (("Change", "Take the whole draw back"), ("Publish", "Publish and print")):
        page.locator("#draw-actions summary", has_text=name).click()
        shown = page.get_by_role("button", name=entry)
        expect(shown).to_be_in_viewport(ratio=1)
        assert beyond(page) <= 0


@pytest.mark.parametrize("width", [1440, 390])
def test_a_draft_older_than_its_players_is_drawn_again_with_one_click(
    opened: Opened, server: Running, drawn: Round, width: int
) -> None:
    page = opened(width=width)
    page.goto(server.at("draw"))
    expect(page.locator("#changed")).to_be_empty()
    stronger = server.desk.state(server.demo).tournament.player(drawn.boards[-1].white)
    change_player(
        server.desk,
        server.demo,
        stronger.id,
        lambda player: replace(player, grade=Grade.parse("5d")),
        by="director",
    )
    note = page.locator("#changed")
    expect(note).to_contain_text(f"{stronger.name} is 5d, was {stronger.grade}.")
    note.get_by_role("button", name="Draw again").click()
    expect(note).to_be_empty()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


_TOUCHES = """() => {
  const word = document.createRange();
  const row = document.querySelector("#boards .free");
  word.selectNodeContents(row.querySelector(".place"));
  return word.getBoundingClientRect().right >= row.querySelector(".pick").getBoundingClientRect().left;
}"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_word_for_the_bye_stands_apart_from_the_name(
    opened: Opened, server: Running, drawn: Round, language: str
) -> None:
    assert drawn.byes
    page = opened(width=390, locale=language)
    page.goto(server.at("draw"))
    for width in (390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        assert not page.evaluate(_TOUCHES), width


def test_arrows_choose_a_name_and_x_twice_swaps_two(page: Page, server: Running, drawn: Round) -> None:
    page.goto(server.at("draw"))
    first, second = drawn.boards[0], drawn.boards[2]
    page.keyboard.press("ArrowDown")
    expect(_seat(page, first.white)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(_seat(page, first.black)).to_be_focused()
    page.keyboard.press("x")
    expect(page.locator("#boards")).to_have_class("table draw picking")
    expect(_seat(page, first.black)).to_be_focused()
    expect(page.locator("#t3 .why")).not_to_be_empty()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator("#toasts")).to_contain_text("changed places")
    assert (_board(server, 1).black, _board(server, 3).black) == (second.black, first.black)
    expect(page.locator("#boards")).to_have_class("table draw")
    expect(page.locator("#t3").locator("[data-seat]").nth(1)).to_have_attribute("data-seat", first.black)
    page.keyboard.press("z")
    expect(page.locator("#toasts")).to_contain_text("Undone")
    assert _board(server, 1).black == first.black


def test_escape_puts_a_player_down(page: Page, server: Running, drawn: Round) -> None:
    page.goto(server.at("draw"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("x")
    expect(page.locator("#boards.picking")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#boards.picking")).to_have_count(0)
    expect(_seat(page, drawn.boards[0].white)).to_be_focused()
    assert server.desk.state(server.demo).tournament.round(5) == drawn


def test_letters_act_on_the_board_of_the_name(page: Page, server: Running, drawn: Round) -> None:
    page.goto(server.at("draw"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("l")
    expect(page.locator("#t2")).to_have_attribute("data-locked", "")
    assert _board(server, 2).locked
    page.keyboard.press("l")
    expect(page.locator("#toasts")).to_contain_text("Table 2 unlocked")
    page.keyboard.press("c")
    expect(page.locator("#toasts")).to_contain_text("has White")
    assert _board(server, 2).white == drawn.boards[1].black
    page.keyboard.press("h")
    expect(page.get_by_label("Handicap stones")).to_be_focused()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("2 stones")
    assert _board(server, 2).handicap == 2
    expect(_seat(page, drawn.boards[1].white)).to_be_focused()
    expect(page.locator("#why")).to_contain_text("Why table 2?")
    page.keyboard.press("e")
    expect(page.locator("#why")).to_have_count(0)
    expect(_seat(page, drawn.boards[1].white)).to_be_focused()
    page.keyboard.press("e")
    expect(page.locator("#why")).to_contain_text("Why table 2?")
    page.keyboard.press("u")
    expect(page.locator("#t2")).to_have_count(0)
    expect(page.locator("tr.free")).to_have_count(3)
    expect(page.locator("#quality")).to_contain_text("2 players without a game")
    expect(_seat(page, drawn.boards[1].white)).to_be_focused()


def test_a_letter_after_g_goes_to_a_page_and_does_nothing_to_the_draw(
    page: Page, server: Running, drawn: Round
) -> None:
    page.goto(server.at("draw"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("g")
    page.keyboard.press("h")
    expect(page).to_have_url(server.at("history"))
    assert server.desk.state(server.demo).tournament.round(5) == drawn


def test_a_name_dragged_onto_another_swaps_the_two_and_says_before_what_it_would_do(
    page: Page, server: Running, drawn: Round
) -> None:
    page.goto(server.at("draw"))
    mine, theirs = drawn.boards[1].white, drawn.boards[5].black
    _seat(page, mine).hover()
    page.mouse.down()
    _seat(page, drawn.boards[3].black).hover()
    expect(page.locator("#boards.picking")).to_be_visible()
    _seat(page, theirs).hover()
    expect(page.locator("#t6 .why")).not_to_be_empty()
    # Rows are higher as soon as they say what a swap would do.
    _seat(page, theirs).hover()
    page.mouse.up()
    expect(page.locator("#toasts")).to_contain_text("changed places")
    assert (_board(server, 2).white, _board(server, 6).black) == (theirs, mine)
    expect(page.locator("#t6").locator("[data-seat]").nth(1)).to_have_attribute("data-seat", mine)
    expect(page.locator("#boards.picking")).to_have_count(0)


def test_a_name_dropped_nowhere_stays(page: Page, server: Running, drawn: Round) -> None:
    page.goto(server.at("draw"))
    _seat(page, drawn.boards[1].white).drag_to(page.locator("h1"))
    expect(page.locator("#boards.picking")).to_have_count(0)
    expect(page.locator("#t1 .why")).to_contain_text("floats down")
    assert server.desk.state(server.demo).tournament.round(5) == drawn


def test_the_row_under_the_pointer_stays_there_when_another_desk_changes_the_draw(
    opened: Opened, server: Running, drawn: Round
) -> None:
    page = opened(height=520)
    page.goto(server.at("draw"))
    row = page.locator("#t9")
    row.scroll_into_view_if_needed()
    page.mouse.wheel(0, 120)
    row.hover()
    before = row.bounding_box()
    unpair(server.desk, server.demo, round=5, table=2, by="Tomás")
    expect(page.locator("#t2")).to_have_count(0)
    after = row.bounding_box()
    assert before
    assert after
    assert abs(before["y"] - after["y"]) <= 1


def test_everything_works_without_scripts(opened: Opened, server: Running) -> None:
    page = opened(scripts=False)
    page.goto(server.at("draw"))
    page.get_by_role("button", name="Draw round 5").click()
    board = _board(server, 2)
    page.locator(f'[data-seat="{board.white}"]').click()
    expect(page.locator("#why")).to_contain_text("Why table 2?")
    page.get_by_role("link", name="Swap…").click()
    page.locator("#t5 button.pick").first.click()
    expect(page.locator("#toasts")).to_contain_text("changed places")
    assert _board(server, 5).white == board.white
    page.locator("#t5 .place a").click()
    page.get_by_role("button", name="Lock").click()
    expect(page.locator("#t5 .why")).to_contain_text("locked")
    page.get_by_role("link", name="Handicap").click()
    page.get_by_label("Handicap stones").fill("3")
    page.get_by_role("button", name="Save").click()
    assert _board(server, 5).handicap == 3
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    assert _board(server, 5).handicap == 0
    page.get_by_role("button", name="Publish pairings").click()
    expect(page.locator(".faults li")).not_to_have_count(0)
    page.get_by_role("button", name="Publish pairings").click()
    expect(page.locator(".lede")).to_contain_text("Published")


def test_what_was_done_by_hand_stays_and_is_named_before_it_is_dropped(
    page: Page, server: Running, drawn: Round
) -> None:
    first, third = drawn.boards[0], drawn.boards[2]
    swap(server.desk, server.demo, round=5, a=first.black, b=third.black, by="director")
    page.goto(server.at("draw"))
    page.locator("#draw-actions summary", has_text="Change").click()
    page.get_by_role("button", name="Re-pair the rest").click()
    expect(page.locator("#toasts")).to_contain_text("The rest is paired again")
    # The toast comes first; the page follows by the stream or is fetched.
    newest = server.desk.state(server.demo).version
    expect(page.locator("body")).to_have_attribute("data-version", str(newest))
    assert (_board(server, 1).black, _board(server, 3).black) == (third.black, first.black)
    expect(page.locator("#t1 .why")).to_contain_text("by hand")
    page.locator("#draw-actions summary", has_text="Change").click()
    page.get_by_role("button", name="Draw again").click()
    expect(page.locator("#drop")).to_contain_text("This drops what was done by hand: table 1 (")
    assert _board(server, 1).black == third.black
    page.get_by_role("button", name="Draw again all the same").click()
    expect(page.locator("#toasts")).to_contain_text("Round 5 drawn")
    expect(page.locator("#boards")).not_to_contain_text("by hand")


def test_a_key_right_after_a_click_acts_on_the_board_that_was_clicked(
    page: Page, server: Running, drawn: Round
) -> None:
    def answer_late(route: Route) -> None:
        sleep(0.4)
        route.continue_()

    page.goto(f"{server.at('draw')}?round=5&board=6")
    page.route("**/draw?*", answer_late)
    before = [_board(server, table) for table in (6, 9)]
    page.locator("#t9 td").first.click()
    page.keyboard.press("c")
    expect(page.locator("#toasts")).to_be_visible()
    expect(page.locator("#t9")).to_contain_text("by hand")
    after = [_board(server, table) for table in (6, 9)]
    assert (after[0], after[1].white) == (before[0], before[1].black)


@pytest.mark.parametrize(("width", "score"), [(1440, True), (768, True), (390, False)])
def test_long_names_and_hints_are_whole_and_a_tablet_shows_scores(
    opened: Opened, server: Running, drawn: Round, width: int, *, score: bool
) -> None:
    longest = "Featherstonehaugh-Cholmondeleyson"
    for board in drawn.boards[:3]:
        change_player(
            server.desk, server.demo, board.black, lambda old: replace(old, surname=longest), by="director"
        )
    page = opened(width=width)
    page.goto(f"{server.at('draw')}?round=5&pick={drawn.boards[3].white}")
    table = page.locator("#boards")
    # In a large field the hints are longer than here.
    hint = "2 more games across one point, 1 more game across 2 points; both are of the same club"
    table.locator("td.why > span").evaluate_all(f"all => all.forEach(it => {{ it.textContent = '{hint}'; }})")
    assert table.evaluate("it => it.scrollWidth - it.parentElement.clientWidth") <= 0
    cut = "spans => spans.filter(it => it.scrollWidth > it.clientWidth + 1).map(it => it.textContent)"
    assert table.locator("td.name, td.why, td.why > span").evaluate_all(cut) == []
    assert page.locator("#t1 .mm").first.is_visible() is score


@pytest.mark.parametrize("width", [1280, 1366])
def test_a_board_takes_one_line_also_beside_the_drawer(
    opened: Opened, server: Running, drawn: Round, width: int
) -> None:
    page = opened(width=width, height=720)
    page.goto(server.at("draw"))
    table, drawer = page.locator("#boards"), page.locator(".drawer")
    heights = "rows => rows.map(row => row.offsetHeight)"
    assert set(table.locator("tbody tr").evaluate_all(heights)) == {36}
    closed = page.locator("#t1").bounding_box()
    page.keyboard.press("e")
    expect(drawer.locator("#why")).to_be_visible()
    assert set(table.locator("tbody tr").evaluate_all(heights)) == {36}
    row, beside, boards = (each.bounding_box() for each in (page.locator("#t1"), drawer, table))
    assert closed
    assert row
    assert beside
    assert boards
    # No row moves, and the drawer is over none of them.
    assert row["y"] == closed["y"]
    assert beside["x"] >= boards["x"] + boards["width"]
    page.keyboard.press("Escape")
    expect(drawer).to_have_count(0)


def test_on_a_phone_the_drawer_rises_from_below_and_the_board_stays_in_view(
    opened: Opened, server: Running, drawn: Round
) -> None:
    page = opened(width=390)
    page.goto(server.at("draw"))
    _seat(page, drawn.boards[7].white).click()
    drawer, row = page.locator(".drawer"), page.locator("#t8")
    expect(drawer).to_be_in_viewport()
    expect(drawer.get_by_role("button", name="Lock")).to_be_in_viewport(ratio=1)
    page.wait_for_timeout(300)
    above, below = row.bounding_box(), drawer.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"] + 1
    drawer.get_by_role("link", name="Close").click()
    expect(drawer).to_have_count(0)
    expect(_seat(page, drawn.boards[7].white)).to_be_focused()


def test_the_draw_fits_its_window(opened: Opened, server: Running, drawn: Round) -> None:
    page = opened(width=390)
    player = drawn.boards[3].white
    for query in ("board=3&do=more", f"pick={player}", "a=Nagy&b=Ashby", "compare=yes&show=odd"):
        page.goto(f"{server.at('draw')}?round=5&{query}")
        expect(page.locator("#boards")).to_be_visible()
        for window in every_window(page):
            assert beyond(page) <= 0, (query, window)


def _as_on_a_page(text: str) -> str:
    """A text of the command line as a page writes it: a sentence, with halves as fractions."""
    fractions = re.sub(r"(?<!\d)0\.5\b", "½", text).replace(".5", "½")
    return f"{fractions[:1].upper()}{fractions[1:]}."


@pytest.mark.parametrize("system", ["mcmahon", "entropy", "guided_random"])
def test_the_card_of_a_board_says_what_the_command_line_says(
    *,
    opened: Opened,
    server: Running,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    system: str,
) -> None:
    settings = replace(server.desk.state(server.demo).tournament.settings, system=system)
    change_settings(server.desk, server.demo, settings, by="director")
    boards = draw_round(server.desk, server.demo, round=5, by="director").draw.boards
    swap(server.desk, server.demo, round=5, a=boards[0].black.id, b=boards[1].black.id, by="director")
    file = tmp_path / "event.miai"
    file.write_bytes(export_event(server.desk, server.demo).data)
    status, out, _ = Run(capsys, monkeypatch)("explain", file, "--round", "5", "--json")
    assert status == 0
    page = opened()
    for board in json.loads(out)["boards"][:3]:
        page.goto(f"{server.at('draw')}?round=5&board={board['table']}")
        shown = page.locator("#why small").all_text_contents()
        assert shown == [_as_on_a_page(each["text"]) for each in board["reasons"] if each["rule"] != "chance"]
