"""Unpublishing pairings and standings: what players see afterwards, the proof, and the way back."""

from html import unescape

import pytest

from kit.staged_event import GROUP_A, LEAGUE, open_league, play_groups
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.draw.proof import proof_of
from miai.features.publish.publish_round import Shown, publication, publish_round, publish_standings
from miai.features.publish.unpublish import unpublish_round, unpublished_at
from miai.features.results.enter_result import enter_result

ASK = "/t/demo/publish/unpublish"


@pytest.fixture
def hall(site: Site, demo_id: str) -> Site:
    """The Riverside Open with round 5 drawn and published."""
    draw_round(site.desk, demo_id, round=5, by="director")
    publish_round(site.desk, demo_id, round=5, by="director")
    return site


def _text(site: Site, path: str) -> str:
    return unescape(site.get(path).text)


def _shown(desk: Desk, number: int) -> Shown:
    return publication(desk.state("demo").tournament, number).shown


def test_publish_and_the_draw_lead_to_what_players_see_afterwards(hall: Site) -> None:
    for page in ("/t/demo/publish", "/t/demo/draw?round=5"):
        assert f'href="{ASK}?round=5"' in hall.get(page).text
    said = _text(hall, f"{ASK}?round=5")
    assert "Players no longer see the pairings of round 5" in said
    assert "The last pairings they see are those of round 4." in said


def test_unpublished_pairings_disappear_from_phones_and_projector(hall: Site) -> None:
    assert "Round 5" in _text(hall, "/p/demo")
    answer = hall.post(ASK, page=f"{ASK}?round=5", number=5)
    assert answer.headers["location"] == "/t/demo/publish"
    assert "Pairings of round 5 unpublished" in _text(hall, "/t/demo/publish")
    assert _shown(hall.desk, 5) is Shown.NOTHING
    assert "Round 4" in _text(hall, "/p/demo")
    for page in ("/p/demo", "/p/demo?round=5", "/p/demo/wall"):
        assert "Round 5" not in _text(hall, page)
    assert "there is nothing to unpublish" in _text(hall, f"{ASK}?round=5")
    assert f'href="{ASK}?round=5"' not in hall.get("/t/demo/draw?round=5").text


def test_a_round_that_was_published_twice_does_not_fall_back_to_the_first_draw(hall: Site) -> None:
    one, other = hall.desk.state("demo").tournament.round(5).boards[:2]
    swap(hall.desk, "demo", round=5, a=one.white, b=other.white, by="director")
    publish_round(hall.desk, "demo", round=5, by="director")
    seen = hall.desk.state("demo").tournament.shown
    last = unpublish_round(hall.desk, "demo", round=5, by="director").last
    assert _shown(hall.desk, 5) is Shown.NOTHING
    hall.post("/t/demo/redo", page="/t/demo/publish", number=last)
    assert hall.desk.state("demo").tournament.shown == seen


def test_the_toast_publishes_the_same_again(hall: Site) -> None:
    proof = proof_of(hall.desk, "demo", round=5)
    hall.post(ASK, page=f"{ASK}?round=5", number=5)
    form = hall.form("/t/demo/publish", "/t/demo/redo")
    hall.post("/t/demo/redo", page="/t/demo/publish", number=form["number"][0])
    assert _shown(hall.desk, 5) is Shown.CURRENT
    assert proof_of(hall.desk, "demo", round=5) == proof


def test_the_proof_goes_with_the_pairings_and_publishing_again_makes_a_new_one(hall: Site) -> None:
    old = proof_of(hall.desk, "demo", round=5)
    unpublish_round(hall.desk, "demo", round=5, by="director")
    for path in ("proof/5", f"proof/5?hash={old.hash}", "proof/5/log"):
        refused = hall.get(f"/p/demo/{path}")
        assert refused.status_code == 404
        assert "unpublished the pairings of round 5" in refused.text
    said = _text(hall, "/p/demo/check?round=5")
    assert "The director unpublished the pairings of round 5" in said
    assert "miai verify" not in said
    publish_round(hall.desk, "demo", round=5, by="director")
    new = proof_of(hall.desk, "demo", round=5)
    assert new.hash != old.hash
    assert hall.get("/p/demo/proof/5").content == new.file
    assert unpublished_at(hall.desk.state("demo"), 5) == ""


def test_a_draw_that_was_deleted_is_not_one_that_was_unpublished(hall: Site) -> None:
    unpublish_round(hall.desk, "demo", round=5, by="director")
    assert unpublished_at(hall.desk.state("demo"), 5)
    take_back_round(hall.desk, "demo", round=5, by="director")
    assert unpublished_at(hall.desk.state("demo"), 5) == ""
    draw_round(hall.desk, "demo", round=5, by="director")
    with pytest.raises(InputError, match="the pairings of round 5 are not published"):
        unpublish_round(hall.desk, "demo", round=5, by="director")


def test_results_of_a_draw_that_was_deleted_are_not_listed_for_the_next_one(hall: Site) -> None:
    board = hall.desk.state("demo").tournament.round(5).boards[0]
    names = hall.desk.state("demo").tournament.short_names
    sentence = f"{names[board.white]} beat {names[board.black]}"
    enter_result(hall.desk, "demo", round=5, table=1, result=Result.WHITE_WINS, by="director")
    assert sentence in _text(hall, "/t/demo/results?round=5")
    take_back_round(hall.desk, "demo", round=5, by="director")
    drawn = draw_round(hall.desk, "demo", round=5, by="director").saved.state.tournament.round(5)
    assert drawn.boards[0].white == board.white
    assert sentence not in _text(hall, "/t/demo/results?round=5")
    publish_standings(hall.desk, "demo", after=4, by="director")
    assert "Pairings of round 5" not in _text(hall, "/t/demo")


def test_standings_that_were_published_twice_are_unpublished_and_come_back(site: Site, demo_id: str) -> None:
    for after in (3, 4, 4):
        publish_standings(site.desk, demo_id, after=after, by="director")
    assert "The last standings they see are those after round 3." in _text(site, f"{ASK}?after=4")
    assert f'href="{ASK}?after=4"' in site.get("/t/demo/publish").text
    site.post(f"{ASK}-standings", page=f"{ASK}?after=4", after=4)
    form = site.form("/t/demo/publish", "/t/demo/redo")
    assert "After round 3" in _text(site, "/p/demo/standings")
    site.post("/t/demo/redo", page="/t/demo/publish", number=form["number"][0])
    assert "After round 4" in _text(site, "/p/demo/standings")


def test_a_director_is_warned_that_standings_show_the_games_too(site: Site, demo_id: str) -> None:
    del demo_id
    said = _text(site, f"{ASK}?round=4")
    assert "The standings after round 4 are published and show the games of this round" in said


def test_a_stage_is_unpublished_alone(site: Site) -> None:
    open_league(site.desk)
    play_groups(site.desk)
    stage = GROUP_A
    publish_round(site.desk, stage, round=1, by="director")
    others = site.desk.state(LEAGUE).tournament.shown
    site.post(f"/t/{stage}/publish/unpublish", page=f"/t/{stage}/publish", number=1)
    assert all(each.number != 1 for each in site.desk.state(stage).tournament.shown)
    assert site.desk.state(LEAGUE).tournament.shown == others


def test_only_a_director_unpublishes(hall: Site) -> None:
    stranger = hall.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")
    assert stranger.post(ASK, data={"number": 5}).status_code in (303, 403)
    assert _shown(hall.desk, 5) is Shown.CURRENT
