"""The AGA's bands."""

import pytest

from builders import crosstable, with_player
from miai.bar.bands import apply_bands, build_bands, merge, move, scores, separation, with_scores
from miai.domain.grade import Grade
from miai.domain.player import BarSide, PlayerId
from miai.domain.settings import Scoring
from miai.domain.tournament import Tournament
from miai.errors import InputError

SIZES = [19, 17, 10, 11, 24]


@pytest.mark.requirement("A6", "A14", "A15", "A17", "A18")
def test_the_worked_table_of_the_document() -> None:
    assert scores(SIZES, 6) == [0, -2, -3, -4, -6]
    assert scores(SIZES, 6, zero_at_bottom=True) == [6, 4, 3, 2, 0]
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
    tournament = crosstable("A?B C?D E?F G?H I?J", scoring=Scoring(bar=Grade.parse("3d")))
    grades = ("6d", "4d", "2d", "1d", "1k", "2k", "3k", "9k", "10k", "15k")
    for name, grade in zip("ABCDEFGHIJ", grades, strict=True):
        tournament = with_player(tournament, name, grade=Grade.parse(grade))
    return tournament


@pytest.mark.requirement("A5", "A9")
def test_bands_are_built_from_the_bar_down_and_joined_until_they_are_large_enough() -> None:
    bands = build_bands(event(), smallest=3)
    assert [[str(p) for p in band.players] for band in bands] == [
        list("AB"),
        list("CDE"),
        list("FGH") + list("IJ"),
    ]
    assert [(str(band.strongest), str(band.weakest)) for band in bands] == [
        ("6d", "4d"),
        ("2d", "1k"),
        ("2k", "15k"),
    ]


@pytest.mark.requirement("A4")
def test_a_player_set_above_the_bar_is_in_the_top_band() -> None:
    bands = build_bands(with_player(event(), "E", bar_side=BarSide.ABOVE), smallest=3)
    assert PlayerId("E") in bands[0].players


def test_the_director_merges_moves_and_applies() -> None:
    bands = build_bands(event(), smallest=3)
    assert len(merge(bands, 0)[0].players) == 5
    moved = move(bands, PlayerId("C"), 0)
    assert PlayerId("C") in moved[0].players
    assert PlayerId("C") not in moved[1].players
    started = apply_bands(event(), with_scores(bands, 1, zero_at_bottom=True))
    assert [p.start for p in started.players if p.id in "AFC"] == [8, 4, 0]
    with pytest.raises(InputError, match="no band below"):
        merge(bands, 2)
    with pytest.raises(InputError, match="'Z' is in no band"):
        move(bands, PlayerId("Z"), 0)
    with pytest.raises(InputError, match="no band 9"):
        move(bands, PlayerId("A"), 8)
    with pytest.raises(InputError, match="at least one round"):
        scores([3], 0)
