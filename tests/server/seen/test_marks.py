"""An act carries the mark of what was on the screen: if that changed, nothing happens and both are shown."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import httpx
import pytest

from kit.api_program import Program, kind_of
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Round
from miai.features.draw.change_draw import lock, set_terms, swap
from miai.features.draw.draw_round import draw_round
from miai.features.programs.tokens import Scope
from miai.features.results.enter_result import enter_result
from miai.server.seen.acts import FIELD, FORMS, act_at

pytestmark = pytest.mark.usefixtures("demo_id")

DRAW = "/t/demo/draw?round=5"


@pytest.fixture
def drawn(desk: Desk, demo_id: str) -> Round:
    draw_round(desk, demo_id, round=5, by="director")
    return desk.state(demo_id).tournament.round(5)


def _now(site: Site) -> Round:
    return site.desk.state("demo").tournament.round(5)


def _swap_two(site: Site) -> None:
    """Another desk lets two players change places."""
    boards = [board for board in _now(site).boards if board.table in (3, 4)]
    a, b = boards[0].white, boards[1].white
    swap(site.desk, "demo", round=5, a=a, b=b, by="Ana")


def _send(site: Site, page: str, path: str, **more: Any) -> httpx.Response:
    return site.post(path, page=page, **{**site.form(page, path), **more})


@pytest.mark.parametrize("script", [True, False])
def test_a_draft_that_was_not_on_the_screen_is_not_published(
    site: Site, drawn: Round, *, script: bool
) -> None:
    fields = site.form(DRAW, "/t/demo/draw/publish")
    _swap_two(site)
    before = site.desk.state("demo").version
    answer = site.post("/t/demo/draw/publish", page=DRAW, enhanced=script, **fields)
    assert answer.status_code == 409
    assert site.desk.state("demo").version == before
    assert _now(site).shown is None
    text = unescape(answer.text)
    assert "Publish this draw</button>" in text
    names = site.desk.state("demo").tournament.names
    for board in (*drawn.boards[2:4], *_now(site).boards[2:4]):
        assert f"{names[board.white]} (White) – {names[board.black]} (Black)" in text
    assert "Table 3" in text
    assert "Table 5" not in text.split("</table>")[0].split("changes")[1]


def test_after_both_were_shown_the_current_draft_is_published_with_one_click(
    site: Site, drawn: Round
) -> None:
    fields = site.form(DRAW, "/t/demo/draw/publish")
    _swap_two(site)
    refused = site.post("/t/demo/draw/publish", page=DRAW, **fields).text
    mark = re.search(r'name="mark" value="([^"]+)"', refused[refused.index("On your screen") :])
    assert mark
    _swap_two(site)
    assert site.post("/t/demo/draw/publish", page=DRAW, round=5, mark=mark[1]).status_code == 409
    assert _send(site, DRAW, "/t/demo/draw/publish").status_code == 303
    assert _now(site).shown is not None


def test_a_lock_or_a_result_of_another_round_does_not_change_a_draft(site: Site, drawn: Round) -> None:
    fields = site.form(DRAW, "/t/demo/draw/publish")
    lock(site.desk, "demo", round=5, table=2, locked=True, by="Ana")
    enter_result(site.desk, "demo", round=4, table=3, result=Result.JIGO, by="Ana")
    assert site.post("/t/demo/draw/publish", page=DRAW, **fields).status_code == 303


def test_a_form_without_a_mark_is_refused(site: Site, drawn: Round) -> None:
    answer = site.post("/t/demo/draw/publish", page=DRAW, round=5, mark="")
    assert answer.status_code == 403
    assert _now(site).shown is None


@pytest.mark.parametrize("act", ["publish/pairings", "print/publish"])
def test_every_way_to_publish_asks_for_the_draft_that_was_seen(site: Site, drawn: Round, act: str) -> None:
    mark = site.mark(f"/t/demo/{act}", {"number": 5})
    _swap_two(site)
    answer = site.post(f"/t/demo/{act}", page="/t/demo/publish", number=5, mark=mark)
    assert answer.status_code == 409
    assert _now(site).shown is None


@pytest.mark.parametrize("act", ["make", "rest", "take-back"])
def test_a_draft_that_was_not_seen_is_not_drawn_again(site: Site, drawn: Round, act: str) -> None:
    mark = site.mark(f"/t/demo/draw/{act}", {"round": 5})
    _swap_two(site)
    before = _now(site)
    answer = site.post(f"/t/demo/draw/{act}", page=DRAW, round=5, mark=mark)
    assert answer.status_code == 409
    assert _now(site) == before


def test_a_change_by_hand_needs_only_the_games_that_it_is_about(site: Site, drawn: Round) -> None:
    mark = site.mark("/t/demo/draw/swap", {"round": 5})
    _swap_two(site)
    apart: Any = {"round": 5, "a": drawn.boards[0].white, "b": drawn.boards[1].white, "mark": mark}
    assert site.post("/t/demo/draw/swap", page=DRAW, **apart).status_code == 303
    same: Any = {"round": 5, "a": drawn.boards[4].white, "b": drawn.boards[2].white, "mark": mark}
    assert site.post("/t/demo/draw/swap", page=DRAW, **same).status_code == 409
    for act in ("unpair", "lock", "colours"):
        answer = site.post(f"/t/demo/draw/{act}", page=DRAW, round=5, table=3, mark=mark)
        assert answer.status_code == 409
    bye = site.post("/t/demo/draw/bye", page=DRAW, round=5, player=drawn.boards[2].white, mark=mark)
    assert bye.status_code == 409


def test_a_handicap_that_another_desk_changed_is_not_overwritten(site: Site, drawn: Round) -> None:
    mark = site.mark("/t/demo/draw/terms", {"round": 5})
    set_terms(site.desk, "demo", round=5, table=3, handicap=4, komi=0.5, by="Ana")
    answer = site.post(
        "/t/demo/draw/terms", page=DRAW, round=5, table=3, handicap=2, komi="", komi_shown="", mark=mark
    )
    assert answer.status_code == 409
    assert _now(site).boards[2].handicap == 4
    assert "handicap 4, komi 0.5" in unescape(answer.text)


def test_standings_are_published_as_they_were_on_the_screen(site: Site) -> None:
    path = "/t/demo/publish/standings"
    fields: dict[str, Any] = {"after": 4}
    mark = site.mark(path, fields)
    enter_result(site.desk, "demo", round=4, table=1, result=Result.UNKNOWN, by="Ana")
    before = site.desk.state("demo").version
    answer = site.post(path, page="/t/demo/standings", mark=mark, **fields)
    assert answer.status_code == 409
    assert site.desk.state("demo").version == before
    assert "Place" in answer.text


def test_standings_are_closed_as_they_were_on_the_screen(site: Site) -> None:
    page, path = "/t/demo/standings?ask=final", "/t/demo/standings/finalise"
    fields = site.form(page, path)
    enter_result(site.desk, "demo", round=4, table=1, result=Result.JIGO, by="Ana")
    assert site.post(path, page=page, **fields).status_code == 409
    assert site.desk.state("demo").tournament.final is None
    assert _send(site, page, path).status_code == 303
    assert site.desk.state("demo").tournament.final is not None


def test_undo_is_about_the_entry_that_was_shown(site: Site) -> None:
    number = (
        enter_result(site.desk, "demo", round=4, table=1, result=Result.JIGO, by="Ana").entries[-1].number
    )
    mark = site.mark("/t/demo/undo", {"number": number})
    other = site.mark("/t/demo/undo", {"number": number - 1})
    answer = site.post("/t/demo/undo", page="/t/demo/history", number=number, mark=other)
    assert answer.status_code == 409
    site.confirms = True
    assert site.post("/t/demo/undo", page="/t/demo/history", number=number, mark=mark).status_code == 303


def test_a_program_publishes_the_draw_that_it_has_seen(site: Site, drawn: Round) -> None:
    program = Program(site.desk, Scope.DIRECT, "demo")
    path = "/tournaments/demo/rounds/5"
    mark = program.get(path)["mark"]
    _swap_two(site)
    late = program.ask("POST", f"{path}/publish?mark={mark}")
    assert (late.status_code, kind_of(late)) == (409, "changed")
    assert [each["where"] for each in late.json()["differences"]] == ["Table 3", "Table 4"]
    white = site.desk.state("demo").tournament.names[drawn.boards[2].white]
    assert late.json()["differences"][0]["seen"].startswith(white)
    swapped = program.ask("POST", f"{path}/swap?mark={mark}", {"a": drawn.boards[2].white, "b": "p1"})
    assert kind_of(swapped) == "changed"
    assert kind_of(program.ask("POST", f"{path}/publish?mark=17")) == "unreadable"
    now = f"{path}/publish?mark={late.json()['mark']}"
    assert program.ask("POST", now, {"knowing": True}).status_code == 200


def test_a_program_publishes_the_standings_that_it_has_seen(site: Site) -> None:
    program = Program(site.desk, Scope.DIRECT, "demo")
    mark = program.get("/tournaments/demo/standings?after=4")["mark"]
    enter_result(site.desk, "demo", round=4, table=1, result=Result.UNKNOWN, by="Ana")
    late = program.ask("POST", f"/tournaments/demo/standings/publish?mark={mark}", {"after": 4})
    assert kind_of(late) == "changed"


@pytest.mark.parametrize(("language", "word"), [("fr", "À votre écran"), ("de", "Auf Ihrem Bildschirm")])
def test_both_drafts_are_shown_in_every_language(site: Site, drawn: Round, language: str, word: str) -> None:
    site.client.cookies.set("miai_language", language)
    fields = site.form(DRAW, "/t/demo/draw/publish")
    _swap_two(site)
    assert word in unescape(site.post("/t/demo/draw/publish", page=DRAW, **fields).text)


def test_a_draft_is_known_again_after_a_restart_of_the_server(site: Site, drawn: Round) -> None:
    fields = site.form(DRAW, "/t/demo/draw/publish")
    again = Site(Desk(site.desk.store))
    answer = again.post("/t/demo/draw/publish", page=DRAW, **{**fields, "csrf": again.token()})
    assert answer.status_code == 303


class _Acts(HTMLParser):
    """The forms of a page: their address, and if they have a mark."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, bool] = {}
        self._action = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        if tag == "form":
            self._action = (
                (known.get("action") or "").partition("?")[0] if known.get("method") == "post" else ""
            )
            if act_at(self._action):
                self.found.setdefault(self._action, False)
        elif tag == "input" and known.get("name") == FIELD and act_at(self._action):
            self.found[self._action] = bool(known.get("value"))


def test_every_form_of_such_an_act_carries_a_mark(site: Site, drawn: Round) -> None:
    seen = set()
    for page in (
        DRAW, f"{DRAW}&do=terms&board=3", f"{DRAW}&do=table&board=3", f"{DRAW}&do=more&board=3",
        f"{DRAW}&pick={drawn.boards[0].white}", "/t/demo/publish", "/t/demo/standings",
        "/t/demo/standings?edit=1", "/t/demo/standings?ask=final", "/t/demo/history",
        "/t/demo/results?round=4", "/t/demo/draw/publish?round=5",
    ):  # fmt: skip
        reader = _Acts()
        reader.feed(site.get(page).text)
        for action, marked in reader.found.items():
            assert marked, f"{action} on {page} has no mark"
            seen.add(action.removeprefix("/t/demo/"))
    rare = {"redo", "draw/lock-bye", "draw/rest", "draw/force", "stages/all/publish"}
    assert set(FORMS) - seen <= rare


def test_my_last_entry_is_undone_only_if_the_page_showed_it(site: Site) -> None:
    page, path = "/t/demo/results?round=4", "/t/demo/results/undo"
    site.confirms = True
    for table in (1, 2):
        site.post("/t/demo/results/correct", round=4, table=table, result="unknown")
    fields = site.form(page, path)
    site.post("/t/demo/results/correct", round=4, table=3, result="unknown")
    boards = site.desk.state("demo").tournament.round(4).boards
    late = site.post(path, page=page, **fields)
    assert late.status_code == 409
    assert site.desk.state("demo").tournament.round(4).boards == boards
    # Pressed twice before the page is shown again, it undoes two.
    fields = site.form(page, path)
    answers = [site.post(path, page=page, at="/new", **fields, again=str(turn)) for turn in (1, 2)]
    assert [answer.status_code for answer in answers] == [303, 303]
    known = [board.result.known for board in site.desk.state("demo").tournament.round(4).boards[:3]]
    assert known == [False, True, True]
