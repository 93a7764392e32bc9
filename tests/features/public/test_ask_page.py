"""What players ask: why two meet, what tie-breaks mean, what is at stake, what becomes of the rating."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest

from kit.lively_event import small_team_event
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.people.phones import PhoneOptions
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Clock, Overtime
from miai.features.draw.draw_round import draw_round
from miai.features.forecast.stakes import CanWin, stakes_of
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.publish.unpublish import unpublish_round
from miai.features.ratings.rating_so_far import ratings_so_far
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import set_clock
from miai.features.settings.change_settings import change_settings
from miai.features.standings.standings_view import standings_view


@pytest.fixture
def phone(desk: Desk, demo_id: str) -> Site:
    """A phone in a hall where round 5 of the Riverside Open is published and the director shows reasons."""
    draw_round(desk, demo_id, round=5, by="director")
    publish_round(desk, demo_id, round=5, by="director")
    show_reasons(desk, demo_id)
    site = Site(desk, host="0.0.0.0")  # noqa: S104 - nothing listens here
    site.client = site.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")
    return site


def show_reasons(desk: Desk, event: str, *, shown: bool = True) -> None:
    options = events.PhoneOptionsChanged(options=PhoneOptions(reasons=shown))
    desk.change(event, lambda _: [options], by="director")


def ready(site: Site, path: str) -> str:
    """The text of a page once its answer is worked out."""
    first = site.get(path)
    assert first.headers.get("refresh") == "5"
    site.app.state.app_state.prepared.wait()
    answer = site.get(path)
    assert "refresh" not in answer.headers
    return unescape(answer.text)


def test_a_player_reads_why_two_meet(phone: Site, demo_id: str) -> None:
    event = phone.desk.state(demo_id).tournament
    board = event.round(5).boards[0]
    path = f"/p/{demo_id}/why?round=5&player={board.black}"
    assert unescape(path) in unescape(phone.get(f"/p/{demo_id}/player/{board.black}").text)
    said = ready(phone, path)
    assert f"Why do {event.names[board.white]} and {event.names[board.black]} meet?" in said
    assert "Round 5, table 1" in said
    assert "Equal score" in said
    assert "Chance" not in said


def test_reasons_are_shown_only_where_the_director_allows_it(phone: Site, demo_id: str) -> None:
    show_reasons(phone.desk, demo_id, shown=False)
    player = phone.desk.state(demo_id).tournament.round(5).boards[0].white
    assert phone.get(f"/p/{demo_id}/why?round=5&player={player}").status_code == 404
    assert "/why?" not in phone.get(f"/p/{demo_id}/player/{player}").text


def test_reasons_go_with_the_pairings_when_these_are_unpublished(phone: Site, demo_id: str) -> None:
    player = phone.desk.state(demo_id).tournament.round(5).boards[0].white
    path = f"/p/{demo_id}/why?round=5&player={player}"
    ready(phone, path)
    unpublish_round(phone.desk, demo_id, round=5, by="director")
    assert phone.get(path).status_code == 404


def test_somebody_who_is_not_in_the_draw_has_no_reasons(phone: Site, demo_id: str) -> None:
    assert "There are no reasons to show" in ready(phone, f"/p/{demo_id}/why?round=5&player=nobody")


def test_a_team_reads_why_two_teams_meet(desk: Desk) -> None:
    cup = small_team_event(desk)
    show_reasons(desk, cup)
    event = desk.state(cup).tournament
    number = max(each.number for each in event.shown)
    member = next(board.white for board in event.round(number).boards)
    said = ready(Site(desk), f"/p/{cup}/why?round={number}&player={member}")
    team = next(team.name for team in event.teams if member in team.members)
    assert f"Why do {team} and" in said or f"and {team} meet?" in said


def test_the_tie_breaks_of_the_event_are_told_in_words_with_the_own_numbers(
    phone: Site, demo_id: str
) -> None:
    event = phone.desk.state(demo_id).tournament
    path = f"/p/{demo_id}/tie-breaks?round=4"
    assert path in phone.get(f"/p/{demo_id}/standings").text
    said = unescape(phone.get(path).text)
    assert "McMahon score: starting points and points won." in said
    assert "Sum of the opponents' McMahon scores." in said
    assert "Sum of the wins after each round." not in said
    assert "Beside you" not in said
    rows = standings_view(phone.desk, demo_id, after=4).table.rows
    phone.post(f"/p/{demo_id}/me", at=f"/p/{demo_id}/player/{rows[1].player.id}", player=rows[1].player.id)
    said = unescape(phone.get(path).text)
    assert "on place 2" in said
    assert f"{rows[0].player.name} is above you" in said
    assert f"{rows[2].player.name} is below you" in said
    assert event.settings.criteria[:2] == ("mms", "sosm")


def test_tie_breaks_of_teams_are_those_of_teams(desk: Desk) -> None:
    cup = small_team_event(desk)
    publish_standings(desk, cup, after=1, by="director")
    said = unescape(Site(desk).get(f"/p/{cup}/tie-breaks").text)
    assert "Team points: 2 for a won match" in said


def test_without_published_standings_there_are_no_tie_breaks(desk: Desk, demo_id: str) -> None:
    site = Site(desk)
    for table in desk.state(demo_id).tournament.tables_shown:
        site.post(f"/t/{demo_id}/publish/unpublish-standings", after=table.after_round)
    assert site.get(f"/p/{demo_id}/tie-breaks").status_code == 404


def _own_page(phone: Site, event: str, player: str) -> str:
    phone.post(f"/p/{event}/me", at=f"/p/{event}/player/{player}", player=player)
    phone.get(f"/p/{event}/player/{player}")
    phone.app.state.app_state.prepared.wait()
    return unescape(phone.get(f"/p/{event}/player/{player}").text)


def test_a_player_sees_the_own_rating_change_by_the_published_games(phone: Site, demo_id: str) -> None:
    event = phone.desk.state(demo_id).tournament
    one, other = event.round(5).boards[0], event.round(5).boards[1]
    changes = ratings_so_far(event)
    assert changes
    change = changes.changes[one.white]
    said = _own_page(phone, demo_id, one.white)
    assert "My rating so far" in said
    assert f"{change.before:.1f}" in said
    assert f"{change.after:.1f}" in said
    assert f"By the rules of the EGF, class A, from {len(change.games)} games." in said
    assert "Provisional" in said
    phone.post("/look", at="/", language="fr")
    assert f"{change.before:.1f}".replace(".", ",") in _own_page(phone, demo_id, one.white)
    phone.post("/look", at="/", language="en")
    # Only on the own phone.
    assert "My rating" not in phone.get(f"/p/{demo_id}/player/{other.white}").text


def test_a_result_counts_for_the_rating_only_while_its_round_can_be_seen(phone: Site, demo_id: str) -> None:
    desk = phone.desk
    board = desk.state(demo_id).tournament.round(5).boards[0]
    unpublish_round(desk, demo_id, round=5, by="director")
    enter_result(desk, demo_id, round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    changes = ratings_so_far(desk.state(demo_id).tournament)
    assert changes
    games = len(changes.changes[board.white].games)
    assert f"from {games} games." in _own_page(phone, demo_id, board.white)
    publish_round(desk, demo_id, round=5, by="director")
    assert f"from {games + 1} games." in _own_page(phone, demo_id, board.white)


def test_an_event_that_is_not_rated_shows_no_rating_change(phone: Site, demo_id: str) -> None:
    settings = phone.desk.state(demo_id).tournament.settings
    blitz = replace(settings, clock=Clock(basic_minutes=10, overtime=Overtime.SUDDEN_DEATH))
    change_settings(phone.desk, demo_id, settings=blitz, by="director")
    player = phone.desk.state(demo_id).tournament.round(5).boards[0].white
    assert "My rating" not in _own_page(phone, demo_id, player)


def test_players_see_who_can_still_win_in_the_last_round(phone: Site, demo_id: str) -> None:
    path = f"/p/{demo_id}/stakes"
    assert f'href="{path}"' in phone.get(f"/p/{demo_id}/standings").text
    said = ready(phone, path)
    found = stakes_of(phone.desk.state(demo_id).tournament)
    able = [each for each in found.players if each.can_win is not CanWin.NO]
    assert able
    assert len(able) < len(found.players)
    assert all(each.player.name in said for each in able)
    assert "The forecast gives " in said
    last = found.players[-1].player
    phone.post(f"/p/{demo_id}/me", at=f"/p/{demo_id}/player/{last.id}", player=last.id)
    said = unescape(phone.get(path).text)
    assert "You cannot win any more." in said
    assert "If you win, it is" in said


def test_a_result_updates_the_stakes_in_the_background(phone: Site, demo_id: str) -> None:
    path = f"/p/{demo_id}/stakes"
    assert "games of the last round are open" in ready(phone, path)
    enter_result(phone.desk, demo_id, round=5, table=1, result=Result.WHITE_WINS, by="director")
    assert "A result has come in since" in phone.get(path).text
    phone.app.state.app_state.prepared.wait()
    assert "A result has come in since" not in phone.get(path).text


def test_with_the_last_result_nothing_leads_to_the_stakes_any_more(phone: Site, demo_id: str) -> None:
    boards = phone.desk.state(demo_id).tournament.round(5).boards
    pages = (f"/p/{demo_id}/standings", f"/p/{demo_id}/player/{boards[0].white}")
    assert all("/stakes" in phone.get(page).text for page in pages)
    for board in boards:
        enter_result(phone.desk, demo_id, round=5, table=board.table, result=Result.WHITE_WINS, by="director")
    assert not any("/stakes" in phone.get(page).text for page in pages)


def test_without_the_last_round_the_page_says_why_there_is_nothing(phone: Site, demo_id: str) -> None:
    unpublish_round(phone.desk, demo_id, round=5, by="director")
    assert f'href="/p/{demo_id}/stakes"' not in phone.get(f"/p/{demo_id}/standings").text
    assert "the pairings of the last round are not published yet" in ready(phone, f"/p/{demo_id}/stakes")


def test_the_timetable_shows_the_clock_of_the_round_that_is_played(phone: Site, demo_id: str) -> None:
    started = datetime.now(UTC) - timedelta(minutes=7)
    set_clock(phone.desk, demo_id, round=5, starts_at=started, minutes=60, by="director")
    page = phone.get(f"/p/{demo_id}/schedule").text
    line = page[page.index('aria-current="true"') :]
    assert 'role="timer"' in line[: line.index("</li>")]
