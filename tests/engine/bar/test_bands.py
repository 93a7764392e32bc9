"""The AGA's bands."""

from dataclasses import replace
from typing import Any

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import BarSide, PlayerId
from miai.domain.points import quarters
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import (
    BandPlan,
    Bands,
    band_rows,
    build_bands,
    limited,
    merged,
    moved,
    outside_bands,
    scores,
    separation,
    split,
    with_separation,
)
from miai.errors import InputError

SIZES = [19, 17, 10, 11, 24]


@pytest.mark.requirement("A6", "A14", "A15", "A17", "A18")
def test_the_worked_table_of_the_document() -> None:
    assert scores(SIZES, 6) == [0, -2, -3, -4, -6]
    assert scores(SIZES, 6, lowest=0) == [6, 4, 3, 2, 0]
    assert scores(SIZES, 6, top_separation_is_one=True) == [0, -1, -2, -3, -5]


@pytest.mark.requirement("A6", "A7")
@pytest.mark.parametrize(
    ("size", "rounds", "expected"), [(17, 6, 2), (10, 6, 1), (24, 6, 2), (1, 6, 1), (40, 5, 2)]
)
def test_a_separation_lies_between_one_and_a_third_of_the_rounds(
    size: int, rounds: int, expected: int
) -> None:
    assert separation(size, rounds) == expected


def event() -> Tournament:
    tournament = crosstable("A?B C?D E?F G?H I?J", start=None, scoring=Scoring(bar=Grade.parse("3d")))
    grades = ("6d", "4d", "2d", "1d", "1k", "2k", "3k", "9k", "10k", "15k")
    for name, grade in zip("ABCDEFGHIJ", grades, strict=True):
        tournament = with_player(tournament, name, grade=Grade.parse(grade))
    return tournament


def built(smallest: int = 3, **plan: Any) -> Bands:
    return build_bands(event(), BandPlan(smallest=smallest, **plan))


def names(tournament: Tournament, bands: Bands) -> list[str]:
    return ["".join(str(player.id) for player in row.players) for row in band_rows(tournament, bands)]


def points(bands: Bands) -> list[float]:
    return [band.score / 4 for band in bands]


@pytest.mark.requirement("A5", "A9")
def test_bands_are_built_from_the_bar_down_and_joined_until_they_are_large_enough() -> None:
    bands = built()
    assert names(event(), bands) == ["AB", "CDE", "FGHIJ"]
    # The top band begins at the bar, whoever is entered.
    assert [str(band.weakest) for band in bands] == ["3d", "1k", "15k"]
    rows = band_rows(event(), bands)
    assert [(str(row.strongest), str(row.weakest)) for row in rows] == [
        ("6d", "4d"),
        ("2d", "1k"),
        ("2k", "15k"),
    ]


@pytest.mark.requirement("A14", "A15", "A16")
def test_the_lowest_band_starts_at_zero_or_slightly_above_if_wanted() -> None:
    assert points(built()) == [0, -1, -2]
    assert points(built(lowest=0)) == [2, 1, 0]
    assert points(built(lowest=1)) == [3, 2, 1]


@pytest.mark.requirement("A4")
def test_a_player_set_above_the_bar_is_in_the_top_band() -> None:
    moved_up = with_player(event(), "E", bar_side=BarSide.ABOVE)
    assert names(moved_up, build_bands(moved_up, BandPlan(smallest=3)))[0] == "ABE"
    moved_down = with_player(event(), "A", bar_side=BarSide.BELOW)
    assert names(moved_down, build_bands(moved_down, BandPlan(smallest=3)))[:2] == ["B", "ACD"]


@pytest.mark.requirement("A11")
def test_two_bands_are_joined_and_the_other_separations_stay() -> None:
    bands = with_separation(built(), 2, quarters(2))
    assert points(merged(bands, 0)) == [0, -2]
    assert names(event(), merged(bands, 0)) == ["ABCDE", "FGHIJ"]
    assert points(merged(bands, 1)) == [0, -1]
    # With the scores counted from the bottom, the lowest band keeps its score.
    assert points(merged(built(lowest=1), 1)) == [2, 1]
    with pytest.raises(InputError, match="no band below"):
        merged(bands, 2)


@pytest.mark.requirement("A12")
def test_one_separation_is_altered() -> None:
    assert points(with_separation(built(), 1, quarters(2.5))) == [0, -2.5, -3.5]
    assert points(with_separation(built(lowest=0), 1, quarters(3))) == [4, 1, 0]
    with pytest.raises(InputError, match="above 0"):
        with_separation(built(), 1, quarters(0))
    with pytest.raises(InputError, match="top band"):
        with_separation(built(), 0, quarters(1))


def test_a_band_is_divided_or_reaches_elsewhere() -> None:
    grade = Grade.parse
    bands = split(built(), 2, grade("3k"), event().players)
    assert names(event(), bands) == ["AB", "CDE", "FG", "HIJ"]
    assert points(bands) == [0, -1, -2, -3]
    assert names(event(), limited(bands, 1, grade("1d"))) == ["AB", "CD", "EFG", "HIJ"]
    for number, text in ((2, "15k"), (2, "16k"), (2, "1k"), (1, "4d")):
        with pytest.raises(InputError, match="cannot be divided"):
            split(built(), number, grade(text), ())
    with pytest.raises(InputError, match="nothing would be left of band 2"):
        limited(built(), 0, grade("1k"))
    with pytest.raises(InputError, match="nothing would be left of band 2"):
        limited(built(), 1, grade("3d"))


@pytest.mark.requirement("A13")
def test_a_player_is_moved_by_hand_and_back() -> None:
    someone = event().player(PlayerId("C"))
    bands = moved(built(), someone, 0)
    assert names(event(), bands) == ["ABC", "DE", "FGHIJ"]
    assert [row.by_hand for row in band_rows(event(), bands)] == [(someone,), (), ()]
    assert moved(bands, someone, 1) == built()
    assert names(event(), split(moved(built(), someone, 2), 2, Grade.parse("3k"), event().players)) == [
        "AB",
        "DE",
        "CFG",
        "HIJ",
    ]
    with pytest.raises(InputError, match="no band 9"):
        moved(bands, someone, 8)
    with pytest.raises(InputError, match="of their own"):
        moved(bands, replace(someone, start=quarters(3)), 0)


def test_who_is_in_no_band_is_known() -> None:
    late = with_player(with_player(event(), "A", start=quarters(9)), "J", grade=Grade.parse("20k"))
    assert [player.id for player in outside_bands(late, built())] == ["A", "J"]


def test_bands_need_a_round_and_a_factor() -> None:
    with pytest.raises(InputError, match="at least one round"):
        scores([3], 0)
