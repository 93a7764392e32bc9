"""A small XML tree that knows its line numbers and refuses everything that could be turned against us."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from miai.errors import InputError, Problem

# No tournament needs more.
_DEEPEST = 50


@dataclass(slots=True, kw_only=True)
class Element:
    """One element: tag, attributes, children, text, and the line it starts on."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    line: int = 0
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    @property
    def where(self) -> str:
        """The place to name in a message."""
        return f"line {self.line}"

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or the default."""
        return self.attributes.get(name, default)

    def child(self, tag: str) -> "Element":
        """The first child of that tag; an empty element if there is none."""
        return next((child for child in self.children if child.tag == tag), Element(tag=tag, line=self.line))

    def all(self, tag: str) -> Iterator["Element"]:
        """The children of that tag."""
        return (child for child in self.children if child.tag == tag)

    def add(self, tag: str, attributes: Mapping[str, str] | None = None) -> "Element":
        """Append a child and return it."""
        child = Element(tag=tag, attributes=dict(attributes or {}))
        self.children.append(child)
        return child


def parse(data: bytes) -> Element:
    """Read a document; a DTD (and with it any entity of its own) is refused."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    document = Element(tag="")
    stack = [document]

    def start(tag: str, attributes: dict[str, str]) -> None:
        if len(stack) > _DEEPEST:
            where = f"line {parser.CurrentLineNumber}"
            raise InputError([Problem(what="the elements are nested too deeply", where=where)])
        child = Element(tag=tag, attributes=attributes, line=parser.CurrentLineNumber)
        stack[-1].children.append(child)
        stack.append(child)

    def end(_tag: str) -> None:
        stack.pop()

    def text(characters: str) -> None:
        if not characters.isspace():
            stack[-1].text += characters

    def doctype(*_: object) -> None:
        raise InputError(
            [Problem(what="a DOCTYPE is not allowed here", where=f"line {parser.CurrentLineNumber}")]
        )

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat's own signature
    except expat.ExpatError as error:
        what = f"not well-formed XML ({expat.ErrorString(error.code)})"
        raise InputError([Problem(what=what, where=f"line {error.lineno}")]) from error
    except (LookupError, ValueError) as error:
        raise InputError([Problem(what=f"unreadable XML ({error})", where="line 1")]) from error
    return document.children[0]


# XML has no way to write these signs at all.
_UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def serialise(element: Element, indent: str = "") -> str:
    """Write an element and all below it."""
    attributes = "".join(
        f" {name}={quoteattr(_writable(value))}" for name, value in element.attributes.items()
    )
    text = escape(_writable(element.text).strip())
    if not element.children:
        return (
            f"{indent}<{element.tag}{attributes}/>"
            if not text
            else (f"{indent}<{element.tag}{attributes}>{text}</{element.tag}>")
        )
    inside = "\n".join(serialise(child, indent + "  ") for child in element.children)
    return f"{indent}<{element.tag}{attributes}>{text}\n{inside}\n{indent}</{element.tag}>"


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("", text)


def document(element: Element) -> bytes:
    """A whole XML file."""
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{serialise(element)}\n'.encode()
