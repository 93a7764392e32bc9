"""A forecast knows all games of an event, whatever stage they were played in."""

from kit.groups_and_cup import all_games, four_groups_and_a_cup
from kit.staged_hall import inside
from miai.domain.event_games import games_in_order
from miai.engine.forecast.event_games import event_games, known_strengths
from miai.features.publish.publish_round import publish_round
from miai.features.publish.published_event import published_event
from miai.features.settings.change_settings import change_rules


def test_an_event_and_its_stages_know_the_same_games_in_order_of_play() -> None:
    hall = four_groups_and_a_cup()
    event, cup = hall.event, inside(hall, "cup").event
    # One game of the cup is a forfeit.
    games = sum(all_games(event).values()) - 1
    for each in (event, cup):
        found = event_games(each)
        assert len(found.rounds) == games
        assert found.rounds.tolist() == sorted(found.rounds.tolist())
        assert set(found.rounds.tolist()) == set(range(1, 9))
        assert len(found.grades) == len(known_strengths(each)[0]) == 24
    # Players of the cup keep their places; others follow.
    first = event_games(cup).ratings[: len(cup.players)].tolist()
    assert first == [(player.rating - 2100) / 100 for player in cup.players if player.rating]


def test_a_published_stage_has_nothing_of_other_stages_that_is_not_published() -> None:
    hall = four_groups_and_a_cup()
    assert list(games_in_order(published_event(inside(hall, "cup").event))) == []
    # Else the standings before round 2 would be published with it.
    change_rules(hall.desk, hall.id, {"standings_with_draw": False}, by="A")
    publish_round(*inside(hall, "group-b").at, round=2, by="A")
    seen = list(games_in_order(published_event(inside(hall, "cup").event)))
    assert {(game.part.name, game.round.number) for game in seen} == {("Group B", 2)}
    whole = list(games_in_order(published_event(hall.event)))
    assert [(game.part.stage, game.round.number, game.board) for game in whole] == [
        (game.part.stage, game.round.number, game.board) for game in seen
    ]
