"""Standings are published with the next draw, unless the director says no."""

import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round, publish_standings, published_message
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.tournament.create_tournament import create_tournament
from miai.serving.demo import open_demo


@pytest.fixture
def event(desk: Desk) -> str:
    """A new event of four after round 1, with round 2 drawn."""
    state = create_tournament(desk, name="Club Cup", system="swiss", rounds=3, by="")
    for name in ("Ada", "Bo", "Cy", "Di"):
        register_player(desk, state.id, Player(id=NEW, surname=name, grade=Grade.parse("1k")), by="")
    play(desk, state.id, 1)
    draw_round(desk, state.id, round=2, by="")
    return str(state.id)


def play(desk: Desk, event: str, number: int) -> None:
    """Draw and publish a round, and enter all its results."""
    draw_round(desk, event, round=number, by="")
    publish_round(desk, event, round=number, by="")
    for table in (1, 2):
        enter_result(desk, event, round=number, table=table, result=Result.WHITE_WINS, by="")


def tables(desk: Desk, event: str) -> list[int]:
    return [each.after_round for each in desk.state(event).tournament.tables_shown]


def test_players_see_the_standings_with_the_next_draw(desk: Desk, event: str) -> None:
    assert tables(desk, event) == []
    saved = publish_round(desk, event, round=2, by="")
    assert tables(desk, event) == [1]
    assert str(published_message(saved, 2)) == "Pairings of round 2 and standings after round 1 published"
    # Publishing the same draw again publishes nothing.
    assert publish_round(desk, event, round=2, by="").entries == ()


def test_the_director_may_say_no(desk: Desk, event: str) -> None:
    change_rules(desk, event, {"standings_with_draw": False}, by="")
    publish_round(desk, event, round=2, by="")
    assert tables(desk, event) == []


def test_later_standings_stay_and_the_first_round_has_none(desk: Desk, event: str) -> None:
    publish_standings(desk, event, after=1, by="")
    saved = publish_round(desk, event, round=2, by="")
    assert [type(each.event) for each in saved.entries] == [events.RoundPublished]


def test_a_round_before_without_a_result_has_no_standings(desk: Desk, event: str) -> None:
    publish_round(desk, event, round=2, by="")
    draw_round(desk, event, round=3, by="")
    publish_round(desk, event, round=3, by="")
    assert tables(desk, event) == [1]


def test_undo_takes_both_back_entry_by_entry(desk: Desk, event: str) -> None:
    saved = publish_round(desk, event, round=2, by="")
    undo(desk, event, saved.entries[0].number, last=saved.entries[-1].number, by="")
    assert tables(desk, event) == []
    assert not any(each.number == 2 for each in desk.state(event).tournament.shown)


def test_old_events_and_files_stay_as_they_were(desk: Desk) -> None:
    assert not Settings().standings_with_draw
    assert not desk.state(open_demo(desk)).tournament.settings.standings_with_draw


def test_the_switch_is_on_show(site: Site, event: str) -> None:
    page = f"/t/{event}/show"
    assert "Publish standings with the next draw" in site.get(page).text
    site.post(f"{page}/standings", at=page)
    assert not site.desk.state(event).tournament.settings.standings_with_draw
    site.post(f"{page}/standings", at=page, on="on")
    assert site.desk.state(event).tournament.settings.standings_with_draw
