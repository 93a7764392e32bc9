"""What a setting says of itself where it is declared, for forms, lists, warnings and the history.

A setting is one field: `Annotated[bool, Setting(label, help, group=…, used_when=…), Added(7, before=False)]`.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any, ClassVar

from miai.domain.field_facts import Exposure, FieldFact
from miai.domain.settings.setting_groups import SettingGroup
from miai.messages import Message

if TYPE_CHECKING:
    from miai.domain.settings.event_settings import Settings


class Aspect(Enum):
    """Something about a draw that a system or a preset may leave out of account."""

    PRESET = auto()
    GOTHA_WEIGHTS = auto()
    KANIUK_WEIGHTS = auto()
    WEIGHTS_EDITION = auto()
    SEEDING = auto()
    SEEDING_METHOD = auto()
    SEEDING_BY_STANDINGS = auto()
    FLOATS = auto()
    FLOAT_PLACES = auto()
    KIN = auto()
    KIN_IN_STATE_OR_CITY = auto()
    EXEMPTIONS = auto()
    LATE_EXEMPTIONS = auto()
    TIME_ZONES = auto()
    CATEGORIES = auto()
    SMALL_HANDICAPS = auto()
    GRADING_INFORMATION = auto()
    HANDICAPS = auto()


@dataclass(frozen=True, slots=True)
class When:
    """A condition on the settings under which another one makes a difference, and what is said otherwise.

    It is asked of all settings and of the object that the field is in.
    """

    holds: "Callable[[Settings, Any], bool]"
    otherwise: "Message | Callable[[Settings], Message]"

    def why_not(self, settings: "Settings", owner: Any) -> Message | None:
        """The reason why the setting makes no difference; None if it does."""
        if self.holds(settings, owner):
            return None
        return self.otherwise(settings) if callable(self.otherwise) else self.otherwise


@dataclass(frozen=True, slots=True)
class Setting(FieldFact):
    """A setting: what it is called, what it does, and where forms and lists have it.

    In a class that several fields hold, `label` has a name for each of them. There is no `help` if the label
    or the introduction of the group says it. Settings with the same `row` of a group stand side by side, by
    `column` and then in the order of the fields; those without a row come last, one below the other.
    `aspect` and `used_when` say when it makes no difference; those of an object count for all in it. `least`
    is what can be chosen where files may hold less, and `words` are what people call the values.

    A field that holds an object is a setting if it is named as a whole when it changes. Everybody may see the
    rules of an event, so a setting is public.
    """

    exposure: ClassVar[Exposure | None] = Exposure.PUBLIC
    label: Message | Mapping[str, Message]
    help: Message | None = None
    _: KW_ONLY
    group: SettingGroup
    row: int | None = None
    column: int = 0
    aspect: Aspect | None = None
    used_when: tuple[When, ...] = ()
    least: int | None = None
    words: Mapping[Any, Message] | None = None
