"""What an action answers: a page for everyone, the same in place for our script; what was entered stays."""

from typing import Annotated

import httpx
import pytest
from fastapi import Form
from starlette.responses import Response

from kit.web_site import Forms, Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.errors import InputError, NoPairingError
from miai.features.publish.unpublish import unpublish_standings
from miai.features.results.enter_result import enter_result
from miai.messages import Message
from miai.server.page import Page
from miai.server.request_context import Here
from miai.store.protocol import Conflict


@pytest.fixture
def demo_id(demo_id: str, desk: Desk) -> str:
    """The same, but its last table is not published, so that correcting round 4 asks nothing."""
    unpublish_standings(desk, demo_id, after=4, by="director")
    return demo_id


@pytest.fixture
def site(desk: Desk) -> Site:
    """A site with one more page, whose actions go right and wrong on demand."""
    page = Page("try")

    @page.post("/t/{id}/try")
    def enter(visit: Here, result: Annotated[str, Form()], seen: Annotated[str, Form()] = "") -> Response:
        # As most pages do, it looks at the tournament before it writes.
        visit.tournament.drawn_round(4)
        saved = enter_result(
            visit.desk, visit.id, round=4, table=3, result=Result(result), by=visit.by,
            seen=Result(seen) if seen else None,
        )  # fmt: skip
        return visit.done("Table 3 is in", saved=saved)

    @page.post("/t/{id}/fail/{kind}")
    def fail(visit: Here, kind: str) -> Response:
        raise {
            "input": InputError(Message("table 99 is not in the hall")),
            "pairing": NoPairingError(Message("A and B block each other")),
            "conflict": Conflict(expected=1, actual=2, since=()),
            "bug": ValueError("oh"),
        }[kind]

    found = Site(desk)
    found.app.include_router(page.router)
    return found


def test_an_action_leads_back_to_its_page_with_a_toast_that_is_shown_once(site: Site, demo_id: str) -> None:
    page = f"/t/{demo_id}/results?round=4"
    answer = site.post(f"/t/{demo_id}/try", page=page, result="unknown")
    assert (answer.status_code, answer.headers["location"]) == (303, page)
    shown = site.get(page).text
    assert "Table 3 is in" in shown
    assert f'<input type="hidden" name="number" value="{site.desk.state(demo_id).version}">' in shown
    assert "Table 3 is in" not in site.get(page).text


def test_undo_takes_back_that_entry_alone(site: Site, demo_id: str) -> None:
    before = site.desk.state(demo_id).tournament
    site.post(f"/t/{demo_id}/try", result="unknown")
    number = site.desk.state(demo_id).version
    enter_result(site.desk, demo_id, round=4, table=5, result=Result.JIGO, by="result desk")
    answer = site.post(f"/t/{demo_id}/undo", page=f"/t/{demo_id}/results", number=number)
    assert answer.headers["location"] == f"/t/{demo_id}/results"
    after = {board.table: board.result for board in site.desk.state(demo_id).tournament.round(4).boards}
    assert after[3] is next(board.result for board in before.round(4).boards if board.table == 3)
    assert after[5] is Result.JIGO
    site.post(f"/t/{demo_id}/redo", number=number)
    boards = site.desk.state(demo_id).tournament.round(4).boards
    assert next(board.result for board in boards if board.table == 3) is Result.UNKNOWN


def test_our_script_gets_the_toast_and_where_to_go(site: Site, demo_id: str) -> None:
    page = f"/t/{demo_id}/results"
    answer = site.post(f"/t/{demo_id}/try", page=page, enhanced=True, result="unknown").json()
    assert (answer["go"], answer["here"]) == (page, True)
    assert "Table 3 is in" in answer["toast"]
    assert "Table 3 is in" not in site.get(page).text


@pytest.mark.parametrize("script", [True, False])
def test_the_toast_carries_the_mark_of_the_entry_just_made(site: Site, demo_id: str, *, script: bool) -> None:
    page, before = f"/t/{demo_id}/standings", site.desk.state(demo_id).tournament

    def pressed(answer: httpx.Response, act: str) -> httpx.Response:
        """Send the form of the toast as it is."""
        toast = Forms(f"/t/{demo_id}/{act}")
        toast.feed(answer.json()["toast"] if script else site.get(page).text)
        return site.post(f"/t/{demo_id}/{act}", page=page, enhanced=script, **toast.fields)

    answer = site.post(f"/t/{demo_id}/try", page=page, enhanced=script, result="unknown")
    undone = pressed(answer, "undo")
    assert undone.status_code == (200 if script else 303)
    assert site.desk.state(demo_id).tournament == before
    redone = pressed(undone, "redo")
    assert redone.status_code == (200 if script else 303)
    assert site.desk.state(demo_id).tournament != before


def test_a_script_that_is_sent_to_another_page_finds_the_toast_there(site: Site) -> None:
    answer = site.post("/new", page="/new", enhanced=True, name="Spring Open").json()
    assert (answer["go"], answer["here"], answer["toast"]) == ("/t/spring-open/players", False, "")
    assert "Spring Open is open" in site.get(answer["go"]).text


@pytest.mark.parametrize(
    ("kind", "status", "said"),
    [
        ("input", 422, "Table 99 is not in the hall."),
        ("pairing", 422, "A and B block each other."),
        ("conflict", 409, "Somebody else saved a change at the same moment."),
    ],
)
def test_an_error_is_a_sentence_on_a_page_or_in_place(
    site: Site, demo_id: str, kind: str, status: int, said: str
) -> None:
    whole = site.post(f"/t/{demo_id}/fail/{kind}", page=f"/t/{demo_id}/results")
    assert whole.status_code == status
    assert said in whole.text
    assert f'href="/t/{demo_id}/results"' in whole.text
    part = site.post(f"/t/{demo_id}/fail/{kind}", enhanced=True)
    assert part.status_code == status
    assert said in part.text
    assert "<html" not in part.text


def test_who_was_slower_is_told_and_may_still_enter_theirs(site: Site, demo_id: str) -> None:
    enter_result(site.desk, demo_id, round=4, table=3, result=Result.JIGO, by="Tomás")
    late = site.post(f"/t/{demo_id}/try", result="black", seen="unknown")
    assert late.status_code == 409
    assert "Tomás entered table 3 first" in late.text
    assert 'name="result" value="black"' in late.text
    assert 'name="seen" value="jigo"' in late.text
    site.post(f"/t/{demo_id}/try", result="black", seen="jigo")
    boards = site.desk.state(demo_id).tournament.round(4).boards
    assert next(board.result for board in boards if board.table == 3) is Result.BLACK_WINS


def test_a_bug_says_so_without_a_traceback(site: Site, demo_id: str) -> None:
    site.client = site.browser(raise_faults=False)
    answer = site.post(f"/t/{demo_id}/fail/bug")
    assert answer.status_code == 500
    assert "This is a bug in Miai" in answer.text
    assert "Traceback" not in answer.text
    assert "content-security-policy" in answer.headers


def test_an_action_with_a_missing_field_names_it(site: Site, demo_id: str) -> None:
    answer = site.post(f"/t/{demo_id}/try")
    assert answer.status_code == 422
    assert "result" in answer.text


def test_a_page_elsewhere_is_never_gone_back_to(site: Site, demo_id: str) -> None:
    answer = site.client.post(
        f"/t/{demo_id}/try",
        data={"csrf": site.token(), "result": "unknown"},
        headers={"Referer": "https://elsewhere.example/trap"},
    )
    assert answer.headers["location"] == f"/t/{demo_id}"


def test_after_a_failed_form_the_rounds_lead_back_to_its_page(site: Site, demo_id: str) -> None:
    answer = site.post(f"/t/{demo_id}/fail/input", page=f"/t/{demo_id}/results?show=out")
    assert f'href="/t/{demo_id}/results?show=out&amp;round=1"' in answer.text
