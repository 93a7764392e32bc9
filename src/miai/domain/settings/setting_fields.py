"""The settings of a tournament one by one, each known by its path: "pairing.first_seeding.method"."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, reduce
from itertools import groupby
from typing import Any, get_type_hints

from miai.domain.bounds import within
from miai.domain.field_facts import facts, field_hints
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting import Aspect, Setting, When
from miai.domain.settings.setting_groups import SettingGroup
from miai.messages import Message

# After all rows that have a number.
_LAST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingField:
    """One setting by its path, with the type of its values and the bounds of a number that can be chosen.

    Settings with the same `row` of their group stand side by side, by `column`. `used_when` has each
    condition with the path of the object that it is asked of.
    """

    path: str
    kind: Any
    bounds: Between | None
    label: Message
    help: Message | None
    group: SettingGroup
    row: tuple[int, ...]
    column: int
    aspect: Aspect | None
    used_when: tuple[tuple[When, str], ...]
    words: Mapping[Any, Message]

    def why_unused(self, settings: Settings) -> Message | None:
        """Why the setting makes no difference beside the others; None if it does."""
        reasons = (when.why_not(settings, value_at(settings, owner)) for when, owner in self.used_when)
        return next(filter(None, reasons), None)


@cache
def setting_fields() -> Mapping[str, SettingField]:
    """Every setting by its path, in the order of the classes."""
    return {each.path: each for each in _fields_of(Settings, "", ())}


@cache
def lines_of(group: SettingGroup) -> tuple[tuple[str, ...], ...]:
    """The paths of the settings of a group, line by line."""
    inside = [each for each in setting_fields().values() if each.group is group]
    # Sorting keeps the order of the classes where nothing else is said.
    inside.sort(key=lambda each: (each.row, each.column))
    return tuple(tuple(each.path for each in line) for _, line in groupby(inside, lambda each: each.row))


def value_at(settings: Settings, path: str) -> Any:
    """The value of one setting, or of an object with several; without a path all settings."""
    return reduce(getattr, path.split("."), settings) if path else settings


def with_value(settings: Settings, path: str, value: Any) -> Settings:
    """The settings with another value of one of them."""
    changed: Settings = _with(settings, path, value)
    return changed


def _with(group: Any, path: str, value: Any) -> Any:
    name, _, rest = path.partition(".")
    return replace(group, **{name: _with(getattr(group, name), rest, value) if rest else value})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stated:
    """What a field states of itself; `owner` is the path of the object that it is in."""

    name: str
    owner: str
    setting: Setting


def _fields_of(kind: type[Any], owner: str, outer: tuple[_Stated, ...]) -> Iterator[SettingField]:
    """The settings in a class, of which the objects around may have stated something, too."""
    stated, types = facts(kind, Setting), get_type_hints(kind)
    for at, each in enumerate(fields(kind)):
        name, inner = each.name, types[each.name]
        own = [_Stated(name=name, owner=owner, setting=stated[name])] if name in stated else []
        path, chain = f"{owner}.{name}".removeprefix("."), (*outer, *own)
        if _has_settings(inner):
            yield from _fields_of(inner, path, chain)
        elif own:
            yield _field(path, inner, within(field_hints(kind)[name]), chain, last=_LAST + at)
        else:
            raise TypeError(f"{kind.__name__}.{name} does not say which setting it is")


def _field(
    path: str, kind: Any, bounds: Between | None, chain: tuple[_Stated, ...], *, last: int
) -> SettingField:
    setting = chain[-1].setting
    rows = tuple(each.setting.row for each in chain if each.setting.row is not None)
    if bounds and setting.least is not None:
        bounds = Between(setting.least, bounds.high)
    return SettingField(
        path=path,
        kind=kind,
        bounds=bounds,
        label=_label(setting, chain[-2].name if len(chain) > 1 else ""),
        help=setting.help,
        group=setting.group,
        row=rows if setting.row is not None else (*rows, last),
        column=setting.column,
        aspect=next((each.setting.aspect for each in reversed(chain) if each.setting.aspect), None),
        used_when=tuple((when, each.owner) for each in chain for when in each.setting.used_when),
        words=setting.words or {},
    )


def _has_settings(kind: Any) -> bool:
    return isinstance(kind, type) and is_dataclass(kind) and kind is not Grade


def _label(setting: Setting, outer: str = "") -> Message:
    return setting.label if isinstance(setting.label, Message) else setting.label[outer]


def _named_as_a_whole(kind: type[Any], owner: str) -> Iterator[tuple[str, Message]]:
    """The objects that are settings themselves."""
    stated = facts(kind, Setting)
    for name, inner in get_type_hints(kind).items():
        if _has_settings(inner):
            path = f"{owner}.{name}".removeprefix(".")
            if name in stated:
                yield path, _label(stated[name])
            yield from _named_as_a_whole(inner, path)


# What each setting is called, and each object with several that is named as a whole.
SETTING_LABELS: Mapping[str, Message] = {
    **{path: each.label for path, each in setting_fields().items()},
    **dict(_named_as_a_whole(Settings, "")),
}
