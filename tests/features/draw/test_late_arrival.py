"""What is offered to players who arrive after the draw, and what is refused."""

import pytest

from kit.console import console
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.errors import InputError
from miai.features.draw.late_arrival import LateChoice, late_arrival_offers, take_late_arrival
from miai.features.links.player_links import player_of_token
from miai.features.players.change_player import set_attendance, withdraw
from miai.features.players.register_player import from_list


def test_with_an_even_number_nobody_sits_out_when_boards_are_paired_again() -> None:
    hall = console("Ada 3d, Bo 3d, Cy 2d")
    hall.draw(1)
    late = hall.enter("Kask", "2d")
    boards = next(
        each for each in late_arrival_offers(*hall.at, late, round=1) if each.choice is LateChoice.BOARDS
    )
    assert str(boards.title) == "Pair table 1 again"
    assert str(boards.effect) == "They have not started; table 2 is added, and all other boards stay."


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
