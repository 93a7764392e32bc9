"""A player's own page: corrections, rounds, history."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kit.memory_store import MemoryStore
from kit.players_page import Hall, follow, history, known, texts
from kit.staged_event import GROUP_A, LEAGUE, open_league, play_round, player_named
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.rounds.director_constraints import Wishes
from miai.domain.rounds.game import Result
from miai.features.draw.wishes import fix_table, never_pair
from miai.features.history.show_history import history_view
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(Desk(MemoryStore()), data=tmp_path)


def test_a_players_page_changes_what_was_typed_and_nothing_else(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d")
    own = f"{page}/{at.who('Ada')}"
    form = site.form(own, f"{own}/change")
    site.post(f"{page}/new", surname="Bo", grade="1d")
    # Meanwhile somebody else corrects the country.
    site.client.post(f"{own}/change", data={**form, "country": "BE"})
    site.client.post(f"{own}/change", data={**form, "club": "Gent", "start": "29½", "grade": "4d"})
    player = known(at, "Ada")
    assert (player.country, player.club, str(player.grade), player.start) == ("BE", "Gent", "4d", 118)


def test_a_wrong_correction_changes_nothing_and_stays_on_the_form(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada 3d")
    own = f"{page}/{at.who('Ada')}"
    answer = site.client.post(
        f"{own}/change", data={**site.form(own, f"{own}/change"), "club": "Gent", "rating_date": "soon"}
    )
    assert answer.status_code == 422
    assert "soon is not a date" in answer.text
    assert 'value="Gent"' in answer.text
    assert known(at, "Ada").club == ""


def test_rounds_withdrawal_and_removal_are_on_the_players_page(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo, Cy")
    ada = at.who("Ada")
    site.post(f"{page}/{ada}/attendance", misses="2")
    site.post(f"{page}/{ada}/withdraw", from_round="4")
    assert [known(at, "Ada").attends(number) for number in range(1, 6)] == [True, False, True, False, False]
    site.post(f"{page}/{ada}/attendance", plays="5")
    assert known(at, "Ada").attends(5)
    assert history(site.get(f"{page}/{ada}")) == [
        "Ada plays in round 5", "Ada leaves before round 4", "Ada misses round 2", "Entered: Ada 1d",
    ]  # fmt: skip
    answer = site.post(f"{page}/{ada}/remove")
    assert "Ada removed" in follow(site, answer).text
    assert [player.surname for player in at.event.players] == ["Bo", "Cy"]


def test_a_removal_says_what_goes_with_the_player(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo, Cy")
    ada = at.who("Ada")
    fix_table(*at.at, player=ada, table=2, by="Anneke")
    never_pair(*at.at, a=at.who("Bo"), b=ada, by="Anneke")
    answer = follow(site, site.post(f"{page}/{ada}/remove"))
    assert "Ada removed. Wish dropped: Bo and Ada never meet. Wish dropped: Ada always sits at table 2" in (
        answer.text
    )
    assert at.event.wishes == Wishes()
    story = [str(each.what) for each in history_view(at.state)]
    dropped = "Wish dropped: Bo and Ada never meet; Wish dropped: Ada always sits at table 2"
    assert story[0] == f"Removed: Ada; {dropped}"


def test_who_is_in_a_draw_cannot_be_removed(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo")
    at.draw(1)
    own = f"{page}/{at.who('Ada')}"
    assert f"{own}/remove" not in site.get(own).text
    assert site.post(f"{own}/remove").status_code == 422
    assert "Round 1: table 1 against Bo" in texts(site.get(own))


def test_the_story_of_a_player_tells_results_and_strikes_out_what_was_undone(
    hall: Callable[..., Hall],
) -> None:
    at, site, page = hall("Ada, Bo")
    at.draw(1)
    board = at.board(1, "Ada")
    winner = Result.WHITE_WINS if board.white == at.who("Ada") else Result.BLACK_WINS
    enter_result(*at.at, round=1, table=1, result=winner, by="Tomás")
    saved = at.desk.state(at.id).version
    own = f"{page}/{at.who('Ada')}"
    assert history(site.get(own))[:2] == ["Round 1: Ada beat Bo", "Round 1: table 1 against Bo"]
    site.post(f"/t/{at.id}/undo", number=str(saved))
    assert "<s>Round 1: Ada beat Bo</s>" in site.get(own).text


def test_an_unknown_player_is_not_found(hall: Callable[..., Hall]) -> None:
    _, site, page = hall("Ada")
    assert site.get(f"{page}/p99").status_code == 404
    assert site.post(f"{page}/check-in", here="p99").status_code == 422


def test_after_the_last_draw_nobody_is_told_to_withdraw_a_player(hall: Callable[..., Hall]) -> None:
    at, site, page = hall("Ada, Bo, Cy, Dan")
    own = f"{page}/{at.who('Ada')}"
    at.draw(1)
    assert "withdraw the player instead" in site.get(own).text
    change_rules(*at.at, {"rounds": 1}, by="Anneke")
    shown = site.get(own).text
    assert "cannot be removed." in shown
    assert "withdraw" not in shown


def test_who_plays_in_a_group_that_is_drawn_cannot_be_removed(site: Site) -> None:
    open_league(site.desk)
    page = f"/t/{LEAGUE}/players/{player_named(site.desk, 'Cem')}"
    assert f"{page}/remove" in site.get(page).text
    play_round(site.desk, GROUP_A, 1)
    assert f"{page}/remove" not in site.get(page).text
