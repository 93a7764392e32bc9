"""What decides the places of an event, with the numbers of one line as an example."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.messages import Message
from miai.server.words import gettext as _
from miai.server.words import mark, tell
from miai.server.words.formatting import points

# Said of a neighbour: where the first criterion decides, and where a later one does.
_ABOVE = (
    mark("%(name)s is above you by %(criterion)s: %(theirs)s, and you have %(mine)s."),
    mark(
        "%(name)s is above you. Up to %(level)s you are level, then %(criterion)s decides: %(theirs)s, and"
        " you have %(mine)s."
    ),
)
_BELOW = (
    mark("%(name)s is below you by %(criterion)s: %(theirs)s, and you have %(mine)s."),
    mark(
        "%(name)s is below you. Up to %(level)s you are level, then %(criterion)s decides: %(theirs)s, and"
        " you have %(mine)s."
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLine:
    """A line of a table: whose it is, the place, and the values by the order of the criteria."""

    id: str
    name: str
    place: int
    values: tuple[float | int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplainedCriterion:
    """A criterion in words; `own` is the value in the reader's line, empty where that is not known."""

    title: str
    name: str
    says: str
    own: str


def explained(
    titles: Sequence[tuple[Message, Message, Message]], own: PlacedLine | None
) -> list[ExplainedCriterion]:
    """The criteria of a table by their title, name and meaning, in their order."""
    values = own.values if own else ()
    return [
        ExplainedCriterion(
            title=tell(title),
            name=tell(name),
            says=tell(says),
            own=points(values[at]) if at < len(values) else "",
        )
        for at, (title, name, says) in enumerate(titles)
    ]


def compared(lines: Sequence[PlacedLine], own: PlacedLine, titles: Sequence[str]) -> list[str]:
    """Why somebody stands below the line before theirs and above the next one, in a sentence each."""
    at = lines.index(own)
    said = []
    if at > 0:
        said.append(_compared_with(lines[at - 1], own, titles, _ABOVE))
    if at + 1 < len(lines):
        said.append(_compared_with(lines[at + 1], own, titles, _BELOW))
    return said


def _compared_with(other: PlacedLine, own: PlacedLine, titles: Sequence[str], said: tuple[str, str]) -> str:
    at = _first_difference(other, own)
    if at is None:
        return _("%(name)s has the same numbers as you: you share a place.", name=other.name)
    about = _about(other, own, titles, at)
    first, later = said
    return _(first, **about) if at == 0 else _(later, level=titles[at - 1], **about)


def _about(other: PlacedLine, own: PlacedLine, titles: Sequence[str], at: int) -> dict[str, str]:
    return {
        "name": other.name,
        "criterion": titles[at],
        "theirs": points(other.values[at]),
        "mine": points(own.values[at]),
    }


def _first_difference(one: PlacedLine, other: PlacedLine) -> int | None:
    pairs = enumerate(zip(one.values, other.values, strict=True))
    return next((at for at, (a, b) in pairs if a != b), None)
