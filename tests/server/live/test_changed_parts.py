"""What the live stream brings to an open page: the rows that changed, nothing, or the word to look again."""

import asyncio
import json
from typing import Any

import pytest

from kit.staged_event import GROUP_A, LEAGUE, open_league, play_round, player_named
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.draw.wishes import offer_bye
from miai.features.history.undo import undo
from miai.features.players.change_player import check_in
from miai.features.players.register_player import NEW, register_players
from miai.features.results.enter_result import enter_result
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament
from miai.server.live.broadcast import Watcher
from miai.server.live.entries_around import entries_around
from miai.server.roles import Role


def heard(site: Site, follows: str, *, since: int, role: Role = Role.PUBLIC, event: str = "demo") -> Any:
    """The rows that a page at an earlier version gets."""

    async def scene() -> Any:
        watcher = Watcher(name="somebody", role=role, follows=follows)
        stream = site.app.state.app_state.hub.stream(event, watcher, since)
        async for message in stream:
            if b"event: change" in message:
                await stream.aclose()
                return json.loads(message.decode().split("data: ")[1])["rows"]
        raise AssertionError("the stream ended")

    return asyncio.run(asyncio.wait_for(scene(), 10))


@pytest.fixture
def playing(desk: Desk, demo_id: str) -> int:
    """The version at which one game of the last published round goes on again."""
    enter_result(desk, demo_id, round=4, table=1, result=Result.UNKNOWN, by="desk")
    return enter_result(desk, demo_id, round=4, table=3, result=Result.UNKNOWN, by="desk").state.version


def test_a_result_comes_as_the_rows_of_its_two_players(site: Site, desk: Desk, playing: int) -> None:
    enter_result(desk, "demo", round=4, table=3, result=Result.WHITE_WINS, by="desk")
    event = desk.state("demo").tournament
    board = next(board for board in event.round(4).boards if board.table == 3)
    rows = dict(heard(site, "names:4", since=playing))
    assert set(rows) == {f"seat-{board.white}", f"seat-{board.black}"}
    assert "won" in rows[f"seat-{board.white}"]
    assert "lost" in rows[f"seat-{board.black}"]


@pytest.mark.parametrize(
    ("follows", "address"),
    [("tables:last", "/p/demo?by=table"), ("names:last", "/p/demo"), ("names:4", "/p/demo?round=4")],
)
def test_the_rows_are_those_of_the_page(
    site: Site, desk: Desk, playing: int, follows: str, address: str
) -> None:
    enter_result(desk, "demo", round=4, table=3, result=Result.JIGO, by="desk")
    page = _squeezed(site.get(address).text)
    assert f'data-follows="{follows}"' in page
    rows = heard(site, follows, since=playing)
    assert rows
    assert all(_squeezed(row) in page for _, row in rows)


def test_a_result_desk_gets_the_row_of_the_table(site: Site, desk: Desk, playing: int) -> None:
    enter_result(desk, "demo", round=4, table=3, result=Result.BLACK_WINS, by="desk")
    [(key, row)] = heard(site, "results:4", since=playing, role=Role.DESK)
    assert key == "r4-t3"
    assert 'data-seen="black"' in row
    assert heard(site, "results:3", since=playing, role=Role.DESK) == []


def test_an_undone_result_is_a_row_too(site: Site, desk: Desk, playing: int) -> None:
    saved = enter_result(desk, "demo", round=4, table=3, result=Result.BLACK_WINS, by="desk")
    undo(desk, "demo", saved.state.version, by="desk")
    [(key, row)] = heard(site, "results:4", since=saved.state.version, role=Role.DESK)
    assert key == "r4-t3"
    assert 'data-seen="unknown"' in row


def test_players_get_no_rows_of_the_result_desk(site: Site, desk: Desk, playing: int) -> None:
    enter_result(desk, "demo", round=4, table=3, result=Result.BLACK_WINS, by="desk")
    assert heard(site, "results:4", since=playing) is None


def test_with_the_last_result_and_after_anything_else_the_page_is_loaded_anew(
    site: Site, desk: Desk, playing: int
) -> None:
    enter_result(desk, "demo", round=4, table=3, result=Result.WHITE_WINS, by="desk")
    last = enter_result(desk, "demo", round=4, table=1, result=Result.WHITE_WINS, by="desk").state.version
    assert heard(site, "names:4", since=playing) is None
    change_details(desk, "demo", name="Lakeside Open", by="director")
    for follows in ("names:4", "tables:4", "standings:4", "player:p1", "", "odd", "names:x"):
        assert heard(site, follows, since=last) is None


def test_a_draft_disturbs_no_phone(site: Site, desk: Desk, playing: int) -> None:
    draw_round(desk, "demo", round=5, by="director")
    for follows in ("names:4", "standings:4", "player:p1"):
        assert heard(site, follows, since=playing) == []
    assert heard(site, "results:4", since=playing, role=Role.DESK) is None


def test_a_player_and_the_standings_are_disturbed_only_by_what_concerns_them(
    site: Site, desk: Desk, playing: int
) -> None:
    enter_result(desk, "demo", round=4, table=3, result=Result.WHITE_WINS, by="desk")
    boards = {board.table: board for board in desk.state("demo").tournament.round(4).boards}
    assert heard(site, f"player:{boards[3].black}", since=playing) is None
    assert heard(site, f"player:{boards[1].black}", since=playing) == []
    assert heard(site, "standings:3", since=playing) == []
    assert heard(site, "standings:4", since=playing) is None
    corrected = desk.state("demo").version
    enter_result(desk, "demo", round=2, table=1, result=Result.BOTH_LOSE, by="desk")
    assert heard(site, f"player:{boards[1].black}", since=corrected) is None


def test_before_anything_is_published_players_disturb_only_their_own_page(site: Site, desk: Desk) -> None:
    event = create_tournament(desk, name="Spring Open", by="director", rounds=3).id
    entered = [Player(id=NEW, surname=name, grade=Grade.parse("1d")) for name in ("Adler", "Bakker")]
    since = register_players(desk, event, entered, by="director").state.version
    check_in(desk, event, PlayerId("p1"), here=False, by="Adler")
    offered = offer_bye(desk, event, round=1, player=PlayerId("p2"), by="Bakker").state.version
    assert heard(site, "player:p1", since=since, event=event) is None
    assert heard(site, "player:p2", since=since, event=event) is None
    assert heard(site, "unpublished", since=since, event=event) == []
    offer_bye(desk, event, round=1, player=PlayerId("p2"), offers=False, by="Bakker")
    assert heard(site, "player:p1", since=offered, event=event) == []
    assert heard(site, "player:p2", since=offered, event=event) is None
    change_details(desk, event, name="Lakeside Open", by="director")
    assert heard(site, "unpublished", since=offered, event=event) is None


def test_a_volunteer_looks_again_after_something_is_published(site: Site, desk: Desk, playing: int) -> None:
    offer_bye(desk, "demo", round=5, player=PlayerId("p3"), by="director")
    assert heard(site, "player:p3", since=playing) is None
    assert heard(site, "player:p4", since=playing) == []


def _squeezed(html: str) -> str:
    return " ".join(html.split())


def test_a_player_looks_again_after_a_result_of_the_own_stage_and_not_of_another(
    site: Site, desk: Desk
) -> None:
    open_league(desk)
    play_round(desk, GROUP_A, 1, results=False)
    since = desk.state(LEAGUE).version
    enter_result(desk, GROUP_A, round=1, table=1, result=Result.JIGO, by="desk")
    inside, outside = player_named(desk, "Abe"), player_named(desk, "Bea")
    assert heard(site, f"player:{inside}", since=since, event=LEAGUE) is None
    assert heard(site, f"player:{outside}", since=since, event=LEAGUE) == []


def test_the_rows_of_the_main_event_do_not_change_with_a_stage(site: Site, desk: Desk) -> None:
    open_league(desk)
    play_round(desk, LEAGUE, 1, results=False)
    play_round(desk, GROUP_A, 1, results=False)
    since = desk.state(LEAGUE).version
    enter_result(desk, GROUP_A, round=1, table=1, result=Result.JIGO, by="desk")
    assert heard(site, "results:1", since=since, role=Role.DESK, event=LEAGUE) == []


def test_pages_of_a_stage_know_how_much_they_show_of_their_event(site: Site, desk: Desk) -> None:
    open_league(desk)
    number = entries_around(desk, desk.state(GROUP_A))
    # Three stages were opened.
    assert number == 3
    for page in (f"/t/{GROUP_A}", f"/p/{GROUP_A}", f"/p/{GROUP_A}/wall"):
        assert f'data-around="{number}"' in site.get(page).text
    assert site.get(f"/t/{GROUP_A}/live/version").json()["around"] == number
    assert "data-around" not in site.get(f"/t/{LEAGUE}").text
