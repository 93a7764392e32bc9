"""Capitals of names, and what is left of a name for comparing."""

import pytest

from kit.shared_cases import shared_cases
from miai.domain.people.names import name_key, plain_name, put_right, put_right_first_name


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("NEUMAN", "Neuman"),
        ("DE LA CRUZ", "De La Cruz"),
        ("O'BRIEN", "O'Brien"),
        ("D’ANGELO", "D’Angelo"),
        ("SA'DI", "Sa'di"),
        ("LE GOFF-MARTIN", "Le Goff-Martin"),
        ("MCDONALD", "McDonald"),
        ("MACRON", "Macron"),
        ("MACDONALD", "Macdonald"),
        ("İREM", "İrem"),
        ("YİĞİT IŞIK", "Yiğit Işık"),
        ("YILDIZ", "Yildiz"),
        ("GROßMANN", "Großmann"),
        ("ÉLIE", "Élie"),
        ("SMITH III", "Smith III"),
        ("J.-P.", "J.-P."),
        ("neuman", "Neuman"),
        ("van der berg", "van der Berg"),
        ("山田", "山田"),
        ("", ""),
    ],
)
def test_capitals_are_put_where_they_belong(written: str, right: str) -> None:
    assert put_right(written) == right


@pytest.mark.parametrize("name", ["MacDonald", "van der Berg", "DeWitt", "de la Cruz", "McDONALD", "Li X"])
def test_names_with_both_kinds_of_letters_are_left_alone(name: str) -> None:
    assert put_right(name) == name


def test_initials_stay_as_they_are() -> None:
    assert [put_right_first_name(name) for name in ("JP", "T", "LEENA", "XI")] == ["JP", "T", "Leena", "Xi"]


@pytest.mark.parametrize(("name", "plain"), shared_cases("plain_names"))
def test_accents_and_foreign_letters_do_not_count_in_comparing(name: str, plain: str) -> None:
    assert plain_name(name) == plain


def test_either_order_of_surname_and_first_name_is_the_same_person() -> None:
    assert name_key("LE GOFF-MARTIN", "Zoë") == name_key("zoe", "Le Goff Martin")
