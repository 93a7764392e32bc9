"""Names that tell people apart say more than the name only for namesakes."""

from miai.domain.people.distinct_names import distinct_names
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament


def player(number: int, name: str, grade: str, club: str = "") -> Player:
    surname, first = name.split()
    return Player(
        id=PlayerId(f"p{number}"), surname=surname, first_name=first, grade=Grade.parse(grade), club=club
    )


def names(*players: Player) -> list[str]:
    return list(distinct_names({each.id: each for each in players}).values())


def test_a_single_name_stays_short() -> None:
    assert names(player(1, "Kim Min", "3d"), player(2, "Kim Ho", "3d")) == ["Kim Min", "Kim Ho"]


def test_namesakes_get_the_grade_then_the_club_then_the_id() -> None:
    assert names(
        player(1, "Kim Min", "3d", "Paris"),
        player(2, "Kim Min", "5k", "Paris"),
        player(3, "Kim Min", "1d", "Lyon"),
        player(4, "Kim Min", "1d", "Brest"),
        player(5, "Kim Min", "9k"),
        player(6, "kim min", "9k"),
        player(7, "Weiss Ada", "9k"),
    ) == [
        "Kim Min 3d",
        "Kim Min 5k",
        "Kim Min 1d Lyon",
        "Kim Min 1d Brest",
        "Kim Min 9k (p5)",
        "kim min 9k (p6)",
        "Weiss Ada",
    ]  # fmt: skip


def test_a_tournament_names_its_namesakes_apart_in_short_and_in_full() -> None:
    event = Tournament(players=(player(1, "Kim Min", "3d"), player(2, "Kim Min", "3d")))
    assert list(event.names.values()) == ["Kim Min 3d (p1)", "Kim Min 3d (p2)"]
    assert event.short_names == event.names
    assert event.name_of(PlayerId("p2")) == "Kim Min 3d (p2)"
