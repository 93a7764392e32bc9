"""The fields that a change touches, with their values before and after, for the history."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from miai.domain.log.events import DetailsChanged
from miai.domain.people.player import Player
from miai.domain.points import Quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import DETAIL_LABELS, PLAYER_LABELS
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields, value_at
from miai.domain.settings.setting_words import shown, words_of
from miai.messages import Message, Score, english

# A longer list is named without its values.
_LONGEST = 80
_LABELS: Mapping[type, Mapping[str, Message]] = {Player: PLAYER_LABELS, DetailsChanged: DETAIL_LABELS}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedValue:
    """A field by its label, and its values as values of messages; none if they are too long to be named."""

    label: Message
    before: Any = None
    after: Any = None

    @property
    def message(self) -> Message:
        """ "Number of rounds: 5 → 6"."""
        if self.before is None or self.after is None:
            return self.label
        return Message(
            "%(field)s: %(before)s → %(after)s", field=self.label, before=self.before, after=self.after
        )


def changed_rules(old: Settings, new: Settings) -> tuple[ChangedValue, ...]:
    """The rules that differ."""
    return tuple(
        _changed(SETTING_LABELS[path], words_of(path, before), words_of(path, after))
        for path in setting_fields()
        for before, after in [(value_at(old, path), value_at(new, path))]
        if before != after
    )


def changed_values(old: Any, new: Any) -> tuple[ChangedValue, ...]:
    """The fields of a player, or of the details of an event, that differ."""
    return tuple(_fields(old, new))


def _fields(old: Any, new: Any) -> Iterator[ChangedValue]:
    for name, label in _LABELS[type(new)].items():
        before, after = getattr(old, name), getattr(new, name)
        if before == after:
            continue
        if name in ("extras", "members"):
            yield ChangedValue(label=label)
        else:
            yield _changed(label, _value(before), _value(after))


def _value(value: Any) -> Any:
    if isinstance(value, Quarters):
        return Score(value)
    return shown(tuple(sorted(value))) if isinstance(value, frozenset) else shown(value)


def _changed(label: Message, before: Any, after: Any) -> ChangedValue:
    texts = english(before), english(after)
    if texts[0] == texts[1] or max(map(len, texts)) > _LONGEST:
        return ChangedValue(label=label)
    return ChangedValue(label=label, before=before, after=after)
