"""Results in a real browser: typed, clicked, undone, and entered by several people at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from kit.flaky_line import flaky_line
from kit.running_site import Running
from kit.windows import beyond, every_window
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Round
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result

Opened = Callable[..., Page]


@pytest.fixture
def drawn(server: Running) -> Round:
    """The last round of the Riverside Open, published and running."""
    draw_round(server.desk, server.demo, round=5, by="director")
    return publish_round(server.desk, server.demo, round=5, by="director").state.tournament.round(5)


def _result(server: Running, table: int) -> Result:
    boards = server.desk.state(server.demo).tournament.round(5).boards
    return next(board.result for board in boards if board.table == table)


def _name(server: Running, player: str) -> str:
    return next(each.name for each in server.desk.state(server.demo).tournament.players if each.id == player)


def test_a_typed_line_says_what_it_means_and_enter_enters_it(
    page: Page, server: Running, drawn: Round
) -> None:
    page.goto(server.at("results"))
    expect(page.locator("#line")).to_be_focused()
    page.keyboard.type("8 w")
    board = drawn.boards[7]
    expect(page.locator("#said")).to_contain_text(
        f"{_name(server, board.white)} beats {_name(server, board.black)}"
    )
    expect(page.locator("#t8 .aim")).to_contain_text(_name(server, board.white))
    page.keyboard.press("Enter")
    expect(page.locator("#t8 .won")).to_contain_text(_name(server, board.white))
    expect(page.locator("#line")).to_have_value("")
    expect(page.locator("#line")).to_be_focused()
    expect(page.locator("#feed")).to_contain_text("you")
    page.keyboard.type("9 0")
    expect(page.locator("#said")).to_contain_text("Both lose")
    page.keyboard.press("Enter")
    expect(page.locator("#t9 .mid")).to_contain_text("0")
    page.keyboard.type("10 bf")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Table 10")
    assert [_result(server, table) for table in (8, 9, 10)] == [
        Result.WHITE_WINS,
        Result.BOTH_LOSE,
        Result.BLACK_WINS_BY_DEFAULT,
    ]
    short = server.desk.state(server.demo).tournament.short_names
    expect(_line(page, "8 w")).to_contain_text(f"Table 8: {short[board.white]} beat {short[board.black]}")
    page.keyboard.type("77 w")
    expect(page.locator("#said")).to_have_text("There is no table 77")


def _typed(page: Page, *lines: str) -> None:
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def _line(page: Page, text: str) -> Locator:
    """The line of the list that was typed so."""
    return page.locator("#lines li").filter(has=page.get_by_text(text, exact=True))


def test_lines_that_cannot_be_entered_stay_with_their_reason_until_corrected_or_dismissed(
    page: Page, server: Running, drawn: Round, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    page.goto(server.at("results"))
    _typed(page, "77w", "8b", "12", "12x")
    expect(page.locator("#line")).to_have_value("")
    expect(_line(page, "77w")).to_contain_text("There is no table 77")
    expect(_line(page, "8b")).to_contain_text("saved")
    expect(_line(page, "12")).to_contain_text(f"or {_name(server, drawn.boards[11].black)}?")
    expect(page.locator("#t12.refused")).to_be_visible()
    expect(_line(page, "12x")).to_contain_text("Type a table and a winner")
    page.reload()
    expect(page.locator("#lines li")).to_have_count(3)
    _line(page, "77w").get_by_role("textbox").fill("7w")
    page.keyboard.press("Enter")
    expect(page.locator("#t7.done")).to_be_visible()
    expect(page.locator("#line")).to_be_focused()
    _line(page, "12x").get_by_role("button", name="Dismiss").click()
    expect(page.locator("#lines [data-do=dismiss-all]")).to_be_hidden()
    _typed(page, "9=", "78w")
    expect(_line(page, "9=")).to_contain_text("Jigo is not possible")
    page.context.add_cookies([{"name": "miai_language", "value": "fr", "url": server.url}])
    page.reload()
    expect(_line(page, "9=")).to_contain_text("Jigo impossible avec")
    expect(_line(page, "78w")).to_contain_text("Il n’y a pas de table 78")
    expect(page.locator("#lines li.refused")).to_have_count(3)
    page.locator("#lines [data-do=dismiss-all]").click()
    expect(page.locator("#lines li.refused")).to_have_count(0)
    expect(page.locator("#t12.refused")).to_have_count(0)
    assert [_result(server, table) for table in (7, 8, 12)] == [
        Result.WHITE_WINS,
        Result.BLACK_WINS,
        Result.UNKNOWN,
    ]


def test_without_a_connection_lines_wait_on_their_rows_and_every_conflict_is_shown(
    page: Page, server: Running, drawn: Round, expected_faults: list[str]
) -> None:
    expected_faults += ["ERR_INTERNET_DISCONNECTED", "ERR_NETWORK", "409"]
    page.goto(server.at("results"))
    page.context.set_offline(True)
    _typed(page, "3b", "4b", "5b", "5w", "6b", "z")
    page.locator("#t7 .who").first.click()
    expect(page.locator("#lost")).to_be_visible()
    expect(page.locator("#queue")).to_have_text("5 entries wait to be sent")
    for table in (3, 4, 5, 7):
        expect(page.locator(f"#t{table}.waiting")).to_contain_text("waiting")
    expect(page.locator("#t5 .meant")).to_contain_text(_name(server, drawn.boards[4].white))
    expect(_line(page, "6b")).to_contain_text("taken back")
    with page.expect_event("dialog") as asked:
        page.once("dialog", lambda dialog: dialog.dismiss())
        page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    for table in (3, 4):
        enter_result(server.desk, server.demo, round=5, table=table, result=Result.WHITE_WINS, by="Tomás")
    page.context.set_offline(False)
    for table in (3, 4):
        expect(_line(page, f"{table}b")).to_contain_text(f"Tomás entered table {table} first")
        expect(page.locator(f"#t{table}.refused")).to_contain_text("Tomás")
    expect(page.locator("#t5 .won")).to_contain_text(_name(server, drawn.boards[4].white))
    expect(page.locator("#t7.done")).to_be_visible()
    expect(page.locator("#queue")).to_be_hidden()
    page.reload()
    _line(page, "3b").get_by_role("button", name="Enter mine").click()
    expect(page.locator("#t3 .won")).to_contain_text(_name(server, drawn.boards[2].black))
    _line(page, "4b").get_by_text("Keep theirs").click()
    expect(page.locator("#t4.refused")).to_have_count(0)
    assert [_result(server, table) for table in (3, 4, 5, 6, 7)] == [
        Result.BLACK_WINS,
        Result.WHITE_WINS,
        Result.WHITE_WINS,
        Result.UNKNOWN,
        Result.WHITE_WINS,
    ]


def test_a_result_that_arrives_after_an_entry_was_begun_is_not_overwritten(
    page: Page, server: Running, drawn: Round, expected_faults: list[str]
) -> None:
    expected_faults.append("409")

    def by_another_desk(table: int, result: Result) -> None:
        enter_result(server.desk, server.demo, round=5, table=table, result=result, by="Tomás")
        expect(page.locator(f"#t{table}.done")).to_be_visible()

    page.goto(server.at("results?at=3"))
    page.keyboard.type("12")
    by_another_desk(12, Result.WHITE_WINS)
    expect(page.locator("#said")).to_be_visible()
    page.keyboard.type("b")
    page.keyboard.press("Enter")
    expect(_line(page, "12b")).to_contain_text("Tomás entered table 12 first")
    by_another_desk(3, Result.WHITE_WINS)
    page.locator("#t3").get_by_role("button", name="Both lose").click()
    expect(page.locator("#t3.refused")).to_contain_text("Tomás entered table 3 first")
    assert [_result(server, table) for table in (3, 12)] == [Result.WHITE_WINS] * 2
    # A line that is begun later has seen it, and so has one that is typed twice.
    page.locator("#line").focus()
    _typed(page, "4w", "4b")
    expect(page.locator("#t4 .won")).to_contain_text(_name(server, drawn.boards[3].black))
    by_another_desk(5, Result.WHITE_WINS)
    _typed(page, "5b")
    expect(page.locator("#t5 .won")).to_contain_text(_name(server, drawn.boards[4].black))
    # Somebody else settles the table as it was typed here: nothing is left to do.
    enter_result(server.desk, server.demo, round=5, table=12, result=Result.BLACK_WINS, by="Tomás")
    expect(_line(page, "12b")).to_have_count(0)
    expect(page.locator("#t12.refused")).to_have_count(0)
    expect(page.locator("#t3.refused")).to_have_count(1)


@pytest.mark.parametrize(("width", "height"), [(390, 700), (1440, 560)])
def test_the_box_and_the_answer_to_the_last_line_stay_in_sight(
    opened: Opened, server: Running, drawn: Round, width: int, height: int
) -> None:
    page = opened(width=width, height=height)
    page.goto(server.at("results"))
    page.locator("#line").focus()

    def strip_covers(place: Locator) -> bool:
        box, strip = place.bounding_box(), page.locator("#strip").bounding_box()
        assert box
        assert strip
        return box["y"] < strip["y"] + strip["height"]

    for line in ("11w", "77w", "12b", "12"):
        page.mouse.move(width / 2, height - 100)
        _typed(page, line)
        answered = _line(page, line)
        expect(answered.locator(".badge")).not_to_have_text("waiting")
        for place in (page.locator("#line"), answered):
            expect(place).to_be_in_viewport(ratio=0.9)
            assert not strip_covers(place), line
    page.keyboard.type("12w")
    expect(page.locator("#t12 .aim")).to_be_in_viewport(ratio=0.9)


def test_in_the_empty_box_letters_are_commands(page: Page, server: Running, drawn: Round) -> None:
    page.goto(server.at("results"))
    page.keyboard.type("3 b")
    page.keyboard.press("Enter")
    expect(page.locator("#t3.done")).to_be_visible()
    page.keyboard.press("o")
    expect(page.locator("#t3")).to_have_count(0)
    expect(page.locator("#filters")).to_contain_text("Still out 11")
    page.keyboard.press("o")
    expect(page.locator("#t3.done")).to_be_visible()
    page.keyboard.press("z")
    expect(page.locator("#toasts")).to_contain_text("Undone at table 3: ")
    expect(page.locator("#t3.done")).to_have_count(0)
    assert _result(server, 3) is Result.UNKNOWN
    page.keyboard.type("w")
    page.keyboard.press("Enter")
    expect(page.locator("#lines li").first).to_contain_text("refused")
    expect(page.locator("#lines li").first).to_contain_text("Type a table and a winner")
    page.keyboard.press("g")
    page.keyboard.press("o")
    expect(page).to_have_url(server.at())


def test_two_z_undo_two_entries_of_ones_own_however_late_the_answers_come(
    opened: Opened, server: Running, drawn: Round
) -> None:
    for latency in (0, 150, 400):
        with flaky_line(int(server.url.rpartition(":")[2]), latency=latency / 1000, lost=0) as line:
            page = opened()
            page.goto(f"http://127.0.0.1:{line.port}/t/{server.demo}/results")
            for table in (1, 2, 3):
                page.keyboard.type(f"{table}w")
                page.keyboard.press("Enter")
            # The first answer is under way, so that the first undo waits when the second is asked for.
            page.keyboard.press("z")
            page.keyboard.press("z")
            expect(page.locator("#lines li.waiting")).to_have_count(0)
            expect(page.locator(".game.done")).to_have_count(1)
            assert [_result(server, table).known for table in (1, 2, 3)] == [True, False, False]
            page.keyboard.press("z")
            expect(page.locator(".game.done")).to_have_count(0)
            assert not _result(server, 1).known
            page.close()


def test_a_wrong_click_is_undone_in_one_more_and_the_focus_returns(
    page: Page, server: Running, drawn: Round
) -> None:
    page.goto(server.at("results"))
    page.locator("#t4 .who").nth(1).click()
    expect(page.locator("#t4 .won")).to_contain_text(_name(server, drawn.boards[3].black))
    undo = page.locator("#toasts").get_by_role("button", name="Undo")
    undo.click()
    expect(page.locator("#t4.done")).to_have_count(0)
    expect(page.locator("#t4 .who").first).to_be_focused()
    assert _result(server, 4) is Result.UNKNOWN


def test_a_line_typed_after_a_click_on_a_name_is_entered(page: Page, server: Running, drawn: Round) -> None:
    page.goto(server.at("results"))
    page.locator("#t4 .who").nth(1).click()
    expect(page.locator("#t4 .won")).to_contain_text(_name(server, drawn.boards[3].black))
    expect(page.locator("#line")).not_to_be_focused()
    page.keyboard.type("12 w")
    page.keyboard.press("Enter")
    expect(page.locator("#t12 .won")).to_contain_text(_name(server, drawn.boards[11].white))
    assert [_result(server, table) for table in (4, 12)] == [Result.BLACK_WINS, Result.WHITE_WINS]


def test_a_played_table_that_is_still_out_stays_under_the_pointer(
    page: Page, server: Running, drawn: Round
) -> None:
    page.goto(server.at("results"))
    page.get_by_role("link", name="Still out").click()
    game = page.locator("#t2")
    before = game.bounding_box()
    game.locator(".who").first.click()
    expect(page.locator("#t2.done")).to_be_visible()
    enter_result(server.desk, server.demo, round=5, table=1, result=Result.WHITE_WINS, by="Tomás")
    expect(page.locator("#t1.done")).to_be_visible()
    after = game.bounding_box()
    assert before
    assert after
    assert (before["x"], round(before["y"])) == (after["x"], round(after["y"]))


def test_two_desks_see_each_others_entries_at_once(opened: Opened, server: Running, drawn: Round) -> None:
    one, two = opened(), opened()
    one.goto(server.at("settings"))
    one.get_by_label("Your name").fill("Anneke")
    one.get_by_role("region", name="You").get_by_role("button", name="Save").click()
    expect(one.locator("#desks")).to_contain_text("Anneke")
    one.goto(server.at("results"))
    two.goto(server.at("results"))
    two.keyboard.type("1")
    one.locator("#t6 .who").first.click()
    game = two.locator("#t6")
    expect(game.locator(".won")).to_contain_text(_name(server, drawn.boards[5].white))
    expect(game).to_have_class("game done live-tint")
    expect(game.locator(".by")).to_contain_text("Entered by Anneke")
    expect(two.locator("#line")).to_be_focused()
    expect(two.locator("#line")).to_have_value("1")
    two.keyboard.type("2 b")
    two.keyboard.press("Enter")
    expect(one.locator("#t12 .won")).to_contain_text(_name(server, drawn.boards[11].black))
    expect(one.locator("#t12 .by")).to_contain_text("Entered by another desk")
    expect(one.locator("#feed li").first).to_contain_text("another desk")
    expect(two.locator("#feed li").first).to_contain_text("you")
    expect(one.locator("#strip")).to_contain_text("2 of 12 in")


def test_nothing_moves_while_results_come_in_and_a_second_click_asks_in_the_row(
    page: Page, server: Running, drawn: Round, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    page.goto(server.at("results"))
    expect(page.locator("#feed")).to_contain_text("Nothing yet")

    def tops() -> list[float]:
        found: list[float] = page.locator(".game").evaluate_all(
            "games => games.map(game => game.getBoundingClientRect().top)"
        )
        return found

    before = tops()
    for table in range(1, 10):
        _typed(page, f"{table}w")
        expect(page.locator(f"#t{table}.done")).to_be_visible()
        assert tops() == before
    _typed(page, "77w")
    expect(_line(page, "77w")).to_contain_text("refused")
    assert tops() == before
    row = page.locator("#t3")
    row.locator('.who[aria-pressed="false"]').click()
    expect(row).to_contain_text("Change to:")
    assert tops() == before
    assert _result(server, 3) is Result.WHITE_WINS
    page.keyboard.press("Escape")
    expect(row.locator(".who")).to_have_count(2)
    expect(row).not_to_contain_text("Change to:")
    row.locator('.who[aria-pressed="false"]').click()
    row.get_by_role("button", name="Change").click()
    expect(page.locator("#feed li").first).to_contain_text("corrected, was:")
    assert _result(server, 3) is Result.BLACK_WINS
    assert tops() == before


def test_a_correction_of_an_earlier_round_asks_first(page: Page, server: Running, drawn: Round) -> None:
    page.goto(f"{server.at('results')}?round=2")
    page.locator('#t3 .who[aria-pressed="false"]').click()
    expect(page.locator("h1")).to_have_text("Correct round 2, table 3")
    expect(page.locator("main")).to_contain_text("stay as drawn, from the scores of that time")
    page.get_by_role("button", name="Correct the result").click()
    expect(page.locator("h1")).to_have_text("Results of round 2")
    assert server.desk.state(server.demo).tournament.round(5) == drawn


def test_a_game_is_postponed_the_next_round_drawn_and_its_result_entered_later(
    page: Page, server: Running
) -> None:
    at = server.desk, server.demo
    take_back_round(*at, round=4, by="director")
    draw_round(*at, round=4, by="director")
    boards = publish_round(*at, round=4, by="director").state.tournament.round(4).boards
    for board in boards:
        if board.table != 2:
            enter_result(*at, round=4, table=board.table, result=Result.WHITE_WINS, by="director")
    page.goto(f"{server.at('results')}?round=4")
    page.locator("#t2 .mid").click()
    page.get_by_role("link", name="Postpone…").click()
    page.get_by_label("Until").fill("2030-12-01T18:00")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#t2")).to_contain_text("postponed until Sun 1 Dec 18:00")
    page.goto(f"{server.at('draw')}?round=5")
    expect(page.locator(".missing")).to_contain_text("postponed until Sun 1 Dec 18:00")
    page.get_by_role("button", name="Draw anyway").click()
    expect(page.get_by_text("Round 5 drawn")).to_be_visible()
    met = {frozenset((board.white, board.black)) for board in boards}
    drawn = server.desk.state(server.demo).tournament.round(5).boards
    assert all(frozenset((board.white, board.black)) not in met for board in drawn)
    page.goto(f"{server.at('results')}?round=4")
    page.locator("#t2 .who").first.click()
    expect(page.locator("#t2 .won")).to_be_visible()
    expect(page.locator("#t2")).not_to_contain_text("postponed")


def test_everything_works_without_scripts(opened: Opened, server: Running, drawn: Round) -> None:
    page = opened(scripts=False)
    page.goto(server.at("results"))
    page.locator("#t4 .who").first.click()
    assert _result(server, 4) is Result.WHITE_WINS
    page.get_by_label("Table and winner").fill("5 b")
    page.get_by_role("button", name="Enter", exact=True).click()
    assert _result(server, 5) is Result.BLACK_WINS
    page.get_by_role("link", name="Other result for table 6").click()
    page.get_by_role("button", name="Both lose").click()
    assert _result(server, 6) is Result.BOTH_LOSE
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    assert _result(server, 6) is Result.UNKNOWN
    page.get_by_role("link", name="Still out").click()
    expect(page.locator("#t4")).to_have_count(0)


def test_the_results_fit_their_window(opened: Opened, server: Running, drawn: Round) -> None:
    page = opened(width=390)
    enter_result(server.desk, server.demo, round=5, table=2, result=Result.BOTH_LOSE_BY_DEFAULT, by="Tomás")
    for path in ("results?at=3", "results?show=out", "results/correct?round=2&table=3&result=jigo"):
        page.goto(server.at(path))
        expect(page.locator("h1")).to_be_visible()
        for window in every_window(page):
            assert beyond(page) <= 0, (path, window)
