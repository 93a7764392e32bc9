"""The history names what was changed with its values before and after."""

from dataclasses import fields, replace

import pytest

from kit.console import Console, console
from kit.other_rules import other_rule
from miai.domain.log.events import DetailsChanged
from miai.domain.people.grade import Grade
from miai.domain.points import quarters
from miai.domain.settings.changed_values import changed_rules, changed_values
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.domain.settings.setting_fields import setting_fields, with_value
from miai.domain.settings.setting_text import read_text
from miai.features.history.show_history import history_view
from miai.features.players.change_player import change_player
from miai.features.settings.change_settings import change_rules
from miai.features.tournament.change_details import change_details


def latest(hall: Console) -> str:
    return str(history_view(hall.state)[0].what)


def test_rules_are_named_with_both_values() -> None:
    hall = console(rounds=5)
    change_rules(*hall.at, {"rounds": 6}, by="Anneke")
    assert latest(hall) == "Rules changed: Rounds: 5 → 6"
    change_rules(*hall.at, {"criteria": ("mms", "sosm")}, by="Anneke")
    change_rules(*hall.at, {"criteria": ("mms", "sososm"), "scoring.bar": Grade.parse("1d")}, by="Anneke")
    assert "MMS and SOS → MMS and SOSOS" in latest(hall)
    assert "→ 1d" in latest(hall)


def test_details_are_named_with_both_values() -> None:
    hall = console()
    change_details(*hall.at, name="Spring Cup", place="Lund", begin="2026-05-16", by="Anneke")
    assert latest(hall) == "Details changed: Location: none → Lund; First day: none → 2026-05-16"


def test_the_data_of_a_player_are_named_with_both_values() -> None:
    hall = console("Ada 3d")
    ada = hall.who("Ada")
    change_player(*hall.at, ada, lambda old: replace(old, club="Gent", start=quarters(29.5)), by="Anneke")
    assert latest(hall) == "Ada, corrected: Club: none → Gent; Starting score: none → 29.5"


def test_every_detail_has_its_values() -> None:
    old = DetailsChanged(name="a")
    for each in fields(DetailsChanged):
        (found,) = changed_values(old, replace(old, **{each.name: "b"}))
        assert found.label == DETAIL_LABELS[each.name]
        assert str(found.message).endswith("→ b")


@pytest.mark.parametrize("path", setting_fields())
def test_every_rule_has_its_values(path: str) -> None:
    old = Settings()
    field = setting_fields()[path]
    new = with_value(old, path, read_text(field.kind, other_rule(old, path), field.bounds))
    assert any(str(found.label) == str(setting_fields()[path].label) for found in changed_rules(old, new))
