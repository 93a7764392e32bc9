"""Results: a name is a button, a line is an entry; nothing is overwritten unseen, old rounds are mended."""

import re
from html import unescape
from typing import Any

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.features.draw import change_draw
from miai.features.draw.draw_round import draw_round
from miai.features.phones.claim_result import claim_result
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import Clash, enter_result

RESULTS = "/t/demo/results"
ENTER = "/t/demo/results/enter"


@pytest.fixture
def drawn(site: Site, demo_id: str) -> Round:
    """The last round of the Riverside Open, published and running."""
    draw_round(site.desk, demo_id, round=5, by="director")
    return publish_round(site.desk, demo_id, round=5, by="director").state.tournament.round(5)


def _result(desk: Desk, table: int, number: int = 5) -> Result:
    return _board(desk, table, number).result


def _board(desk: Desk, table: int, number: int = 5) -> Board:
    boards = desk.state("demo").tournament.round(number).boards
    return next(board for board in boards if board.table == table)


def _game(html: str, table: int) -> str:
    """One game of the page."""
    games = html.split('<div class="game')[1:]
    found = [game.split("</form>")[0] for game in games if f'id="t{table}"' in game]
    assert found, f"no table {table}"
    return found[0]


def _click(site: Site, page: str, entry: str) -> Any:
    """Press the button of the page that enters something."""
    html = site.get(page).text
    found = re.search(rf'value="{re.escape(entry)}" formaction="([^"]+)"', html)
    assert found, f"no button enters {entry}"
    fields = site.form(page, ENTER)
    return site.post(unescape(found[1]), page=page, **{**fields, "entry": entry})


def test_a_click_on_the_winner_enters_the_result(site: Site, drawn: Round) -> None:
    answer = _click(site, RESULTS, "3 black")
    assert (answer.status_code, answer.headers["location"]) == (303, RESULTS)
    assert _result(site.desk, 3) is Result.BLACK_WINS
    page = site.get(RESULTS).text
    assert "1 of 12 in" in page
    assert "Table 3: " in page
    assert page.count('aria-pressed="true"') == 1


def test_a_wrong_click_is_put_right_by_one_more(site: Site, drawn: Round) -> None:
    _click(site, RESULTS, "3 black")
    _click(site, RESULTS, "3 white")
    assert _result(site.desk, 3) is Result.WHITE_WINS
    site.post("/t/demo/results/undo", page=RESULTS, round=5)
    assert _result(site.desk, 3) is Result.BLACK_WINS


def test_links_of_the_page_stay_in_its_round(site: Site, drawn: Round) -> None:
    # With the last result, the address without a round would show another one.
    page = unescape(site.get(RESULTS).text)
    assert f'href="{RESULTS}?round=5&at=3#t3"' in page
    assert f'href="{RESULTS}?round=5&show=settle"' in page


@pytest.mark.parametrize(
    ("line", "result"),
    [
        ("3 w", Result.WHITE_WINS),
        ("3b", Result.BLACK_WINS),
        (" 3 W ", Result.WHITE_WINS),
        ("3 0", Result.BOTH_LOSE),
        ("3 wf", Result.WHITE_WINS_BY_DEFAULT),
        ("3 f b", Result.BLACK_WINS_BY_DEFAULT),
        ("3 0f", Result.BOTH_LOSE_BY_DEFAULT),
    ],
)
def test_a_typed_line_is_an_entry(site: Site, drawn: Round, line: str, result: Result) -> None:
    site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry=line)
    assert _result(site.desk, 3) is result


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("99 w", "Round 5 has no table 99."),
        ("3", "Who won table 3?"),
        ("3 f", "Who won table 3 by forfeit?"),
        ("three", "“three” is not a table and a winner"),
        ("3 =", "Jigo is not possible with komi 6½: change the komi of table 3 first."),
    ],
)
def test_a_line_that_says_nothing_is_named_and_nothing_is_saved(
    site: Site, drawn: Round, line: str, said: str
) -> None:
    before = site.desk.state("demo").version
    answer = site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry=line, enhanced=True)
    assert answer.status_code == 422
    assert said in answer.text
    assert site.desk.state("demo").version == before


def test_every_other_result_is_a_button_without_any_script(site: Site, drawn: Round) -> None:
    page = f"{RESULTS}?at=3"
    for entry, result in (
        ("3 both lose", Result.BOTH_LOSE),
        ("3 white by default", Result.WHITE_WINS_BY_DEFAULT),
        ("3 unknown", Result.UNKNOWN),
    ):
        _click(site, page, entry)
        assert _result(site.desk, 3) is result
    assert 'value="4 both lose"' not in site.get(page).text


def test_jigo_is_offered_and_read_where_the_komi_is_a_whole_number(site: Site, drawn: Round) -> None:
    page = f"{RESULTS}?at=3"
    assert 'value="3 jigo"' not in site.get(page).text
    change_draw.set_terms(site.desk, "demo", round=5, table=3, handicap=0, komi=7, by="director")
    publish_round(site.desk, "demo", round=5, by="director")
    _click(site, page, "3 jigo")
    assert _result(site.desk, 3) is Result.JIGO
    site.post("/t/demo/results/undo", page=RESULTS, round=5)
    site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 =")
    assert _result(site.desk, 3) is Result.JIGO


def test_who_was_slower_is_told_and_chooses(site: Site, drawn: Round) -> None:
    action = f"{ENTER}?seen=unknown&white={drawn.boards[2].white}"
    enter_result(site.desk, "demo", round=5, table=3, result=Result.WHITE_WINS, by="Tomás")
    answer = site.post(action, page=RESULTS, round=5, entry="3 b")
    assert answer.status_code == 409
    assert "Tomás entered table 3 first" in answer.text
    assert _result(site.desk, 3) is Result.WHITE_WINS
    mine: dict[str, Any] = {"round": "5", "entry": "3 b"}
    for name, value in mine.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in answer.text
    site.post(ENTER, page=RESULTS, **mine)
    assert _result(site.desk, 3) is Result.BLACK_WINS


def test_a_result_that_was_refused_waits_in_red_until_it_is_settled(site: Site, drawn: Round) -> None:
    enter_result(site.desk, "demo", round=5, table=3, result=Result.WHITE_WINS, by="Anneke")
    for entry in ("3 b", "3 b", "3 0"):
        assert site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry=entry).status_code == 409
    page = site.get(RESULTS).text
    assert "To settle <b>1</b>" in page
    assert 'id="t4"' not in site.get(f"{RESULTS}?show=settle").text
    row = unescape(_game(site.get(f"{RESULTS}?show=settle").text, 3))
    assert "Anneke entered White, then director said Black. Then director said both lost." in row
    assert "Table 3: two different results were entered" in site.get("/t/demo").text
    told = unescape(site.get("/t/demo/history").text)
    assert told.count("Refused: ") == 2
    _click(site, RESULTS, "3 white")
    assert _result(site.desk, 3) is Result.WHITE_WINS
    assert "clash" not in _game(site.get(RESULTS).text, 3)
    assert "two different results" not in site.get("/t/demo").text
    assert unescape(site.get("/t/demo/history").text).count("Refused: ") == 2


def test_theirs_is_kept_with_the_button_of_the_notice(site: Site, drawn: Round) -> None:
    enter_result(site.desk, "demo", round=5, table=3, result=Result.WHITE_WINS, by="Anneke")
    answer = site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 b", enhanced=True)
    assert '<input type="hidden" name="entry" value="3 white">' in answer.text
    site.post(ENTER, page=RESULTS, round=5, entry="3 white")
    assert "clash" not in _game(site.get(RESULTS).text, 3)


def test_a_redrawn_round_takes_results_of_the_published_games(site: Site, drawn: Round) -> None:
    board = drawn.boards[2]
    names = site.desk.state("demo").tournament.names
    other = drawn.boards[3]
    change_draw.swap(site.desk, "demo", round=5, a=board.white, b=other.white, by="director")
    page = site.get(RESULTS).text
    assert "Round 5 was changed after it was published" in page
    assert names[board.white] in _game(page, 3)
    assert names[other.white] not in _game(page, 3)
    _click(site, RESULTS, "3 white")
    event = site.desk.state("demo").tournament
    seats = {(each.white, each.black): each.result for each in event.round(5).boards}
    assert seats[board.white, board.black] is Result.WHITE_WINS
    assert "The changed draw has this game again" in site.get(RESULTS).text
    _click(site, RESULTS, "4 black")
    assert "was changed after it was published" not in site.get(RESULTS).text
    assert {(each.white, each.black) for each in site.desk.state("demo").tournament.round(5).boards} == {
        (each.white, each.black) for each in drawn.boards
    }


def test_a_round_that_is_not_published_says_so_and_takes_results(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    assert "Round 5 is not published" in site.get(RESULTS).text
    _click(site, RESULTS, "3 white")
    assert _result(site.desk, 3) is Result.WHITE_WINS


def test_letters_follow_the_language_of_the_page(site: Site, drawn: Round) -> None:
    site.post("/look", page=RESULTS, language="fr")
    page = site.get(RESULTS).text
    assert 'placeholder="12 b"' in page
    assert site.form(RESULTS, f"{ENTER}?seen=unknown")["letters"] == ["bnf"]
    site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 b", letters="bnf")
    assert _result(site.desk, 3) is Result.WHITE_WINS
    site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="4 n")
    assert _result(site.desk, 4) is Result.BLACK_WINS


def test_a_line_is_read_with_the_letters_that_the_page_showed(site: Site, drawn: Round) -> None:
    site.post("/look", page=RESULTS, language="fr")
    site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 b", letters="wbf")
    assert _result(site.desk, 3) is Result.BLACK_WINS


def test_letters_can_be_chosen_and_given_back(site: Site, drawn: Round) -> None:
    site.post("/look", page="/t/demo/settings", letters="XYK")
    assert 'placeholder="12 x"' in site.get(RESULTS).text
    site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 yk")
    assert _result(site.desk, 3) is Result.BLACK_WINS_BY_DEFAULT
    site.post("/look", page="/t/demo/settings", letters="xxk")
    assert 'placeholder="12 w"' in site.get(RESULTS).text


def test_with_a_game_to_settle_there_is_no_next_step(site: Site, demo_id: str) -> None:
    stands = site.desk.state(demo_id).tournament.board_at(4, 1).result
    other = Result.BLACK_WINS if stands is Result.WHITE_WINS else Result.WHITE_WINS
    with pytest.raises(Clash):
        enter_result(site.desk, demo_id, round=4, table=1, result=other, by="Ana", seen=Result.UNKNOWN)
    assert "All in" not in site.get(f"{RESULTS}?round=4").text


def test_when_all_are_in_the_next_step_is_a_button(site: Site, demo_id: str) -> None:
    page = f"{RESULTS}?round=4"
    assert "All in: draw round 5" in site.get(page).text
    # It draws the round and shows the draft.
    answer = site.post("/t/demo/draw/make", page=page, **site.form(page, "/t/demo/draw/make"))
    assert answer.headers["location"].startswith("/t/demo/draw?round=5")
    drawn = site.desk.state(demo_id).tournament.round(5)
    assert drawn.boards
    assert "All in" not in site.get(f"{RESULTS}?round=4").text
    for board in drawn.boards:
        assert "Publish as final" not in site.get(RESULTS).text
        enter_result(site.desk, "demo", round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    assert "Publish as final" in site.get(f"{RESULTS}?round=5").text
    site.post("/t/demo/publish/standings", page=RESULTS, after=5, final="yes")
    assert "Publish as final" not in site.get(f"{RESULTS}?round=5").text


def test_two_who_enter_the_same_agree(site: Site, drawn: Round) -> None:
    enter_result(site.desk, "demo", round=5, table=3, result=Result.BLACK_WINS, by="Tomás")
    before = site.desk.state("demo").version
    answer = site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 b")
    assert answer.status_code == 303
    assert site.desk.state("demo").version == before


def test_a_click_on_a_player_who_left_the_table_is_refused(site: Site, drawn: Round) -> None:
    answer = site.post(f"{ENTER}?seen=unknown&white=p999", page=RESULTS, round=5, entry="3 w")
    assert answer.status_code == 422
    assert "Table 3 has changed meanwhile" in answer.text
    assert _result(site.desk, 3) is Result.UNKNOWN


def test_only_outstanding_boards_and_those_that_come_in_stay_in_sight(site: Site, drawn: Round) -> None:
    _click(site, RESULTS, "1 white")
    html = site.get(RESULTS).text
    found = re.search(r'href="([^"]+)"[^>]*>Still out <b>11</b>', html)
    assert found
    out = unescape(found[1])
    page = site.get(out).text
    assert 'id="t1"' not in page
    _click(site, out, "2 white")
    page = site.get(out).text
    assert "done" in _game(page, 2)
    assert "Still out <b>10</b>" in page
    assert 'id="t2"' not in site.get(f"{RESULTS}?show=out").text


def test_just_in_names_who_and_offers_undo_of_ones_own(site: Site, drawn: Round) -> None:
    enter_result(site.desk, "demo", round=5, table=1, result=Result.WHITE_WINS, by="Tomás")
    _click(site, RESULTS, "2 white")
    feed = site.get(RESULTS).text.split('id="feed"')[1].split("</section>")[0]
    assert "<small>Tomás</small>" in feed
    assert "<small>you</small>" in feed
    assert feed.count('aria-label="Undo table') == 1


def test_of_two_desks_without_a_name_each_is_you_only_to_itself(site: Site, drawn: Round) -> None:
    _click(site, RESULTS, "2 white")
    first, site.client = site.client, site.browser()
    _click(site, RESULTS, "3 white")
    feed = site.get(RESULTS).text.split('id="feed"')[1].split("</section>")[0]
    assert re.findall(r"<small>(.+?)</small>", feed) == ["you", "another desk"]
    assert feed.count('aria-label="Undo table') == 1
    history = site.get("/t/demo/history").text
    assert history.count(">you</td>") == 1
    site.client = first
    site.post("/t/demo/results/undo", page=RESULTS, round=5)
    assert [_result(site.desk, table) for table in (2, 3)] == [Result.UNKNOWN, Result.WHITE_WINS]
    answer = site.post("/t/demo/results/undo", page=RESULTS, round=5)
    assert "You have entered no result of round 5 that still counts" in answer.text


def test_a_third_result_is_not_overwritten_by_the_choice_between_two(site: Site, drawn: Round) -> None:
    enter_result(site.desk, "demo", round=5, table=3, result=Result.WHITE_WINS, by="director")
    answer = site.post(f"{ENTER}?seen=unknown", page=RESULTS, round=5, entry="3 b", enhanced=True)
    assert "Somebody entered table 3 first" in answer.text
    actions = re.findall(r'action="([^"]+)"', answer.text)
    assert actions == [f"{ENTER}?seen=white"] * 2
    enter_result(site.desk, "demo", round=5, table=3, result=Result.BOTH_LOSE, by="Tomás")
    for entry in ("3 white", "3 b"):
        refused = site.post(actions[0], page=RESULTS, round=5, entry=entry)
        assert "Tomás entered table 3 first" in refused.text
    assert _result(site.desk, 3) is Result.BOTH_LOSE


def test_a_typed_line_is_refused_in_all_languages(site: Site, drawn: Round) -> None:
    headers = {"X-Requested-With": "miai", "X-Miai-Page": RESULTS, "X-Miai-Line": "1"}
    for address, status, words in (
        (
            f"{ENTER}?seen=unknown",
            422,
            ("Jigo is not possible", "Jigo impossible avec", "Jigo ist mit Komi"),
        ),
        (f"{ENTER}?seen=black", 409, ("Keep theirs", "Garder", "behalten")),
    ):
        fields = {"csrf": site.token(), "round": 5, "entry": "3 =" if status == 422 else "3 0"}
        answer = site.client.post(address, data=fields, headers=headers)
        assert answer.status_code == status
        own, french, german = re.split(r'<template lang="(?:fr|de)">', unescape(answer.text))
        for part, word in zip((own, french, german), words, strict=True):
            assert word in part
        enter_result(site.desk, "demo", round=5, table=3, result=Result.WHITE_WINS, by="Tomás")


def test_a_correction_of_an_earlier_round_shows_its_consequences_first(site: Site, drawn: Round) -> None:
    page = f"{RESULTS}?round=2"
    old = _board(site.desk, 3, 2)
    other = Result.WHITE_WINS if old.result is Result.BLACK_WINS else Result.BLACK_WINS
    entry = f"3 {other.value}"
    version = site.desk.state("demo").version
    rounds = site.desk.state("demo").tournament.rounds
    answer = _click(site, page, entry)
    asked = answer.headers["location"]
    shown = site.get(asked).text
    assert re.search(r"rounds 3[, 45and]* stay as drawn, from the scores of that time", shown)
    assert "→" in shown
    assert site.desk.state("demo").version == version
    fields = site.form(asked, "/t/demo/results/correct")
    answer = site.post("/t/demo/results/correct", page=asked, **fields)
    assert answer.headers["location"] == page
    after = site.desk.state("demo").tournament
    assert _result(site.desk, 3, 2) is other
    assert [drawn.number for drawn in after.rounds] == [1, 2, 3, 4, 5]
    assert after.rounds[2:] == rounds[2:]


def test_a_result_of_an_earlier_round_that_was_missing_is_entered_at_once(site: Site, demo_id: str) -> None:
    enter_result(site.desk, demo_id, round=4, table=3, result=Result.UNKNOWN, by="director")
    draw_round(site.desk, demo_id, round=5, by="director")
    _click(site, f"{RESULTS}?round=4", "3 white")
    assert _result(site.desk, 3, 4) is Result.WHITE_WINS


def test_two_claims_that_differ_are_red_and_settled_by_one_click(site: Site, drawn: Round) -> None:
    board = drawn.boards[2]
    claim_result(site.desk, "demo", round=5, player=board.white, result=Result.WHITE_WINS, by="phone")
    assert "clash" not in _game(site.get(RESULTS).text, 3)
    claim_result(site.desk, "demo", round=5, player=board.black, result=Result.BLACK_WINS, by="phone")
    page = site.get(RESULTS).text
    assert "To settle <b>1</b>" in page
    game = _game(page, 3)
    assert " clash" in game
    assert "Both players report a win" in game
    assert "Settle…" in game
    only = site.get(f"{RESULTS}?show=settle").text
    assert 'id="t3"' in only
    assert 'id="t4"' not in only
    _click(site, RESULTS, "3 white")
    assert _result(site.desk, 3) is Result.WHITE_WINS
    assert "clash" not in _game(site.get(RESULTS).text, 3)


def test_before_the_draw_there_is_nothing_to_enter(site: Site, demo_id: str) -> None:
    page = site.get(RESULTS).text
    assert "Round 5 is not drawn yet" in page
    assert "Go to the draw of round 5" in page
    assert "Results of round 4" in page


@pytest.mark.requirement("V51")
def test_a_bonus_is_given_shown_beside_the_standings_and_undone(site: Site, drawn: Round) -> None:
    player = site.desk.state("demo").tournament.player(drawn.boards[0].white)
    form = {**site.form(RESULTS, "/t/demo/results/bonus"), "player": player.id}
    assert form["points"] == ["½"]
    answer = site.client.post("/t/demo/results/bonus", data=form)
    assert answer.status_code == 303
    page = unescape(site.get(RESULTS).text)
    assert f"Bonus for {player.name}: ½" in page
    assert f"Bonus points: {player.name} ½ in round 5." in unescape(
        site.get("/t/demo/standings?round=5").text
    )
    assert "Bonus points:" not in site.get("/t/demo/standings?round=4").text
    entry = site.desk.state("demo").version
    site.post("/t/demo/undo", page=RESULTS, number=entry)
    assert site.desk.state("demo").tournament.round(5).bonuses == ()


def test_a_bonus_that_is_no_number_of_points_is_refused(site: Site, drawn: Round) -> None:
    player = drawn.boards[0].white
    answer = site.post("/t/demo/results/bonus", page=RESULTS, round=5, player=player, points="a beer")
    assert answer.status_code == 422
    assert "Points: a beer is not a number" in answer.text
