"""Requests are carried out once, on the version they were decided on, and errors say what is wrong."""

from typing import Any

import httpx
import pytest

from kit.api_program import Program, kind_of
from kit.club_server import SECRET, club_site
from miai.desk.live_state import Desk
from miai.features.programs.tokens import Scope
from miai.features.tournament.create_tournament import create_tournament

FIELD = {"players": [{"surname": name, "grade": "1d"} for name in ("Abe", "Baba", "Cho", "Doi")]}


@pytest.fixture
def program(desk: Desk) -> Program:
    create_tournament(desk, name="Cup", rounds=3, by="director")
    return Program(desk, Scope.ADMIN)


def test_a_request_that_is_sent_again_is_carried_out_once(program: Program) -> None:
    first = program.ask("POST", "/tournaments/cup/players", FIELD, idempotency_key="k1")
    again = program.ask("POST", "/tournaments/cup/players", FIELD, idempotency_key="k1")
    assert first.status_code == 201
    assert again.json() == first.json()
    assert len(program.get("/tournaments/cup/players")["players"]) == 4
    other = program.ask("POST", "/tournaments/cup/players", {**FIELD, "players": []}, idempotency_key="k1")
    assert kind_of(other) == "key-used"


def test_a_tournament_is_created_once_for_a_key(program: Program) -> None:
    made = [program.ask("POST", "/tournaments", {"name": "New"}, idempotency_key="k2") for _ in range(2)]
    assert [each.json()["id"] for each in made] == ["new", "new"]
    assert len(program.get("/tournaments")["tournaments"]) == 2


def test_a_change_is_made_only_on_the_version_that_its_sender_knew(program: Program) -> None:
    tag = program.ask("GET", "/tournaments/cup").headers["etag"]
    assert tag == '"1"'
    assert program.ask("POST", "/tournaments/cup/players", FIELD, if_match=tag).status_code == 201
    late = program.ask("PATCH", "/tournaments/cup", {"place": "Ulm"}, if_match=tag)
    assert kind_of(late) == "outdated"
    assert late.status_code == 412
    assert [each["number"] for each in late.json()["since"]] == [2, 3, 4, 5]
    assert late.headers["etag"] == '"5"'
    assert program.ask("PATCH", "/tournaments/cup", {"place": "Ulm"}, if_match='"5"').status_code == 200
    assert program.ask("GET", "/tournaments/cup", if_none_match='"6"').status_code == 304


def test_a_change_overwrites_nothing_that_others_changed_since_it_was_read(program: Program) -> None:
    program.ask("POST", "/tournaments/cup/players", FIELD)
    seen = program.ask("GET", "/tournaments/cup/players").headers["etag"]

    def change(path: str, body: dict[str, Any], **headers: str) -> httpx.Response:
        return program.ask("PATCH", f"/tournaments/cup{path}", body, **headers)

    assert change("/players/p1", {"club": "Ulm", "city": "Ulm"}).status_code == 200
    late = change("/players/p1", {"club": "Lund", "grade": "2d"}, x_miai_seen=seen)
    assert (late.status_code, kind_of(late)) == (409, "changed")
    assert late.json()["differences"] == [
        {"where": "players.p1.club", "seen": "", "now": "Ulm", "sent": "Lund"}
    ]
    assert change("/players/p1", {"grade": "2d"}, x_miai_seen=seen).status_code == 200
    assert change("/players/p2", {"club": "Lund"}, x_miai_seen=seen).status_code == 200
    player = program.get("/tournaments/cup/players")["players"][0]
    assert (player["club"], player["city"], player["grade"]) == ("Ulm", "Ulm", "2d")
    assert change("/settings", {"komi": 7.5}).status_code == 200
    assert kind_of(change("/settings", {"komi": 6.5}, x_miai_seen=seen)) == "changed"
    assert change("/settings", {"komi": 7.5, "rounds": 4}, x_miai_seen=seen).status_code == 200
    assert change("", {"place": "Ulm"}, x_miai_seen=seen).status_code == 200
    assert kind_of(change("", {"place": "Bonn"}, x_miai_seen=seen)) == "changed"
    assert kind_of(change("", {"place": "Bonn"}, x_miai_seen="17")) == "unreadable"
    prizes = {"prizes": [{"title": "Cup"}]}
    assert program.ask("PUT", "/tournaments/cup/prizes", prizes, x_miai_seen=seen).status_code == 200
    lost = program.ask("PUT", "/tournaments/cup/prizes", {"prizes": []}, x_miai_seen=seen)
    assert lost.json()["differences"][0]["where"] == "settings.prizes"


def test_a_request_for_a_version_can_be_repeated_with_its_key(program: Program) -> None:
    sent = {"if_match": '"1"', "idempotency_key": "k3"}
    answers = [program.ask("POST", "/tournaments/cup/players", FIELD, **sent) for _ in range(2)]
    assert [each.status_code for each in answers] == [201, 201]


@pytest.mark.parametrize(
    ("rule", "body", "expected"),
    [
        ("GET /nothing", None, "404 not-found"),
        ("GET /tournaments/none", None, "404 not-found"),
        ("GET /tournaments/cup~none", None, "404 not-found"),
        ("GET /tournaments/cup/players/p9", None, "404 not-found"),
        ("GET /tournaments/cup/rounds/0", None, "404 not-found"),
        ("GET /tournaments/cup/rounds/4", None, "404 not-found"),
        ("GET /tournaments/cup/rounds/1/reasons", None, "404 not-found"),
        ("POST /tournaments/cup/rounds/4/draw", {}, "404 not-found"),
        ("POST /tournaments/cup/rounds/4/publish", {}, "404 not-found"),
        ("DELETE /tournaments/cup/rounds/4/publish", None, "404 not-found"),
        ("POST /tournaments/cup/rounds/4/clock", {"do": "start"}, "404 not-found"),
        ("PUT /tournaments/cup/players/p9/attendance/1", {"plays": False}, "404 not-found"),
        ("PUT /tournaments/cup/rounds/1/results/1", {"result": "white"}, "404 not-found"),
        ("PUT /tournaments/cup/rounds/1/delays/1", {"kind": "postponed"}, "404 not-found"),
        ("PATCH /tournaments/cup/rounds/1/boards/1", {"locked": True}, "404 not-found"),
        ("DELETE /tournaments/cup/rounds/1/boards/1", None, "404 not-found"),
        ("GET /tournaments/cup/rounds/1/results/1/consequences?result=white", None, "404 not-found"),
        ("POST /tournaments/cup/sign-ups/99/accept", {}, "404 not-found"),
        ("POST /tournaments/cup/sign-ups/99/decline", {}, "404 not-found"),
        ("GET /tournaments/cup/rounds/x", None, "404 not-found"),
        ("PUT /tournaments/cup", {}, "405 wrong-method"),
        ("POST /tournaments", {"name": ""}, "422 invalid"),
        ("POST /tournaments", {"name": "X", "colour": 1}, "422 invalid"),
        ("POST /tournaments", {"name": "X", "begin": "2026-05-03", "end": "2026-05-01"}, "422 invalid"),
        ("PATCH /tournaments/cup", {"begin": "2026-05-03", "end": "2026-05-01"}, "422 invalid"),
        ("PATCH /tournaments/cup", {"end": "soon"}, "422 invalid"),
        ("PATCH /tournaments/cup", {"name": "A" * 100_000}, "422 invalid"),
        ("PATCH /tournaments/cup/settings", {"no.such": 1}, "422 invalid"),
        ("PATCH /tournaments/cup/settings", {"rounds": "many"}, "422 invalid"),
        ("PATCH /tournaments/cup/settings", {"rounds": 5000}, "422 invalid"),
        ("POST /tournaments/cup/players", {"players": [{"surname": "A"}]}, "422 invalid"),
        ("POST /tournaments/cup/rounds/2/publish", {}, "422 invalid"),
        ("PUT /tournaments/cup/rounds/1/results/1", {"result": "won"}, "422 invalid"),
    ],
)
def test_errors_are_problems(program: Program, rule: str, body: object, expected: str) -> None:
    method, _, path = rule.partition(" ")
    answer = program.ask(method, path, body)
    assert f"{answer.status_code} {kind_of(answer)}" == expected


def test_a_round_a_table_and_a_player_that_are_not_there_are_named(program: Program) -> None:
    program.ask("POST", "/tournaments/cup/players", FIELD)
    program.ask("POST", "/tournaments/cup/rounds/1/draw", {})
    player = program.get("/tournaments/cup/players")["players"][0]["id"]
    asked = {
        "GET /tournaments/cup/rounds/9": "there is no round 9: the tournament has 3",
        "PUT /tournaments/cup/rounds/1/results/9": "round 1 has no table 9",
        "PUT /tournaments/cup/rounds/2/results/1": "round 2 is not drawn yet",
        f"PUT /tournaments/cup/players/{player}/attendance/9": "there is no round 9: the tournament has 3",
        "GET /tournaments/cup/players/p99": "there is no player 'p99'",
    }
    bodies = {"results": {"result": "white"}, "attendance": {"plays": False}}
    for rule, said in asked.items():
        method, _, path = rule.partition(" ")
        body = next((body for word, body in bodies.items() if word in path), None)
        answer = program.ask(method, path, body)
        assert (answer.status_code, kind_of(answer)) == (404, "not-found")
        assert said in answer.json()["detail"]


def test_a_table_that_the_request_itself_removed_is_no_error_when_it_is_sent_again(program: Program) -> None:
    program.ask("POST", "/tournaments/cup/players", FIELD)
    program.ask("POST", "/tournaments/cup/rounds/1/draw", {})
    path = "/tournaments/cup/rounds/1/boards/2"
    taken = [program.ask("DELETE", path, idempotency_key="apart") for _ in range(2)]
    assert [each.status_code for each in taken] == [200, 200]
    assert program.ask("DELETE", path).status_code == 404


@pytest.mark.parametrize(
    ("rule", "body", "where", "what"),
    [
        ("PATCH /tournaments/cup/settings", {"komi": None}, "komi", "null is not a number"),
        ("PATCH /tournaments/cup/settings", {"rounds": "4"}, "rounds", '"4" is not a whole number'),
        ("PATCH /tournaments/cup/settings", {"one_prize_each": 1}, "one_prize_each",
         "1 is not true or false"),
        ("PATCH /tournaments/cup/settings", {"prizes": 3}, "prizes", "3 is not a list"),
        ("PATCH /tournaments/cup/settings", {"system": None}, "system", "null is not a text"),
        ("POST /tournaments", {"name": "X", "clock": {"basic_minutes": None}}, "clock.basic_minutes",
         "null is not a whole number"),
        ("POST /tournaments/cup/players", {"players": [{"surname": None, "grade": "1d"}]},
         "players[0].surname", "null is not a text"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_kind_is_named_with_its_field(
    program: Program, rule: str, body: object, where: str, what: str
) -> None:
    method, _, path = rule.partition(" ")
    answer = program.ask(method, path, body)
    assert kind_of(answer) == "invalid"
    assert answer.json()["errors"] == [{"where": where, "what": what}]
    assert answer.json()["detail"] == f"{where}: {what}"


def test_the_kind_of_a_problem_is_an_address_below_the_base_path(desk: Desk) -> None:
    below = Program(desk, Scope.ADMIN, base_path="/go")
    answer = below.client.get("/go/api/v1/tournaments/none", headers={"Authorization": "Bearer no"})
    assert answer.json()["type"] == "/go/api#no-token"
    large = below.client.post(
        "/go/api/v1/tournaments", content=b"{}", headers={"Content-Length": "999999999"}
    )
    assert large.json()["type"] == "/go/api#too-large"


def test_a_wrong_day_is_named_with_its_field(program: Program) -> None:
    answer = program.ask("PATCH", "/tournaments/cup", {"begin": "soon", "end": "late"}).json()
    assert [each["where"] for each in answer["errors"]] == ["First day", "Last day"]
    assert answer["errors"][0]["what"] == "'soon' is not a day: write it as 2026-12-31"
    assert program.get("/tournaments/cup")["begin"] == ""


def test_every_wrong_rule_is_named_with_its_place(program: Program) -> None:
    answer = program.ask("PATCH", "/tournaments/cup/settings", {"no.such": 1, "scoring.bar": "x"})
    assert [each["where"] for each in answer.json()["errors"]] == ["no.such", "scoring.bar"]


def test_a_body_has_to_be_json_and_not_too_large(program: Program) -> None:
    token = {"Authorization": f"Bearer {program.made.text}"}

    def post(content: bytes, kind: str, **headers: str) -> str:
        sent = {**token, "Content-Type": kind, **headers}
        return kind_of(program.client.post("/api/v1/tournaments", content=content, headers=sent))

    assert post(b"name=X", "application/x-www-form-urlencoded") == "not-json"
    assert post(b"{", "application/json") == "unreadable"
    assert post(b"{}", "application/json", **{"If-Match": "12"}) == "unreadable"
    assert post(b"{}", "application/json", **{"Idempotency-Key": "a b"}) == "unreadable"
    assert post(b"{}", "application/json", **{"Content-Length": "999999999"}) == "too-large"


def test_a_draw_that_would_drop_work_by_hand_is_asked_for_again(program: Program) -> None:
    path = "/tournaments/cup/rounds/1"
    program.ask("POST", "/tournaments/cup/players", FIELD)
    drawn = program.ask("POST", f"{path}/draw", {}).json()["round"]
    a, b = drawn["boards"][0]["white"], drawn["boards"][1]["white"]
    assert program.ask("POST", f"{path}/swap", {"a": a, "b": b}).status_code == 200
    assert kind_of(program.ask("POST", f"{path}/draw", {})) == "would-drop"
    assert program.ask("POST", f"{path}/draw", {"drop": True}).status_code == 200
    assert program.ask("PUT", f"{path}/results/1", {"result": "white"}).status_code == 200
    assert kind_of(program.ask("DELETE", f"{path}/draw")) == "would-drop"
    clash = program.ask("PUT", f"{path}/results/1", {"result": "black", "seen": "unknown"})
    assert (kind_of(clash), clash.json()["theirs"]) == ("clash", "white")


def test_a_draw_is_taken_back_with_a_postponed_game_only_by_who_has_read_its_name(program: Program) -> None:
    path = "/tournaments/cup/rounds/1"
    program.ask("POST", "/tournaments/cup/players", FIELD)
    program.ask("POST", f"{path}/draw", {})
    assert program.ask("PUT", f"{path}/delays/2", {"kind": "postponed"}).status_code == 200
    refused = program.ask("DELETE", f"{path}/draw")
    assert kind_of(refused) == "would-drop"
    assert "A postponed or adjourned game is dropped with the draw: table 2 (" in refused.json()["detail"]
    assert program.ask("DELETE", f"{path}/draw?drop=true").status_code == 200
    assert program.ask("POST", f"{path}/draw", {}).status_code == 200
    assert program.ask("DELETE", f"{path}/draw").status_code == 200


def test_a_result_token_undoes_only_results(program: Program) -> None:
    program.ask("POST", "/tournaments/cup/players", FIELD)
    program.ask("POST", "/tournaments/cup/rounds/1/draw", {})
    desk = Program(program.desk, Scope.RESULTS, "cup")
    entered = desk.ask("PUT", "/tournaments/cup/rounds/1/results/1", {"result": "white"}).json()
    number = entered["entries"][0]["number"]
    assert desk.ask("POST", "/tournaments/cup/undo", {"entry": number}).status_code == 200
    assert desk.ask("POST", "/tournaments/cup/redo", {"entry": number}).status_code == 200
    assert kind_of(desk.ask("POST", "/tournaments/cup/undo", {"entry": number - 1})) == "invalid"
    theirs = program.ask("PUT", "/tournaments/cup/rounds/1/results/2", {"result": "black"}).json()
    asked = {"entry": theirs["entries"][0]["number"]}
    assert kind_of(desk.ask("POST", "/tournaments/cup/undo", asked)) == "not-your-entry"
    assert desk.ask("POST", "/tournaments/cup/undo", {**asked, "sure": True}).status_code == 200


def test_a_token_and_a_webhook_are_made_once_for_a_key(program: Program) -> None:
    for what, sent in (("tokens", {"name": "Site"}), ("webhooks", {"url": "https://club.example/"})):
        path = f"/tournaments/cup/{what}"
        made = program.ask("POST", path, sent, idempotency_key=what)
        assert made.status_code == 201
        again = program.ask("POST", path, sent, idempotency_key=what)
        assert kind_of(again) == "conflict"
        assert made.json()["id"] in again.json()["detail"]
        assert [each["id"] for each in program.get(path)[what]] == [made.json()["id"]]


def test_all_that_is_wrong_with_players_is_named_with_its_place_in_the_list(program: Program) -> None:
    wrong = [{"surname": "Abe", "grade": "1d"}, {"surname": "Baba"}, {"surname": "Cho", "grade": "77z"}]
    answer = program.ask("POST", "/tournaments/cup/players", {"players": wrong})
    assert answer.status_code == 422
    assert [each["where"] for each in answer.json()["errors"]] == ["players[1]", "players[2].grade"]
    assert program.get("/tournaments/cup/players")["players"] == []


def test_what_needs_no_choice_needs_no_body(program: Program) -> None:
    program.ask("POST", "/tournaments/cup/players", FIELD)
    for do in ("draw", "publish"):
        assert program.ask("POST", f"/tournaments/cup/rounds/1/{do}").status_code == 200, do


def test_players_of_a_club_site_who_cannot_be_read_are_named(program: Program) -> None:
    with club_site() as club:
        club.players = [
            {"id": 1, "lastname": "Abe", "rank": "1d", "rounds": "101"},
            {"id": 2, "lastname": "Baba", "rank": "1d", "rounds": [1, 3]},
        ]
        program.ask("PATCH", "/tournaments/cup", {"short_name": club.code})
        program.ask("PUT", "/tournaments/cup/club-site", {"url": club.url, "secret": SECRET})
        pulled = program.ask("POST", "/tournaments/cup/club-site/players").json()
    assert [each["absent_rounds"] for each in program.get("/tournaments/cup/players")["players"]] == [[2]]
    assert [each["where"] for each in pulled["refused"]] == ["Baba"]
    assert pulled["blocked"] == pulled["missing"] == []
