"""Every field that a person can change has a label of its own."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from kit.builders import crosstable
from miai.domain.log.events import DetailsChanged
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import changed_labels
from miai.messages import Message

_NO_PERSON_CHANGES = {"id"}
# These are chosen as a whole.
_WHOLE = {"first_seeding", "later_seeding", "weights", "kaniuk"}


def changes(value: Any) -> list[tuple[str, Any]]:
    """The value with one field changed, for each of its fields and of those inside."""
    found = []
    for field in fields(value):
        inner = getattr(value, field.name)
        if is_dataclass(inner) and not isinstance(inner, Grade) and field.name not in _WHOLE:
            found += [(name, replace(value, **{field.name: new})) for name, new in changes(inner)]
        elif field.name not in _NO_PERSON_CHANGES:
            other = Grade.parse("50k") if isinstance(inner, Grade) else object()
            found.append((field.name, replace(value, **{field.name: other})))
    return found


@pytest.mark.parametrize(
    "value",
    [
        Settings(),
        crosstable("A+B").players[0],
        DetailsChanged(name="", short_name="", place="", country="", director="", begin="", end=""),
    ],
    ids=["settings", "player", "details"],
)
def test_each_field_has_a_label_that_no_other_has(value: Settings | Player | DetailsChanged) -> None:
    labels = [label for _, changed in changes(value) for label in changed_labels(value, changed)]
    assert len({str(label) for label in labels}) == len(labels) == len(changes(value))


def test_changed_rules_are_named_by_themselves() -> None:
    old = Settings()
    new = replace(old, komi=7.5, scoring=replace(old.scoring, bar=Grade.parse("3d")))
    assert set(changed_labels(old, new)) == {Message("Komi"), Message("Bar")}
    assert changed_labels(old, old) == ()
