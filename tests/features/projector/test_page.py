"""The projector: nothing before it is published, then names, the clock, and the standings."""

import re
from datetime import UTC, datetime, timedelta
from html import unescape

from kit.web_site import Site
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import pause_clock, set_clock
from miai.features.tournament.create_tournament import create_tournament

WALL = "/p/demo/wall"


def _mode(site: Site) -> str:
    found = re.search(r'data-mode="(\w+)"', site.get(WALL).text)
    assert found
    return found[1]


def _draw(site: Site, *, published: bool = True) -> None:
    draw_round(site.desk, "demo", round=5, by="director")
    if published:
        publish_round(site.desk, "demo", round=5, by="director")


def test_a_tournament_that_shows_nothing_yet_says_so(site: Site) -> None:
    new = create_tournament(site.desk, name="Spring Open", by="director").id
    html = site.get(f"/p/{new}/wall").text
    assert "Spring Open" in html
    assert "The pairings will be here." in html


def test_a_draft_is_not_on_the_wall(site: Site, demo_id: str) -> None:
    del demo_id
    _draw(site, published=False)
    assert "Round 5" not in site.get(WALL).text
    assert _mode(site) == "standings"


def test_a_published_round_shows_everybody_by_name_in_pages(site: Site, demo_id: str) -> None:
    _draw(site)
    html = unescape(site.get(WALL).text)
    pages = re.findall(r"<ol class=[^>]* data-page=.*?</ol>", html, re.DOTALL)
    assert [page.count("<li>") for page in pages] == [13, 12]
    names = re.findall(r'class="who[^"]*">([^<]+)<', html)
    assert len(names) == 25
    assert "hidden" not in pages[0].partition(">")[0]
    assert "hidden" in pages[1].partition(">")[0]
    event = site.desk.state(demo_id).tournament
    board = event.round(5).boards[0]
    line = next(each for each in html.split("<li>") if event.player(board.black).name in each)
    assert 'aria-label="Black"' in line
    assert f"<b>{board.table}</b>" in line


def test_without_scripts_the_next_page_comes_by_itself(site: Site, demo_id: str) -> None:
    del demo_id
    _draw(site)
    assert '<meta http-equiv="refresh" content="11; url=/p/demo/wall?page=2">' in site.get(WALL).text
    second = site.get(f"{WALL}?page=2").text
    assert '<meta http-equiv="refresh" content="11; url=/p/demo/wall?page=1">' in second
    assert re.search(r"<ol [^>]* hidden>.*<ol [^>]*(?<! hidden)>", second, re.DOTALL)
    assert site.get(f"{WALL}?page=99").status_code == 200


def test_the_clock_takes_over_when_the_round_runs(site: Site, demo_id: str) -> None:
    del demo_id
    _draw(site)
    now = datetime.now(UTC)
    set_clock(site.desk, "demo", round=5, starts_at=now + timedelta(minutes=5), minutes=60, by="director")
    assert _mode(site) == "names"
    assert "starts in" in site.get(WALL).text
    set_clock(site.desk, "demo", round=5, starts_at=now - timedelta(minutes=5), minutes=60, by="director")
    html = site.get(WALL).text
    assert "main time ends in" in html
    assert re.search(r">5[45]:\d\d</time>", html)
    pause_clock(site.desk, "demo", round=5, by="director")
    assert "the clock is paused at" in site.get(WALL).text
    set_clock(site.desk, "demo", round=5, starts_at=now - timedelta(hours=2), minutes=60, by="director")
    assert "main time is over" in site.get(WALL).text


def test_tables_that_still_play_disappear_one_by_one(site: Site, demo_id: str) -> None:
    del demo_id
    _draw(site)
    set_clock(site.desk, "demo", round=5, starts_at=datetime.now(UTC), minutes=60, by="director")
    boards = site.desk.state("demo").tournament.round(5).boards
    for board in boards[1:]:
        enter_result(site.desk, "demo", round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    html = site.get(WALL).text
    still = html.partition('class="still"')[2].partition("</p>")[0]
    assert re.findall(r"<b>(\d+)</b>", still) == [str(boards[0].table)]
    assert f"{len(boards) - 1} of {len(boards)} games finished" in html


def test_after_the_round_the_published_standings_are_on_the_wall(site: Site, demo_id: str) -> None:
    del demo_id
    _draw(site)
    for board in site.desk.state("demo").tournament.round(5).boards:
        enter_result(site.desk, "demo", round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    assert "Round 5 is over." in site.get(WALL).text
    publish_standings(site.desk, "demo", after=5, final=True, by="director")
    html = site.get(WALL).text
    assert "Final standings after round 5" in html
