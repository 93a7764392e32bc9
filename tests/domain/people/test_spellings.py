"""Spellings of names."""

import pytest

from miai.domain.people.spellings import (
    is_meant,
    is_one_typo_apart,
    joined_words,
    latin_words,
    shortened_spellings,
    sound,
)


@pytest.mark.parametrize(
    "spellings",
    [
        "muller mueller muler",
        "sergei sergey sergej",
        "fedorov fyodorov fjodorow",
        "yulia julia iuliia yuliya",
        "khvostov hvostov khwostow",
        "shcherbakov szczerbakow schtscherbakow",
        "alexey aleksei alexej",
        "meyer meier maier mayer",
        "clemence klemenke",
        "yevgeny evgenii jewgeni",
    ],
)
def test_usual_transliterations_sound_the_same(spellings: str) -> None:
    assert len({sound(each) for each in spellings.split()}) == 1


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("neuman", "neumann", True),
        ("neuman", "nauman", True),
        ("neuman", "nueman", True),
        ("neuman", "euman", True),
        ("neuman", "neuman", False),
        ("neuman", "nuemann", False),
        ("li", "lu", True),
        ("ab", "ba", True),
        ("abc", "cba", False),
    ],
)
def test_one_typo(one: str, other: str, *, apart: bool) -> None:
    assert is_one_typo_apart(one, other) is is_one_typo_apart(other, one) is apart
    if apart:
        assert shortened_spellings(one) & shortened_spellings(other)


def test_other_letters_become_latin_ones_and_others_stay() -> None:
    assert latin_words("Юлия Щербак-Łoś") == ["yuliya", "shcherbak", "los"]
    assert latin_words("王 Wei") == ["王", "wei"]
    assert joined_words(["jean", "pierre"]) == ["jean", "pierre", "jeanpierre"]
    assert joined_words(["jean"]) == ["jean"]


@pytest.mark.parametrize(
    ("typed", "word", "meant"),
    [
        ("will", "williamson", True),
        ("wilems", "willems", True),
        ("wilxems", "willems", True),
        ("will", "vit", False),
        ("lee", "leo", False),
        ("tomas", "tomasz", True),
    ],
)
def test_short_words_are_not_taken_for_typos(typed: str, word: str, *, meant: bool) -> None:
    assert is_meant(typed, word) is meant
