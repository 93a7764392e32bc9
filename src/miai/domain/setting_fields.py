"""The settings of a tournament one by one, each known by its path: "pairing.first_seeding.method"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, reduce
from typing import Any, get_type_hints

from miai.domain.bounds import within
from miai.domain.field_facts import field_hints
from miai.domain.field_labels import SETTING_LABELS
from miai.domain.grade import Grade
from miai.domain.numbers import Between
from miai.domain.settings import Settings
from miai.messages import Message

# Files of other programs may hold 0; nobody can choose that.
_FROM_ONE = ("rounds", "clock.canadian_moves")


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingField:
    """One setting: its path, the type of its values, and the bounds of a number that can be chosen."""

    path: str
    kind: Any
    bounds: Between | None

    @property
    def label(self) -> Message:
        """What the setting is called."""
        return SETTING_LABELS[self.path]


@cache
def setting_fields() -> Mapping[str, SettingField]:
    """Every setting by its path, in the order of the classes."""
    return {each.path: each for each in _fields_of(Settings, "")}


def value_at(settings: Settings, path: str) -> Any:
    """The value of one setting."""
    return reduce(getattr, path.split("."), settings)


def with_value(settings: Settings, path: str, value: Any) -> Settings:
    """The settings with another value of one of them."""
    changed: Settings = _with(settings, path, value)
    return changed


def _with(group: Any, path: str, value: Any) -> Any:
    name, _, rest = path.partition(".")
    return replace(group, **{name: _with(getattr(group, name), rest, value) if rest else value})


def _fields_of(group: type[Any], prefix: str) -> Iterator[SettingField]:
    kinds, annotated = get_type_hints(group), field_hints(group)
    for each in fields(group):
        kind, path = kinds[each.name], f"{prefix}{each.name}"
        if isinstance(kind, type) and is_dataclass(kind) and kind is not Grade:
            yield from _fields_of(kind, f"{path}.")
        else:
            bounds = within(annotated[each.name])
            if bounds and path in _FROM_ONE:
                bounds = Between(1, bounds.high)
            yield SettingField(path=path, kind=kind, bounds=bounds)
