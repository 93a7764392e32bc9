"""What a draft is older than: rules, players and results that changed after it was drawn."""

from dataclasses import replace
from typing import Any

import pytest

from kit.console import Console, console
from miai.domain.people.grade import Grade
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.domain.settings.scoring_rules import Unplayed
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.settings.setting_fields import with_value
from miai.features.draw.change_draw import swap
from miai.features.draw.changed_since import ChangedSince, changed_since
from miai.features.draw.draw_round import draw_round, repair_rest
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player, check_in
from miai.features.settings.change_settings import change_settings

FIELD = ", ".join(f"P{number} {4 - number // 4}d" for number in range(12))


@pytest.fixture
def hall() -> Console:
    """Twelve players, one round played, the second a draft."""
    at = console(FIELD, rounds=4)
    at.draw(1)
    at.play(1)
    at.draw(2)
    return at


def changed(at: Console, number: int = 2) -> ChangedSince:
    return changed_since(at.desk, at.state, number)


def said(at: Console, number: int = 2) -> str:
    found = changed(at, number)
    return str(found.message) if found else ""


def rule(at: Console, path: str, value: Any) -> None:
    change_settings(*at.at, with_value(at.event.settings, path, value), by="Anneke")


def change(at: Console, name: str, **facts: Any) -> None:
    change_player(*at.at, at.who(name), lambda player: replace(player, **facts), by="Anneke")


def test_a_fresh_draft_is_older_than_nothing(hall: Console) -> None:
    assert not changed(hall)
    board = hall.event.round(2).boards
    swap(*hall.at, round=2, a=board[0].white, b=board[1].white, by="Anneke")
    assert not changed(hall)


@pytest.mark.parametrize(
    ("path", "value", "label"),
    [
        ("preset", "gotha", "Pairing rules"),
        ("scoring.bar", Grade.parse("2d"), "Bar"),
        ("handicapping.ceiling", 3, "Largest handicap"),
        ("pairing.first_seeding.method", SeedMethod.FOLD, "Seeding of the first rounds"),
        ("pairing.same_club", 0, "Same club"),
        ("pairing.exempt_last_half", True, "Clubs do not matter in the last half"),
        ("komi", 7.5, "Komi"),
        ("scoring.absent_points", POINT, "Points for an absence"),
    ],
)
def test_a_rule_that_the_draw_follows_is_named_until_the_round_is_drawn_again(
    hall: Console, path: str, value: Any, label: str
) -> None:
    rule(hall, path, value)
    assert said(hall) == f"This draw is older than these changes: a rule ({label})."
    draw_round(*hall.at, round=2, by="Anneke")
    assert not changed(hall)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("clock.basic_minutes", 45),
        ("rounds", 6),
        ("criteria", ("mms", "sosm")),
        ("pairing.later_seeding.method", SeedMethod.FOLD),
        ("pairing.weights.score", 5),
        ("scoring.unplayed", Unplayed.ZERO),
        ("one_prize_each", False),
    ],
)
def test_a_rule_that_makes_no_difference_to_this_draw_is_not_named(
    hall: Console, path: str, value: Any
) -> None:
    rule(hall, path, value)
    assert not changed(hall)


def test_criteria_are_named_where_the_draw_seeds_by_them() -> None:
    at = console(FIELD, rounds=4)
    rule(at, "pairing.first_seeding", SeedingChoice(by_standings=True))
    at.draw(1)
    rule(at, "criteria", ("mms", "sodosm"))
    assert said(at, 1) == "This draw is older than these changes: a rule (Criteria for places)."


def test_points_for_rounds_not_played_make_no_difference_to_the_first_round() -> None:
    at = console(FIELD, rounds=4)
    at.draw(1)
    rule(at, "scoring.absent_points", POINT)
    assert not changed(at, 1)


def test_a_rule_that_is_set_back_or_undone_is_no_change(hall: Console) -> None:
    rule(hall, "preset", "gotha")
    rule(hall, "preset", "balanced")
    assert not changed(hall)
    rule(hall, "preset", "gotha")
    undo(*hall.at, entry=hall.state.version, by="Anneke")
    assert not changed(hall)


def test_pairing_the_rest_again_keeps_the_older_pairing_rules_and_says_so(hall: Console) -> None:
    rule(hall, "preset", "gotha")
    rule(hall, "pairing.same_club", 0)
    repair_rest(*hall.at, round=2, by="Anneke")
    rule(hall, "clock.basic_minutes", 45)
    assert said(hall) == "This draw is older than these changes: a rule (Pairing rules)."


def test_players_who_came_left_or_changed_are_named(hall: Console) -> None:
    hall.enter("Newcomer", "5k")
    change(hall, "P0", grade=Grade.parse("1k"))
    change(hall, "P5", absent_rounds=frozenset({2, 4}))
    change(hall, "P7", first_name="Ada", absent_rounds=frozenset({3}))
    assert said(hall) == (
        "This draw is older than these changes: P0 is 1k, was 4d; P5 misses round 2; Newcomer is here."
    )


def test_somebody_who_is_not_here_after_all_is_named(hall: Console) -> None:
    check_in(*hall.at, hall.who("P3"), here=False, by="Anneke")
    assert said(hall) == "This draw is older than these changes: P3 is not here."


def test_many_players_are_counted(hall: Console) -> None:
    for name in ("P0", "P1", "P2", "P3", "P4"):
        change(hall, name, rating=2000.0)
    assert said(hall) == "This draw is older than these changes: 5 players."


def test_results_of_earlier_rounds_are_named(hall: Console) -> None:
    hall.result(1, 1, Result.BLACK_WINS)
    assert said(hall) == "This draw is older than these changes: results of round 1."
