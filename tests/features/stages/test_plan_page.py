"""Three ways to begin on their page, and all stages at one glance."""

import re
from html import unescape
from typing import Any

import pytest

from kit.staged_event import LEAGUE, play_round
from kit.web_site import Site
from miai.desk.live_state import Desk, stage_address
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import Shown, publication, publish_standings
from miai.features.settings.change_settings import change_rules
from miai.features.tournament.create_tournament import create_tournament

STAGES = f"/t/{LEAGUE}/stages"
PLAN = f"{STAGES}/add/plan"


def enter(desk: Desk, count: int, first: int = 1) -> None:
    """Enter players P01, P02 ..., the strongest first."""
    players = [
        Player(id=NEW, surname=f"P{at:02}", grade=Grade.parse(f"{at}k"), registration=Registration.FINAL)
        for at in range(first, first + count)
    ]
    register_players(desk, LEAGUE, players, by="test")


@pytest.fixture
def event(desk: Desk) -> str:
    """An event of sixteen players without stages."""
    create_tournament(desk, name="Winter League", by="test", system="swiss", rounds=5)
    enter(desk, 16)
    return LEAGUE


def text_of(page: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", page.split("<main", 1)[-1]).split()))


def black_buttons(page: str) -> list[str]:
    """The texts of the black buttons and links of a page."""
    found = re.findall(
        r'<(?:a|button) class="btn primary[^>]*>(.*?)</(?:a|button)>',
        page.split("<main")[1].split("</main>", maxsplit=1)[0],
        re.S,
    )
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


def open_groups(site: Site, groups: int = 2, each: int = 2) -> None:
    site.post(PLAN, way="groups", shown="groups", groups=str(groups), each=str(each), third_place="on")


def play_all_groups(desk: Desk, *, but: str = "") -> None:
    for stage in desk.state(LEAGUE).tournament.stages:
        for number in range(1, stage.event.settings.rounds + 1) if stage.event.players else ():
            if stage.event.name != but:
                play_round(desk, stage_address(LEAGUE, stage.id), number)


# The three ways -----------------------------------------------------------------------


def test_an_event_without_stages_begins_with_the_three_ways_and_a_plan_that_fits(
    site: Site, event: str
) -> None:
    page = site.get(STAGES).text
    shown = text_of(page)
    for way in ("Groups, then a cup", "Qualifier, then a final", "Main event with a cup beside it"):
        assert way in shown
    assert re.search(r'name="groups"[^>]*value="4"', page)
    assert re.search(r'name="each"[^>]*value="2"', page)
    assert "16 players: 4 groups of 4, 24 games, then 8 games" in shown
    assert "6 rounds: 3 in groups, 3 in the cup" in shown
    assert black_buttons(page) == ["Create stages"]
    fields = re.findall(r'<(?:input|select)[^>]*name="(\w+)"[^>]*>', page.split('id="plan-form"')[1])
    asked = [name for name in fields if name not in ("csrf", "shown", "was")]
    assert asked == ["way", "way", "way", "groups", "each", "third_place", "ties"]


@pytest.mark.parametrize(
    ("query", "words", "boxes"),
    [
        ("way=groups&shown=groups&groups=2&each=1&third_place=on", "7 in groups, 1 in the cup", ["A1 – B1"]),
        ("way=qualifier", "5 in the main event, 3 after it", ["1 – 8", "Main event", "Final", "Third place"]),
        ("way=beside&shown=beside&rounds=4&places=4", "4 rounds, 2 of them in the cup", ["1 – 4", "2 – 3"]),
    ],
)
def test_the_picture_shows_what_the_answers_open(
    site: Site, event: str, query: str, words: str, boxes: list[str]
) -> None:
    page = site.get(f"{PLAN}?{query}").text
    picture = re.findall(r"<text[^>]*>([^<]*)</text>", page.split('id="plan-picture"')[1])
    assert words in text_of(page)
    for box in boxes:
        assert box in picture
    assert ("Third place" in picture) == (
        "third_place=on" in query or "shown" not in query
    ) or "each=1" in query


def test_the_answers_to_another_way_are_not_taken_over(site: Site, event: str) -> None:
    page = site.get(f"{PLAN}?way=qualifier&shown=groups&groups=3&each=1").text
    assert re.search(r'name="places"[^>]*value="8"', page)
    assert 'name="groups"' not in page


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("way=groups&shown=groups&groups=9&each=1", "16 players are too few for 9 groups"),
        ("way=groups&shown=groups&groups=4&each=4", "4 cannot go on from each group"),
        ("way=groups&shown=groups&groups=x&each=1", "x is not a whole number"),
        ("way=qualifier&shown=qualifier&rounds=5&places=999", "999 is not between 2 and 512"),
    ],
)
def test_answers_that_do_not_fit_are_refused_beside_the_questions(
    site: Site, desk: Desk, event: str, query: str, why: str
) -> None:
    page = site.get(f"{PLAN}?{query}")
    assert page.status_code == 200
    assert why in text_of(page.text)
    assert 'id="plan-picture"' not in page.text
    before = desk.state(LEAGUE).version
    fields: dict[str, Any] = dict(each.split("=") for each in query.split("&"))
    refused = site.post(PLAN, **fields)
    assert (refused.status_code, desk.state(LEAGUE).version) == (422, before)
    assert why in text_of(refused.text)


def test_one_button_opens_all_stages_and_undo_takes_them_away(site: Site, desk: Desk, event: str) -> None:
    open_groups(site, groups=4)
    names = [stage.event.name for stage in desk.state(LEAGUE).tournament.stages]
    assert names == ["Group A", "Group B", "Group C", "Group D", "Cup"]
    assert text_of(site.get(STAGES).text).count("of Group A") == 2
    changed = site.get(PLAN).text
    assert "takes the place of the stages that exist" in text_of(changed)
    site.post(PLAN, way="beside", shown="beside", rounds="5", places="4", third_place="on")
    assert [stage.event.name for stage in desk.state(LEAGUE).tournament.stages] == ["Cup"]


def test_the_names_of_stages_are_in_the_language_of_the_director(site: Site, desk: Desk, event: str) -> None:
    site.client.cookies.set("language", "de")
    page = site.get(STAGES, **{"Accept-Language": "de"}).text
    assert "Gruppe A" in page


# At one glance ------------------------------------------------------------------------


def test_the_black_button_is_always_the_next_step(site: Site, desk: Desk, event: str) -> None:
    open_groups(site)

    def button() -> str:
        (found,) = black_buttons(site.get(STAGES).text)
        return found

    assert button() == "Draw round 1 in all groups"
    enter(desk, 1, first=17)
    assert button() == "Spread the players again"
    assert "1 player is in no stage. P17" in text_of(site.get(STAGES).text)
    site.post(f"{STAGES}/all/spread")
    assert button() == "Draw round 1 in all groups"
    site.post(f"{STAGES}/all/draw")
    assert button() == "Publish round 1 in all groups"
    site.post(f"{STAGES}/all/publish")
    assert button() == "Enter results of Group A"
    for group in desk.state(LEAGUE).tournament.stages[:2]:
        drawn = stage_address(LEAGUE, group.id)
        take_back_round(desk, drawn, round=1, by="test")
    play_all_groups(desk, but="Group B")
    assert "Group B: no round has been drawn; then Cup can be filled." in text_of(site.get(STAGES).text)
    assert button() == "Draw round 1 of Group B"
    play_all_groups(desk, but="Group A")
    assert button() == "Fill Cup"
    site.post(f"{STAGES}/{desk.state(LEAGUE).tournament.stages[-1].id}/fill")
    assert button() == "Draw round 1 of Cup"


def test_groups_show_who_is_through_and_the_bracket_names_places_until_they_are_known(
    site: Site, desk: Desk, event: str
) -> None:
    open_groups(site)
    play_all_groups(desk, but="Group B")
    page = site.get(STAGES).text
    first = page.split('id="stage-group-a', 1)[1].split("</section>")[0]
    lines = re.findall(r'<li class="([^"]*)"><span>(\d+)</span><span[^>]*>(\w+)', first)
    assert [name for kind, _, name in lines if "in" in kind.split()] == [lines[0][2], lines[1][2]]
    assert ["cut" in kind for kind, _, _ in lines] == [False, False, True, *[False] * 5]
    bracket = text_of(page.split('class="card cup"')[1])
    assert f"{lines[0][2]}" in bracket
    assert "2nd of Group B" in bracket
    assert "1st of Group A" not in bracket


def test_drafts_that_changed_since_are_not_published_with_the_others(
    site: Site, desk: Desk, event: str
) -> None:
    open_groups(site)
    site.post(f"{STAGES}/all/draw")
    page = site.get(STAGES).text
    mark = re.search(r'all/publish"[^>]*>.*?name="mark" value="([^"]+)"', page, re.S)
    assert mark
    group = stage_address(LEAGUE, desk.state(LEAGUE).tournament.stages[0].id)
    draw_round(desk, group, round=1, by="other", seed=99)
    before = desk.state(group).tournament.round(1)
    take_back_round(desk, group, round=1, by="other")
    refused = site.post(f"{STAGES}/all/publish", mark=mark[1])
    assert refused.status_code == 409
    assert not any(
        publication(stage.event, 1).shown is Shown.CURRENT
        for stage in desk.state(LEAGUE).tournament.stages
        if stage.event.rounds
    )
    assert before.boards


def test_players_see_groups_who_goes_on_and_the_bracket(site: Site, desk: Desk, event: str) -> None:
    change_rules(desk, LEAGUE, {"standings_with_draw": False}, by="test")
    open_groups(site)
    play_all_groups(desk)
    groups = [stage_address(LEAGUE, stage.id) for stage in desk.state(LEAGUE).tournament.stages[:2]]
    publish_standings(desk, groups[0], after=6, by="test")
    early = text_of(site.get(f"/p/{LEAGUE}/standings").text)
    assert "goes on" not in early
    assert "1st of Group A" in early
    publish_standings(desk, groups[0], after=7, by="test")
    page = site.get(f"/p/{LEAGUE}/standings").text
    assert text_of(page).count("goes on") == 2
    assert "1st of Group A" not in text_of(page)
    assert "1st of Group B" in text_of(page)
    assert page.count("below-line") == 1
