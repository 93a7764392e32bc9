"""Ratings of an event count the games of all its stages, each once."""

from dataclasses import replace

import pytest

from kit.groups_and_cup import cup_beside_main, four_groups_and_a_cup
from kit.staged_hall import inside
from miai.domain.people.player import Registration
from miai.domain.settings.clock import Clock
from miai.domain.tournament import Tournament
from miai.engine.rating.event import rated_event
from miai.features.publish.publish_round import publish_round
from miai.features.ratings.rate import rate_tournament
from miai.features.ratings.rating_so_far import ratings_so_far
from miai.features.stages.whole_event import whole_event

RATED = Clock(basic_minutes=75)


def rated(event: Tournament) -> Tournament:
    return replace(event, settings=replace(event.settings, clock=RATED))


@pytest.mark.parametrize("system", ["egf", "aga"])
@pytest.mark.parametrize("hall", [four_groups_and_a_cup, cup_beside_main])
def test_an_event_is_rated_like_its_one_file(hall: object, system: str) -> None:
    event = rated(hall().event)  # type: ignore[operator]
    one = rated(whole_event(event).tournament)
    found = {each.player.id: each for each in rate_tournament(event, system=system, class_key="A").rated}
    expected = {each.player.id: each for each in rate_tournament(one, system=system, class_key="A").rated}
    assert found.keys() == expected.keys()
    for player, each in found.items():
        assert each.change.after == pytest.approx(expected[player].change.after)
        assert len(each.change.games) == len(expected[player].change.games)


def test_a_forfeit_of_a_stage_is_not_rated() -> None:
    event = four_groups_and_a_cup().event
    boards = [board for stage in event.stages for drawn in stage.event.rounds for board in drawn.boards]
    played = sum(not board.result.by_default for board in boards)
    assert len(rated_event(event).games) == played == len(boards) - 1


def test_a_stage_is_rated_by_its_own_games() -> None:
    hall = four_groups_and_a_cup()
    cup = inside(hall, "cup").event
    assert len(rated_event(cup).games) == sum(len(drawn.boards) for drawn in cup.rounds) - 1
    assert len(rate_tournament(cup, class_key="A").rated) == len(cup.players)


def test_a_player_who_was_only_entered_is_rated_after_a_game_in_a_stage() -> None:
    event = four_groups_and_a_cup().event
    one, other = event.players[0], replace(event.players[1], id="late", surname="Late")  # type: ignore[arg-type]
    people = tuple(
        replace(each, registration=Registration.PRELIMINARY) if each in {one, other} else each
        for each in (*event.players, other)
    )
    found = rate_tournament(replace(event, players=people), class_key="A").rated
    assert one.id in {each.player.id for each in found}
    assert "late" not in {each.player.id for each in found}


def test_phones_see_ratings_by_the_published_games_of_all_stages() -> None:
    hall = four_groups_and_a_cup()
    assert ratings_so_far(rated(hall.event)) is not None
    publish_round(*inside(hall, "group-a").at, round=1, by="A")
    publish_round(*inside(hall, "cup").at, round=1, by="A")
    found = ratings_so_far(rated(hall.event))
    assert found
    shown = [
        board
        for stage in hall.event.stages
        for drawn in stage.event.rounds
        if drawn.shown
        for board in drawn.boards
        if not board.result.by_default
    ]
    assert sum(len(each.games) for each in found.changes.values()) == 2 * len(shown) == 12
