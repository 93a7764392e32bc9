"""Forecast and rating changes: what the director sees of the studies of an event."""

import re
from dataclasses import replace
from html import unescape
from importlib import import_module

import pytest

from kit.console import console
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.features.players.change_player import change_player
from miai.features.ratings.rate import rate_tournament
from miai.features.tournament.create_tournament import create_tournament
from miai.server.passwords import hashed
from miai.server.roles import Role


def _rows(html: str) -> list[list[str]]:
    rows = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2], re.DOTALL)
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[unescape(re.sub(r"<[^>]+>", " ", cell)).strip() for cell in row] for row in cells]


def test_both_studies_are_linked_from_the_standings(site: Site, demo_id: str) -> None:
    html = site.get(f"/t/{demo_id}/standings").text
    assert 'href="/t/demo/forecast"' in html
    assert 'href="/t/demo/ratings"' in html


def test_every_rating_is_shown_with_its_change(site: Site, demo_id: str) -> None:
    event = site.desk.state(demo_id).tournament
    rated = rate_tournament(event).rated
    rows = _rows(site.get("/t/demo/ratings").text)
    assert [row[0] for row in rows] == [each.player.name for each in rated]
    for row, each in zip(rows, rated, strict=True):
        old, change, new = (float(text.replace("−", "-")) for text in row[2:5])
        assert old + change == pytest.approx(new, abs=0.11)
        assert int(row[6]) == len(each.change.games)


@pytest.mark.parametrize("language", ["fr", "de"])
def test_ratings_are_written_with_a_decimal_comma_where_readers_do(
    site: Site, demo_id: str, language: str
) -> None:
    del demo_id
    english = _rows(site.get("/t/demo/ratings").text)
    site.post("/look", language=language)
    rows = _rows(site.get("/t/demo/ratings").text)
    assert [row[2:8] for row in rows] == [[text.replace(".", ",") for text in row[2:8]] for row in english]
    assert all(re.fullmatch(r"\d+,\d", row[2]) for row in rows)


def test_a_rating_that_is_assumed_from_the_grade_is_marked_and_explained() -> None:
    hall = console("Ada 3d, Bo 1k", rounds=1)
    change_player(*hall.at, hall.who("Ada"), lambda player: replace(player, rating=2310.0), by="Anneke")
    hall.draw(1)
    hall.play(1)
    site = Site(hall.desk)
    html = site.get(f"/t/{hall.id}/ratings").text
    old = {row[0]: row[2].replace(" ", "") for row in _rows(html)}
    assert old == {"Ada": "2310.0", "Bo": "2000.0*"}
    assert "* 1 player has no rating: it is assumed from the grade." in html
    lines = site.get(f"/t/{hall.id}/ratings/file").content.decode("utf-8-sig").splitlines()
    assert lines[0].endswith(",Old rating assumed from")
    assert {line.split(",")[0]: line.split(",")[-1] for line in lines[1:]} == {"Ada": "", "Bo": "grade"}


def test_a_page_of_known_ratings_has_no_legend(site: Site, demo_id: str) -> None:
    assert 'id="assumed"' not in site.get(f"/t/{demo_id}/ratings").text


def test_rating_changes_are_downloaded_by_the_rules_that_the_page_shows(site: Site, demo_id: str) -> None:
    del demo_id
    html = unescape(site.get("/t/demo/ratings?by=aga").text)
    assert "By the rules of the AGA." in html
    [link] = re.findall(r'href="(/t/demo/ratings/file[^"]+)"', html)
    answer = site.get(link)
    assert answer.headers["content-disposition"] == 'attachment; filename="demo-ratings-aga.csv"'
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Name,Grade,Old rating,Change,New rating,")
    assert len(lines) == 27


def test_an_aga_event_is_rated_by_the_aga_and_one_without_games_says_so() -> None:
    hall = console("Ada 3d, Bo 1k", system="aga")
    html = Site(hall.desk).get(f"/t/{hall.id}/ratings").text
    assert "By the rules of the AGA." in html
    assert "No game counts yet" in html


def test_the_forecast_page_is_there_at_once_and_says_that_the_rest_takes_time(
    site: Site, demo_id: str
) -> None:
    html = site.get(f"/t/{demo_id}/forecast").text
    assert 'data-src="/t/demo/forecast/table"' in html
    assert "26 players: a few seconds." in html


def test_the_forecast_gives_everybody_a_chance_and_their_likely_places(site: Site, demo_id: str) -> None:
    html = site.get(f"/t/{demo_id}/forecast/table").text
    rows = _rows(html)
    assert len(rows) == 26
    shares = [int(row[2].removesuffix("%")) for row in rows]
    assert shares == sorted(shares, reverse=True)
    assert 90 <= sum(shares) <= 110
    assert all(re.fullmatch(r"\d+(–\d+)?", row[5]) for row in rows)
    part = site.get("/t/demo/forecast/table", **{"X-Requested-With": "miai"}).text
    assert part.lstrip().startswith('<section id="forecast"')


def test_a_large_field_has_a_first_look_that_asks_for_better_figures(
    site: Site, demo_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "?first=yes" not in site.get(f"/t/{demo_id}/forecast").text
    monkeypatch.setattr(import_module("miai.features.forecast.page"), "_MANY", 25)
    assert 'data-src="/t/demo/forecast/table?first=yes"' in site.get("/t/demo/forecast").text
    asked = {"X-Requested-With": "miai"}
    first = site.get("/t/demo/forecast/table?first=yes", **asked).text
    assert "Played 20 times." in first
    assert 'data-src="/t/demo/forecast/table"' in first
    whole = site.get("/t/demo/forecast/table", **asked).text
    assert "Played 2,000 times." in whole
    assert "data-src" not in whole


def test_a_forecast_of_nobody_is_refused_with_a_sentence(site: Site, desk: Desk) -> None:
    empty = create_tournament(desk, name="Nobody yet", by="director").id
    assert "A forecast needs two players or more." in site.get(f"/t/{empty}/forecast/table").text


@pytest.mark.parametrize("path", ["forecast", "forecast/table", "ratings", "ratings/file"])
def test_the_studies_are_for_the_director(desk: Desk, demo_id: str, path: str) -> None:
    site = Site(desk, host="0.0.0.0", password_hashes={Role.DESK: hashed("desk-password")})  # noqa: S104 - nothing listens here
    site.post("/sign-in", at="/sign-in", password="desk-password", name="Tomás")  # noqa: S106 - no secret
    assert site.get(f"/t/{demo_id}/{path}").status_code == 403
