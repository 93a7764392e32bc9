"""Settings as text: what is written reads back as the same value, and what makes no sense says why."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as limited

from kit.strategies import settings as any_settings
from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId
from miai.domain.points import Quarters
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.kaniuk_weights import KaniukWeights, RuleWeight
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.settings.seeding import SeedMethod
from miai.domain.settings.setting_fields import setting_fields, value_at
from miai.domain.settings.setting_text import read_text, text_of
from miai.errors import InputError


@given(any_settings)
@limited(max_examples=30)
def test_the_text_of_every_setting_reads_back_as_its_value(settings: Settings) -> None:
    for path, field in setting_fields().items():
        value = value_at(settings, path)
        assert read_text(field.kind, text_of(field.kind, value)) == value, path


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (bool, "yes", True),
        (bool, "Off", False),
        (int, " 12 ", 12),
        (int, "500 000", 500_000),
        (float, "6,5", 6.5),
        (float, "1/3", 1 / 3),
        (Quarters, "½", 2),
        (Grade, "3 dan", Grade.parse("3d")),
        (Grade | None, "none", None),
        (Grade | None, "", None),
        (str | None, "rating", "rating"),
        (SeedMethod, "Split_and_random", SeedMethod.SPLIT_AND_RANDOM),
        (tuple[str, ...], "mms, sosm", ("mms", "sosm")),
        (tuple[str, ...], "none", ()),
        (tuple[Grade, ...], "1d,5k", (Grade.parse("1d"), Grade.parse("5k"))),
        (
            tuple[ClubsGroup, ...],
            "North: Lund, Malmö\nSouth: Ulm; Alone",
            (
                ClubsGroup(name="North", clubs=("Lund", "Malmö")),
                ClubsGroup(name="South", clubs=("Ulm",)),
                ClubsGroup(name="Alone"),
            ),
        ),
        (
            tuple[RuleWeight, ...],
            "score:1000:3/4;floats:60:0,5",
            (
                RuleWeight(rule="score", weight=1000.0, scale=0.75),
                RuleWeight(rule="floats", weight=60.0, scale=0.5),
            ),
        ),
        (
            tuple[StartBand, ...],
            "2d: 0; 5k: -2.5: p1, p7",
            (
                StartBand(weakest=Grade.parse("2d"), score=Quarters(0)),
                StartBand(
                    weakest=Grade.parse("5k"),
                    score=Quarters(-10),
                    members=(PlayerId("p1"), PlayerId("p7")),
                ),
            ),
        ),
        (
            tuple[ClubsGroup, ...],
            '[{"name": "A: B; C", "clubs": ["D, E"]}]',
            (ClubsGroup(name="A: B; C", clubs=("D, E",)),),
        ),
    ],
)  # fmt: skip
def test_a_text_means_what_its_writer_meant(kind: Any, text: str, value: Any) -> None:
    assert read_text(kind, text) == value


def test_a_short_text_is_written_where_it_means_exactly_the_same() -> None:
    assert text_of(float, 1 / 3) == "1/3"
    assert text_of(float, 0.1 + 0.2) == "0.30000000000000004"
    assert text_of(Quarters, 1) == "0.25"
    written = text_of(tuple[RuleWeight, ...], KaniukWeights().rules)
    assert written.startswith("category: 10000: 1; score: 1000: 0.75; geography: 100: 1/3; ")
    odd = (ClubsGroup(name="A: B", clubs=("C",)),)
    assert text_of(tuple[ClubsGroup, ...], odd) == '[{"name": "A: B", "clubs": ["C"]}]'


@pytest.mark.parametrize(
    ("kind", "text", "complaint"),
    [
        (bool, "perhaps", "'perhaps' is not yes or no"),
        (int, "1.5", "1.5 is not a whole number"),
        (float, "nan", "nan is not a number"),
        (float, "1/0", "1/0 is not a number"),
        (Quarters, "0.3", "only halves and quarters of a point"),
        (Grade, "4q", "4q is not a grade. Use 50k to 1k, 1d to 9d, or 1p to 9p"),
        (SeedMethod, "spiral", "'spiral' is not possible: fold, double fold, slip, adjacent, "
         "split and random or random"),
        (tuple[RuleWeight, ...], "score: 3", "'score: 3' is not complete: rule:weight:scale"),
        (tuple[RuleWeight, ...], "[1]", "[0]: 1 is not an object with fields"),
        (tuple[RuleWeight, ...], "[", "this is not JSON: Expecting value: line 1 column 2 (char 1)"),
    ],
)  # fmt: skip
def test_a_text_that_makes_no_sense_says_why(kind: Any, text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        read_text(kind, text)
    assert str(caught.value) == complaint
