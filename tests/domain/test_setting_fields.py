"""What settings say of themselves: their place in a group, their names, and when they make no difference."""

from dataclasses import fields, replace

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import changed_labels, field_label
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.kaniuk_weights import KaniukWeights, RuleWeight
from miai.domain.settings.seeding import SeedingChoice
from miai.domain.settings.setting import Aspect
from miai.domain.settings.setting_fields import SETTING_LABELS, lines_of, setting_fields
from miai.domain.settings.setting_groups import SEEDING, SETTING_GROUPS, TIME
from miai.messages import Message


def unused(settings: Settings, path: str) -> str:
    return str(setting_fields()[path].why_unused(settings) or "")


def test_the_settings_of_a_group_stand_in_its_rows_also_those_of_an_object_in_two_fields() -> None:
    assert lines_of(SEEDING) == (
        ("pairing.first_seeding_rounds",),
        ("pairing.first_seeding.method", "pairing.first_seeding.by"),
        ("pairing.first_seeding.criteria",),
        ("pairing.first_seeding.by_standings",),
        ("pairing.later_seeding.method", "pairing.later_seeding.by"),
        ("pairing.later_seeding.criteria",),
        ("pairing.later_seeding.by_standings",),
    )
    # The periods stand before the seconds, though they are the younger field.
    assert lines_of(TIME)[1][:2] == ("clock.byo_yomi_periods", "clock.byo_yomi_seconds")


def test_every_setting_is_in_one_of_the_groups() -> None:
    shown = [path for group in SETTING_GROUPS for line in lines_of(group) for path in line]
    assert sorted(shown) == sorted(setting_fields())


def test_a_setting_in_two_fields_has_a_name_for_each() -> None:
    assert str(SETTING_LABELS["pairing.first_seeding.by_standings"]) == (
        "Seeding of the first rounds by the standings"
    )
    assert str(SETTING_LABELS["pairing.later_seeding.by_standings"]) == (
        "Seeding of the later rounds by the standings"
    )
    assert field_label(SeedingChoice, "by") == SEEDING.title


def test_an_object_that_is_named_as_a_whole_is_a_setting_itself() -> None:
    old = Settings()
    new = replace(old, pairing=replace(old.pairing, kaniuk=KaniukWeights(psi="gaussian")))
    assert changed_labels(old, new) == (Message("Kaniuk’s weights"),)
    assert field_label(RuleWeight, "rule") == Message("Kaniuk’s weights rule by rule")
    assert {setting_fields()[f"pairing.weights.{each.name}"].aspect for each in fields(Weights)} == {
        Aspect.GOTHA_WEIGHTS
    }


def test_a_condition_asks_all_settings_or_the_object_that_the_field_is_in() -> None:
    settings = Settings(rounds=5)
    by_sos = replace(settings.pairing.later_seeding, criteria=("sosm",))
    seeded = replace(settings, pairing=replace(settings.pairing, later_seeding=by_sos))
    path = "pairing.later_seeding.by_standings"
    assert unused(seeded, path) == "the seeding has criteria of its own"
    assert not unused(settings, path)
    assert not unused(seeded, "pairing.first_seeding.by_standings")
    # What the whole object needs comes first.
    all_first = replace(seeded, pairing=replace(seeded.pairing, first_seeding_rounds=5))
    assert unused(all_first, path) == "all rounds are seeded as first rounds"


def test_the_first_condition_that_does_not_hold_is_the_reason() -> None:
    assert unused(Settings(system="swiss"), "scoring.bar") == (
        "Swiss counts wins only: everybody starts equal"
    )
    assert unused(Settings(system="swiss"), "teams.order") == "there are no teams"
