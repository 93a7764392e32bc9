"""The values that a form was filled with, read from its own HTML, so that a form need not list its fields."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

# Not values of a record: what every form carries.
WAS = "was"
_OWN = frozenset(("csrf", "mark", WAS))
_UNTYPED = frozenset(("submit", "button", "image", "reset", "file", "password"))
# The attribute of an element whose fields are changed together, with its label: a row, a list in order.
TOGETHER = "data-together"

Pairs = list[tuple[str, str]]


@dataclass(slots=True)
class FilledForm:
    """The fields of a form: their values, labels and choices.

    A unit is what two people can change without touching each other: a field, one tick of several, or all
    fields of an element that are changed `together`. `ticks` are units that send nothing when empty.
    """

    units: dict[str, Pairs] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    choices: dict[tuple[str, str], str] = field(default_factory=dict)
    ticks: set[str] = field(default_factory=set)

    def text(self, pairs: Pairs) -> str:
        """Values as a person reads them."""
        return ", ".join(shown for pair in pairs if (shown := self.choices.get(pair, pair[1])))


def read_form(html: str) -> FilledForm:
    """The form with these fields."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.finished()


@dataclass(slots=True)
class _Field:
    name: str
    value: str
    unit: str
    kind: str
    on: bool
    id: str
    label: str


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self._fields: list[_Field] = []
        self._labels: dict[str, str] = {}
        self._choices: dict[tuple[str, str], str] = {}
        self._containers: list[tuple[str, int, str]] = []
        self._container_labels: dict[str, str] = {}
        self._depth = 0
        self._label: list[str] | None = None
        self._label_for = ""
        self._labelled: list[_Field] = []
        self._select: dict[str, Any] | None = None
        self._option: tuple[str, list[str]] | None = None
        self._area: dict[str, Any] | None = None
        self._area_text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        if tag not in _VOID:
            self._depth += 1
        if TOGETHER in known:
            unit = f"#{len(self._container_labels)}"
            self._containers.append((unit, self._depth, tag))
            self._container_labels[unit] = known[TOGETHER]
        match tag:
            case "label":
                self._label, self._label_for, self._labelled = [], known.get("for", ""), []
            case "select":
                self._select = {**known, "options": [], "selected": None}
            case "option" if self._select is not None:
                self._end_option()
                self._option = (known.get("value", ""), [])
                if "selected" in known or self._select["selected"] is None:
                    self._select["selected"] = known.get("value", "")
                if "selected" in known:
                    self._select["chosen"] = True
            case "textarea":
                self._area, self._area_text = known, []
            case "input" if known.get("type", "") not in _UNTYPED:
                ticked = known.get("type") in ("checkbox", "radio")
                value = known.get("value", "on" if ticked else "")
                self._add(known, value, kind=known.get("type", "text"), on=not ticked or "checked" in known)

    def handle_data(self, data: str) -> None:
        if self._option:
            self._option[1].append(data)
        elif self._area is not None:
            self._area_text.append(data)
        elif self._label is not None:
            self._label.append(data)

    def handle_endtag(self, tag: str) -> None:
        match tag:
            case "label" if self._label is not None:
                text = " ".join("".join(self._label).split())
                if self._label_for:
                    self._labels[self._label_for] = text
                for each in self._labelled:
                    each.label = each.label or text
                self._label = None
            case "option":
                self._end_option()
            case "select" if self._select is not None:
                self._end_option()
                self._add(self._select, self._select["selected"] or "", kind="select", on=True)
                self._select = None
            case "textarea" if self._area is not None:
                text = "".join(self._area_text)
                self._add(self._area, text.removeprefix("\n"), kind="textarea", on=True)
                self._area = None
        if self._containers and self._containers[-1][1:] == (self._depth, tag):
            self._containers.pop()
        if tag not in _VOID:
            self._depth -= 1

    def _end_option(self) -> None:
        if self._option and self._select is not None:
            value, text = self._option
            self._choices[self._select.get("name", ""), value] = " ".join("".join(text).split())
        self._option = None

    def _add(self, known: dict[str, Any], value: str, *, kind: str, on: bool) -> None:
        name = known.get("name", "")
        if not name or name in _OWN or "disabled" in known:
            return
        unit = self._containers[-1][0] if self._containers else name
        made = _Field(name, value, unit, kind, on, known.get("id", ""), known.get("aria-label", ""))
        self._fields.append(made)
        if self._label is not None:
            self._labelled.append(made)

    def finished(self) -> FilledForm:
        """The form after all of it was read."""
        form = FilledForm(choices=self._choices)
        of_name: dict[str, list[_Field]] = {}
        for each in self._fields:
            of_name.setdefault(each.name, []).append(each)
        for each in self._fields:
            unit = each.unit
            label = self._labels.get(each.id, "") or each.label or each.name
            same = of_name[each.name]
            if unit.startswith("#"):
                form.labels[unit] = self._container_labels[unit]
            elif (
                each.kind == "checkbox" and all(other.kind == "checkbox" for other in same) and len(same) > 1
            ):
                unit = f"{each.name}={each.value}"
                form.labels[unit] = label
                form.choices[each.name, each.value] = "✓"
            else:
                if each.kind != "hidden" or unit not in form.labels:
                    form.labels[unit] = label
                if each.kind in ("checkbox", "radio"):
                    form.choices.setdefault(
                        (each.name, each.value), "✓" if each.kind == "checkbox" else label
                    )
            if each.kind in ("checkbox", "radio") and all(other.kind == each.kind for other in same):
                form.ticks.add(unit)
            form.units.setdefault(unit, [])
            if each.on:
                form.units[unit].append((each.name, each.value))
        return form


_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
