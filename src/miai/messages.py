"""Messages: an English template with its values; each surface puts them into the reader's language.

All code but pages, commands and the laboratory gives messages, not sentences. `str(message)` is the English
text. A page looks the template up in a catalogue and formats the values for its reader, so nothing has to
parse a sentence.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

SEMICOLON = "; "
_QUARTERS = {0: "", 1: ".25", 2: ".5", 3: ".75"}


@dataclass(frozen=True, slots=True)
class Score:
    """A score in quarter points, as a value of a message: "28.5" in plain text, "28½" on a page."""

    quarters: int

    def __str__(self) -> str:
        whole, rest = divmod(abs(self.quarters), 4)
        return f"{'-' if self.quarters < 0 else ''}{whole}{_QUARTERS[rest]}"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Alternatives, as a value of a message: "A, B or C"."""

    items: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Clauses:
    """Messages that stand one after the other: "one; another"."""

    items: tuple[Any, ...]
    separator: str = SEMICOLON


@dataclass(frozen=True, slots=True, init=False)
class Message:
    """A template like "%(name)s sits out" with its values.

    A value is text that is the same in every language (a name, a grade), a number, a `Score`, a date, another
    message, a tuple ("A, B and C"), `AnyOf` ("A, B or C") or `Clauses` ("one; another"). A message made by
    `counted` has a second template for numbers other than one.
    """

    template: str
    values: Mapping[str, Any]
    many: str
    context: str

    def __init__(self, template: str, /, many: str = "", context: str = "", **values: Any) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "many", many)
        object.__setattr__(self, "context", context)

    def __hash__(self) -> int:
        return hash((self.template, self.context, tuple(self.values.items())))

    def __str__(self) -> str:
        return self.rendered(english_template, english)

    def __bool__(self) -> bool:
        return bool(self.template)

    @property
    def num(self) -> int:
        """The number that chooses between the two templates of a counted message."""
        return int(self.values["num"])

    def rendered(self, template: Callable[["Message"], str], show: Callable[[Any], str]) -> str:
        """The text with a template in some language, each value as `show` writes it."""
        return template(self) % {name: show(value) for name, value in self.values.items()}


def counted(one: str, many: str, num: int, /, **values: Any) -> Message:
    """A message that depends on a number, which it may name "%(num)s"."""
    return Message(one, many=many, num=num, **values)


def literal(text: str) -> Message:
    """Text that is no sentence of Miai's own and is not translated: a name, or what another program said."""
    return Message("%(text)s", text=text)


def of_package(text: str) -> Message:
    """A text of another package, which Miai's catalogues do not know but those of a package may."""
    return Message(text.replace("%", "%%"))


def mark(template: str) -> str:
    """Mark a template for the catalogues where a message is made from it later."""
    return template


def english_template(message: Message) -> str:
    """The English template of a message."""
    return message.many if message.many and message.num != 1 else message.template


def english(value: object) -> str:
    """A value of a message in English."""
    match value:
        case float():
            return f"{value:g}"
        case date():
            return value.isoformat()
        case tuple():
            return listed([english(item) for item in value], "and")
        case AnyOf(items=items):
            return listed([english(item) for item in items], "or")
        case Clauses(items=items, separator=separator):
            return separator.join(english(item) for item in items)
    return str(value)


def listed(parts: list[str], last: str) -> str:
    """A list in a sentence: "A", "A and B", "A, B and C"."""
    return f" {last} ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
