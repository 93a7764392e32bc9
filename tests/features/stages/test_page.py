"""Stages on the pages: groups, finals and cups from the plan to the standings of the whole."""

import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.routing import APIRoute

from kit.private_links import token_of
from kit.staged_event import (
    FINAL,
    GROUP_A,
    GROUP_B,
    LEAGUE,
    add_stage,
    open_league,
    play_groups,
    play_round,
    player_named,
)
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Result
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.stages import StageId, StagePlan
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.delay_game import delay_game
from miai.features.schedule.plan_schedule import set_schedule
from miai.features.settings.change_settings import change_rules
from miai.features.tournament.create_tournament import create_tournament
from miai.mounts.pages import all_pages
from miai.server.page import in_congress

STAGES = f"/t/{LEAGUE}/stages"


@pytest.fixture
def league(desk: Desk) -> str:
    """Abe, Cem, Eva and Gus in group A, the others in group B; nothing is drawn."""
    return open_league(desk)


def text_of(page: str) -> str:
    """What a reader sees of the main part, with single blanks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.split("<main", 1)[-1]).split())


def stage_names(desk: Desk, stage: str) -> list[str]:
    event = desk.state(stage).tournament
    return [player.surname for player in event.players]


# The pages of a stage -------------------------------------------------------------


def console_pages() -> list[str]:
    """Every page of the console and of the public that needs no more than a tournament and a player."""
    paths = [
        route.path
        for page in all_pages()
        if page.suited is not in_congress
        for route in page.router.routes
        if isinstance(route, APIRoute) and "GET" in (route.methods or ())
    ]
    needed = {"id", "player"}
    fitting = [path for path in paths if set(re.findall(r"{(\w+)}", path)) <= needed and "{id}" in path]
    # These need a board, an entry, published standings or a stream.
    needing = ("/live", "/correct", "/delay", "/then", "/why", "/tie-breaks")
    return [path for path in fitting if not path.endswith(needing)]


def test_every_page_of_a_stage_answers_and_links_to_the_stage_or_its_event(
    site: Site, desk: Desk, league: str
) -> None:
    play_round(desk, GROUP_A, 1)
    known = (f"/t/{GROUP_A}", f"/p/{GROUP_A}", f"/t/{league}", f"/p/{league}", f"/t/{GROUP_B}", f"/t/{FINAL}")
    for path in console_pages():
        answer = site.get(path.replace("{id}", GROUP_A).replace("{player}", player_named(desk, "Abe")))
        assert answer.status_code in (200, 303), path
        for address in re.findall(r'(?:href|action)="(/[tp]/[^"]*)"', answer.text):
            assert urlsplit(address).path.startswith(known), (path, address)


@pytest.mark.parametrize("page", ["", "/players", "/draw", "/results", "/standings", "/history", "/settings"])
def test_every_console_page_of_a_stage_names_its_event_and_leads_to_the_other_stages(
    site: Site, league: str, page: str
) -> None:
    crumbs = site.get(f"/t/{GROUP_A}{page}").text.split('id="crumbs"', 1)[1].split("</nav>", 1)[0]
    assert f'href="/t/{league}"' in crumbs
    assert f'href="/t/{FINAL}{page}"' in crumbs
    assert "Group A" in text_of(crumbs)


def test_the_rail_of_a_stage_has_neither_stages_nor_prizes(site: Site, league: str) -> None:
    assert f'href="/t/{league}/stages"' in site.get(f"/t/{league}").text
    rail = site.get(f"/t/{GROUP_A}").text.split('id="rail-nav"', 1)[1].split("</nav>", 1)[0]
    assert "/stages" not in rail
    assert "/prizes" not in rail


def test_a_page_about_the_whole_event_leads_from_a_stage_to_the_event(site: Site, league: str) -> None:
    assert site.get(f"/t/{GROUP_A}/players/import").headers["location"] == f"/t/{league}/players/import"
    assert site.get(f"/t/{GROUP_A}/prizes?edit=1").headers["location"] == f"/t/{league}/prizes?edit=1"


def test_nobody_is_entered_or_changed_in_a_stage(site: Site, desk: Desk, league: str) -> None:
    before = desk.state(league).version
    abe = player_named(desk, "Abe")
    typed: list[tuple[str, dict[str, Any]]] = [
        ("players/typed", {"name": "Novak, Eva", "grade": "2d"}),
        ("players/new", {"surname": "Novak", "grade": "2d"}),
        (f"players/{abe}/remove", {}),
        ("settings/delete", {}),
    ]
    for path, fields in typed:
        assert site.post(f"/t/{GROUP_A}/{path}", **fields).status_code == 422, path
    assert desk.state(league).version == before
    assert f'action="/t/{GROUP_A}/players/{abe}/change"' not in site.get(f"/t/{GROUP_A}/players/{abe}").text


def test_a_stage_that_is_not_there_is_not_found(site: Site, league: str) -> None:
    assert site.get(f"/t/{league}~nowhere").status_code == 404
    assert site.get(f"/p/{league}~nowhere").status_code == 404
    assert site.get(f"{STAGES}/nowhere").status_code == 404


def test_a_result_of_a_stage_is_typed_and_undone_on_its_pages(site: Site, desk: Desk, league: str) -> None:
    play_round(desk, GROUP_A, 1, results=False)
    entered = site.post(
        f"/t/{GROUP_A}/results/enter", page=f"/t/{GROUP_A}/results?round=1", round="1", entry="1 white"
    )
    assert entered.headers["location"].startswith(f"/t/{GROUP_A}/results")
    board = desk.state(GROUP_A).tournament.board_at(1, 1)
    assert board.result is Result.WHITE_WINS
    undone = site.post(f"/t/{GROUP_A}/undo", number=str(desk.state(GROUP_A).version))
    assert undone.status_code == 303
    assert not desk.state(GROUP_A).tournament.board_at(1, 1).result.known


def test_a_document_is_that_of_the_whole_event_and_other_files_are_those_of_the_stage(
    site: Site, desk: Desk, league: str
) -> None:
    play_round(desk, GROUP_A, 1)
    document = site.get(f"/t/{GROUP_A}/save?to=miai")
    assert document.content == site.get(f"/t/{league}/save?to=miai").content
    assert b"Hana" not in site.get(f"/t/{GROUP_A}/save?to=opengotha").content


# The page of the stages -----------------------------------------------------------


def test_an_event_without_stages_is_asked_for_groups_or_a_stage(site: Site, demo_id: str) -> None:
    page = site.get(f"/t/{demo_id}/stages").text
    assert f'href="/t/{demo_id}/stages/add/groups"' in page
    assert f'href="/t/{demo_id}/stages/add/stage"' in page


def test_groups_are_shown_before_they_are_opened(site: Site, desk: Desk) -> None:
    create_tournament(desk, name="Cup", by="test", system="swiss")
    people = [
        Player(id=NEW, surname=f"Player{at}", grade=Grade.parse(f"{at}k"), registration=Registration.FINAL)
        for at in range(1, 9)
    ]
    register_players(desk, "cup", people, by="test")
    shown = text_of(site.get("/t/cup/stages/add/groups?count=2").text)
    assert shown.index("Group A") < shown.index("Player1 ") < shown.index("Player4 ") < shown.index("Group B")
    assert not desk.state("cup").tournament.stages
    assert site.post("/t/cup/stages/add/groups", count="2").headers["location"] == "/t/cup/stages"
    assert [stage.event.name for stage in desk.state("cup").tournament.stages] == ["Group A", "Group B"]
    assert {"Player1", "Player4"} < set(stage_names(desk, "cup~group-a"))


def test_more_groups_take_the_next_letters(site: Site, desk: Desk, league: str) -> None:
    site.post(f"{STAGES}/add/groups", count="2")
    names = [stage.event.name for stage in desk.state(league).tournament.stages]
    assert names == ["Group A", "Group B", "Final", "Group C", "Group D"]


def test_too_many_groups_are_refused_with_the_reason(site: Site, league: str) -> None:
    answer = site.post(f"{STAGES}/add/groups", count="5")
    assert answer.status_code == 422
    assert "too few for 5 groups" in answer.text


def test_a_player_is_moved_to_another_group_until_it_is_drawn(site: Site, desk: Desk, league: str) -> None:
    gus = player_named(desk, "Gus")
    assert "Move Gus to Group B" in site.get(f"{STAGES}/group-a").text
    site.post(f"{STAGES}/group-b/move", player=gus, page=f"{STAGES}/group-a")
    assert "Gus" in stage_names(desk, GROUP_B)
    assert "Gus" not in stage_names(desk, GROUP_A)
    play_round(desk, GROUP_A, 1, results=False)
    assert "Move Gus to Group A" not in site.get(f"{STAGES}/group-b").text
    assert site.post(f"{STAGES}/group-a/move", player=gus).status_code == 422


def test_a_stage_is_opened_with_the_places_it_is_filled_from(site: Site, desk: Desk, league: str) -> None:
    answer = site.post(
        f"{STAGES}/add/stage", name="Consolation", system="round_robin", rounds="3",
        source=["", "group-a", "group-b"], first=["", "3", "3"], last=["", "4", "4"], carry_over="nothing",
    )  # fmt: skip
    assert answer.headers["location"] == f"{STAGES}/consolation"
    stage = desk.state(league).tournament.stage(StageId("consolation"))
    assert stage.plan.phase == 2
    assert [(each.stage, each.first, each.last) for each in stage.plan.sources] == [
        ("group-a", 3, 4),
        ("group-b", 3, 4),
    ]


def test_a_phase_that_is_typed_puts_a_stage_before_or_after_others(
    site: Site, desk: Desk, league: str
) -> None:
    fields = site.form(f"{STAGES}/final", f"{STAGES}/final/plan")
    assert fields["phase"] == ["2"]
    site.post(f"{STAGES}/final/plan", **{**fields, "phase": "3"})
    assert desk.state(league).tournament.stage(StageId("final")).plan.phase == 3


def test_a_form_that_cannot_be_taken_keeps_what_was_typed(site: Site, league: str) -> None:
    answer = site.post(
        f"{STAGES}/add/stage", name="Final", system="knockout", source=["group-a"], first=["1"], last=["x"],
        carry_over="mutual",
    )  # fmt: skip
    assert answer.status_code == 422
    assert "Group A" in answer.text
    assert 'value="mutual" selected' in answer.text


def test_a_final_waits_for_its_groups_and_is_then_filled_by_place(
    site: Site, desk: Desk, league: str
) -> None:
    waiting = text_of(site.get(STAGES).text)
    assert "Group A: no round has been drawn; Group B: no round has been drawn; then Final" in waiting
    assert "Fill with the places as they are" in site.get(f"{STAGES}/final").text
    assert site.post(f"{STAGES}/final/fill").status_code == 422
    play_groups(desk)
    ready = site.get(STAGES).text
    assert "Group A and Group B are over: fill Final" in text_of(ready)
    assert f'action="{STAGES}/final/fill"' in ready
    site.post(f"{STAGES}/final/fill")
    assert stage_names(desk, FINAL) == ["Abe", "Bea", "Cem", "Dora"]


def test_somebody_who_does_not_come_makes_room_for_the_next(site: Site, desk: Desk, league: str) -> None:
    play_groups(desk)
    abe = player_named(desk, "Abe")
    shown = text_of(site.get(f"{STAGES}/final?without={abe}").text)
    assert "Eva 5k Group A, place 2" in shown
    site.post(f"{STAGES}/final/fill", without=abe)
    assert sorted(stage_names(desk, FINAL)) == ["Bea", "Cem", "Dora", "Eva"]


def tied_groups(desk: Desk) -> None:
    """Both groups are over; in group A three players are first with equal points."""
    for stage in (GROUP_A, GROUP_B):
        for number in (1, 2, 3):
            play_round(desk, stage, number, results=stage == GROUP_B)
    change_rules(desk, GROUP_A, {"criteria": ("nbw",)}, by="test")
    beats = {("Abe", "Cem"), ("Cem", "Eva"), ("Eva", "Abe"), ("Abe", "Gus"), ("Cem", "Gus"), ("Eva", "Gus")}
    event = desk.state(GROUP_A).tournament
    for drawn in event.rounds:
        for board in drawn.boards:
            white_wins = (event.names[board.white], event.names[board.black]) in beats
            result = Result.WHITE_WINS if white_wins else Result.BLACK_WINS
            enter_result(desk, GROUP_A, round=drawn.number, table=board.table, result=result, by="test")


def test_a_tie_for_the_last_place_is_shown_and_decided_by_the_director(
    site: Site, desk: Desk, league: str
) -> None:
    tied_groups(desk)
    page = site.get(f"{STAGES}/final").text
    assert "share the last place that counts" in page
    assert "decide who goes on to Final" in text_of(site.get(STAGES).text)
    assert site.post(f"{STAGES}/final/fill").status_code == 422
    chosen = [player_named(desk, "Cem"), player_named(desk, "Eva")]
    site.post(f"{STAGES}/final/fill", chosen=chosen)
    assert sorted(stage_names(desk, FINAL)) == ["Bea", "Cem", "Dora", "Eva"]


def test_a_tie_is_decided_by_lot_as_it_was_shown(site: Site, desk: Desk, league: str) -> None:
    tied_groups(desk)
    shown = text_of(site.get(f"{STAGES}/final?lot=7").text)
    assert "decided by lot 7" in shown
    site.post(f"{STAGES}/final/fill", lot="7")
    inside = stage_names(desk, FINAL)
    assert len(inside) == 4
    table = shown.split("Does not come", 1)[1].split("Fill", 1)[0]
    assert all(name in table for name in inside)


def test_players_of_a_stage_are_chosen_by_hand(site: Site, desk: Desk, league: str) -> None:
    add_stage(desk, StagePlan(id=StageId("youth")), "Youth")
    chosen = [player_named(desk, "Gus"), player_named(desk, "Hana")]
    assert "choose who plays in it" in text_of(site.get(STAGES).text)
    site.post(f"{STAGES}/youth/entrants", player=chosen)
    assert stage_names(desk, f"{LEAGUE}~youth") == ["Gus", "Hana"]


def test_a_stage_is_removed_after_a_question_and_not_while_another_needs_it(
    site: Site, desk: Desk, league: str
) -> None:
    assert "Remove Final?" in site.get(f"{STAGES}/final/remove").text
    assert site.post(f"{STAGES}/group-a/remove").status_code == 422
    assert site.post(f"{STAGES}/final/remove").headers["location"] == STAGES
    assert [stage.id for stage in desk.state(league).tournament.stages] == ["group-a", "group-b"]


def test_who_is_out_of_a_cup_joins_the_main_event(site: Site, desk: Desk) -> None:
    create_tournament(desk, name="Congress", by="test", rounds=4)
    people = [
        Player(
            id=NEW, surname=name, grade=Grade.parse("1d"), rating=2100 - at, registration=Registration.FINAL
        )
        for at, name in enumerate("ABCDEFGHIJKL")
    ]
    register_players(desk, "congress", people, by="test")
    site.post(
        "/t/congress/stages/add/stage", name="Cup", system="knockout", source=[""], first=["1"], last=["8"],
        beside="on",
    )  # fmt: skip
    site.post("/t/congress/stages/cup/fill")
    assert stage_names(desk, "congress~cup") == list("ABCDEFGH")
    play_round(desk, "congress~cup", 1)
    asked = text_of(site.get("/t/congress/stages/cup/settle").text)
    assert "E joins the main event in round 2" in asked
    assert "4 players are out and can join the main event" in text_of(site.get("/t/congress").text)
    site.post("/t/congress/stages/cup/settle", after="1")
    play_round(desk, "congress", 1)
    play_round(desk, "congress", 2, results=False)
    shown = text_of(site.get(f"/p/congress/player/{desk.state('congress').tournament.players[4].id}").text)
    assert "Round 2, table" in shown
    assert "Cup R1 D 1d lost" in shown
    main = {player.surname: player for player in desk.state("congress").tournament.players}
    assert main["E"].attends(2)
    assert not main["A"].attends(2)


# The whole event ------------------------------------------------------------------


def play_all(site: Site, desk: Desk) -> None:
    play_groups(desk)
    site.post(f"{STAGES}/final/fill")
    for number in (1, 2):
        play_round(desk, FINAL, number)


def test_the_overview_says_what_is_next_in_the_stages(site: Site, desk: Desk, league: str) -> None:
    play_round(desk, GROUP_A, 1)
    play_round(desk, GROUP_B, 1, results=False)
    shown = text_of(site.get(f"/t/{league}").text)
    assert "Group A: round 2 can be drawn" in shown
    assert "Group B: round 1, 2 games to go" in shown
    assert "Round 1 is not drawn yet" not in shown


def test_the_standings_of_an_event_in_stages_are_those_of_the_whole(
    site: Site, desk: Desk, league: str
) -> None:
    play_all(site, desk)
    page = site.get(f"/t/{league}/standings").text
    rows = re.findall(
        r'<td class="place">(\d+)</td>', page.split('id="whole-table"', 1)[1].split("</table>")[0]
    )
    assert rows == ["1", "2", "3", "4", "5", "5", "7", "7"]
    assert 'id="bracket-final"' in page
    assert 'id="stage-group-a"' in page
    ids = re.findall(r'id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert "5,Eva,5k" in site.get(f"/t/{league}/standings/file?view=whole").text
    assert "Hana" in site.get(f"/t/{league}/print/whole").text


def test_prizes_go_by_the_whole_and_the_standings_are_made_final(site: Site, desk: Desk, league: str) -> None:
    play_all(site, desk)
    site.post(f"/t/{league}/prizes/suggest", what="places")
    assert "Place 1 place 1 everybody Abe 1k 1 5" in text_of(site.get(f"/t/{league}/prizes").text)
    site.post(f"/t/{league}/standings/finalise")
    assert "Final" in text_of(site.get(f"/t/{league}/standings").text)
    assert "Reopen the final standings?" in site.get(f"/t/{league}/standings?ask=reopen").text


# Players --------------------------------------------------------------------------


def test_phones_see_the_pairings_of_all_stages_that_are_played(site: Site, desk: Desk, league: str) -> None:
    play_round(desk, GROUP_A, 1, results=False)
    play_round(desk, GROUP_B, 1, results=False)
    page = site.get(f"/p/{league}").text
    assert all(f'href="/p/{league}/player/{player_named(desk, name)}"' in page for name in ("Abe", "Hana"))
    shown = text_of(site.get(f"/p/{league}?by=table&find=abe").text)
    assert "Abe" in shown
    assert "Hana" not in shown
    wall = text_of(site.get(f"/p/{league}/wall").text)
    assert "Group A, round 1 and Group B, round 1" in wall
    assert "Hana" in wall


def test_phones_see_tables_and_brackets_that_are_published(site: Site, desk: Desk, league: str) -> None:
    change_rules(desk, league, {"standings_with_draw": False}, by="test")
    play_all(site, desk)
    assert "No standings are published yet" in site.get(f"/p/{league}/standings").text
    publish_standings(desk, GROUP_A, after=3, by="test")
    publish_standings(desk, FINAL, after=2, by="test")
    page = site.get(f"/p/{league}/standings").text
    assert 'id="stage-group-a"' in page
    assert 'id="stage-group-b"' not in page
    assert 'id="bracket-final"' in page
    assert "whole-table" not in page
    publish_standings(desk, league, after=0, by="test")
    assert "whole-table" in site.get(f"/p/{league}/standings").text
    assert "Standings of the whole event" in text_of(site.get(f"/p/{league}/wall").text)


def test_a_player_has_one_page_with_the_games_of_all_stages(site: Site, desk: Desk, league: str) -> None:
    play_all(site, desk)
    abe = player_named(desk, "Abe")
    assert site.get(f"/p/{GROUP_A}/player/{abe}").headers["location"] == f"/p/{league}/player/{abe}"
    shown = text_of(site.get(f"/p/{league}/player/{abe}").text)
    for opponent in ("Bea", "Dora", "Cem", "Eva", "Gus"):
        assert opponent in shown
    assert "Group A" in shown


def test_a_phone_is_remembered_for_all_stages_and_reports_a_result_of_one(
    site: Site, desk: Desk, league: str
) -> None:
    play_round(desk, GROUP_A, 1, results=False)
    abe = player_named(desk, "Abe")
    token = token_of(desk, league, abe)
    phone = site.browser()
    page = phone.get(f"/p/{league}/me/{token}").text
    action = f"/p/{GROUP_A}/me/{token}/report"
    assert f'action="{action}"' in page
    csrf = re.search(r'name="csrf" value="([^"]+)"', page)
    assert csrf
    answer = phone.post(action, data={"csrf": csrf[1], "number": "1", "said": "won"})
    assert answer.headers["location"] == f"/p/{league}/me/{token}"
    assert [claim.player for claim in desk.state(GROUP_A).tournament.round(1).claims] == [abe]
    assert phone.get(f"/p/{GROUP_A}/me").headers["location"] == f"/p/{league}/me"
    assert phone.get(f"/p/{league}/me").headers["location"] == f"/p/{league}/me/{token}"


@pytest.mark.parametrize("page", ["results", "schedule"])
def test_results_and_schedule_lead_to_the_stages_where_everything_is_played_there(
    site: Site, desk: Desk, league: str, page: str
) -> None:
    shown = site.get(f"/t/{league}/{page}").text
    assert "This event is played in its stages" in shown
    assert f"/t/{league}~group-a/{page}" in shown
    play_round(desk, f"{league}~group-a", 1)
    assert "This event is played in its stages" not in site.get(f"/t/{league}~group-a/{page}").text


def test_the_event_reminds_of_games_of_a_stage_that_are_put_off_or_late(
    site: Site, desk: Desk, league: str
) -> None:
    play_groups(desk)
    enter_result(desk, GROUP_A, round=1, table=1, result=Result.UNKNOWN, by="test")
    delay_game(desk, GROUP_A, round=1, table=1, kind=DelayKind.ADJOURNED, by="test")
    for page in (f"/t/{league}", STAGES):
        shown = site.get(page).text
        assert "Group A: 1 game of an earlier round is not over" in text_of(shown)
        assert f"/t/{GROUP_A}/results?round=1" in shown
    set_schedule(desk, GROUP_A, times={}, deadlines={1: datetime(2020, 1, 1, tzinfo=UTC)}, by="test")
    shown = site.get(f"/t/{league}").text
    assert "Group A: 1 game is past its deadline" in text_of(shown)
    assert f'href="/t/{GROUP_A}/schedule' in shown
