"""Every message has a template that the catalogue tool finds: a literal, or one that is marked."""

import ast
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from babel.util import pathmatch

from catalogue import ENGLISH_ONLY

FOLDER = Path(str(files("miai")))
IMPORT = "from miai.messages import Message, counted, mark\n"


def _modules() -> list[Path]:
    found = (path.relative_to(FOLDER) for path in sorted(FOLDER.rglob("*.py")))
    return [
        path for path in found if not any(pathmatch(pattern, path.as_posix()) for pattern in ENGLISH_ONLY)
    ]


class _Templates(ast.NodeVisitor):
    """Collects the templates of a module that no catalogue can know."""

    def __init__(self, tree: ast.Module) -> None:
        self.hidden: list[str] = []
        self._constants = _imported_constants(tree) | _assigned(tree.body)
        self._members: dict[str, ast.expr] = {}
        self._imported = {
            name.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module == "miai.messages"
            for name in node.names
        }
        self.visit(tree)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Know the members of an enumeration, whose values may be templates."""
        self._members = _assigned(node.body)
        self.generic_visit(node)
        self._members = {}

    def visit_Call(self, node: ast.Call) -> None:
        """Check the templates of a message."""
        called = node.func.id if isinstance(node.func, ast.Name) else ""
        templates = {"Message": node.args[:1], "counted": node.args[:2]}.get(called, [])
        if called in self._imported:
            self.hidden += [ast.unparse(node) for each in templates if not self._is_found(each)]
        self.generic_visit(node)

    def _is_found(self, node: ast.expr, *, marked: bool = False) -> bool:
        match node:
            case ast.Constant(value=str()):
                return not marked
            case ast.Call(func=ast.Name(id="mark"), args=[ast.Constant(value=str())]):
                return True
            case ast.IfExp(body=one, orelse=other):
                return self._is_found(one, marked=marked) and self._is_found(other, marked=marked)
            case ast.Dict(values=values):
                return all(self._is_found(value, marked=True) for value in values)
            case ast.Attribute(value=ast.Name(id="self"), attr="value") if self._members:
                return all(self._is_found(value, marked=True) for value in self._members.values())
            case ast.Subscript(value=ast.Name(id=name)) | ast.Name(id=name) if name in self._constants:
                return self._is_found(self._constants[name], marked=True)
        return False


def _imported_constants(tree: ast.Module) -> dict[str, ast.expr]:
    """The constants that a module has from others of ours, with the values they have there."""
    found: dict[str, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("miai."):
            source = FOLDER.parent / f"{(node.module or '').replace('.', '/')}.py"
            wanted = {name.name for name in node.names if name.name.isupper()}
            if wanted and source.is_file():
                there = _constants_of(source)
                found |= {name: value for name, value in there.items() if name in wanted}
    return found


@cache
def _constants_of(source: Path) -> dict[str, ast.expr]:
    return _assigned(ast.parse(source.read_text()).body)


def _assigned(body: list[ast.stmt]) -> dict[str, ast.expr]:
    """The values that a module or a class gives to names."""
    return {
        target.id: node.value
        for node in body
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }


def test_every_template_is_a_literal_or_marked() -> None:
    trees = {module.as_posix(): ast.parse((FOLDER / module).read_text()) for module in _modules()}
    hidden = {module: _Templates(tree).hidden for module, tree in trees.items()}
    assert {module: found for module, found in hidden.items() if found} == {}


@pytest.mark.parametrize(
    "source",
    [
        'Message("%(a)s", a=1)',
        'counted("one", "many", 2)',
        'T = {1: mark("one")}\nMessage(T[1])',
        'from miai.engine.pairing.private_reasons import VOLUNTEERED\nMessage(VOLUNTEERED, name="Ana")',
        'Message("one" if a else "two")',
        'class E(Enum):\n A = mark("one")\n def f(self): return Message(self.value)',
    ],
)
def test_templates_that_the_tool_finds_are_fine(source: str) -> None:
    assert _Templates(ast.parse(f"{IMPORT}{source}")).hidden == []


@pytest.mark.parametrize(
    "source",
    [
        'T = {1: "one"}\nMessage(T[1])',
        "Message(text)",
        'Message(f"{a} sits out")',
        'counted("one", many, 2)',
        'class E(Enum):\n A = "one"\n def f(self): return Message(self.value)',
    ],
)
def test_a_template_that_the_tool_cannot_find_is_noticed(source: str) -> None:
    assert len(_Templates(ast.parse(f"{IMPORT}{source}")).hidden) == 1
