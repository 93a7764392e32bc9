"""Whom a typed name means."""

from dataclasses import replace

import pytest

import miai
from miai.domain.people.grade import Grade
from miai.domain.people.name_lookup import player_meant
from miai.domain.people.player import PlayerId
from miai.messages import Message

PLAYERS = miai.tournament(
    "Cup",
    players=[
        miai.player("Anna", "Lind", grade="3d"),
        miai.player("Annabel", "Lind", grade="2d"),
        miai.player("Lindsay", "Ohm", grade="1d", egf_pin="12345678"),
        miai.player("José", "García", grade="1k"),
    ],
).players


@pytest.mark.parametrize(
    ("text", "surname", "first_name"),
    [
        ("p2", "Lind", "Annabel"),
        ("Lind Anna", "Lind", "Anna"),
        ("anna lind", "Lind", "Anna"),
        ("Annab", "Lind", "Annabel"),
        ("Lindsay", "Ohm", "Lindsay"),
        ("ohm", "Ohm", "Lindsay"),
        ("12345678", "Ohm", "Lindsay"),
        ("jose garcia", "García", "José"),
    ],
)
def test_an_id_a_name_in_either_order_or_its_beginning_means_a_player(
    text: str, surname: str, first_name: str
) -> None:
    found = player_meant(PLAYERS, text, nobody=Message("nobody"))
    assert (found.surname, found.first_name) == (surname, first_name)


def test_a_name_that_several_have_is_asked_back_and_an_unknown_one_is_refused() -> None:
    with pytest.raises(miai.InputError, match="'lind' could be Lind Anna, Lind Annabel or Ohm Lindsay"):
        player_meant(PLAYERS, "lind", nobody=Message("nobody"))
    for text in ("Nemo", "", "  "):
        with pytest.raises(miai.InputError, match="nobody like that"):
            player_meant(PLAYERS, text, nobody=Message("nobody like that"))


def test_a_grade_after_the_name_tells_namesakes_apart() -> None:
    two = [replace(PLAYERS[0], id=PlayerId(f"p{grade}"), grade=Grade.parse(grade)) for grade in ("2k", "6k")]
    for text in ("Lind Anna 6k", "anna lind 6K"):
        assert player_meant(two, text, nobody=Message("nobody")).id == "p6k"
    for text in ("Lind Anna 5k", "6k", "Lind Anna 6"):
        with pytest.raises(miai.InputError, match="nobody"):
            player_meant(two, text, nobody=Message("nobody"))
