"""Publish: what players see and since when, the address and private links."""

from dataclasses import replace
from html import unescape

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Clock, Overtime
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import Shown, publication
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_settings

PAGE = "/t/demo/publish"


def test_a_draft_is_published_with_one_button(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    assert "nobody sees it yet" in site.get(PAGE).text
    answer = site.post(f"{PAGE}/pairings", page=PAGE, number=5)
    assert answer.headers["location"] == PAGE
    assert publication(site.desk.state("demo").tournament, 5).shown is Shown.CURRENT
    assert "nobody sees it yet" not in site.get(PAGE).text


def test_a_draw_that_changed_since_leads_to_what_changes_first(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    site.post(f"{PAGE}/pairings", page=PAGE, number=5)
    first, second = site.desk.state("demo").tournament.round(5).boards[:2]
    swap(site.desk, "demo", round=5, a=first.white, b=second.white, by="director")
    html = site.get(PAGE).text
    assert "4 players have another game" in html
    assert "/t/demo/draw/publish?round=5" in html


def test_final_standings_wait_for_every_result_of_the_last_round(site: Site, demo_id: str) -> None:
    draw_round(site.desk, demo_id, round=5, by="director")
    for board in site.desk.state("demo").tournament.round(5).boards[1:]:
        enter_result(site.desk, "demo", round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    assert "Publish as final" not in site.get(PAGE).text
    refused = site.post(f"{PAGE}/standings", page=PAGE, after=5, final="on")
    assert refused.status_code == 422
    enter_result(site.desk, "demo", round=5, table=1, result=Result.WHITE_WINS, by="director")
    assert "Publish as final" in site.get(PAGE).text
    site.post(f"{PAGE}/standings", page=PAGE, after=5, final="on")
    assert "final, published" in site.get(PAGE).text
    assert "Final" in site.get("/p/demo/standings").text


def test_a_correction_after_publication_is_noted_for_players_too(site: Site, demo_id: str) -> None:
    del demo_id
    assert "Changed since" not in site.get("/p/demo/standings").text
    enter_result(site.desk, "demo", round=1, table=1, result=Result.JIGO, by="director")
    assert "Changed since: results (" in site.get(PAGE).text
    assert "Changed since: results." in site.get("/p/demo/standings").text


def test_the_page_leads_to_what_players_may_do_by_phone(site: Site, demo_id: str) -> None:
    del demo_id
    assert 'href="/t/demo/sign-up#phones-h"' in site.get(PAGE).text
    assert 'id="phones-h"' in site.get("/t/demo/sign-up").text


def test_the_page_leads_to_the_switch_if_phones_cannot_reach_it(site: Site, demo_id: str) -> None:
    del demo_id
    html = site.get(PAGE).text
    assert "127.0.0.1" not in html
    assert "Phones cannot open it at the moment" in html
    assert 'href="/t/demo/show"' in html


def test_beyond_this_machine_the_address_is_the_one_that_was_asked_for(desk: Desk, demo_id: str) -> None:
    del demo_id
    site = Site(desk, host="0.0.0.0")  # noqa: S104 - nothing listens here
    html = site.browser(base_url="http://192.168.1.5:8000").get("/p/demo/wall").text
    assert "192.168.1.5:8000/p/demo" in html


def test_the_class_of_the_event_is_on_the_page_of_files_and_beside_the_clock(
    site: Site, demo_id: str
) -> None:
    for page in (PAGE, f"{PAGE}/files"):
        assert "EGF class A, weight 1: " in unescape(site.get(page).text)
    settings = site.desk.state(demo_id).tournament.settings
    faster = replace(settings, clock=Clock(basic_minutes=10, overtime=Overtime.SUDDEN_DEATH))
    change_settings(site.desk, demo_id, settings=faster, by="director")
    for page in (PAGE, f"{PAGE}/files"):
        assert "Faster than EGF class C: not rated by the EGF" in unescape(site.get(page).text)
