"""The field of players with its bar, and the advice on it."""

import re
import threading
import time
from collections.abc import Callable
from html import unescape
from typing import Any

import httpx
import pytest

from kit.players_page import Hall, known
from kit.web_site import Site
from miai.domain.people.player import BarSide
from miai.engine.bar.study import BarEntry, BarStudy
from miai.features.bar.find_bar import study_bar
from miai.features.bar.view import study as bar_study
from miai.features.players.page import players as routes


def test_the_field_shows_stones_rings_and_where_each_grade_starts(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 4d, Bo 4d, Cy 2d, Di 20k")
    at.leave("Di")
    text = site.get(page).text
    assert "Bar 4d" in text
    assert "2 above it start at 33" in text
    assert "start 31" in text
    assert "nobody from 1d to 19k" in text
    assert 'aria-label="1 player, 1 not here"' in text
    assert text.count('<i class="no"></i>') == 1


@pytest.mark.requirement("A3")
def test_the_bar_and_the_floor_move_a_grade_at_a_time(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 4d, Bo 2d, Cy 5k")
    assert re.findall(r'name="step_to" value="(\w*)"', site.get(page).text) == ["5d", "3d", "29k", ""]
    site.post(f"{page}/bar", line="bar", to="3d")
    site.post(f"{page}/bar", line="floor", to="10k")
    scoring = at.event.settings.scoring
    assert (str(scoring.bar), str(scoring.floor)) == ("3d", "10k")


@pytest.mark.parametrize("to", ["9k", "4q"])
def test_a_bar_below_the_floor_or_at_no_grade_is_refused(hall: Callable[..., Hall], to: str) -> None:
    at, site, page = hall("Ada 4d, Bo 2d")
    site.post(f"{page}/bar", line="floor", to="8k")
    assert site.post(f"{page}/bar", line="bar", to=to).status_code == 422
    assert str(at.event.settings.scoring.bar) == "4d"


@pytest.mark.requirement("A4")
def test_a_single_player_moves_across_the_bar_and_back(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 4d, Bo 3d")
    bo = at.who("Bo")
    site.post(f"{page}/across", player=bo)
    assert known(at, "Bo").bar_side is BarSide.ABOVE
    shown = site.get(page).text
    assert "Bo 3d: above the bar by hand" in shown
    assert "2 above it start at 33" in shown
    assert '<i class="moved"></i>' in shown
    site.post(f"{page}/across", player=bo, side="grade")
    assert known(at, "Bo").bar_side is None
    site.post(f"{page}/across", player=at.who("Ada"))
    assert known(at, "Ada").bar_side is BarSide.BELOW


def test_a_field_without_a_bar_has_no_lines_and_no_advice(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 4d, Bo 2d", system="swiss")
    text = site.get(page).text
    assert "The field" in text
    assert "Bar 4d" not in text
    assert 'id="advice"' not in text
    assert "There is no bar to advise on." in site.get(f"{page}/advice").text


def advice_asked_for(site: Site, page: str) -> httpx.Response:
    """Ask for the advice until it is there, as the script of the page does; the first one is compiled."""
    while "data-src" in (answer := site.get(f"{page}/advice", **{"X-Requested-With": "miai"})).text:
        continue
    return answer


def test_advice_that_takes_longer_tells_how_far_it_is(
    hall: Callable[..., Hall], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, site, page = hall(", ".join(f"Q{n} {max(1, 6 - n // 2)}d" for n in range(12)), rounds=2)
    begun, go_on = threading.Event(), threading.Event()

    def study_slowly(*entry: Any, progress: Callable[[int, int], None], **more: Any) -> BarStudy:
        progress(30, 120)
        begun.set()
        assert go_on.wait(60)
        return study_bar(*entry, pairings=20, progress=progress, **more)

    monkeypatch.setattr(bar_study, "study_bar", study_slowly)
    monkeypatch.setattr(routes, "_ADVICE_WAIT", 0.05)
    answers = [site.get(f"{page}/advice", **{"X-Requested-With": "miai"}).text]
    assert begun.wait(60)
    answers.append(site.get(f"{page}/advice", **{"X-Requested-With": "miai"}).text)
    assert "30 of 120 trial tournaments played" in answers[1]
    assert '<progress max="120" value="30"' in answers[1]
    assert all(f'data-src="{page}/advice"' in answer for answer in answers)
    go_on.set()
    assert "each bar was tried in 20 tournaments" in advice_asked_for(site, page).text.lower()


def test_a_study_that_nobody_asks_for_any_more_is_given_up_and_made_again_when_somebody_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given_up = threading.Event()

    def study_for_ever(entry: BarEntry, *, progress: Callable[[int, int], None]) -> BarStudy:
        try:
            while True:
                progress(1, 2)
                time.sleep(0.005)
        finally:
            given_up.set()

    studies, entry = bar_study.Studies(), BarEntry(grades=(3, 3, 2, 2, 1, 1), rounds=2)
    with monkeypatch.context() as slow:
        slow.setattr(bar_study, "study_bar", study_for_ever)
        slow.setattr(bar_study, "_UNWANTED_AFTER", 0.05)
        assert isinstance(studies.ask(entry, wait=0.0), bar_study.StudyProgress)
        assert given_up.wait(60)
    found = studies.ask(entry, wait=None)
    assert isinstance(found, BarStudy)
    assert found.entry == entry


def test_the_page_does_not_wait_for_the_advice(hall: Callable[..., Hall]) -> None:
    at, site, page = hall(", ".join(f"P{n} {max(1, 5 - n // 2)}d" for n in range(10)), rounds=3)
    waiting = site.get(page).text
    assert f'data-src="{page}/advice"' in waiting
    assert f'href="{page}/advice"' in waiting
    part = advice_asked_for(site, page)
    assert part.text.lstrip().startswith("<section")
    assert "One winner" in part.text
    assert "The bar belongs at" in part.text
    known_now = site.get(page).text
    assert "One winner" in known_now
    assert "data-src" not in known_now
    at.enter("Newcomer", "9k")
    outdated = site.get(page).text
    assert f'data-src="{page}/advice"' in outdated
    # The verdict on the field as it was is no advice for this one.
    assert "The bar belongs at" not in outdated
    assert "Being worked out again" in outdated


def test_the_advice_names_the_bar_that_the_chart_shows(hall: Callable[..., Hall]) -> None:
    """The bar is above everybody: it works like one at 2 dan, but nobody set it there."""
    _, site, page = hall(", ".join(f"P{n} {2 - n // 6}d" for n in range(12)), rounds=2)
    site.post(f"{page}/bar", line="bar", to="5d")
    advice = advice_asked_for(site, page).text
    assert "Bar 5d" in site.get(page).text
    assert "own bar is at 5 dan; for these players it works like one at 2 dan" in unescape(advice)
    assert "2d fits</span>" not in advice


def test_a_field_too_small_to_try_bars_on_is_told_so_and_not_asked_again(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 4d, Bo 3d, Cy 2d")
    answer = advice_asked_for(site, page)
    assert answer.status_code == 200
    assert "3 players are too few to try 5 rounds" in answer.text
    assert "data-src" not in site.get(page).text


def test_without_scripts_the_advice_is_a_page_of_its_own(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada 4d, Bo 3d, Cy 2d, Di 2d", rounds=2)
    answer = site.get(f"{page}/advice")
    assert "<h1>Advice on the bar</h1>" in answer.text
    assert "for 4 players" in answer.text
