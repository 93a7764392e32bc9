"""What is offered to players who arrive after the draw, and what is refused."""

from datetime import UTC, datetime, timedelta

import pytest

from kit.console import Console, console
from miai.domain.people.player import PlayerId
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.rounds.game import Result
from miai.domain.rounds.round_in_progress import DelayKind
from miai.errors import InputError
from miai.features.draw.late_arrival import LateChoice, late_arrival_offers, take_late_arrival
from miai.features.links.player_links import player_of_token
from miai.features.players.change_player import set_attendance, withdraw
from miai.features.players.register_player import from_list
from miai.features.publish.publish_round import publish_round
from miai.features.schedule.delay_game import delay_game
from miai.features.schedule.set_clock import set_clock


def test_with_an_even_number_nobody_sits_out_when_boards_are_paired_again() -> None:
    hall = console("Ada 3d, Bo 3d, Cy 2d")
    hall.draw(1)
    late = hall.enter("Kask", "3d")
    boards = next(
        each for each in late_arrival_offers(*hall.at, late, round=1) if each.choice is LateChoice.BOARDS
    )
    assert str(boards.title) == "Pair table 1 again"
    assert str(boards.effect) == "Table 2 is added, and all other boards stay."
    assert [str(each) for each in boards.known] == ["Players have not seen the draw yet."]


def _offered(hall: Console, late: PlayerId, now: datetime | None = None) -> list[tuple[str, list[str]]]:
    offers = late_arrival_offers(*hall.at, late, round=1, now=now)
    return [(each.choice.value, [str(known) for known in each.known]) for each in offers]


ASK = "Ask at the table first: a game in progress would be broken off."
START = datetime(2026, 5, 1, 9, tzinfo=UTC)
SIXTEEN = ", ".join(f"P{number} {number}k" for number in range(1, 17))


def test_the_last_table_of_a_round_is_not_said_to_wait() -> None:
    hall = console(SIXTEEN)
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    for board in hall.event.round(1).boards[:-1]:
        hall.result(1, board.table, Result.JIGO)
    late = hall.enter("Kask", "12k")
    assert _offered(hall, late) == [("next round", []), ("boards", ["7 of 8 results are in.", ASK])]


def test_a_published_round_without_clock_and_results_claims_nothing() -> None:
    hall = console(f"{SIXTEEN}, Odd 20k")
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    late = hall.enter("Kask", "12k")
    unknown = "It is not known here if the games have begun."
    assert [choice for choice, _ in _offered(hall, late)] == ["bye", "next round", "boards"]
    assert _offered(hall, late)[0] == ("bye", [unknown])
    assert _offered(hall, late)[2][1][0] == unknown


def test_the_clock_says_if_games_have_begun() -> None:
    hall = console(SIXTEEN)
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    set_clock(*hall.at, round=1, starts_at=START, by="Anneke")
    late = hall.enter("Kask", "12k")
    before = _offered(hall, late, now=START - timedelta(minutes=3))
    assert before == [("boards", ["The clock of the round has not started."]), ("next round", [])]
    after = _offered(hall, late, now=START + timedelta(minutes=12, seconds=30))
    assert after == [("next round", []), ("boards", ["The clock of the round has run for 12 minutes.", ASK])]


def test_a_running_round_is_disturbed_at_as_few_tables_as_possible() -> None:
    hall = console(SIXTEEN)
    hall.draw(1)
    publish_round(*hall.at, round=1, by="Anneke")
    late = hall.enter("Kask", "12k")
    offers = late_arrival_offers(*hall.at, late, round=1)
    boards = next(each for each in offers if each.choice is LateChoice.BOARDS)
    assert len(boards.tables) == 1
    # Its tables are those whose game is broken up, and no others.
    assert boards.round is not None
    old = {board.table: board for board in hall.event.round(1).boards}
    assert boards.tables == tuple(table for table, board in old.items() if board not in boards.round.boards)


def test_pairing_boards_again_is_not_offered_if_only_the_bye_would_change() -> None:
    hall = console("Ada 3d, Bo 3d, Cy 2d")
    hall.draw(1)
    late = hall.enter("Kask", "2d")
    assert [choice for choice, _ in _offered(hall, late)] == ["bye", "next round"]


def test_a_postponed_game_is_not_paired_again() -> None:
    hall = console("Ada 3d, Bo 3d")
    hall.draw(1)
    delay_game(*hall.at, round=1, table=1, kind=DelayKind.POSTPONED, by="Anneke")
    late = hall.enter("Kask", "2d")
    assert [choice for choice, _ in _offered(hall, late)] == ["next round"]


def test_a_choice_that_another_change_has_made_impossible_is_refused() -> None:
    hall = console("Ada 3d, Bo 3d")
    hall.draw(1)
    late = hall.enter("Kask", "2d")
    with pytest.raises(InputError, match="the draw has changed: this choice is no longer possible"):
        take_late_arrival(*hall.at, late, round=1, choice=LateChoice.BYE, by="Anneke")


def test_there_is_no_round_before_the_first() -> None:
    hall = console("Ada 3d")
    with pytest.raises(InputError, match="there is no round 0"):
        set_attendance(*hall.at, hall.who("Ada"), round=0, plays=True, by="Anneke")
    with pytest.raises(InputError, match="there is no round 0"):
        withdraw(*hall.at, hall.who("Ada"), from_round=0, by="Anneke")


def test_a_listed_player_without_grade_and_rating_needs_a_grade() -> None:
    unrated = ListedPlayer(source=ListSource.EGF, surname="Moe", first_name="Kari")
    with pytest.raises(InputError, match="the list has no grade for Moe Kari: choose one"):
        from_list(unrated)


def test_an_unknown_private_link_belongs_to_nobody() -> None:
    hall = console("Ada 3d")
    with pytest.raises(InputError, match="this link belongs to nobody here"):
        player_of_token(*hall.at, "wrong")
