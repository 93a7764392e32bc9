"""The draw: one button, reasons, every stroke by hand as a plain form, and what goes wrong."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from kit.builders import crosstable
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from miai.engine.kernel.preparation import preparation
from miai.features.draw.change_draw import lock, set_terms, swap
from miai.features.draw.draw_round import draw_round
from miai.features.draw.page.view import weight
from miai.features.phones.claim_result import claim_result
from miai.features.players.change_player import change_player, check_in_several
from miai.features.publish.publish_round import Shown, publication, publish_round
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_settings

DRAW = "/t/demo/draw?round=5"


@pytest.fixture
def drawn(site: Site, demo_id: str) -> Round:
    """The last round of the Riverside Open as a draft: twelve boards and a bye."""
    saved = draw_round(site.desk, demo_id, round=5, by="director").saved
    return saved.state.tournament.round(5)


def _now(site: Site) -> Tournament:
    return site.desk.state("demo").tournament


def _board(site: Site, table: int) -> Board:
    return next(board for board in _now(site).round(5).boards if board.table == table)


def _name(site: Site, player: str) -> str:
    return _now(site).player(PlayerId(player)).name


def _act(site: Site, action: str, *, page: str = DRAW, **fields: Any) -> str:
    """Press a button of the page without scripts, and look at the page it leads to."""
    answer = site.post(f"/t/demo/draw/{action}", page=page, round=5, **fields)
    assert answer.status_code == 303, answer.text
    return site.get(answer.headers["location"]).text


def _link(html: str, text: str) -> str:
    """Where the link with a text leads."""
    for href, inside in re.findall(r'<a [^>]*?href="([^"]+)"[^>]*>(.*?)</a>', html, re.DOTALL):
        if text in re.sub(r"<[^>]+>", "", inside):
            return unescape(href)
    raise AssertionError(f"no link says {text}")


def _row(html: str, table: int) -> str:
    found = re.search(rf'<tr id="t{table}".*?</tr>', html, re.DOTALL)
    assert found, f"no table {table}"
    return found[0]


def test_the_page_says_that_the_engine_is_being_prepared(
    site: Site, demo_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = "The pairing engine is being prepared"
    monkeypatch.setattr(preparation, "ready", False)
    monkeypatch.setattr(preparation, "begun", True)
    assert said in site.get(DRAW).text
    monkeypatch.setattr(preparation, "ready", True)
    assert said not in site.get(DRAW).text


def test_one_button_draws_the_round(site: Site, demo_id: str) -> None:
    before = site.get(DRAW).text
    assert "25 players are here; 1 has a bye." in before
    answer = site.post("/t/demo/draw/make", page=DRAW, **site.form(DRAW, "/t/demo/draw/make"))
    assert (answer.status_code, answer.headers["location"]) == (303, "/t/demo/draw?round=5")
    shown = site.get(DRAW).text
    assert len(_now(site).round(5).boards) == 12
    assert "Optimal, proven" in shown
    assert "Nobody sees it until you publish it." in shown
    assert publication(_now(site), 5).shown is Shown.NOTHING


def test_a_draw_that_is_older_than_a_change_is_not_called_proven(site: Site, demo_id: str) -> None:
    """The proof is about the players as they were then."""
    draw_round(site.desk, demo_id, round=5, by="director")
    player = _now(site).players[0]
    change_player(
        site.desk, demo_id, player.id, lambda old: replace(old, grade=Grade.parse("9k")), by="director"
    )
    shown = site.get(DRAW).text
    assert "This draw is older than these changes" in shown
    assert "Optimal when it was drawn" in shown
    assert "Optimal, proven" not in shown


def test_before_a_draw_the_page_says_that_nobody_is_checked_in(site: Site, demo_id: str) -> None:
    players = [player.id for player in _now(site).players]
    check_in_several(site.desk, demo_id, players, by="director", here=False)
    coming = sum(player.attends(5) for player in _now(site).players)
    assert f"Nobody is checked in, so all {coming} players are paired" in site.get(DRAW).text
    check_in_several(site.desk, demo_id, players[:4], by="director")
    shown = site.get(DRAW).text
    assert "Nobody is checked in" not in shown
    assert "not here and will not be paired" in shown


def test_only_boards_that_are_not_ideal_say_why(site: Site, drawn: Round) -> None:
    page = site.get(DRAW).text
    assert "Hoekstra floats down 1 again" in _row(page, 1)
    assert re.search(r'<td class="why">\s*</td>', _row(page, 2))
    odd = site.get(f"{DRAW}&show=odd").text
    assert 'id="t1"' in odd
    assert 'id="t2"' not in odd


def test_several_reasons_are_separated_as_the_language_does(site: Site, drawn: Round) -> None:
    first, last = drawn.boards[0], drawn.boards[-1]
    swap(site.desk, "demo", round=5, a=first.white, b=last.white, by="director")
    said = {}
    for language in ("en", "fr"):
        site.post("/look", language=language)
        said[language] = re.findall(r"\S(\s?);\s", _reasons(site))
    assert said["en"]
    assert set(said["en"]) == {""}
    assert len(said["fr"]) >= len(said["en"])
    assert "" not in said["fr"]


def _reasons(site: Site) -> str:
    cells = re.findall(r'<td class="why[^>]*>(.*?)</td>', site.get(DRAW).text, re.DOTALL)
    return "\n".join(unescape(cell) for cell in cells)


def test_a_draft_older_than_the_rules_says_so_with_the_button_to_draw_again(site: Site, drawn: Round) -> None:
    said = "This draw is older than these changes: a rule (Pairing rules)."
    assert said not in site.get(DRAW).text
    change_settings(site.desk, "demo", replace(_now(site).settings, preset="gotha"), by="director")
    page = site.get(DRAW).text
    assert said in page
    note = page[page.index('id="changed"') : page.index('id="boards"')]
    assert "Draw again" in note
    assert said not in _act(site, "make")
    change_settings(site.desk, "demo", replace(_now(site).settings, preset="kaniuk"), by="director")
    publish_round(site.desk, "demo", round=5, by="director")
    # What players see stays as it is: the rules are for the rounds to come.
    assert said not in site.get(DRAW).text


def test_publishing_a_rematch_made_by_hand_asks_first(site: Site, drawn: Round) -> None:
    before = _now(site)
    board = before.round(5).boards[0]
    met = before.round(1).board_of(board.white)
    assert met is not None
    again = met.opponent_of(board.white)
    swap(site.desk, "demo", round=5, a=board.black, b=again, by="director")
    answer = site.post("/t/demo/draw/publish", page=DRAW, round=5)
    asked = site.get(answer.headers["location"]).text
    assert "these games are against the rules" in asked
    assert "met in round 1" in asked
    assert not _now(site).round(5).shown
    site.post("/t/demo/publish/pairings", page="/t/demo/publish", number=5)
    assert not _now(site).round(5).shown
    site.post("/t/demo/draw/publish", page=DRAW, round=5, knowing="yes")
    assert _now(site).round(5).shown


def test_a_published_draw_says_which_results_were_corrected_and_cannot_be_drawn_again(
    site: Site, drawn: Round
) -> None:
    publish_round(site.desk, "demo", round=5, by="director")
    before = _reasons(site)
    board = _now(site).round(4).boards[0]
    other = Result.BLACK_WINS if board.result is Result.WHITE_WINS else Result.WHITE_WINS
    enter_result(site.desk, "demo", round=4, table=board.table, result=other, by="director")
    page = site.get(DRAW).text
    note = page[page.index('id="changed"') : page.index('id="boards"')]
    assert "This draw is older than these changes: results of round 4." in note
    assert "It is explained as it was drawn." in note
    assert "Draw again" not in note
    assert _reasons(site) == before


def test_why_not_two_others_says_how_much_worse_each_rule_fares(site: Site, drawn: Round) -> None:
    page = site.get(f"{DRAW}&a=Okafor+Chidi&b=Molnar+Zs%C3%B3fia").text
    card = page[page.index('id="why-not"') :]
    assert "Floats: worse<small>Dolezal – Eriksen: Dolezal Vít is drawn down again" in card
    assert "<small>instead of Eriksen – Molnar: Eriksen Maja is drawn down after being drawn up" in card


def test_games_still_being_played_are_listed_and_never_block_the_draw(site: Site, demo_id: str) -> None:
    enter_result(site.desk, demo_id, round=4, table=3, result=Result.UNKNOWN, by="director")
    page = site.get(DRAW).text
    assert "1 game is still being played." in page
    assert "Round 4, table 3" in page
    assert "each counts half a point" in page
    assert "Draw anyway" in page
    _act(site, "make")
    assert _now(site).round(5).boards


def test_a_round_waits_for_the_one_before(site: Site, desk: Desk) -> None:
    empty = crosstable("A?B C?D", start=0)
    fresh = replace(empty, rounds=(), settings=replace(empty.settings, rounds=3))
    desk.store.create(History.of_tournament(fresh), id="fresh")
    assert "Round 1 comes first" in site.get("/t/fresh/draw?round=2").text
    assert "Draw round 1" in site.get("/t/fresh/draw").text


def test_where_no_draw_exists_the_page_says_who_blocks_whom_and_offers_the_nearest(
    site: Site, desk: Desk
) -> None:
    played = crosstable("A+B")
    two = replace(played, settings=replace(played.settings, rounds=2))
    desk.store.create(History.of_tournament(two), id="two")
    answer = site.post("/t/two/draw/make", page="/t/two/draw", round=2)
    page = site.get(answer.headers["location"]).text
    assert "No draw is possible." in page
    assert "A and B met in round 1" in page
    assert desk.state("two").tournament.rounds_played == 1
    assert "Take the nearest draw" in page
    answer = site.post("/t/two/draw/make", page="/t/two/draw", round=2, nearest="yes")
    assert "met in round 1" in site.get(answer.headers["location"]).text


def test_a_swap_needs_no_script_and_says_beforehand_what_it_would_do(site: Site, drawn: Round) -> None:
    mine, theirs = drawn.boards[1].white, drawn.boards[4].black
    name = _now(site).player(mine).name
    chosen = site.get(_link(site.get(DRAW).text, name)).text
    picked = _link(chosen, "Swap…")
    page = site.get(picked).text
    assert f"Swap <b>{name}</b> with whom?" in page
    assert "met in round" in page
    assert "more float" in page
    assert re.search(rf'<button class="pick" form="swap" name="b" value="{theirs}"', page)
    after = _act(site, "swap", page=picked, a=mine, b=theirs)
    assert f"{name} and {_now(site).player(theirs).name} changed places" in after
    assert 'form="swap"' not in after
    assert _board(site, 5).black == mine
    assert _board(site, 2).white == theirs


def test_a_locked_board_cannot_be_picked_from(site: Site, drawn: Round) -> None:
    lock(site.desk, "demo", round=5, table=5, by="director")
    page = site.get(f"{DRAW}&pick={drawn.boards[1].white}").text
    assert re.search(rf'value="{drawn.boards[4].black}"[^>]* disabled', page)
    assert "is locked" in _row(page, 5)
    assert "with whom?" not in site.get(f"{DRAW}&pick={drawn.boards[4].white}").text


def test_undo_takes_back_the_last_stroke_alone(site: Site, drawn: Round) -> None:
    _act(site, "colours", table=3)
    _act(site, "lock", table=4)
    number = site.form(DRAW, "/t/demo/undo")["number"][0]
    site.post("/t/demo/undo", page=DRAW, number=number)
    assert not _board(site, 4).locked
    assert _board(site, 3).white == drawn.boards[2].black


def test_an_unpaired_board_leaves_two_who_can_be_paired_again(site: Site, drawn: Round) -> None:
    board = drawn.boards[2]
    page = _act(site, "unpair", table=3)
    assert page.count("no game") >= 2
    assert 'id="t3"' not in page
    picked = site.get(f"{DRAW}&pick={board.white}").text
    assert f"Pair <b>{_now(site).player(board.white).name}</b> with whom?" in picked
    _act(site, "swap", a=board.white, b=board.black)
    assert {_board(site, 3).white, _board(site, 3).black} == {board.white, board.black}


def test_the_bye_changes_hands_with_a_seat(site: Site, drawn: Round) -> None:
    free, seated = drawn.byes[0].player, drawn.boards[11].black
    _act(site, "swap", a=free, b=seated)
    assert _now(site).round(5).byes[0].player == seated
    _act(site, "bye", player=free)
    assert _now(site).round(5).byes[0].player == free


@pytest.mark.requirement("A48")
def test_colours_handicap_komi_and_table_of_one_board(site: Site, drawn: Round) -> None:
    board = drawn.boards[5]
    _act(site, "colours", table=6, pair=f"{board.white}|{board.black}")
    assert (_board(site, 6).white, _board(site, 6).black) == (board.black, board.white)
    page = site.get(f"{DRAW}&board=6&do=terms").text
    assert 'name="handicap"' in page
    shown = re.search(r'name="komi_shown" value="([^"]+)"', page)
    assert shown
    after = _act(site, "terms", table=6, handicap=2, komi=shown[1], komi_shown=shown[1])
    assert (_board(site, 6).handicap, _board(site, 6).komi) == (2, 0.5)
    assert "Table 6: 2 stones, komi ½" in after
    after = _act(site, "terms", table=6, handicap=3, komi="0,5")
    assert (_board(site, 6).handicap, _board(site, 6).komi) == (3, 0.5)
    assert "by hand" in _row(after, 6)
    after = _act(site, "table", table=6, new_table=1)
    assert _board(site, 1).white == board.black
    assert _board(site, 6).white == drawn.boards[0].white
    assert 'class="on"' in _row(after, 1)


def test_a_bye_says_why_and_can_be_kept_or_left_to_the_draw(site: Site, drawn: Round) -> None:
    [bye] = drawn.byes
    player = _now(site).player(bye.player)
    page = site.get(f"{DRAW}&at={bye.player}").text
    assert f"Why does {player.surname} have the bye?" in page
    assert "sits out: the lowest rated of the lowest score" in page
    _act(site, "lock-bye", player=bye.player)
    assert _now(site).round(5).byes[0].locked
    page = site.get(f"{DRAW}&at={bye.player}").text
    assert "Let the draw decide" in page
    _act(site, "lock-bye", player=bye.player, locked="no")
    assert not _now(site).round(5).byes[0].locked


def test_a_board_is_explained_in_words_and_by_numbers_only_on_request(site: Site, drawn: Round) -> None:
    page = site.get(f"{DRAW}&board=1").text
    words, folded, numbers = page.partition('<details class="small extra" id="numbers">')
    assert folded
    assert "not ideal" in words
    assert "·10" not in words
    assert "·10" in numbers
    asked = site.get(
        f"{DRAW}&a={_name(site, drawn.boards[0].white)}&b={_name(site, drawn.boards[9].white)}"
    ).text
    assert "Possible, but the draw as a whole is worse." in asked
    assert "·10" not in asked


def test_players_with_one_surname_are_called_by_their_first_names_too(site: Site, drawn: Round) -> None:
    event = _now(site)
    floater = next(player for player in event.players if player.surname == "Hoekstra")
    other = next(player for player in event.players if player.surname != "Hoekstra")
    change_player(
        site.desk, "demo", other.id, lambda player: replace(player, surname="Hoekstra"), by="director"
    )
    assert f"{floater.name} floats down 1 again" in _row(site.get(DRAW).text, 1)


def test_a_wrong_komi_is_refused_and_nothing_changes(site: Site, drawn: Round) -> None:
    answer = site.post("/t/demo/draw/terms", page=DRAW, round=5, table=6, handicap=0, komi="much")
    assert answer.status_code == 422
    assert "much is not a number" in answer.text
    assert _now(site).round(5) == drawn


def test_a_change_meant_for_two_players_never_hits_two_others(site: Site, drawn: Round) -> None:
    board = drawn.boards[5]
    swap(site.desk, "demo", round=5, a=board.white, b=drawn.boards[0].white, by="Tomás")
    before = site.desk.state("demo").version
    answer = site.post(
        "/t/demo/draw/unpair", page=DRAW, round=5, table=6, pair=f"{board.white}|{board.black}"
    )
    assert answer.status_code == 422
    assert "Table 6 has changed meanwhile" in answer.text
    assert site.desk.state("demo").version == before


def test_the_rest_is_paired_again_around_boards_that_were_locked_or_changed(site: Site, drawn: Round) -> None:
    for table in (2, 3, 4, 5):
        site.post("/t/demo/draw/colours", page=DRAW, round=5, table=table)
    kept, changed = _board(site, 2), _board(site, 3)
    _act(site, "lock", table=2)
    assert "Let the draw decide" in site.get(f"{DRAW}&board=4").text
    _act(site, "lock", table=4, locked="no")
    _act(site, "rest")
    assert (_board(site, 2), _board(site, 3)) == (replace(kept, locked=True), changed)
    assert _board(site, 4) == drawn.boards[3]


@pytest.mark.parametrize(
    ("action", "done"), [("make", "Draw again all the same"), ("take-back", "Take it back")]
)
def test_what_was_done_by_hand_is_dropped_only_by_somebody_who_has_read_what(
    site: Site, drawn: Round, action: str, done: str
) -> None:
    _act(site, "colours", table=3)
    before = _now(site).round(5)
    asked = _act(site, action, seed=7)
    names = [_now(site).player(seat).name for seat in (_board(site, 3).white, _board(site, 3).black)]
    assert f"This drops what was done by hand: table 3 ({names[0]} – {names[1]})." in unescape(asked)
    assert done in asked
    assert _now(site).round(5) == before
    known = re.search(r'name="knowing" value="([^"]+)"', asked)
    assert known
    site.post("/t/demo/draw/colours", page=DRAW, round=5, table=4)
    assert "table 4" in _act(site, action, seed=7, knowing=known[1])
    known = re.search(r'name="knowing" value="([^"]+)"', _act(site, action, seed=7))
    assert known
    _act(site, action, seed=7, knowing=known[1])
    assert _now(site).round(5) != before


@pytest.mark.requirement("A42")
def test_two_who_never_meet_are_said_and_kept_apart_by_the_next_pairing(site: Site, drawn: Round) -> None:
    board = drawn.boards[1]
    page = _act(site, "never", a=board.white, b=board.black)
    assert "This draw does not keep to your wishes yet" in page
    page = _act(site, "rest")
    assert "does not keep to your wishes" not in page
    assert all({each.white, each.black} != {board.white, board.black} for each in _now(site).round(5).boards)
    _act(site, "never", a=board.white, b=board.black, never="no")
    assert not _now(site).wishes.apart


@pytest.mark.requirement("A41")
def test_a_forced_game_is_in_the_draw_at_once(site: Site, drawn: Round) -> None:
    a, b = drawn.boards[1].white, drawn.boards[3].white
    page = _act(site, "force", a=a, b=b)
    board = _now(site).round(5).board_of(a)
    assert board
    assert board.opponent_of(a) == b
    assert "forced" in _row(page, board.table)
    _act(site, "force", a=a, b=b, force="no")
    assert not _now(site).wishes.games


def test_a_game_that_cannot_be_had_is_not_wished_for_any_longer(site: Site, drawn: Round) -> None:
    a, b = drawn.boards[1].white, drawn.boards[3].white
    _act(site, "force", a=a, b=b)
    answer = site.post("/t/demo/draw/force", page=DRAW, round=5, a=a, b=drawn.boards[5].white)
    assert answer.status_code == 422
    assert len(_now(site).wishes.games) == 1


def test_a_player_sits_at_one_table_or_never_there(site: Site, drawn: Round) -> None:
    player = drawn.boards[7].white
    page = _act(site, "seat", player=player, table="8")
    assert "fixed table" in _row(page, 8)
    page = _act(site, "off", player=player, table=2)
    assert "never sits at table 2" in page
    _act(site, "seat", player=player, table="")
    assert not _now(site).wishes.tables


@pytest.mark.requirement("A21")
def test_a_volunteer_for_the_bye_is_noted_before_the_draw_and_after_it(site: Site, demo_id: str) -> None:
    before = unescape(site.get(DRAW).text)
    player = next(each for each in _now(site).players if each.attends(5))
    assert "Somebody offers to sit out" in before
    assert f'<option value="{player.id}">{player.name} {player.grade}</option>' in before
    page = unescape(_act(site, "volunteer", player=player.id))
    assert f"{player.name} offers to sit out this round" in page
    choice = re.search(r'<select class="input" id="volunteer".*?</select>', page, re.DOTALL)
    assert choice
    assert f'<option value="{player.id}">' not in choice[0]
    history = unescape(site.get(f"/t/{demo_id}/history").text)
    assert f"Wish for the draw: {player.name} offers to sit out round 5" in history
    own = unescape(site.get(f"/t/{demo_id}/players/{player.id}").text)
    assert "Offers to sit out round 5" in own
    _act(site, "volunteer", player=player.id, offers="no")
    assert _now(site).wishes.volunteers == ()


def test_a_board_is_explained_rule_by_rule(site: Site, drawn: Round) -> None:
    page = site.get(f"{DRAW}&board=1").text
    assert "Why table 1?" in page
    assert "Equal score" in page


def test_a_worse_draw_is_set_beside_the_best_and_can_be_given_up_for_it(site: Site, drawn: Round) -> None:
    _act(site, "swap", a=drawn.boards[1].white, b=drawn.boards[6].white)
    page = site.get(DRAW).text
    assert "Optimal, proven" not in page
    page = site.get(_link(page, "Compare with the best draw")).text
    assert "This draw costs" in page
    white, black = (_now(site).player(player) for player in (drawn.boards[1].white, drawn.boards[1].black))
    assert f"{white.name} – {black.name}" in page or f"{black.name} – {white.name}" in page
    known = re.search(r'name="knowing" value="([^"]+)"', _act(site, "make", seed=0))
    assert known
    _act(site, "make", seed=0, knowing=known[1])
    assert _now(site).round(5) == drawn


def test_why_two_others_do_not_meet(site: Site, drawn: Round) -> None:
    a, b = (_now(site).player(drawn.boards[table].white) for table in (1, 3))
    page = site.get(f"{DRAW}&a={a.surname}&b={b.name}").text
    assert "Possible" in page or "Not allowed:" in page
    assert "Force this game" in page
    assert "nobody called" in site.get(f"{DRAW}&a=Nobody&b={b.name}").text.lower()


def test_publishing_over_published_pairings_shows_the_consequences_first(site: Site, drawn: Round) -> None:
    page = _act(site, "publish")
    assert "Published. Players see these pairings." in page
    swap(site.desk, "demo", round=5, a=drawn.boards[1].white, b=drawn.boards[3].white, by="director")
    assert "4 players have another game" in site.get(DRAW).text
    asked = _act(site, "publish")
    assert "4 players will see another game than before." in asked
    assert _now(site).player(drawn.boards[1].black).name in asked
    assert publication(_now(site), 5).shown is Shown.EARLIER
    _act(site, "publish", knowing="yes")
    assert publication(_now(site), 5).shown is Shown.CURRENT


def test_a_published_round_is_taken_back_only_by_somebody_who_has_read_what_is_lost(
    site: Site, drawn: Round
) -> None:
    publish_round(site.desk, "demo", round=5, by="director")
    enter_result(site.desk, "demo", round=5, table=1, result=Result.WHITE_WINS, by="director")
    asked = _act(site, "take-back")
    assert "Players no longer see the pairings of this round." in asked
    assert "1 result is dropped with the draw." in asked
    assert _now(site).round(5).boards
    known = re.search(r'name="knowing" value="([^"]+)"', asked)
    assert known
    enter_result(site.desk, "demo", round=5, table=2, result=Result.WHITE_WINS, by="director")
    assert "2 results are dropped with the draw." in _act(site, "take-back", knowing=known[1])
    known = re.search(r'name="knowing" value="([^"]+)"', _act(site, "take-back"))
    assert known
    _act(site, "take-back", knowing=known[1])
    assert not _now(site).round(5).boards


@pytest.mark.parametrize("action", ["make", "take-back"])
def test_a_game_of_which_two_phones_report_different_results_is_named_before_it_is_dropped(
    site: Site, drawn: Round, action: str
) -> None:
    publish_round(site.desk, "demo", round=5, by="director")
    board = drawn.boards[2]
    for player, result in ((board.white, Result.WHITE_WINS), (board.black, Result.BLACK_WINS)):
        claim_result(site.desk, "demo", round=5, player=player, result=result, by="phone")
    before = site.desk.state("demo").version
    asked = unescape(_act(site, action, seed=7))
    game = f"table 3 ({_name(site, board.white)} – {_name(site, board.black)})"
    assert f"The players of this game have reported different results, which are dropped: {game}." in asked
    assert site.desk.state("demo").version == before
    known = re.search(r'name="knowing" value="([^"]+)"', asked)
    assert known
    _act(site, action, seed=7, knowing=known[1])
    assert site.desk.state("demo").version > before


def test_publishing_again_says_so_where_nothing_or_only_the_terms_changed(site: Site, drawn: Round) -> None:
    page = "/t/demo/draw/publish?round=5"
    assert "Players cannot see this round yet." in site.get(page).text
    publish_round(site.desk, "demo", round=5, by="director")
    same = site.get(page).text
    assert "Nothing has changed: players see this draw already." in same
    assert "<table" not in same.split("<main")[1]
    assert "Publish pairings" not in same
    set_terms(site.desk, "demo", round=5, table=3, handicap=0, komi=7, by="director")
    changed = site.get(page).text
    assert "Only handicap or komi has changed." in changed
    assert "Publish pairings" in changed


def test_a_draw_made_again_is_another_draft(site: Site, drawn: Round) -> None:
    assert "Draft 2" in _act(site, "make", seed=1)
    _act(site, "take-back")
    assert not _now(site).round(5).boards


def test_an_earlier_round_shows_its_own_draw(site: Site, demo_id: str) -> None:
    page = site.get("/t/demo/draw?round=2").text
    assert "Draw of round 2" in page
    assert "Played. All results are in." in page
    assert "Draw again" not in page
    assert "Unpair" not in site.get("/t/demo/draw?round=2&board=1").text


def test_a_game_that_was_forced_can_be_asked_about_and_forces_nobody_into_two(
    site: Site, drawn: Round
) -> None:
    """It is wished already; only another game of the two is against that wish."""
    one, other, third = drawn.boards[0].white, drawn.boards[5].black, drawn.boards[3].black
    page = unescape(_act(site, "force", page=f"{DRAW}&a=x&b=y&do=ask", a=one, b=other))
    assert _now(site).round(5).board_of(one) == _now(site).round(5).board_of(other)
    assert "two games" not in page
    assert f"Why table {_now(site).round(5).board_of(one).table}?" in page  # type: ignore[union-attr]
    asked = unescape(site.get(f"{DRAW}&a={_name(site, one)}&b={_name(site, other)}").text)
    assert "Possible, and as good." in asked
    asked = unescape(site.get(f"{DRAW}&a={_name(site, one)}&b={_name(site, third)}").text)
    assert f"{_name(site, one)} is to meet {_name(site, other)} in this round by your wish" in asked


def test_a_far_gap_after_a_swap_says_who_would_come_to_which_board(site: Site, drawn: Round) -> None:
    board, last = drawn.boards[0], drawn.boards[-1]
    page = unescape(site.get(f"{DRAW}&pick={board.white}").text)
    weak = _now(site).player(last.black)
    said = re.search(rf"{weak.grade} on board {board.table}: (\S+) points apart", _row(page, last.table))
    assert said
    assert float(said[1].replace("½", ".5")) >= 2


def test_games_are_wished_and_forbidden_before_the_draw(site: Site, demo_id: str) -> None:
    """Both kinds of wish have one form; the draw keeps to them."""
    page = site.get(DRAW).text
    assert "Must meet in this round" in page
    one, other, third = [player.id for player in _now(site).players if player.attends(5)][:3]
    page = unescape(_act(site, "force", a=one, b=other))
    assert f"{_name(site, one)} and {_name(site, other)} meet in this round" in page
    page = unescape(_act(site, "never", a=one, b=third))
    assert f"{_name(site, one)} and {_name(site, third)} never meet" in page
    refused = site.post("/t/demo/draw/force", page=DRAW, round=5, a=one, b=third)
    assert refused.status_code == 422
    assert "end that wish first" in unescape(refused.text)
    _act(site, "make")
    assert _now(site).round(5).board_of(one) == _now(site).round(5).board_of(other)


def _event_of(desk: Desk, system: str) -> str:
    """Four players who have played one round by a system, and the second round drawn."""
    four = crosstable("A+B C+D", start=0)
    event = replace(four, settings=replace(four.settings, rounds=3, system=system))
    desk.store.create(History.of_tournament(event), id="four")
    draw_round(desk, "four", round=2, by="director")
    return "/t/four/draw?round=2"


def test_a_system_that_plans_all_rounds_gives_the_reason_of_its_plan(site: Site, desk: Desk) -> None:
    page = site.get(f"{_event_of(desk, 'round_robin')}&board=1").text
    assert "By the plan of the system" in page
    assert "Round 2 of the table's rotation." in unescape(page)
    assert "Total for this board" not in page
    assert "Why not two others?" not in page


def test_a_draw_by_lot_is_explained_by_the_lot_and_not_by_prices(site: Site, desk: Desk) -> None:
    page = site.get(f"{_event_of(desk, 'random')}&board=1").text
    assert "As the system draws it" in page
    assert "Drawn by lot: every pairing was equally likely." in page
    assert "Equal score" not in page
    assert "Total for this board" not in page
    assert "Why not two others?" not in page


def test_a_draw_by_lot_that_was_changed_is_set_beside_the_systems_own(site: Site, desk: Desk) -> None:
    address = _event_of(desk, "random")
    drawn = desk.state("four").tournament.round(2)
    swap(desk, "four", round=2, a=drawn.boards[0].white, b=drawn.boards[1].white, by="director")
    page = unescape(site.get(f"{address}&board=1").text)
    assert "Not the system's own pairing: it has" in page
    page = unescape(site.get(_link(page, "Compare with the system’s own draw")).text)
    assert "The system’s own draw has instead" in page
    assert all(
        f"{board.white} – {board.black}" in page or f"{board.black} – {board.white}" in page
        for board in drawn.boards
    )
    assert "Take the system’s own draw" in page


def test_a_draw_by_information_is_proved_and_priced_by_it(site: Site, desk: Desk) -> None:
    page = site.get(f"{_event_of(desk, 'entropy')}&board=1").text
    assert "Optimal, proven" in page
    assert "Information" in page
    assert 'id="numbers"' in page
    assert "Why not two others?" in page


def test_large_weights_are_rounded() -> None:
    assert weight(80_300) == "80,300"
    assert weight(239_688_556_800) == "2.4·10¹¹"


@pytest.mark.requirement("A28")
def test_with_nigiri_the_page_gives_no_colours(site: Site, demo_id: str) -> None:
    settings = site.desk.state(demo_id).tournament.settings
    draw_round(site.desk, demo_id, round=5, by="director")
    assert "games with the due colours" in site.get(DRAW).text
    rules = replace(settings, pairing=replace(settings.pairing, colours=ColourRule.NIGIRI))
    change_settings(site.desk, demo_id, rules, by="director")
    draw_round(site.desk, demo_id, round=5, by="director")
    page = site.get(DRAW).text
    assert "games with the due colours" not in page
    assert "nigiri" in _row(page, 1)
