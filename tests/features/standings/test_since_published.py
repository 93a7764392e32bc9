"""Published standings beside the same standings now: every kind of change is found, and nothing else."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from kit.api_program import Program
from kit.command import Run
from kit.memory_store import MemoryStore
from kit.riverside import open_riverside
from kit.staged_event import GROUP_A, GROUP_B, LEAGUE, open_league, play_groups
from kit.team_hall import team_hall
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log.document import write_history
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player
from miai.features.players.register_player import NEW, register_player
from miai.features.programs.tokens import Scope
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.standings.since_messages import seen_message, since_messages
from miai.features.standings.since_published import Kind, SincePublished, table_since, whole_since


@pytest.fixture
def desk() -> Desk:
    """The Riverside Open, its standings after round 4 published."""
    desk = Desk(MemoryStore())
    open_riverside(desk, id="demo")
    publish_standings(desk, "demo", after=4, by="director")
    return desk


def since(desk: Desk) -> SincePublished:
    found = table_since(desk, desk.state("demo"), 4)
    assert found
    return found


def kinds(desk: Desk) -> list[Kind]:
    return [change.kind for change in since(desk).changes]


def changed(**fields: Any) -> Callable[[Desk], object]:
    def change(desk: Desk) -> object:
        player = next(each for each in desk.state("demo").tournament.players if each.surname == "Weiss")
        return change_player(desk, "demo", player.id, lambda now: replace(now, **fields), by="director")

    return change


def rules(**values: Any) -> Callable[[Desk], object]:
    by_path = {path.replace("__", "."): value for path, value in values.items()}
    return lambda desk: change_rules(desk, "demo", by_path, by="director")


def other_result(desk: Desk) -> object:
    board = desk.state("demo").tournament.round(2).boards[0]
    result = Result.BLACK_WINS if board.result is Result.WHITE_WINS else Result.WHITE_WINS
    return enter_result(desk, "demo", round=2, table=board.table, result=result, by="director")


def late_entrant(desk: Desk) -> object:
    late = Player(id=NEW, surname="Late", first_name="Lena", grade=Grade.parse("2d"))
    return register_player(desk, "demo", late, by="director")


@pytest.mark.parametrize(
    ("act", "found"),
    [
        pytest.param(other_result, [Kind.RESULTS], id="result"),
        pytest.param(rules(scoring__bar=Grade.parse("1k")), [Kind.STARTS], id="bar"),
        pytest.param(rules(criteria=("nbw", "sosw")), [Kind.CRITERIA], id="criteria"),
        pytest.param(rules(scoring__absent_points=POINT), [Kind.RULES], id="rules"),
        pytest.param(late_entrant, [Kind.ADDED], id="added"),
        pytest.param(changed(surname="Weiß"), [Kind.NAMES], id="name"),
        pytest.param(changed(club="Elsewhere"), [Kind.CLUBS], id="club"),
        pytest.param(changed(country="FR"), [Kind.COUNTRIES], id="country"),
        pytest.param(changed(grade=Grade.parse("9k")), [Kind.STARTS, Kind.GRADES], id="grade"),
    ],
)
def test_each_kind_of_change_is_found_alone(
    desk: Desk, act: Callable[[Desk], object], found: list[Kind]
) -> None:
    assert kinds(desk) == []
    assert not since(desk).older
    act(desk)
    assert kinds(desk) == found
    publish_standings(desk, "demo", after=4, by="director")
    assert kinds(desk) == []


def test_a_change_that_is_undone_is_no_change(desk: Desk) -> None:
    other_result(desk)
    assert since(desk).older
    undo(desk, "demo", desk.state("demo").version, by="director")
    assert not since(desk).older


def test_later_rounds_and_rules_that_move_nothing_change_no_table(desk: Desk) -> None:
    draw_round(desk, "demo", round=5, by="director")
    publish_round(desk, "demo", round=5, by="director")
    enter_result(desk, "demo", round=5, table=1, result=Result.WHITE_WINS, by="director")
    change_rules(desk, "demo", {"rounds": 6}, by="director")
    assert not since(desk).older


def test_moved_places_and_leaders_are_told(desk: Desk) -> None:
    (leader,) = since(desk).leaders
    first = next(each for each in desk.state("demo").tournament.players if each.name == leader)
    change_player(desk, "demo", first.id, lambda now: replace(now, grade=Grade.parse("9k")), by="director")
    rules(criteria=("mms", "rating"))(desk)
    found = since(desk)
    assert found.leaders_before == (leader,)
    assert found.places
    assert all(move.before != move.after for move in found.places)
    said = [str(each) for each in since_messages(found)]
    assert said == [
        f"Changed since: starting scores ({leader}); criteria; grades ({leader}).",
        f"{len(found.places)} players have another place.",
        f"First place: {leader} → {' and '.join(found.leaders)}.",
        "Players see the earlier criteria until you publish again.",
    ]
    assert leader not in found.leaders
    assert str(seen_message(found)) == "Changed since: starting scores; grades."


def test_new_criteria_alone_are_hidden_from_players(desk: Desk) -> None:
    rules(criteria=("nbw", "rating"))(desk)
    assert since(desk).waits
    assert seen_message(since(desk)) is None


def test_players_see_all_but_new_criteria_and_are_told_so(desk: Desk) -> None:
    rules(scoring__bar=Grade.parse("1k"))(desk)
    found = since(desk)
    assert [str(each) for each in since_messages(found)][-1] == "Players see this already."
    assert str(seen_message(found)) == "Changed since: starting scores."


def test_the_pages_say_that_a_published_table_is_older(desk: Desk, tmp_path: Path) -> None:
    site = Site(desk, data=tmp_path)
    pages = ("/t/demo/standings", "/t/demo/publish", "/t/demo")
    for page in pages:
        assert "Changed since" not in site.get(page).text
    rules(scoring__bar=Grade.parse("1k"))(desk)
    for page in pages:
        html = unescape(site.get(page).text)
        assert "Changed since: starting scores (" in html
        assert ("players have another place." in html) is (page != "/t/demo")
    assert "places have moved since they were published" in site.get("/t/demo").text
    assert "Changed since: starting scores." in site.get("/p/demo/standings").text
    publish_standings(desk, "demo", after=4, by="director")
    for page in pages:
        assert "Changed since" not in site.get(page).text


def test_the_overview_needs_nobody_if_no_place_moves(desk: Desk, tmp_path: Path) -> None:
    changed(club="Elsewhere")(desk)
    site = Site(desk, data=tmp_path)
    assert "since they were published" not in site.get("/t/demo").text
    assert "clubs (Weiss Friederike)" in site.get("/t/demo/standings").text
    assert "No place moves." in site.get("/t/demo/standings").text


def test_final_standings_are_published_again_with_the_change(desk: Desk, tmp_path: Path) -> None:
    rules(rounds=4)(desk)
    publish_standings(desk, "demo", after=4, final=True, by="director")
    site = Site(desk, data=tmp_path)
    assert "Publish again" in site.get("/t/demo/standings").text
    other_result(desk)
    assert "Publish as final" in site.get("/t/demo/standings").text
    assert "Publish as final" in site.get("/t/demo/publish").text


def test_the_api_gives_the_same_facts(desk: Desk, tmp_path: Path) -> None:
    program = Program(desk, Scope.DIRECT, "demo", data=tmp_path)
    rules(criteria=("nbw", "rating"))(desk)
    told = program.ask("GET", "/tournaments/demo/standings").json()["published"]
    assert (told["older"], told["waits"], told["final"]) == (True, True, False)
    assert told["changes"] == [{"kind": "criteria", "names": []}]
    assert len(told["places"]) == len(since(desk).places)
    assert (told["leaders_before"], told["leaders"]) == (
        list(since(desk).leaders_before),
        list(since(desk).leaders),
    )
    assert program.ask("GET", "/tournaments/demo/standings?after=3").json()["published"] is None


def test_the_command_says_that_a_published_table_is_older(desk: Desk, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "demo.miai"
    file.write_bytes(write_history(desk.state("demo").history))
    assert "Changed since" not in run("standings", file)[2]
    rules(scoring__bar=Grade.parse("1k"))(desk)
    file.write_bytes(write_history(desk.state("demo").history))
    told = run("standings", file)[2]
    assert "note: standings after round 4, published " in told
    assert "Changed since: starting scores" in told
    assert "Changed since" not in run("standings", file, "--criteria", "SOS")[2]
    assert "Changed since" not in run("standings", file, "--after", "3")[2]


def test_a_table_of_a_stage_and_the_whole_one_are_compared(tmp_path: Path) -> None:
    desk = Desk(MemoryStore())
    open_league(desk)
    play_groups(desk)
    publish_standings(desk, LEAGUE, after=0, by="test")
    publish_standings(desk, GROUP_A, after=3, by="test")
    whole, group = whole_since(desk, desk.state(LEAGUE)), table_since(desk, desk.state(GROUP_A), 3)
    assert whole
    assert group
    assert not whole.older
    assert not group.older
    for stage in (GROUP_A, GROUP_B):
        change_rules(desk, stage, {"criteria": ("sosw", "nbw")}, by="test")
    whole, group = whole_since(desk, desk.state(LEAGUE)), table_since(desk, desk.state(GROUP_A), 3)
    assert whole
    assert group
    assert [each.kind for each in whole.changes] == [each.kind for each in group.changes] == [Kind.CRITERIA]
    assert whole.places
    assert table_since(desk, desk.state(GROUP_B), 3) is None
    site = Site(desk, data=tmp_path)
    html = unescape(site.get(f"/t/{LEAGUE}").text)
    assert "Standings of the whole event: " in html
    assert "Group A: Standings after round 3: " in html
    for page in (f"/t/{LEAGUE}/standings?view=whole", f"/t/{LEAGUE}/publish"):
        assert "Changed since: criteria." in site.get(page).text


def test_a_table_of_teams_is_compared() -> None:
    hall = team_hall("North: Ada 3d, Bo 2d; South: Cy 1d, Di 1k; East: Eli 2k, Fay 3k; West: Gus 4k, Hana 5k")
    hall.draw(1)
    for board in hall.event.round(1).boards:
        hall.result(1, board.table, Result.WHITE_WINS)
    publish_standings(*hall.at, after=1, by="Anneke")
    found = table_since(hall.desk, hall.state, 1)
    assert found
    assert not found.older
    for board in hall.event.round(1).boards[:2]:
        hall.result(1, board.table, Result.BLACK_WINS)
    found = table_since(hall.desk, hall.state, 1)
    assert found
    assert found.of_teams
    (change,) = found.changes
    match = hall.event.round(1).matches[0]
    names = {team.name for team in hall.event.teams if team.id in (match.white, match.black)}
    assert (change.kind, set(change.names)) == (Kind.RESULTS, names)
