"""Events over weeks on the pages: games put off, deadlines, time zones, and a draw that waits."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest

from kit.web_site import Site
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.settings.unfinished_games import AfterDeadline, OpenGames
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.players.change_player import change_player
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_round
from miai.features.schedule.plan_schedule import RoundTime, schedule, set_schedule
from miai.features.settings.change_settings import change_rules

RESULTS = "/t/demo/results"
DELAY = f"{RESULTS}/delay"
SCHEDULE = "/t/demo/schedule"


@pytest.fixture
def drawn(site: Site, demo_id: str) -> Round:
    """The fourth round of the Riverside Open, published and running; the fifth is the last one."""
    take_back_round(site.desk, demo_id, round=4, by="director")
    change_rules(site.desk, demo_id, {"time_zone": "Asia/Tokyo"}, by="director")
    draw_round(site.desk, demo_id, round=4, by="director")
    return publish_round(site.desk, demo_id, round=4, by="director").state.tournament.round(4)


def text(site: Site, address: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", site.get(address).text)).split())


def postpone(site: Site, until: str = "2030-12-01T18:00") -> None:
    fields: dict[str, Any] = {"round": 4, "table": 2, "kind": "postponed", "until": until}
    assert site.post(DELAY, page=RESULTS, **fields).status_code == 303


def test_a_game_is_not_put_off_to_a_moment_that_has_passed(site: Site, drawn: Round) -> None:
    assert drawn.board_at(2)
    fields: dict[str, Any] = {"round": 4, "table": 2, "kind": "postponed", "until": "2020-12-01T18:00"}
    answer = site.post(DELAY, page=RESULTS, **fields)
    assert answer.status_code == 422
    assert "This moment has passed" in answer.text
    assert not site.desk.state("demo").tournament.round(4).delayed


def test_a_game_is_postponed_at_its_board_and_shown_everywhere(site: Site, drawn: Round) -> None:
    opened = unescape(site.get(f"{RESULTS}?round=4&at=2").text)
    assert f'href="{DELAY}?round=4&table=2&kind=postponed"' in opened
    assert 'value="adjourned" checked' in site.get(f"{DELAY}?round=4&table=2&kind=adjourned").text
    postpone(site)
    board = drawn.board_at(2)
    assert board
    [delayed] = site.desk.state("demo").tournament.round(4).delayed
    # Typed by the clocks of the event.
    assert (delayed.kind, delayed.until) == (DelayKind.POSTPONED, "2030-12-01T09:00:00+00:00")
    words = "postponed until Sun 1 Dec 18:00"
    for page in (
        f"{RESULTS}?round=4",
        "/t/demo/draw?round=4",
        "/t/demo/draw?round=5",
        "/p/demo?by=table",
        "/p/demo",
        "/t/demo/print/tables?round=4",
        "/t/demo/print/names?round=4",
    ):
        assert words in text(site, page), page
    assert "Postponed until Sun 1 Dec 18:00." in text(site, f"/p/demo/player/{board.white}")
    assert 'value="2030-12-01T18:00"' in site.get(f"{DELAY}?round=4&table=2").text


def test_it_is_over_with_a_result_or_by_a_click(site: Site, drawn: Round) -> None:
    del drawn
    postpone(site, until="")
    assert "postponed" in text(site, f"{RESULTS}?round=4")
    site.post(DELAY, page=RESULTS, round=4, table=2, kind="none")
    assert "postponed" not in text(site, f"{RESULTS}?round=4")
    postpone(site, until="")
    site.post(f"{RESULTS}/enter", page=RESULTS, round=4, entry="2 white")
    assert "postponed" not in text(site, f"{RESULTS}?round=4")


def test_a_player_reads_times_by_the_clocks_of_their_own_zone(site: Site, drawn: Round) -> None:
    board = drawn.board_at(2)
    assert board
    change_player(
        site.desk, "demo", board.white, lambda old: replace(old, time_zone="Europe/Paris"), by="director"
    )
    postpone(site)
    mine, other = (text(site, f"/p/demo/player/{each}") for each in (board.white, board.black))
    assert "Postponed until Sun 1 Dec 10:00." in mine
    assert "Times are those of Europe/Paris." in mine
    assert "Postponed until Sun 1 Dec 18:00." in other
    assert "Times are those of Asia/Tokyo." in other


def test_the_draw_says_what_open_games_count_and_waits_where_the_rules_say_so(
    site: Site, drawn: Round
) -> None:
    del drawn
    page = "/t/demo/draw?round=5"
    assert "each counts half a point for both players" in text(site, page)
    change_rules(site.desk, "demo", {"unfinished.in_next_draw": OpenGames.NOTHING}, by="director")
    assert "In this draw they count nothing" in text(site, page)
    change_rules(site.desk, "demo", {"unfinished.in_next_draw": OpenGames.WAIT}, by="director")
    said = text(site, page)
    assert "The draw waits until all of them are over." in said
    assert "Draw anyway" not in said
    refused = site.post("/t/demo/draw/make", page=page, round=5)
    assert "The draw waits for" in " ".join(unescape(re.sub(r"<[^>]+>", " ", refused.text)).split())
    assert not site.desk.state("demo").tournament.round(5).boards


def test_a_deadline_is_typed_by_the_clocks_of_the_event_and_shown_to_players(
    site: Site, drawn: Round
) -> None:
    opened = {name: values[0] for name, values in site.form(SCHEDULE, SCHEDULE).items() if name != "csrf"}
    site.post(SCHEDULE, page=SCHEDULE, **(opened | {"deadline-4": "2030-12-08T23:00"}))
    event = site.desk.state("demo").tournament
    assert schedule(event)[3].deadline == datetime(2030, 12, 8, 14, tzinfo=UTC)
    assert 'name="deadline-4" value="2030-12-08T23:00"' in re.sub(r"\s+", " ", site.get(SCHEDULE).text)
    assert "deadline of the games: Sun 8 Dec 23:00" in text(site, "/p/demo/schedule")
    assert "Times are those of Asia/Tokyo." in text(site, "/p/demo/schedule")
    assert "To be played by Sun 8 Dec 23:00" in text(site, f"/p/demo/player/{drawn.boards[0].white}")
    assert "by Sun 8 Dec 23:00" in text(site, "/t/demo")
    opened = {name: values[0] for name, values in site.form(SCHEDULE, SCHEDULE).items() if name != "csrf"}
    wrong = site.post(SCHEDULE, page=SCHEDULE, **(opened | {"deadline-4": "soon"}))
    assert "eadline of round 4: 'soon' is not a moment" in unescape(wrong.text)


def test_late_games_are_listed_and_settled_after_a_preview(site: Site, drawn: Round) -> None:
    past = datetime.now(UTC) - timedelta(hours=1)
    set_schedule(site.desk, "demo", times={}, deadlines={4: past}, by="director")
    count = len(drawn.boards)
    assert f"{count} games are past their deadline" in text(site, "/t/demo")
    assert f"Settle {count} games…" in text(site, SCHEDULE)
    assert "such games stay open" in text(site, f"{SCHEDULE}/late")
    rule = {"unfinished.after_deadline": AfterDeadline.BOTH_LOSE}
    change_rules(site.desk, "demo", rule, by="director")
    keys = re.findall(r'name="game" id="late-\d+" value="([^"]+)" checked', site.get(f"{SCHEDULE}/late").text)
    assert len(keys) == count
    site.post(f"{SCHEDULE}/late", page=f"{SCHEDULE}/late", game=keys[:1])
    results = [board.result for board in site.desk.state("demo").tournament.round(4).boards]
    assert results.count(Result.BOTH_LOSE_BY_DEFAULT) == 1
    assert results.count(Result.UNKNOWN) == count - 1


def test_a_postponed_game_is_named_before_its_draw_is_taken_back_and_in_the_history(
    site: Site, drawn: Round
) -> None:
    unpublish_round(site.desk, "demo", round=4, by="director")
    postpone(site)
    second = drawn.board_at(2)
    assert second
    names = site.desk.state("demo").tournament.names
    game = f"{names[second.white]} – {names[second.black]}"
    refused = site.post("/t/demo/draw/take-back", page="/t/demo/draw?round=4", round=4)
    asked = refused.headers["location"]
    assert f"A postponed or adjourned game is dropped with the draw: table 2 ({game})." in text(site, asked)
    known = re.search(r'name="knowing" value="([^"]+)"', site.get(asked).text)
    assert known
    site.post("/t/demo/draw/take-back", page=asked, round=4, knowing=known[1])
    assert site.desk.state("demo").tournament.round(4).boards == ()
    assert f"Draw taken back, and with it a postponed or adjourned game: {game}" in text(
        site, "/t/demo/history"
    )
    draw_round(site.desk, "demo", round=4, by="director")
    assert "postponed" not in text(site, f"{RESULTS}?round=4")


def test_paper_and_timetable_follow_the_clocks_of_the_event(site: Site, drawn: Round) -> None:
    del drawn
    times = {4: RoundTime(starts=datetime(2030, 12, 1, 20, tzinfo=UTC), minutes=60)}
    set_schedule(site.desk, "demo", times=times, by="director")
    assert "Monday 2 December" in text(site, "/p/demo/schedule")
    assert "Monday 2 December, 05:00" in text(site, "/t/demo/print/tables?round=4")
    assert "Times are those of Asia/Tokyo." in text(site, "/t/demo/print/timetable")


def test_a_zone_that_is_none_is_refused_where_it_is_typed(site: Site, drawn: Round) -> None:
    player = drawn.boards[0].white
    page = f"/t/demo/players/{player}"
    opened = {name: values[0] for name, values in site.form(page, f"{page}/change").items() if name != "csrf"}
    refused = site.post(f"{page}/change", page=page, **(opened | {"time_zone": "Utrecht"}))
    assert "'Utrecht' is not a time zone" in unescape(refused.text)
    site.post(f"{page}/change", page=page, **(opened | {"time_zone": "Europe/Amsterdam"}))
    assert site.desk.state("demo").tournament.player(player).time_zone == "Europe/Amsterdam"
