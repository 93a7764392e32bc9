"""What a change moves in rounds that were played, as values."""

from dataclasses import replace

from kit.console import Console, console
from kit.riverside import riverside
from miai.domain.log import events
from miai.domain.log.replay import apply
from miai.domain.money import Cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.rounds.game import Result
from miai.domain.settings.prizes import Prize
from miai.domain.tournament import Tournament
from miai.features.consequences.compare import consequences
from miai.features.consequences.moves import Consequences, PartMoves
from miai.features.consequences.played import last_played
from miai.features.publish.publish_round import publish_round, publish_standings


def regraded(event: Tournament, name: str, grade: str) -> events.PlayerChanged:
    player = next(each for each in event.players if each.surname == name)
    return events.PlayerChanged(player=replace(player, grade=Grade.parse(grade)))


def main_part(found: Consequences) -> PartMoves:
    assert len(found.parts) == 1
    return found.parts[0]


def test_a_grade_moves_the_start_the_score_the_places_and_the_tie_breaks_of_opponents() -> None:
    event = riverside()
    found = main_part(consequences(event, apply(event, regraded(event, "Weiss", "9k"))))
    assert [(move.name, move.before, move.after) for move in found.starts] == [("Weiss Friederike", 128, 84)]
    table = found.leading
    assert table is not None
    assert table.standings_after == 4
    assert [(move.name, move.after) for move in table.scores] == [("Weiss Friederike", 22)]
    places = {move.name: (move.before, move.after) for move in table.places}
    before, after = places["Weiss Friederike"]
    assert (before or 0) < 7
    assert (after or 0) > 20
    assert table.tiebreaks
    assert found.in_files == ("Weiss Friederike",)


def test_before_the_first_round_is_published_nothing_is_past() -> None:
    hall = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k")
    hall.draw(1)
    event = hall.event
    assert not consequences(event, apply(event, regraded(event, "Ada", "9k")))
    publish_round(*hall.at, round=1, by="Anneke")
    event = hall.event
    assert consequences(event, apply(event, regraded(event, "Ada", "9k")))


def test_a_round_is_past_once_all_results_are_in_or_a_later_one_is_drawn() -> None:
    hall = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k")
    assert last_played(hall.event) == 0
    hall.draw(1)
    hall.result(1, 1, Result.WHITE_WINS)
    assert last_played(hall.event) == 0
    hall.play(1)
    assert last_played(hall.event) == 1
    hall.draw(2)
    assert last_played(hall.event) == 1
    hall.result(2, 1, Result.WHITE_WINS)
    assert last_played(hall.event) == 1


def drawn_twice() -> Console:
    hall = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k, Eva 2k, Fay 3k")
    hall.draw(1)
    hall.play(1)
    hall.draw(2)
    return hall


def test_a_draft_that_is_older_is_named_with_its_games_and_stays() -> None:
    hall = drawn_twice()
    event = hall.event
    after = apply(event, regraded(event, "Fay", "1d"))
    (draft,) = [each for each in main_part(consequences(event, after)).draws if each.round == 2]
    assert draft.is_draft
    assert hall.board(2, "Fay").table in draft.games
    assert after.rounds == event.rounds


def test_new_criteria_move_the_directors_table_and_no_published_one() -> None:
    hall = drawn_twice()
    publish_standings(*hall.at, after=1, by="Anneke")
    event = hall.event
    settings = replace(event.settings, criteria=("nbw", "rating"))
    found = main_part(consequences(event, apply(event, events.SettingsChanged(settings=settings))))
    assert [table.published for table in found.tables] == [False]
    assert found.pinned == (1,)


def test_publishing_by_other_criteria_moves_the_published_table() -> None:
    hall = drawn_twice()
    publish_standings(*hall.at, after=1, by="Anneke")
    settings = replace(hall.event.settings, criteria=("nbw", "rating"))
    event = apply(hall.event, events.SettingsChanged(settings=settings))
    after = apply(event, events.StandingsPublished(after_round=1))
    (table,) = main_part(consequences(event, after)).tables
    assert table.published
    assert table.scores


def test_a_withdrawal_from_a_later_round_moves_nothing() -> None:
    event = riverside()
    player: Player = event.players[0]
    later = events.PlayerWithdrew(player=player.id, from_round=5)
    assert not consequences(event, apply(event, later))


def test_a_fee_alone_is_told_and_not_asked_about() -> None:
    event = riverside()
    payer = replace(event.players[0], paid=Cents(1000))
    event = apply(event, events.PlayerChanged(player=payer))
    found = consequences(event, apply(event, events.PlayerChanged(player=replace(payer, fee=Cents(2000)))))
    assert [(move.before, move.after) for move in found.fees] == [(0, 2000)]
    assert not found


def test_the_first_prizes_after_the_last_round_move_nothing_and_later_ones_do() -> None:
    hall = console("Ada 3d, Bo 2d, Cy 1d, Dan 1k")
    hall.draw(1)
    hall.play(1)
    without = replace(hall.event.settings, rounds=1)
    first = replace(without, prizes=(Prize(title="First"),))
    other = replace(without, prizes=(Prize(title="Last", place=4),))
    event = apply(hall.event, events.SettingsChanged(settings=without))
    given = apply(event, events.SettingsChanged(settings=first))
    assert not consequences(event, given)
    found = main_part(consequences(given, apply(given, events.SettingsChanged(settings=other))))
    assert sorted((move.before, move.after) for move in found.prizes if move.before) == [(("First",), None)]
    assert [move.after for move in found.prizes if move.after] == [("Last",)]
