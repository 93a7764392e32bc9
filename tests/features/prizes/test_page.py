"""Prizes: who wins what, and how the director says what there is to win."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

from kit.web_site import Site
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Sex
from miai.domain.people.player_filter import Among
from miai.domain.settings.fees import Fees
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.features.prizes.award_prizes import prizes_given
from miai.features.settings.change_settings import change_settings
from miai.features.standings.standings_view import standings_view

PAGE = "/t/demo/prizes"
BLANK = {
    "title": "",
    "kind": "place",
    "number": "",
    "strongest": "",
    "weakest": "",
    "category": "",
    "country": "",
    "club": "",
    "sex": "",
    "born_since": "",
    "rating_to": "",
    "newcomer": "",
    "amount": "",
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


def test_limits_and_money_of_a_prize_are_kept_and_come_back_on_the_form(site: Site, demo_id: str) -> None:
    del demo_id
    line = {
        "title": "Best girl", "number": "1", "club": "Lund", "sex": "female", "born_since": "2008",
        "rating_to": "1799.5", "newcomer": "on", "amount": "25,50",
    }  # fmt: skip
    _save(site, line, {"kind": "most wins", "title": "Fighter"})
    girl, fighter = _prizes(site)
    assert girl.among == Among(club="Lund", sex=Sex.FEMALE, born_since=2008, rating_to=1799.5, newcomer=True)
    assert girl.amount == 2550
    assert fighter.kind is PrizeKind.MOST_WINS
    before = _prizes(site)
    site.post(PAGE, page=PAGE, **site.form(f"{PAGE}?edit=1", PAGE))
    assert _prizes(site) == before


def test_shared_money_is_shown_with_its_sum_and_the_rest(site: Site, demo_id: str) -> None:
    settings = replace(site.desk.state(demo_id).tournament.settings, criteria=("cat",))
    change_settings(site.desk, "demo", settings, by="director")
    _save(site, {"title": "Champion", "number": "1", "amount": "100"}, one_prize_each="on")
    html = unescape(site.get(PAGE).text)
    [given] = prizes_given(standings_view(site.desk, "demo").table)
    assert given.rest > 0
    assert f"{given.share / 100:.2f}" in html
    assert f"{given.paid_out / 100:.2f}" in html
    assert f"{given.rest / 100:.2f} of the prize money could not be shared equally" in html


def test_fees_are_set_paid_and_listed_with_prize_money(site: Site, demo_id: str) -> None:
    page = "/t/demo/fees"
    answer = site.post(page, page=page, usual="12,50", currency="EUR", for_juniors="", junior_since="20x")
    assert answer.status_code == 422
    assert "20x is not a whole number" in answer.text
    site.post(page, page=page, usual="12,50", currency="EUR", for_juniors="5", junior_since="2008")
    event = site.desk.state(demo_id).tournament
    assert event.settings.fees == Fees(
        currency="EUR", usual=Cents(1250), for_juniors=Cents(500), junior_since=2008
    )
    count = len(event.players)
    assert f"Open: {12.5 * count:.2f} EUR" in site.get(page).text
    first = event.players[0]
    site.post(f"{page}/paid", page=page, player=first.id)
    assert site.desk.state("demo").tournament.player(first.id).paid == 1250
    html = site.get(f"{page}?only=open").text
    assert f"Open: {12.5 * (count - 1):.2f} EUR" in html
    table = unescape(site.get(f"{page}?only=open").text)
    assert first.name not in table
    assert "Sum" in site.get("/t/demo/print/fees").text
    assert site.get(f"{page}/file").text.splitlines()[-1].startswith("Sum,")


def test_year_of_birth_sex_newcomer_and_fee_are_entered_with_the_player(site: Site, demo_id: str) -> None:
    player = site.desk.state(demo_id).tournament.players[0]
    page = f"/t/demo/players/{player.id}"
    fields = site.form(page, f"{page}/change")
    fields |= {"birth_year": "2010", "sex": "female", "newcomer": "on", "fee": "5", "paid": "2.50"}
    site.post(f"{page}/change", page=page, **fields)
    now = site.desk.state("demo").tournament.player(player.id)
    assert (now.birth_year, now.sex, now.newcomer, now.fee, now.paid) == (2010, Sex.FEMALE, True, 500, 250)
    again = site.form(page, f"{page}/change")
    del again["newcomer"]
    site.post(f"{page}/change", page=page, **again)
    assert site.desk.state("demo").tournament.player(player.id) == replace(now, newcomer=False)
