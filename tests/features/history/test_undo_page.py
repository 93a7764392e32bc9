"""Undo by role and browser: the result desk undoes results, its own first; the director everything."""

from typing import Any

import httpx
import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round
from miai.features.publish.unpublish import unpublish_standings
from miai.server.passwords import hashed
from miai.server.roles import Role

RESULT_DESK = "two stones more"
HASHES = {Role.DIRECTOR: hashed("a moyo too far"), Role.DESK: hashed(RESULT_DESK)}


@pytest.fixture
def demo_id(demo_id: str, desk: Desk) -> str:
    """The same, but its last table is not published, so that correcting round 4 asks nothing."""
    unpublish_standings(desk, demo_id, after=4, by="director")
    return demo_id


def result_desk(desk: Desk, name: str) -> Site:
    """A browser that is signed in as a result desk."""
    site = Site(desk, host="0.0.0.0", password_hashes=HASHES)  # noqa: S104 - what a director types
    site.post("/sign-in", at="/sign-in", password=RESULT_DESK, name=name)
    return site


def results(desk: Desk) -> dict[int, Result]:
    return {board.table: board.result for board in desk.state("demo").tournament.round(4).boards}


def enter(site: Site, table: int, result: str = "unknown") -> int:
    """Enter a result; the number of the entry."""
    site.post("/t/demo/results/correct", at="/t/demo/settings", round=4, table=table, result=result)
    return site.desk.state("demo").version


def post(site: Site, action: str, **fields: Any) -> httpx.Response:
    return site.post(f"/t/demo/{action}", page="/t/demo/results?round=4", at="/t/demo/settings", **fields)


@pytest.mark.usefixtures("demo_id")
def test_the_result_desk_undoes_nothing_but_results(desk: Desk) -> None:
    site = result_desk(desk, "Ben")
    draw_round(desk, "demo", round=5, by="director")
    drawn = desk.state("demo").version
    publish_round(desk, "demo", round=5, by="director")
    published = desk.state("demo").version
    for number in (2, drawn, published):
        answer = post(site, "undo", number=number, sure="yes")
        assert answer.status_code == 422
        assert "only the director can undo it" in answer.text
    assert desk.state("demo").version == published


@pytest.mark.usefixtures("demo_id")
def test_results_of_a_range_that_has_something_else_in_it_stay(desk: Desk) -> None:
    site = result_desk(desk, "Ben")
    first = enter(site, 1)
    draw_round(desk, "demo", round=5, by="director")
    answer = post(site, "undo", number=first, last=first + 1, sure="yes")
    assert answer.status_code == 422
    assert results(desk)[1] is Result.UNKNOWN


@pytest.mark.usefixtures("demo_id")
def test_the_result_desk_is_asked_before_it_undoes_what_another_entered(desk: Desk) -> None:
    ben, cleo = result_desk(desk, "Ben"), result_desk(desk, "Cleo")
    number = enter(ben, 3)
    asked = post(cleo, "undo", number=number)
    assert asked.status_code == 409
    assert "Ben entered this" in asked.text
    assert 'name="sure" value="yes"' in asked.text
    assert results(desk)[3] is Result.UNKNOWN
    assert post(cleo, "undo", number=number, sure="yes").status_code == 303
    assert results(desk)[3] is not Result.UNKNOWN
    assert post(cleo, "redo", number=number).status_code == 409
    assert post(ben, "redo", number=number).status_code == 303
    assert post(ben, "undo", number=number).status_code == 303


@pytest.mark.usefixtures("demo_id")
def test_z_takes_back_the_last_entry_of_this_browser_whatever_the_names(desk: Desk) -> None:
    ben, namesake = result_desk(desk, "Ben"), result_desk(desk, "Ben")
    before = results(desk)
    enter(ben, 1)
    enter(namesake, 2)
    assert post(ben, "results/undo", round=4).status_code == 303
    assert results(desk) == before | {2: Result.UNKNOWN}
    answer = post(ben, "results/undo", round=4)
    assert answer.status_code == 422
    assert "you have entered no result" in answer.text.lower()
    assert results(desk)[2] is Result.UNKNOWN


@pytest.mark.usefixtures("demo_id")
def test_two_unnamed_browsers_on_one_machine_do_not_undo_each_other(desk: Desk) -> None:
    first, second = Site(desk), Site(desk)
    before = results(desk)
    enter(first, 1)
    enter(second, 2)
    assert {entry.by for entry in desk.state("demo").history.entries[-2:]} == {"director"}
    assert post(first, "results/undo", round=4).status_code == 303
    assert results(desk) == before | {2: Result.UNKNOWN}


@pytest.mark.usefixtures("demo_id")
def test_the_list_of_what_came_in_offers_an_undo_for_what_this_browser_entered(desk: Desk) -> None:
    ben, namesake = result_desk(desk, "Ben"), result_desk(desk, "Ben")
    page = "/t/demo/results?round=4"
    enter(ben, 1, "white")
    assert "Undo table 1" in ben.get(page).text
    assert "Undo table 1" not in namesake.get(page).text


@pytest.mark.usefixtures("demo_id")
def test_the_desk_undoes_the_bonus_it_gave_and_no_other(desk: Desk) -> None:
    ben, cleo = result_desk(desk, "Ben"), result_desk(desk, "Cleo")
    player = desk.state("demo").tournament.players[0].id
    post(ben, "results/bonus", round=4, player=player, points="1")
    given = desk.state("demo").history.entries[-1]
    assert isinstance(given.event, events.BonusGiven)
    assert post(cleo, "undo", number=given.number, sure="yes").status_code == 422
    assert post(ben, "undo", number=given.number).status_code == 303


def test_entries_in_the_wrong_order_are_refused(site: Site, demo_id: str) -> None:
    answer = site.post(f"/t/{demo_id}/undo", page=f"/t/{demo_id}/results", number=8, last=3)
    assert answer.status_code == 422
    assert "entry 3 comes before entry 8" in answer.text.lower()
