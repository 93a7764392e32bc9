"""A team event on the pages: teams, line-ups, matches, results, standings, paper, phones and prizes."""

import re
from dataclasses import replace
from typing import Any

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Team, TeamLimits
from miai.domain.rounds.game import Result
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.features.draw.draw_round import draw_round
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules, change_settings
from miai.features.teams.enter_team import enter_team
from miai.features.teams.state_line_up import state_line_up
from miai.features.tournament.create_tournament import create_tournament

CUP = "/t/cup"


@pytest.fixture
def cup(desk: Desk) -> str:
    """An event of teams of two boards: Ahorn, Birke, Linde and Zeder, each with a substitute."""
    create_tournament(desk, name="Cup", by="test", system="round_robin", rounds=3, team_size=2)
    for name in ("Ahorn", "Birke", "Linde", "Zeder"):
        members = [
            Player(id=PlayerId("new"), surname=f"{name}{at}", grade=Grade.parse(f"{4 - at}d"))
            for at in (1, 2, 3)
        ]
        enter_team(desk, "cup", name=name, members=members, by="test")
    return "cup"


def draw(desk: Desk, number: int) -> None:
    """Draw and publish a round."""
    draw_round(desk, "cup", round=number, by="test")
    publish_round(desk, "cup", round=number, by="test")


def team(desk: Desk, name: str) -> Team:
    return next(each for each in desk.state("cup").tournament.teams if each.name == name)


def text_of(page: str) -> str:
    """What a reader sees, with single blanks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_new_team_event_leads_to_its_teams(site: Site) -> None:
    sizes = re.findall(
        r'value="(\d+)"', site.get("/new").text.partition('name="team_size"')[2].partition("</select>")[0]
    )
    assert sizes == [str(size) for size in (0, *range(2, 11))]
    answer = site.post("/new", name="League", system="swiss", rounds="3", team_size="4")
    assert answer.headers["location"] == "/t/league/teams"
    assert site.desk.state("league").tournament.settings.teams.size == 4
    assert 'href="/t/league/teams"' in site.get("/t/league/players").text


def test_only_team_events_have_teams_in_the_rail(site: Site, demo_id: str) -> None:
    assert f'href="/t/{demo_id}/teams"' not in site.get(f"/t/{demo_id}/players").text
    assert "event of individuals" in site.get(f"/t/{demo_id}/teams").text


def test_a_team_is_entered_with_people_who_are_new_and_one_who_is_entered(site: Site, desk: Desk) -> None:
    create_tournament(desk, name="Cup", by="test", team_size=2)
    site.post(f"{CUP}/players/typed", name="Novak, Eva", grade="2d")
    answer = site.post(
        f"{CUP}/teams/new", name="Prague", member=["Novak Eva", "Kral, Jan", ""], grade=["", "3k", ""],
        egf_pin=["", "", ""], here="true",
    )  # fmt: skip
    assert answer.headers["location"] == f"{CUP}/teams"
    event = desk.state("cup").tournament
    assert [player.name for player in event.players] == ["Novak Eva", "Kral Jan"]
    assert (event.teams[0].name, event.teams[0].captain) == ("Prague", event.players[0].id)


def test_a_member_without_a_grade_is_named_and_the_form_stays_filled(site: Site, cup: str) -> None:
    answer = site.post(
        f"/t/{cup}/teams/new", name="Eiche", member=["Kral, Jan"], grade=[""], egf_pin=[""], here="true"
    )
    assert answer.status_code == 422
    assert "Kral, Jan" in answer.text
    assert "member 1" in text_of(answer.text).lower()


def test_a_team_that_breaks_a_limit_is_accepted_all_the_same(site: Site, desk: Desk, cup: str) -> None:
    settings = desk.state(cup).tournament.settings
    limited = replace(settings, teams=replace(settings.teams, limits=TeamLimits(most_grades=4)))
    change_settings(desk, cup, limited, by="test")
    fields: dict[str, Any] = {
        "name": "Eiche",
        "member": ["A, B", "C, D"],
        "grade": ["5d", "5d"],
        "egf_pin": ["", ""],
    }
    refused = site.post(f"{CUP}/teams/new", **fields)
    assert refused.status_code == 422
    assert 'name="all_the_same"' in refused.text
    accepted = site.post(f"{CUP}/teams/new", **fields, all_the_same="true")
    assert accepted.status_code == 303
    assert team(desk, "Eiche").exempt
    assert "add up to 10" in site.get(f"{CUP}/teams").text


def test_members_are_put_in_another_order_leave_and_join(site: Site, desk: Desk, cup: str) -> None:
    old = team(desk, "Ahorn")
    one, two, three = old.members
    site.post(
        f"{CUP}/teams/{old.id}", name="Acer", player=[one, two, three], order=["2", "1", "3"], leaves=[three],
        member=["Kral, Jan"], grade=["1k"], egf_pin=[""], captain=two,
    )  # fmt: skip
    new = desk.state(cup).tournament.team(old.id)
    joined = desk.state(cup).tournament.players[-1]
    assert (new.name, new.members, new.captain) == ("Acer", (two, one, joined.id), two)


def test_a_line_up_is_stated_and_left_to_the_order_again(site: Site, desk: Desk, cup: str) -> None:
    known = team(desk, "Birke")
    one, _two, three = known.members
    address = f"{CUP}/teams/{known.id}"
    site.post(f"{address}/line-up", round="1", seat=[three, one])
    assert "stated by the captain" in site.get(f"{CUP}/teams").text
    draw(desk, 1)
    assert desk.state(cup).tournament.round(1).board_of(three) is not None
    refused = site.post(f"{address}/line-up", round="2", seat=[one, one])
    assert refused.status_code == 422
    site.post(f"{address}/line-up", round="2", seat=[one, ""])
    site.post(f"{address}/line-up/clear", round="2")
    assert team(desk, "Birke").stated_line_up(2) is None


def test_a_substitute_takes_a_seat_of_a_drawn_round(site: Site, desk: Desk, cup: str) -> None:
    draw(desk, 1)
    known = team(desk, "Birke")
    one, _two, three = known.members
    site.post(f"{CUP}/teams/{known.id}/line-up", round="1", seat=[one, three])
    assert "Birke3" in site.get(f"{CUP}/draw").text
    # Players see the published line-up until the draw is published again.
    public = site.get("/p/cup").text
    assert "Birke2" in public
    assert "Birke3" not in public


def test_a_team_rests_and_is_removed(site: Site, desk: Desk, cup: str) -> None:
    known = team(desk, "Linde")
    site.post(f"{CUP}/teams/{known.id}/rest", rests=["1", "3"])
    assert team(desk, "Linde").absent_rounds == {1, 3}
    assert "rests in round 1" in site.get(f"{CUP}/teams").text
    site.post(f"{CUP}/teams/{known.id}/rest", rests=["3"])
    assert team(desk, "Linde").absent_rounds == {3}
    site.post(f"{CUP}/teams/{known.id}/remove")
    assert [each.name for each in desk.state(cup).tournament.teams] == ["Ahorn", "Birke", "Zeder"]


def test_the_draw_shows_matches_and_no_tools_for_single_boards(site: Site, desk: Desk, cup: str) -> None:
    assert "4 teams play" in site.get(f"{CUP}/draw").text
    assert site.post(f"{CUP}/draw/make", round="1").status_code == 303
    page = site.get(f"{CUP}/draw").text
    assert page.count('class="match-card') == 2
    assert page.count('class="match-boards"') == 2
    assert not re.search(r"draw/(rest|swap|force|unpair|volunteer)", page)
    assert "Why match 1?" in site.get(f"{CUP}/draw?board=1").text
    assert site.post(f"{CUP}/draw/make", round="1", seed="7").status_code == 303
    assert site.post(f"{CUP}/draw/publish", round="1").status_code == 303
    assert "Published" in site.get(f"{CUP}/draw").text


def test_two_teams_are_swapped_after_a_look_at_what_it_costs(site: Site, desk: Desk, cup: str) -> None:
    settings = desk.state("cup").tournament.settings
    change_settings(desk, "cup", settings=replace(settings, system="swiss"), by="test")
    draw(desk, 1)
    (a, b), (c, d) = ((each.white, each.black) for each in desk.state("cup").tournament.round(1).matches)
    assert f"pick={a}" in site.get(f"{CUP}/draw?round=1&board=1").text
    page = site.get(f"{CUP}/draw?round=1&pick={a}").text
    assert re.findall(r'name="b" value="(\w+)"( disabled)?', page) == [(c, ""), (d, "")]
    assert "as good" in text_of(page)
    site.post(f"{CUP}/draw/swap", round="1", a=a, b=d)
    now = desk.state("cup").tournament.round(1).matches
    assert [(each.white, each.black) for each in now] == [(d, b), (c, a)]
    site.post(f"{CUP}/draw/swap", round="1", a=d, b=b)
    assert desk.state("cup").tournament.round(1).matches[0].white == b
    publish_round(desk, "cup", round=1, by="test")
    # A match in which a game is over is left alone, and so is the team that was picked up for it.
    enter_result(desk, "cup", round=1, table=1, result=Result.WHITE_WINS, by="test")
    page = site.get(f"{CUP}/draw?round=1&pick={c}").text
    assert re.findall(r'name="b" value="(\w+)"( disabled)?', page) == [(b, " disabled"), (d, " disabled")]
    stuck = site.get(f"{CUP}/draw?round=1&board=1&pick={b}").text
    assert 'id="swap"' not in stuck
    assert f"pick={d}" not in stuck


def test_results_stand_by_match_with_the_score_so_far(site: Site, desk: Desk, cup: str) -> None:
    draw(desk, 1)
    enter_result(desk, cup, round=1, table=1, result=Result.WHITE_WINS, by="test")
    page = site.get(f"{CUP}/results").text
    heads = [text_of(each) for each in re.findall(r'<div class="match-head".*?</div>', page, re.DOTALL)]
    assert [re.search(r"\d–\d", head)[0] for head in heads] == ["1–0", "0–0"]  # type: ignore[index]
    tables = re.findall(r'id="t(\d)"', page)
    assert tables == ["1", "2", "3", "4"]
    assert len(re.findall("match-head", site.get(f"{CUP}/results?show=out").text)) == 2


def test_a_whole_event_ends_in_standings_prizes_paper_and_phones(site: Site, desk: Desk, cup: str) -> None:
    settings = desk.state(cup).tournament.settings
    prizes = (Prize(title="Cup of oak"), Prize(title="Three wins", kind=PrizeKind.WINS, wins=3))
    change_settings(desk, cup, replace(settings, prizes=prizes), by="test")
    for number in (1, 2, 3):
        draw(desk, number)
        drawn = desk.state(cup).tournament.round(number)
        for board in drawn.boards:
            # The team whose name comes first wins all its boards.
            names = desk.state(cup).tournament.names
            white = names[board.white] < names[board.black]
            result = Result.WHITE_WINS if white else Result.BLACK_WINS
            enter_result(desk, cup, round=number, table=board.table, result=result, by="test")
    publish_standings(desk, cup, after=3, by="test", final=True)
    for path in (f"{CUP}/standings", "/p/cup/standings", f"{CUP}/print/teams", "/p/cup/wall", CUP):
        page = site.get(path).text
        text = text_of(page[page.find('id="leaders"') :] if path == CUP else page)
        places = [text.index(name) for name in ("Ahorn", "Birke", "Linde", "Zeder")]
        assert places == sorted(places), path
    assert "2:0" in site.get(f"{CUP}/standings").text
    people = site.get(f"{CUP}/standings?view=players").text
    assert "Ahorn1" in people
    assert "1+" in people
    assert "Ahorn1" in site.get(f"{CUP}/print/people").text
    assert "Ahorn1" in site.get(f"{CUP}/print/matches?round=3").text
    assert "Grid" in site.get(f"{CUP}/standings?view=bracket").text
    assert "Cup of oak Ahorn" in text_of(site.get(f"{CUP}/print/prizes").text)
    prizes_page = text_of(site.get(f"{CUP}/prizes").text)
    assert "Cup of oak" in prizes_page
    assert "Ahorn1" in prizes_page
    first = team(desk, "Ahorn").members[0]
    own = text_of(site.get(f"/p/cup/player/{first}").text)
    assert "Ahorn, board 1 against" in own
    assert "Ahorn: place 1 after round 3" in own
    assert "Ahorn" in site.get(f"{CUP}/players/{first}").text
    csv = site.get(f"{CUP}/standings/file?to=csv").text
    assert csv.index("Ahorn") < csv.index("Zeder")


def test_phones_and_the_projector_show_matches(site: Site, desk: Desk, cup: str) -> None:
    draw(desk, 1)
    page = site.get("/p/cup").text
    assert page.count('class="match-card"') == 2
    assert site.get("/p/cup?find=ahorn2").text.count('class="match-card"') == 1
    assert "Ahorn1" in site.get("/p/cup?by=name").text
    wall = site.get("/p/cup/wall").text
    assert 'data-mode="matches"' in wall
    assert wall.count('class="match-block"') == 2
    assert site.get(f"{CUP}/print/round?round=1").status_code == 200


def test_other_criteria_of_teams_are_tried_and_kept(site: Site, desk: Desk, cup: str) -> None:
    draw(desk, 1)
    assert "Preview" in site.get(f"{CUP}/standings?criteria=bdw,teamp&edit=1").text
    site.post(f"{CUP}/standings/criteria", key=["bdw", "teamp"], keep="on")
    assert desk.state(cup).tournament.settings.teams.criteria == ("bdw", "teamp")


def test_the_standings_of_teams_are_made_final_and_reopened(site: Site, desk: Desk, cup: str) -> None:
    for number in (1, 2, 3):
        draw(desk, number)
        for board in desk.state("cup").tournament.round(number).boards:
            enter_result(desk, "cup", round=number, table=board.table, result=Result.WHITE_WINS, by="test")
    assert "Close the standings…" in site.get(f"{CUP}/standings").text
    assert "Close these standings?" in site.get(f"{CUP}/standings?ask=final").text
    site.post(f"{CUP}/standings/finalise")
    final = desk.state("cup").tournament.final
    assert final is not None
    assert len(final.teams) == 4
    site.post(f"{CUP}/standings/reopen", reason="Board 2 was wrong")
    site.post(f"{CUP}/standings/finalise")
    publish_standings(desk, "cup", after=3, final=True, by="test")
    for page in (f"{CUP}/standings", f"{CUP}/print/teams", "/p/cup/standings"):
        assert "Corrected: Board 2 was wrong" in text_of(site.get(page).text), page


def test_teams_that_are_only_ranked_have_their_pages(site: Site, desk: Desk, cup: str) -> None:
    draw(desk, 1)
    enter_result(desk, "cup", round=1, table=1, result=Result.WHITE_WINS, by="test")
    change_rules(desk, "cup", {"teams.paired": False}, by="test")
    publish_standings(desk, "cup", after=1, by="test")
    ahorn = team(desk, "Ahorn")
    assert f'href="{CUP}/teams"' in site.get(f"{CUP}/players").text
    assert "Players are paired, not teams" in text_of(site.get(f"{CUP}/teams").text)
    assert "In which rounds does the team rest?" not in site.get(f"{CUP}/teams/{ahorn.id}").text
    assert "view=teams" in site.get(f"{CUP}/standings").text
    assert 'name="view" value="teams"' in site.get(f"{CUP}/standings?view=teams&edit=1").text
    for path in (
        f"{CUP}/standings?view=teams",
        f"{CUP}/standings/file?view=teams",
        f"{CUP}/print/teams",
        "/p/cup/standings?view=teams",
    ):
        page = text_of(site.get(path).text)
        assert "Ahorn" in page, path
        assert "Ahorn1" not in page, path
    site.post(f"{CUP}/standings/criteria", key="bdw", keep="on", view="teams")
    assert desk.state("cup").tournament.settings.teams.criteria == ("bdw",)
    # Another line-up counts for the table of teams and moves nobody in the draw of the players.
    boards = desk.state("cup").tournament.round(1).boards
    line_up = (ahorn.members[2], ahorn.members[1])
    state_line_up(desk, "cup", ahorn.id, round=1, players=line_up, by="test")
    assert desk.state("cup").tournament.round(1).boards == boards
