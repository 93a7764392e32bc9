"""The requirements of the source documents, the tests that guard them, and the reference page about both.

The list is docs/reference/documents.toml. A test says what it guards with `@pytest.mark.requirement("A1")`;
the markers are read from the sources, so that no test has to run.
"""

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from miai.domain.log.documents import DOCUMENTS, SourceDocument
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.settings.setting_fields import SETTING_LABELS
from miai.mounts.commands import whole_application
from miai.mounts.pages import all_pages

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
REQUIREMENTS = ROOT / "docs" / "reference" / "documents.toml"
# Tests that were written from a document's text are named first.
_FROM_THE_TEXT = ("oracle", "documents", "golden")
_MOST_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirement:
    """One thing that a document asks for, and where Miai has it."""

    id: str
    section: str
    says: str
    where: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A source document; the ids of its requirements begin with its letter."""

    number: int
    letter: str
    about: SourceDocument
    requirements: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guard:
    """A test that fails when a requirement is broken."""

    path: str
    name: str

    def __str__(self) -> str:
        return f"{self.path}::{self.name}"

    @property
    def rank(self) -> tuple[int, str, str]:
        """The place in a list of guards."""
        folder = self.path.partition("/")[0]
        from_the_text = folder in _FROM_THE_TEXT
        return (_FROM_THE_TEXT.index(folder) if from_the_text else len(_FROM_THE_TEXT), self.path, self.name)


class UnknownPlaceError(ValueError):
    """A command, page, setting or field of a player that Miai does not have."""


class MisplacedMarkerError(ValueError):
    """A marker that is neither at a test nor at a class, or whose ids are not written out."""


@cache
def documents() -> tuple[Document, ...]:
    """All documents with their requirements."""
    data = tomllib.loads(REQUIREMENTS.read_text(encoding="utf-8"))
    found = [_document(each, data) for each in data.pop("documents")]
    listed = {each.id for document in found for each in document.requirements}
    if strays := data.keys() - listed:
        raise ValueError(f"no document has the letter of {', '.join(sorted(strays))}")
    return tuple(found)


def _document(about: dict[str, Any], data: dict[str, Any]) -> Document:
    own = sorted((key for key in data if key[0] == about["letter"]), key=lambda key: int(key[1:]))
    listed = (
        Requirement(
            id=key, section=data[key]["section"], says=data[key]["says"], where=tuple(data[key]["where"])
        )
        for key in own
    )
    return Document(**about, about=DOCUMENTS[about["number"]], requirements=tuple(listed))


def requirements() -> dict[str, Requirement]:
    """All requirements by id."""
    return {each.id: each for document in documents() for each in document.requirements}


@cache
def guards() -> Mapping[str, tuple[Guard, ...]]:
    """The guards of every id that a marker names."""
    found: dict[str, list[Guard]] = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, ids in marked_tests(path.read_text(encoding="utf-8")):
            for each in ids:
                found[each].append(Guard(path=path.relative_to(TESTS).as_posix(), name=name))
    return {key: tuple(sorted(some, key=lambda guard: guard.rank)) for key, some in found.items()}


def marked_tests(source: str) -> list[tuple[str, tuple[str, ...]]]:
    """The tests of a module that carry the marker, with the ids they name."""
    tree = ast.parse(source)
    used: set[ast.Call] = set()
    found = list(_marked(tree.body, (), "", used))
    read = {call.func for call in used}
    for node in ast.walk(tree):
        if _is_marker(node) and node not in read:
            raise MisplacedMarkerError(
                f"line {getattr(node, 'lineno', 0)}: write the marker at a test or class"
            )
    return found


def _marked(
    body: Sequence[ast.stmt], outer: tuple[str, ...], prefix: str, used: set[ast.Call]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    inherited = outer + tuple(
        each
        for node in body
        if isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["pytestmark"]
        for each in _ids(node.value, used)
    )
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            own = inherited + tuple(each for mark in node.decorator_list for each in _ids(mark, used))
            if isinstance(node, ast.ClassDef):
                yield from _marked(node.body, own, f"{prefix}{node.name}::", used)
            elif node.name.startswith("test_") and own:
                yield f"{prefix}{node.name}", tuple(dict.fromkeys(own))


def _ids(expression: ast.expr, used: set[ast.Call]) -> Iterator[str]:
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and _is_marker(node.func):
            used.add(node)
            for argument in node.args:
                if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                    raise MisplacedMarkerError(f"line {node.lineno}: write the ids as they are")
                yield argument.value


def _is_marker(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "requirement"
        and ast.unparse(node) == "pytest.mark.requirement"
    )


def place_text(where: str) -> str:
    """A place in Miai as the page shows it; an error where there is no such place."""
    kind, _, rest = where.partition(" ")
    match kind:
        case "miai":
            _demand_command(rest.split())
            return f"`{where}`"
        case "page":
            titles = {page.key: page.title or page.key for page in all_pages()}
            return f"page {_named(titles, rest, where)}"
        case "setting":
            return f"setting “{_named(SETTING_LABELS, rest, where)}”"
        case "player":
            return f"player’s “{_named(PLAYER_LABELS, rest, where)}”"
    raise UnknownPlaceError(where)


def _named(names: Mapping[str, object], key: str, where: str) -> str:
    if key not in names:
        raise UnknownPlaceError(where)
    return str(names[key])


@cache
def _application() -> Any:
    return whole_application()


def _demand_command(words: Sequence[str]) -> None:
    command = _application()
    for word in words:
        if word.startswith("-"):
            options = {option for parameter in command.params for option in parameter.opts}
            if word not in options:
                raise UnknownPlaceError(f"miai {' '.join(words)}")
        elif word in getattr(command, "commands", {}):
            command = command.commands[word]
        else:
            raise UnknownPlaceError(f"miai {' '.join(words)}")


def documents_page() -> str:
    """Every requirement with where Miai has it and what guards it."""
    count = len(requirements())
    lines = [
        "# What the documents ask for",
        "",
        f"The {count} requirements of the five documents that Miai is built on: where each is found in Miai, "
        "and the tests that guard it. The requirements are listed in [documents.toml](documents.toml); tests "
        "name them with a marker, and one that no test names fails `make test`.",
    ]
    for document in documents():
        lines += [
            "",
            f"## Document {document.number}: {document.about.title}",
            "",
            ", ".join(str(each) for each in (document.about.author, document.about.year) if each) + ".",
            "",
            "| No. | Section | Requirement | In Miai | Guarded by |",
            "|---|---|---|---|---|",
        ]
        lines += [_row(each) for each in document.requirements]
    return "\n".join(lines) + "\n"


def _row(requirement: Requirement) -> str:
    found = guards().get(requirement.id, ())
    named = [f"`{guard}`" for guard in found[:_MOST_NAMED]]
    if len(found) > _MOST_NAMED:
        named.append(f"{len(found) - _MOST_NAMED} more")
    cells = (
        requirement.id,
        requirement.section,
        requirement.says,
        ", ".join(place_text(where) for where in requirement.where),
        ", ".join(named),
    )
    return f"| {' | '.join(cells)} |"
