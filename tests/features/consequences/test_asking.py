"""Every kind of change that moves the past is shown before it is written: by its page and by the API."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from html import unescape
from typing import Any

import pytest
from starlette.responses import Response

from kit.api_program import Program, kind_of
from kit.web_site import Site, marks_in
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import change_player, check_in
from miai.features.players.page.field_card import GradeStones, field_card
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.server.page import Page
from miai.server.request_context import Here
from miai.server.roles import Role

WEISS = "p2"


def event_of(desk: Desk) -> Tournament:
    return desk.state("demo").tournament


def late_of(desk: Desk) -> PlayerId:
    return next(player.id for player in event_of(desk).players if player.surname == "Late")


def other_result(desk: Desk) -> str:
    old = event_of(desk).board_at(2, 1).result
    return str((Result.BLACK_WINS if old is Result.WHITE_WINS else Result.WHITE_WINS).value)


def entry_of_bar(desk: Desk) -> int:
    """An entry that moved the bar and so the past, written without a question."""
    return change_rules(desk, "demo", {"scoring.bar": Grade.parse("1d")}, by="director").state.version


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A change by a form of a page, and by an operation of the API."""

    page: Callable[[Site], tuple[str, dict[str, Any]]]
    api: Callable[[Desk], tuple[str, str, Any]]
    moves: str


def _of_player(**typed: str) -> Callable[[Site], tuple[str, dict[str, Any]]]:
    def form(site: Site) -> tuple[str, dict[str, Any]]:
        own = f"/t/demo/players/{WEISS}"
        fields = site.form(own, f"{own}/change")
        return f"{own}/change", {**{name: value for name, value in fields.items() if name != "csrf"}, **typed}

    return form


def _of_rules(**typed: str) -> Callable[[Site], tuple[str, dict[str, Any]]]:
    def form(site: Site) -> tuple[str, dict[str, Any]]:
        fields = site.form("/t/demo/settings", "/t/demo/settings/rules")
        return "/t/demo/settings/rules", {
            **{name: value for name, value in fields.items() if name != "csrf"}, **typed,
        }  # fmt: skip

    return form


KINDS = {
    "grade": Kind(
        page=_of_player(grade="9k"),
        api=lambda _: ("PATCH", f"/players/{WEISS}", {"grade": "9k"}),
        moves="Weiss Friederike: 32 → 21",
    ),
    "starting score": Kind(
        page=_of_player(start="20"),
        api=lambda _: ("PATCH", f"/players/{WEISS}", {"start": 20}),
        moves="Weiss Friederike: 32 → 20",
    ),
    "side of the bar": Kind(
        page=lambda _: ("/t/demo/players/across", {"player": WEISS, "side": "below"}),
        api=lambda _: ("PUT", f"/players/{WEISS}/bar-side", {"side": "below"}),
        moves="Weiss Friederike: 32 → 31",
    ),
    "bar": Kind(
        page=lambda _: ("/t/demo/players/bar", {"to": "1d"}),
        api=lambda _: ("PATCH", "/settings", {"scoring.bar": "1d"}),
        moves="players start with another score",
    ),
    "floor": Kind(
        page=lambda _: ("/t/demo/players/bar", {"to": "5k", "line": "floor"}),
        api=lambda _: ("PATCH", "/settings", {"scoring.floor": "5k"}),
        moves="players start with another score",
    ),
    "bands": Kind(
        page=lambda _: ("/t/demo/players/bands/build", {"factor": "0.75", "smallest": "5"}),
        api=lambda _: ("POST", "/bands", {"factor": 0.75, "smallest": 5}),
        moves="players start with another score",
    ),
    "rules": Kind(
        page=_of_rules(**{"scoring.absent_points": "0"}),
        api=lambda _: ("PATCH", "/settings", {"scoring.absent_points": 0}),
        moves="Tie-breaks",
    ),
    "criteria": Kind(
        page=lambda _: ("/t/demo/standings/criteria", {"key": ["mms", "cussm"], "keep": "on"}),
        api=lambda _: ("PUT", "/standings/criteria", {"criteria": ["mms", "cussm"]}),
        moves="standings after round 4 keep their criteria until they are published again",
    ),
    "removed player": Kind(
        page=lambda site: (f"/t/demo/players/{late_of(site.desk)}/remove", {}),
        api=lambda desk: ("DELETE", f"/players/{late_of(desk)}", None),
        moves="Late Lena",
    ),
    "attendance of a played round": Kind(
        page=lambda site: (f"/t/demo/players/{late_of(site.desk)}/attendance", {"misses": "2"}),
        api=lambda desk: ("PUT", f"/players/{late_of(desk)}/attendance/2", {"plays": False}),
        moves="Late Lena",
    ),
    "withdrawal from a played round": Kind(
        page=lambda site: (f"/t/demo/players/{late_of(site.desk)}/withdraw", {"from_round": "1"}),
        api=lambda desk: ("POST", f"/players/{late_of(desk)}/withdraw", {"from_round": 1}),
        moves="Late Lena",
    ),
    "corrected result": Kind(
        page=lambda site: (
            "/t/demo/results/correct",
            {"round": "2", "table": "1", "result": other_result(site.desk)},
        ),
        api=lambda desk: ("PUT", "/rounds/2/results/1", {"result": other_result(desk)}),
        moves="stay as drawn, from the scores of that time",
    ),
    "bonus of a played round": Kind(
        page=lambda _: ("/t/demo/results/bonus", {"round": "2", "player": WEISS, "points": "1"}),
        api=lambda _: ("POST", "/rounds/2/bonus", {"player": WEISS, "points": 1}),
        moves="Weiss Friederike: 33 → 34",
    ),
    "game of an earlier round": Kind(
        page=lambda _: ("/t/demo/draw/terms", {"round": "2", "table": "1", "handicap": "3", "komi": "0.5"}),
        api=lambda _: ("PATCH", "/rounds/2/boards/1", {"handicap": 3, "komi": 0.5}),
        moves="games of round 2 change",
    ),
    "undo": Kind(
        page=lambda site: ("/t/demo/undo", {"number": str(entry_of_bar(site.desk))}),
        api=lambda desk: ("POST", "/undo", {"entry": entry_of_bar(desk)}),
        moves="players start with another score",
    ),
}


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_shows_what_moves_and_writes_it_when_confirmed(pages: Site, kind: str) -> None:
    change = KINDS[kind]
    path, fields = change.page(pages)
    version = pages.desk.state("demo").version
    asked = pages.post(path, page="/t/demo/players", enhanced=True, **fields)
    assert asked.status_code == 409, text(asked.text)
    assert asked.text.lstrip().startswith("<dialog")
    assert change.moves in text(asked.text)
    assert pages.desk.state("demo").version == version
    # The form of the dialog has the fields that were sent, and the mark.
    for name, value in fields.items():
        for each in value if isinstance(value, list) else [value]:
            assert f'name="{name}" value="{each}"' in unescape(asked.text)
    done = pages.post(path, page="/t/demo/players", enhanced=True, confirm=marks_in(asked)[-1], **fields)
    assert done.status_code == 200, text(done.text)
    assert pages.desk.state("demo").version > version


@pytest.mark.parametrize("kind", KINDS)
def test_the_api_answers_with_what_moves_unless_it_is_confirmed(program: Program, kind: str) -> None:
    method, path, body = KINDS[kind].api(program.desk)
    version = program.desk.state("demo").version
    refused = program.ask(method, f"/tournaments/demo{path}", body)
    assert refused.status_code == 409, refused.text
    assert kind_of(refused) == "needs-confirmation"
    option = refused.json()["options"][-1]
    assert any(KINDS[kind].moves in line for line in option["lines"])
    assert option["moves"]["parts"]
    assert program.desk.state("demo").version == version
    wrong = program.ask(method, f"/tournaments/demo{path}?confirm=0123456789abcdef", body)
    assert wrong.status_code == 409
    done = program.ask(method, f"/tournaments/demo{path}?confirm={option['confirm']}", body)
    assert done.status_code == 200, done.text
    assert program.desk.state("demo").version > version


def test_a_grade_typed_in_round_4_keeps_the_start_unless_another_is_chosen(pages: Site) -> None:
    path, fields = KINDS["grade"].page(pages)
    asked = pages.post(path, page="/t/demo/players", **fields)
    shown = text(asked.text)
    assert "Keep the starting score" in shown
    assert "Change the starting score" in shown
    assert "no player moves" in shown
    keep, change = marks_in(asked)
    assert asked.text.index(keep) < asked.text.index("checked")
    pages.post(path, page="/t/demo/players", confirm=keep, **fields)
    player = event_of(pages.desk).player(PlayerId(WEISS))
    assert (str(player.grade), player.start) == ("9k", 128)
    assert keep != change


def test_another_grade_after_a_kept_start_asks_again(pages: Site) -> None:
    """The start is set by hand then; it stays, or the new grade decides."""
    path, fields = KINDS["grade"].page(pages)
    keep = marks_in(pages.post(path, page="/t/demo/players", **fields))[0]
    pages.post(path, page="/t/demo/players", confirm=keep, **fields)
    path, fields = _of_player(grade="1k")(pages)
    asked = pages.post(path, page="/t/demo/players", **fields)
    shown = text(asked.text)
    assert "Keep the starting score" in shown
    assert "Weiss Friederike keeps 32, set by hand" in shown
    assert "Start by the new grade" in shown
    assert "Change the starting score" not in shown
    keep, by_grade = marks_in(asked)
    pages.post(path, page="/t/demo/players", confirm=by_grade, **fields)
    player = event_of(pages.desk).player(PlayerId(WEISS))
    assert (str(player.grade), player.start) == ("1k", None)


def test_a_kept_start_is_the_one_that_pages_show(pages: Site) -> None:
    """The field, the player's own card and the players to move across the bar."""
    path, fields = KINDS["grade"].page(pages)
    keep = marks_in(pages.post(path, page="/t/demo/players", **fields))[0]
    pages.post(path, page="/t/demo/players", confirm=keep, **fields)
    field = field_card(event_of(pages.desk))
    row = next(each for each in field.lines if isinstance(each, GradeStones) and each.grade == "9k")
    assert row.start == "start 32"
    assert [each.start for each in field.by_hand] == ["32"]
    own = text(pages.get(f"/t/demo/players/{WEISS}").text)
    assert "Weiss Friederike starts at 32, as set by hand; by grade it would be 21" in own
    side: dict[str, Any] = {"player": WEISS, "side": "grade"}
    asked = pages.post("/t/demo/players/across", page="/t/demo/players", **side)
    assert "Weiss Friederike: 32 → 21" in text(asked.text)
    pages.post("/t/demo/players/across", page="/t/demo/players", confirm=marks_in(asked)[0], **side)
    assert event_of(pages.desk).player(PlayerId(WEISS)).start is None
    assert "Weiss Friederike starts at 21, by grade" in text(pages.get(f"/t/demo/players/{WEISS}").text)


def test_players_with_a_start_by_hand_are_not_offered_to_cross_the_bar(pages: Site) -> None:
    """They start at their own score on either side."""
    near = field_card(event_of(pages.desk)).near[0]
    change_player(pages.desk, "demo", near.id, lambda old: replace(old, start=quarters(30)), by="director")
    assert near.id not in [each.id for each in field_card(event_of(pages.desk)).near]


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        ("grade", "Change the grade of Weiss Friederike from 5d to 9k?"),
        ("starting score", "Change Weiss Friederike: Starting score: none → 20?"),
        ("side of the bar", "Move Weiss Friederike across the bar?"),
        ("bar", "Change the rules: Bar: 3d → 1d?"),
        ("removed player", "Remove Late Lena?"),
        ("attendance of a played round", "Change the rounds that Late Lena plays?"),
        ("withdrawal from a played round", "Withdraw Late Lena before round 1?"),
        ("bonus of a played round", "Give Weiss Friederike a bonus of 1 in round 2?"),
        ("undo", "Undo this: Rules changed: Bar: 3d → 1d?"),
    ],
)
def test_the_question_names_the_change_as_one_that_is_not_made_yet(
    pages: Site, kind: str, title: str
) -> None:
    path, fields = KINDS[kind].page(pages)
    asked = pages.post(path, page="/t/demo/players", **fields)
    heading = re.search(r"<h1>(.*?)</h1>", asked.text, re.DOTALL)
    assert heading
    assert text(heading[1]) == title


@pytest.mark.parametrize(
    ("kind", "button"),
    [
        ("grade", "Save the change"),
        ("removed player", "Remove"),
        ("withdrawal from a played round", "Withdraw"),
        ("undo", "Undo"),
    ],
)
def test_the_button_is_named_after_what_it_does(pages: Site, kind: str, button: str) -> None:
    path, fields = KINDS[kind].page(pages)
    asked = pages.post(path, page="/t/demo/players", enhanced=True, **fields)
    found = re.search(r'<button class="btn primary"[^>]*>([^<]+)<', asked.text)
    assert found
    assert found[1].strip() == button


def test_a_mark_and_a_refusal_name_the_change_and_its_effects(program: Program) -> None:
    """Two changes with the same effects have different marks."""
    path = f"/tournaments/demo/players/{WEISS}"
    first, second = (
        program.ask("PATCH", path, {"grade": "9k", **more}).json() for more in ({}, {"club": "Lund"})
    )
    assert first["detail"].startswith("Change the grade of Weiss Friederike from 5d to 9k? ")
    moves = [each["options"][0]["moves"]["parts"][0] for each in (first, second)]
    assert moves[0]["starts"] == moves[1]["starts"]
    assert first["options"][0]["confirm"] != second["options"][0]["confirm"]


def test_a_reason_is_kept_with_the_entries_and_shown_in_the_history(pages: Site) -> None:
    path, fields = KINDS["grade"].page(pages)
    asked = pages.post(path, page="/t/demo/players", **fields)
    assert 'name="confirm_reason"' in asked.text
    fields = {**fields, "confirm": marks_in(asked)[0], "confirm_reason": "  promoted\n on 14 May "}
    pages.post(path, page="/t/demo/players", **fields)
    entries = pages.desk.state("demo").history.entries[-2:]
    assert [type(entry.event) for entry in entries] == [events.PlayerChanged, events.ReasonGiven]
    given = entries[1].event
    assert isinstance(given, events.ReasonGiven)
    assert (given.entries, given.reason) == ((entries[0].number,), "promoted on 14 May")
    row = re.search(rf'<tr id="e{entries[0].number}".*?</tr>', pages.get("/t/demo/history").text, re.DOTALL)
    assert row
    assert "Reason: promoted on 14 May" in text(row[0])
    assert f'id="e{entries[1].number}"' not in pages.get("/t/demo/history").text


def test_a_reason_that_was_typed_stays_when_the_question_is_asked_again(pages: Site) -> None:
    path, fields = KINDS["bar"].page(pages)
    fields = {**fields, "confirm": "0" * 16, "confirm_reason": "promoted"}
    assert 'value="promoted"' in pages.post(path, page="/t/demo/players", **fields).text


def test_a_reason_comes_with_the_mark_and_a_document_keeps_it(program: Program, played: Desk) -> None:
    path = f"/tournaments/demo/players/{WEISS}"
    mark = program.ask("PATCH", path, {"grade": "9k"}).json()["options"][0]["confirm"]
    done = program.ask("PATCH", f"{path}?confirm={mark}&reason=a+typing+mistake", {"grade": "9k"})
    assert done.status_code == 200
    history = played.state("demo").history
    again = read_history(write_history(history))
    assert again.entries == history.entries
    assert again.tournament() == history.tournament()
    described = program.ask("GET", "/tournaments/demo/history").json()["entries"]
    assert described[0]["reason"] == "a typing mistake"


def test_a_reason_that_is_too_long_is_refused_and_nothing_is_written(program: Program, played: Desk) -> None:
    path, version = f"/tournaments/demo/players/{WEISS}", played.state("demo").version
    mark = program.ask("PATCH", path, {"grade": "9k"}).json()["options"][0]["confirm"]
    long = program.ask("PATCH", f"{path}?confirm={mark}&reason={'x' * 201}", {"grade": "9k"})
    assert long.status_code == 422
    assert "shorten it to 200" in long.json()["detail"]
    assert played.state("demo").version == version


def test_rounds_that_stay_as_drawn_are_not_called_later(pages: Site) -> None:
    path, fields = KINDS["grade"].page(pages)
    shown = text(pages.post(path, page="/t/demo/players", **fields).text)
    assert "Draws rounds 1, 2, 3 and 4 stay as drawn" in shown


def test_namesakes_are_told_apart_by_their_grade_in_all_that_moves(pages: Site) -> None:
    """By the grade that is still on the screen, in the title, the lines and the places."""
    weiss = event_of(pages.desk).player(PlayerId(WEISS))
    late = late_of(pages.desk)
    change_player(
        pages.desk,
        "demo",
        late,
        lambda old: replace(old, surname=weiss.surname, first_name=weiss.first_name),
        by="director",
    )
    path, fields = KINDS["grade"].page(pages)
    shown = text(pages.post(path, page="/t/demo/players", **fields).text)
    assert "Weiss Friederike 5d: 32 → 21" in shown
    assert "new data in all rounds: Weiss Friederike 5d" in shown
    assert "Weiss Friederike 9k" not in shown


def test_a_click_on_the_bar_moves_no_leader_unseen(pages: Site) -> None:
    asked = pages.post("/t/demo/players/bar", page="/t/demo/players", enhanced=True, to="1d")
    assert asked.status_code == 409
    assert "Weiss Friederike" in text(asked.text)
    assert str(event_of(pages.desk).settings.scoring.bar) == "3d"


def test_what_is_confirmed_is_asked_again_if_it_moves_something_else_by_now(pages: Site) -> None:
    path, fields = KINDS["bar"].page(pages)
    asked = pages.post(path, page="/t/demo/players", enhanced=True, **fields)
    other = Result.parse(other_result(pages.desk))
    enter_result(pages.desk, "demo", round=2, table=1, result=other, by="desk")
    again = pages.post(path, page="/t/demo/players", enhanced=True, confirm=marks_in(asked)[0], **fields)
    assert again.status_code == 409
    assert "Something else was saved in the meantime" in text(again.text)
    assert pages.post(path, enhanced=True, confirm=marks_in(again)[0], **fields).status_code == 200


def test_a_key_stands_for_the_request_and_for_its_confirmation(program: Program) -> None:
    sent = {"idempotency_key": "grade-1"}
    refused = program.ask("PATCH", f"/tournaments/demo/players/{WEISS}", {"grade": "9k"}, **sent)
    mark = refused.json()["options"][0]["confirm"]
    path = f"/tournaments/demo/players/{WEISS}?confirm={mark}"
    done = [program.ask("PATCH", path, {"grade": "9k"}, **sent) for _ in range(2)]
    assert [each.status_code for each in done] == [200, 200]
    assert done[0].json()["version"] == done[1].json()["version"]


def test_the_usual_work_of_a_round_asks_nothing(pages: Site) -> None:
    """Drawing, publishing, results, a typing mistake, arrivals, absences, payments, undo and criteria."""
    draw_round(pages.desk, "demo", round=5, by="director")
    publish_round(pages.desk, "demo", round=5, by="director")
    late = late_of(pages.desk)
    board = event_of(pages.desk).board_at(5, 2)
    for path, fields in (
        ("results/enter", {"round": "5", "entry": "1 w"}),
        ("results/enter", {"round": "5", "entry": "1 b"}),
        ("results/enter", {"round": "5", "entry": "2 w"}),
        ("results/undo", {"round": "5"}),
        ("players/new", {"surname": "Newcomer", "grade": "5k"}),
        (f"players/{late}/attendance", {"misses": "5"}),
        (f"players/{board.white}/withdraw", {"from_round": "6"}),
        ("players/check-in", {"here": late}),
        ("settings/details", {"name": "Riverside Open", "place": "Lund"}),
        ("publish/standings", {"after": "5"}),
    ):
        answer = pages.post(f"/t/demo/{path}", page="/t/demo/results?round=5", enhanced=True, **fields)
        assert answer.status_code == 200, (path, text(answer.text))


def test_nothing_is_compared_for_the_usual_work(pages: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Entering thirty results fast is not slower than without questions."""

    def compared(*_: object) -> None:
        raise AssertionError("a usual entry was compared")

    monkeypatch.setattr("miai.features.consequences.compare.consequences", compared)
    draw_round(pages.desk, "demo", round=5, by="director")
    publish_round(pages.desk, "demo", round=5, by="director")
    for board in event_of(pages.desk).round(5).boards:
        entry: dict[str, Any] = {"round": "5", "entry": f"{board.table} w"}
        answer = pages.post("/t/demo/results/enter", page="/t/demo/results?round=5", enhanced=True, **entry)
        assert answer.status_code == 200
    pages.post("/t/demo/players/new", page="/t/demo/players", surname="New", grade="5k")
    assert any(player.surname == "New" for player in event_of(pages.desk).players)


def test_who_arrives_late_is_checked_in_without_a_question(pages: Site) -> None:
    """They enter the table of the rounds before, which moves others down; that is no change of the past."""
    late = late_of(pages.desk)
    check_in(pages.desk, "demo", late, here=False, by="director")
    version = pages.desk.state("demo").version
    answer = pages.post("/t/demo/players/check-in", page="/t/demo/players", enhanced=True, here=late)
    assert answer.status_code == 200
    assert pages.desk.state("demo").version == version + 1
    gone = pages.post("/t/demo/players/check-in", page="/t/demo/players", enhanced=True, away=late)
    assert gone.status_code == 409


def test_the_result_that_was_missing_asks_nothing_in_a_published_table(pages: Site) -> None:
    enter_result(pages.desk, "demo", round=4, table=1, result=Result.UNKNOWN, by="desk")
    sent: dict[str, Any] = {"round": "4", "entry": "1 w"}
    answer = pages.post("/t/demo/results/enter", page="/t/demo/results?round=4", enhanced=True, **sent)
    assert answer.json()["version"] == pages.desk.state("demo").version


def test_the_library_and_a_second_laptop_are_not_asked(played: Desk) -> None:
    saved = change_rules(played, "demo", {"scoring.bar": Grade.parse("1d")}, by="director")
    assert isinstance(saved.entries[-1].event, events.SettingsChanged)


def test_what_players_send_from_their_phones_is_not_asked_about(pages: Site) -> None:
    """A page for everyone writes what it decides, even if a director would be asked."""
    page = Page("phone", need=Role.PUBLIC)

    @page.post("/t/{id}/phone")
    def move(visit: Here) -> Response:
        saved = change_rules(visit.desk, visit.id, {"scoring.bar": Grade.parse("1d")}, by=visit.by)
        return visit.done("moved", saved=saved)

    pages.app.include_router(page.router)
    version = pages.desk.state("demo").version
    assert pages.post("/t/demo/phone", enhanced=True).status_code == 200
    assert pages.desk.state("demo").version == version + 1
