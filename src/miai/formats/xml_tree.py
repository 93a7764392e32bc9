"""A small XML tree that knows its line numbers and refuses what could be used for an attack."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from miai.domain.numbers import shortened
from miai.errors import InputError, Problem
from miai.formats.limits import MOST_XML_ELEMENTS
from miai.formats.reading import at_line
from miai.messages import Message

# No tournament file is nested more deeply.
_DEEPEST = 50
# The name of an entity other than those that XML itself defines.
_ENTITY = re.compile(rb"&(?!(?:amp|lt|gt|quot|apos);)([^\s&;#<\"']+);")


@dataclass(slots=True, kw_only=True)
class Element:
    """One element: tag, attributes, children, text, and the line it starts on."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    line: int = 0
    children: list["Element"] = field(default_factory=list)
    text: str = ""

    @property
    def where(self) -> Message:
        """The place to name in a message."""
        return at_line(self.line)

    def get(self, name: str, default: str = "") -> str:
        """An attribute, or the default."""
        return self.attributes.get(name, default)

    def child(self, tag: str) -> "Element":
        """The first child of that tag; an empty element if there is none."""
        return next((child for child in self.children if child.tag == tag), Element(tag=tag, line=self.line))

    def all(self, tag: str) -> Iterator["Element"]:
        """The children of that tag."""
        return (child for child in self.children if child.tag == tag)

    def below(self, tag: str) -> Iterator["Element"]:
        """The elements of that tag anywhere below, in the order of the file."""
        for child in self.children:
            if child.tag == tag:
                yield child
            yield from child.below(tag)

    def add(self, tag: str, attributes: Mapping[str, str] | None = None) -> "Element":
        """Append a child and return it."""
        child = Element(tag=tag, attributes=dict(attributes or {}))
        self.children.append(child)
        return child


def parse(data: bytes) -> Element:
    """Read a document; a DTD is ignored, never loaded, and an entity of its own is refused."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    document = Element(tag="")
    stack = [document]
    texts: list[list[str]] = [[]]
    elements = 0
    doctype_line = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal elements
        elements += 1
        if len(stack) > _DEEPEST:
            raise _refused(Message("the elements are nested too deeply"), parser.CurrentLineNumber)
        if elements > MOST_XML_ELEMENTS:
            what = Message("the file has more than %(most)s elements", most=MOST_XML_ELEMENTS)
            raise _refused(what, parser.CurrentLineNumber)
        child = Element(tag=tag, attributes=attributes, line=parser.CurrentLineNumber)
        stack[-1].children.append(child)
        stack.append(child)
        texts.append([])

    def end(_tag: str) -> None:
        stack.pop().text = "".join(texts.pop())

    def text(characters: str) -> None:
        # Joined at the end of the element, because a long text comes in many parts.
        if not characters.isspace():
            texts[-1].append(characters)

    def doctype(*_: object) -> None:
        nonlocal doctype_line
        doctype_line = parser.CurrentLineNumber

    def entity(*_: object) -> None:
        raise _refused(Message("a DOCTYPE with entities is not allowed here"), parser.CurrentLineNumber)

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = entity
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
    try:
        parser.Parse(data, True)  # noqa: FBT003 - expat's own signature
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise _refused(Message("not well-formed XML (%(reason)s)", reason=reason), error.lineno) from error
    except (LookupError, ValueError) as error:
        raise _refused(Message("unreadable XML (%(reason)s)", reason=shortened(str(error))), 1) from error
    if doctype_line:
        _demand_no_entities(data)
    return document.children[0]


def _demand_no_entities(data: bytes) -> None:
    """Refuse names that only the DTD explains: after a DOCTYPE the parser would leave them out silently."""
    found = _ENTITY.search(data.replace(b"\0", b""))
    if found:
        name = found[1].decode("ascii", errors="replace")
        line = data.count(b"\n", 0, found.start()) + 1
        raise _refused(Message("the entity '%(name)s' is not defined", name=shortened(name)), line)


def _refused(what: Message, line: int) -> InputError:
    return InputError([Problem(what=what, where=at_line(line))])


# Characters that cannot be written in XML.
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
