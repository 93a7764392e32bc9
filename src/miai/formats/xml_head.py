"""Finds the root element of an XML file in its head, to recognise the file."""

import re
from dataclasses import dataclass

_BEFORE = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>", re.DOTALL)
_ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)([^>]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class XmlRoot:
    """The root element: its tag, and its attributes as they stand there."""

    tag: str
    attributes: str

    def has(self, name: str) -> bool:
        """Whether it has an attribute of that name."""
        return bool(re.search(rf"(?<!\S){name}\s*=", self.attributes))


def root_of(text: str) -> XmlRoot | None:
    """The root element; None where a text is no XML."""
    at = 0
    while (before := _BEFORE.match(text, at)) and before.end() > at:
        at = before.end()
    root = _ROOT.match(text, at)
    return XmlRoot(tag=root[1], attributes=root[2]) if root else None
