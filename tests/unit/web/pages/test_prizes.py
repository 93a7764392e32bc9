"""Prizes: who wins what, and how the director says what there is to win."""

import re
from html import unescape
from typing import Any

from miai.app.results.prizes import prizes_given
from miai.app.results.standings_view import standings_view
from miai.domain.grade import Grade
from miai.domain.prizes import Prize, PrizeKind
from web_site import Site

PAGE = "/t/demo/prizes"
BLANK = {
    "title": "",
    "kind": "place",
    "number": "",
    "strongest": "",
    "weakest": "",
    "category": "",
    "country": "",
}


def _save(site: Site, *lines: dict[str, str], **more: Any) -> Any:
    filled = [{**BLANK, **line} for line in lines]
    columns: dict[str, Any] = {name: [line[name] for line in filled] for name in BLANK}
    return site.post(PAGE, page=PAGE, **columns, **more)


def _prizes(site: Site) -> tuple[Prize, ...]:
    return site.desk.state("demo").tournament.settings.prizes


def test_without_prizes_the_page_offers_the_usual_ones(site: Site, demo_id: str) -> None:
    del demo_id
    assert "No prizes yet" in site.get(PAGE).text
    site.post(f"{PAGE}/suggest", page=PAGE, what="places")
    assert [prize.place for prize in _prizes(site)] == [1, 2, 3]
    site.post(f"{PAGE}/suggest", page=PAGE, what="wins")
    assert [prize.wins for prize in _prizes(site)[3:]] == [4, 5]


def test_the_page_names_the_winners_of_the_standings(site: Site, demo_id: str) -> None:
    site.post(f"{PAGE}/suggest", page=PAGE, what="places")
    html = unescape(site.get(PAGE).text)
    for given in prizes_given(standings_view(site.desk, demo_id).table):
        assert all(row.player.name in html for row in given.winners)
    assert "Provisional" in html


def test_prizes_are_kept_as_typed(site: Site, demo_id: str) -> None:
    del demo_id
    answer = _save(
        site,
        {"title": "Champion", "number": "1"},
        {"title": "Best kyu", "number": "1", "strongest": "1k"},
        {"kind": "wins", "number": "4"},
        {},
        one_prize_each="on",
    )
    assert answer.status_code == 303
    first, second, third = _prizes(site)
    assert (first.title, first.place, first.kind) == ("Champion", 1, PrizeKind.PLACE)
    assert second.strongest == Grade.parse("1k")
    assert (third.title, third.wins, third.kind) == ("4 wins", 4, PrizeKind.WINS)
    assert site.desk.state("demo").tournament.settings.one_prize_each


def test_an_emptied_line_removes_its_prize(site: Site, demo_id: str) -> None:
    del demo_id
    _save(site, {"title": "Champion", "number": "1"}, {"title": "Second", "number": "2"})
    _save(site, {}, {"title": "Second", "number": "2"})
    assert [prize.title for prize in _prizes(site)] == ["Second"]
    assert not site.desk.state("demo").tournament.settings.one_prize_each


def test_everything_wrong_is_named_and_what_was_typed_stays(site: Site, demo_id: str) -> None:
    del demo_id
    answer = _save(
        site,
        {"title": "Champion", "number": "first"},
        {"title": "Best kyu", "number": "1", "strongest": "4q"},
    )
    assert answer.status_code == 422
    html = unescape(answer.text)
    assert "Champion: say for which place" in html
    assert "4q is not a grade" in html
    assert re.search(r'name="number" value="first"', html)
    assert _prizes(site) == ()


def test_a_change_of_the_prizes_can_be_undone(site: Site, demo_id: str) -> None:
    _save(site, {"title": "Champion", "number": "1"})
    site.post("/t/demo/undo", page=PAGE, number=site.desk.state(demo_id).version)
    assert _prizes(site) == ()
