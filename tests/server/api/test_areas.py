"""One walk through each area of the API that the complete event of the client does not touch."""

from typing import Any

import pytest

from kit.api_program import Program, kind_of
from miai.desk.live_state import Desk
from miai.features.programs.tokens import Scope

NAMES = ("Abe", "Baba", "Cho", "Doi", "Endo", "Fuji", "Goto", "Hara")


class Walk:
    """A program that expects every step to succeed."""

    def __init__(self, desk: Desk) -> None:
        self.program = Program(desk, Scope.ADMIN)

    def __call__(self, rule: str, body: Any = None) -> Any:
        method, _, path = rule.partition(" ")
        answer = self.program.ask(method, path, body)
        assert answer.status_code < 300, (rule, answer.text)
        return answer.json() if answer.content else None


@pytest.fixture
def walk(desk: Desk) -> Walk:
    return Walk(desk)


def enter(walk: Walk, event: str) -> list[str]:
    sent = {"players": [{"surname": name, "grade": f"{at + 1}k"} for at, name in enumerate(NAMES)]}
    return [each["id"] for each in walk(f"POST /tournaments/{event}/players", sent)["players"]]


def test_rounds_without_minutes_last_as_long_as_the_thinking_time_of_the_same_request(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Cup", "rounds": 3})
    starts = [{"round": each, "starts": f"2026-12-05T1{each}:00:00Z"} for each in (1, 2, 3)]
    starts[2]["minutes"] = 45
    address = "/tournaments/cup/schedule"
    walk(f"PUT {address}", {"rounds": starts, "thinking": {"basic_minutes": 20}})
    assert [each["minutes"] for each in walk(f"GET {address}")["rounds"]] == [20, 20, 45]
    # A time of its own stays, whatever the thinking time is.
    later = [{"round": each, "starts": f"2026-12-06T1{each}:00:00Z"} for each in (1, 3)]
    walk(f"PUT {address}", {"rounds": later, "thinking": {"basic_minutes": 30}})
    assert [each["minutes"] for each in walk(f"GET {address}")["rounds"]] == [30, 20, 45]


def test_times_clocks_payments_bands_and_links(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Cup", "rounds": 3})
    players, cup = enter(walk, "cup"), "/tournaments/cup"
    walk(f"PUT {cup}/schedule", {"rounds": [{"round": 1, "starts": "2026-12-05T10:00:00Z", "minutes": 45}]})
    walk(f"POST {cup}/schedule/shift", {"from_round": 1, "minutes": 15})
    for do in ("start", "pause", "resume", "off"):
        walk(f"POST {cup}/rounds/1/clock", {"do": do})
    assert [each["round"] for each in walk(f"GET {cup}/schedule")["rounds"]] == [1, 2, 3]
    walk(f"PATCH {cup}/settings", {"fees.usual": 2000})
    assert walk(f"PUT {cup}/players/{players[0]}/payment", {})["players"][0]["paid"] == 2000
    assert walk(f"GET {cup}/fees")["sum"]["paid"] == 20
    walk(f"PUT {cup}/prizes", {"prizes": [{"title": "Winner", "amount": 5000}]})
    walk(f"POST {cup}/bands", {"smallest": 2})
    assert len(walk(f"GET {cup}/bands")["bands"]) > 1
    walk(f"POST {cup}/bands/1/merge", {})
    walk(f"DELETE {cup}/bands")
    links = walk(f"POST {cup}/links", {"players": players[:2]})["links"]
    assert [each["player"] for each in links] == players[:2]
    assert walk(f"POST {cup}/links/revoke", {"players": players[:1]}) == {"revoked": 1}
    walk(f"PATCH {cup}/sign-up", {"limit": 40, "note": "Welcome"})
    walk(f"POST {cup}/sign-up/open")
    assert walk(f"GET {cup}/sign-up")["form"]["is_open"]
    assert walk(f"GET {cup}/sign-ups") == {"waiting": []}


def test_a_draw_is_changed_by_hand_and_published(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Cup", "rounds": 3})
    players, cup = enter(walk, "cup"), "/tournaments/cup"
    walk(f"POST {cup}/wishes/apart", {"a": players[0], "b": players[1]})
    boards = walk(f"POST {cup}/rounds/1/draw", {})["round"]["boards"]
    one = f"{cup}/rounds/1/boards/{boards[0]['table']}"
    assert walk(f"PATCH {one}", {"handicap": 0, "komi": 0.5})["round"]["boards"][0]["komi"] == 0.5
    assert walk(f"PATCH {one}", {"locked": True})["round"]["boards"][0]["locked"]
    assert walk(f"PATCH {one}", {"swap_colours": True})["round"]["boards"][0]["white"] == boards[0]["black"]
    free = walk(f"DELETE {cup}/rounds/1/boards/{boards[1]['table']}")["round"]
    assert len(free["boards"]) == 3
    again = walk(f"POST {cup}/rounds/1/rest", {})["round"]["boards"]
    assert len(again) == 4
    walk(f"POST {cup}/rounds/1/publish", {})
    assert len(walk(f"GET {cup}/rounds/1/published")["boards"]) == 4
    walk(f"DELETE {cup}/rounds/1/publish")
    assert walk(f"GET {cup}/rounds/1")["published"] == "nothing"
    assert walk(f"GET {cup}/rounds/1/why-not?a={players[0]}&b={players[1]}")["forbidden"]
    walk(f"DELETE {cup}/rounds/1/draw?drop=true")


def test_teams_state_line_ups_and_meet(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Teams", "rounds": 2, "system": "swiss", "team_size": 2})
    players, event = enter(walk, "teams"), "/tournaments/teams"
    for at in range(0, 8, 2):
        walk(f"POST {event}/teams", {"name": f"Team {at}", "members": players[at : at + 2]})
    team = walk(f"GET {event}/teams")["teams"][0]["id"]
    walk(f"PATCH {event}/teams/{team}", {"name": "First", "captain": players[0]})
    walk(f"PUT {event}/teams/{team}/line-ups/1", {"players": [players[1], players[0]]})
    assert len(walk(f"POST {event}/rounds/1/draw", {})["round"]["matches"]) == 2
    assert len(walk(f"GET {event}/matches?round=1")["matches"]) == 2
    assert walk(f"GET {event}/standings/teams")["rows"]


def test_groups_lead_to_a_final(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Cup", "rounds": 3})
    enter(walk, "cup")
    walk("POST /tournaments/cup/groups", {"count": 2})
    groups = walk("GET /tournaments/cup/stages")["stages"]
    for group in groups:
        walk(f"POST /tournaments/cup~{group['id']}/rounds/1/draw", {})
        assert walk(f"GET /tournaments/cup~{group['id']}/rounds/1")["round"]["boards"]
    sources = [{"stage": group["id"], "first": 1, "last": 2} for group in groups]
    walk("POST /tournaments/cup/stages", {"name": "Final", "plan": {"sources": sources}})
    walk("POST /tournaments/cup/stages/final/fill", {"as_they_are": True, "lot": 7})
    players = walk("GET /tournaments/cup~final/players")["players"]
    assert len(players) == 4
    walk("POST /tournaments/cup~final/rounds/1/draw", {})
    inside = [each["id"] for each in players]
    others = [each["id"] for each in walk("GET /tournaments/cup/players")["players"]]
    entering = next(each for each in others if each not in inside)
    replaced = {"leaving": inside[0], "entering": entering}
    # It names both players, and is the decision itself: it asks nothing.
    walk("POST /tournaments/cup/stages/final/replace", replaced)
    now = [each["id"] for each in walk("GET /tournaments/cup~final/players")["players"]]
    assert sorted(now) == sorted([entering, *inside[1:]])
    assert walk("GET /tournaments/cup/standings/whole")["rows"]
    walk("DELETE /tournaments/cup/stages/final")


def test_a_whole_plan_is_opened_drawn_and_published(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Cup", "rounds": 3})
    enter(walk, "cup")
    walk("POST /tournaments/cup/stages/plan", {"way": "groups", "groups": 2, "each": 1, "third_place": False})
    walk("POST /tournaments/cup/stages/spread")
    stages = walk("GET /tournaments/cup/stages")["stages"]
    assert [each["name"] for each in stages] == ["Group A", "Group B", "Cup"]
    assert [len(each["sources"]) for each in stages] == [0, 0, 2]
    walk("POST /tournaments/cup/stages/draw")
    walk("POST /tournaments/cup/stages/publish")
    for group in stages[:2]:
        assert walk(f"GET /tournaments/cup~{group['id']}/rounds/1")["round"]["boards"]


def test_a_congress_has_events_and_people(walk: Walk) -> None:
    walk("POST /congresses", {"name": "Congress", "begin": "2026-07-25"})
    congress = "/tournaments/congress"
    people = enter(walk, "congress")
    walk(f"POST {congress}/congress/events/new", {"name": "Open", "rounds": 2})
    walk("POST /tournaments", {"name": "Rapid"})
    walk(f"POST {congress}/congress/events", {"event": "rapid", "room": "Hall 2"})
    walk(f"PATCH {congress}/congress/events/rapid", {"tables": ["1-20"]})
    walk(f"PUT {congress}/congress/events/order", {"events": ["rapid", "open"]})
    walk(f"POST {congress}/congress/people/{people[0]}/events", {"enter": ["open", "rapid"]})
    walk(f"POST {congress}/players/check-in", {"players": people[:1]})
    assert len(walk("GET /tournaments/open/players")["players"]) == 1
    assert [each["id"] for each in walk(f"GET {congress}/congress/events")["events"]] == ["rapid", "open"]
    for what in ("people", "timetable", "clashes"):
        walk(f"GET {congress}/congress/{what}")
    walk(f"POST {congress}/congress/people/{people[0]}/events", {"leave": ["rapid"]})
    walk(f"DELETE {congress}/congress/events/rapid")


def test_a_table_with_rounds_of_open_meaning_needs_a_choice(walk: Walk) -> None:
    walk("POST /tournaments", {"name": "Cup", "rounds": 3})
    table = {"text": "Name;Grade;Rounds\nAdler, Ada;3k;1, 2\nBaum, Bo;4k;"}
    preview = walk("POST /tournaments/cup/players/table/preview", table)
    assert preview["questions"] == [{"column": 3, "heading": "Rounds", "example": "1, 2"}]
    assert preview["rows"][0]["player"].get("absent_rounds", []) == []
    refused = walk.program.ask("POST", "/tournaments/cup/players/table", table)
    assert kind_of(refused) == "invalid"
    assert walk("GET /tournaments/cup/players")["players"] == []
    unknown = {**table, "columns": {"Level": "rounds"}}
    assert kind_of(walk.program.ask("POST", "/tournaments/cup/players/table", unknown)) == "invalid"
    chosen = {**table, "columns": {"Rounds": "missed_rounds"}}
    assert walk("POST /tournaments/cup/players/table/preview", chosen)["questions"] == []
    assert walk("POST /tournaments/cup/players/table", chosen)["players"][0]["absent_rounds"] == [1, 2]
