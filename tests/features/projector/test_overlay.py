"""The overlay for streams: only what is published, nothing to click, a transparent page."""

from kit.web_site import Site
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result

PAGE = "/p/demo/overlay"


def test_the_overlay_shows_the_board_of_the_last_published_round(site: Site, demo_id: str) -> None:
    event = site.desk.state(demo_id).tournament
    board = event.round(4).board_at(2)
    assert board
    draw_round(site.desk, demo_id, round=5, by="director")
    text = site.get(f"{PAGE}?table=2").text
    assert "Round 4" in text
    assert event.player(board.white).name in text
    assert event.player(board.black).name in text
    publish_round(site.desk, demo_id, round=5, by="director")
    assert "Round 5" in site.get(f"{PAGE}?table=2").text


def test_the_winner_is_named_when_the_result_is_in(site: Site, demo_id: str) -> None:
    board = site.desk.state(demo_id).tournament.round(4).board_at(1)
    assert board
    enter_result(site.desk, demo_id, round=4, table=1, result=Result.BLACK_WINS, by="director")
    name = site.desk.state(demo_id).tournament.player(board.black).name
    assert f"{name} won" in site.get(f"{PAGE}?table=1").text


def test_the_ticker_has_the_published_standings_in_their_order(site: Site, demo_id: str) -> None:
    text = site.get(f"{PAGE}?show=standings").text
    names = [each.name for each in site.desk.state(demo_id).tournament.players]
    places = [text.index(f" {name} <") for name in names if f" {name} <" in text]
    assert len(places) == min(len(names), 64)
    assert '<a class="skip"' in text
    assert "<form" not in text


def test_a_table_that_there_is_not_shows_nothing(site: Site, demo_id: str) -> None:
    del demo_id
    answer = site.get(f"{PAGE}?table=999")
    assert answer.status_code == 200
    assert "board-strip" not in answer.text
