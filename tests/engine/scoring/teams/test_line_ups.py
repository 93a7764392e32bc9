"""Who plays for a team: stated, or the first members who attend."""

from dataclasses import replace
from typing import Any

from kit.builders import with_player
from kit.team_events import team_event, with_line_up
from miai.domain.people.player import Registration
from miai.domain.people.team import BoardOrder, TeamId
from miai.domain.tournament import Tournament
from miai.engine.scoring.teams.line_ups import line_up_of


def _event(**rules: Any) -> Tournament:
    return team_event({"A": "a1 a2 a3 a4", "B": "b1 b2 b3"}, "a1?b1", "", size=3, **rules)


def _line_up(event: Tournament, team: str = "A", number: int = 1) -> tuple[str | None, ...]:
    return line_up_of(event, event.team(TeamId(team)), number)


def test_the_first_members_in_the_captains_order_play() -> None:
    assert _line_up(_event()) == ("a1", "a2", "a3")


def test_a_substitute_takes_the_last_seat_when_a_member_is_absent() -> None:
    assert _line_up(with_player(_event(), "a2", absent_rounds=frozenset({1}))) == ("a1", "a3", "a4")


def test_a_seat_without_a_player_is_empty() -> None:
    assert _line_up(with_player(_event(), "b2", absent_rounds=frozenset({1})), "B") == ("b1", "b3", None)


def test_by_rating_the_strongest_play_at_the_first_boards() -> None:
    event = _event(order=BoardOrder.RATING)
    for name, rating in (("a1", 1800.0), ("a2", 2000.0), ("a3", 1700.0), ("a4", 2200.0)):
        event = with_player(event, name, rating=rating)
    assert _line_up(event) == ("a4", "a2", "a1")


def test_whoever_is_not_checked_in_stays_out() -> None:
    assert _line_up(with_player(_event(), "a2", registration=Registration.PRELIMINARY)) == ("a1", "a3", "a4")


def test_a_team_that_is_away_has_nobody() -> None:
    event = _event()
    away = replace(event.teams[0], absent_rounds=frozenset({1}))
    assert _line_up(replace(event, teams=(away, event.teams[1]))) == (None, None, None)


def test_a_stated_line_up_counts_whatever_the_members_are() -> None:
    event = with_line_up(_event(), "A", 1, ["a4", "-", "a1"])
    assert _line_up(event) == ("a4", None, "a1")
    assert _line_up(event, number=2) == ("a1", "a2", "a3")


def test_a_short_line_up_is_filled_with_empty_seats_and_a_long_one_is_kept() -> None:
    assert _line_up(with_line_up(_event(), "A", 1, ["a1"])) == ("a1", None, None)
    assert _line_up(with_line_up(_event(), "A", 1, ["a1", "a2", "a3", "a4"])) == ("a1", "a2", "a3", "a4")
