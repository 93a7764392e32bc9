"""Counts how far apart the parts of a feature lie, and other figures of the sources.

`python tools/distances.py [TREE] [--json]` counts in the sources below TREE, by default this repository.
It knows the layout of version 0.2 (src/miai/app, web, cli ...) and the one by features
(src/miai/features, engine, server ... and src/miai_lab); the rules are the same for both.

Feature
    A file below src or tests with one of `SUFFIXES` belongs to a feature if its path contains one of the
    feature's words (`FEATURES`), or if a public class at its top has one in its name. Words are split at
    underscores, slashes, dots and capitals: `app/results/standings_view.py` belongs to two features, and
    every file of a folder `standings` to standings. Files of src and of tests are counted apart.
Tree
    The first folder below src/miai, for example `app` or `report`; src/miai_lab is one. The folders
    `templates`, `static` and `locale` of the web are trees of their own, and so is each folder of
    `features` and `engine`: otherwise one folder around everything would look like nearness.
Folder
    The first two folders below src/miai or src, for example `app/results`, `web/pages`,
    `features/standings`, `miai_lab/search`. Outside are a feature's files that are not in the folder with
    most of them.
Cycle
    Folders of src/miai/app, web/pages or features that import each other in a circle, by imports that
    run, at the top of a module or in a function. Counted again with imports for type checking, and again
    with modules that are named in a string, as for loading on first use. Parts that are only mounted
    (`MOUNTED`) may use every feature; the circles of all other parts, with imports for type checking, are
    counted first and should be none.
Import in a function
    A statement, of Miai's own modules or of others. A reason is words in a comment on its lines, beside
    codes such as noqa.
Complexity
    One, and one more for each if, conditional expression, loop, except, case, `and`, `or`, comprehension
    and condition in one; a function inside another counts for itself. This is stricter than Ruff's C901,
    which leaves out what is inside expressions. Functions of the kernel are not counted.
Operation
    Read from the OpenAPI document that `miai serve --demo` hands out, or from a file. An answer is
    described if its schema says what is in it; "an object", "anything" or a list of these says nothing.
    An answer is described in part if something inside it says nothing. Operations that answer anything
    but JSON (downloads, streams) are counted apart, as are answers without content.
Module
    Those of Miai that are loaded when `miai standings FILE --json` ends.
Statement
    Of Python, without docstrings.
"""

import argparse
import ast
import http.client
import json
import os
import re
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any, Literal

FEATURES: Mapping[str, frozenset[str]] = {
    "standings": frozenset({"standings", "places", "scoring", "tiebreak", "tiebreaks", "final", "finalise"}),
    "draw": frozenset({"draw", "draws"}),
    "results": frozenset({"result", "results"}),
    "settings": frozenset({"setting", "settings"}),
    "players": frozenset({"player", "players"}),
}
SUFFIXES = frozenset({".py", ".html", ".js", ".css", ".po"})
MOUNTED = frozenset({"page", "api", "command", "rail"})
MOST_COMPLEX = 15

_ROOT = Path(__file__).resolve().parents[1]
_CONTAINERS = ("features", "engine")
_OF_THE_WEB = ("templates", "static", "locale")
_KERNELS = ("src/miai/kernel/", "src/miai/engine/kernel/")
_GROUPS = ("src/miai/app", "src/miai/web/pages", "src/miai/features")
_CODES = re.compile(
    r"(noqa|type:|pragma:|fmt:|mypy:|ruff:)(\s*:)?(\s*[A-Za-z]+[0-9]+,?|\s*ignore(\[[^]]*\])?)*"
)
_MODULE_NAME = re.compile(r"(miai(?:_lab)?(?:\.\w+)+)(?::\w+)?")
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)")
_METHODS = ("get", "put", "post", "delete", "patch", "head", "options")
_CHOICES = ("anyOf", "oneOf", "allOf")
_HOLDERS = {"array": "items", "object": "additionalProperties"}
_EMPTY = {"204", "205"}
_SECONDS = 300
_LOADED = """
import atexit, runpy, sys
def tell():
    names = [name for name in sys.modules if name.partition(".")[0] in ("miai", "miai_lab")]
    sys.stderr.write(f"\\nmodules {len(names)} {sys.modules['miai'].__path__[0]}\\n")
atexit.register(tell)
sys.argv[0] = "miai"
runpy.run_module("miai", run_name="__main__")
"""

Place = Literal["top", "function", "types"]


@dataclass(frozen=True)  # no slots: what is computed once is kept
class Source:
    """One file, with its path from the root of the sources."""

    path: str
    text: str

    @cached_property
    def module(self) -> ast.Module | None:
        return ast.parse(self.text) if self.path.endswith(".py") else None

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders below src, without `miai`."""
        parts = PurePosixPath(self.path).parts[1:-1]
        return parts[1:] if parts[:1] == ("miai",) else parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """A statement that imports, with the full names of what it may load."""

    names: tuple[str, ...]
    place: Place
    has_reason: bool

    @property
    def is_own(self) -> bool:
        return self.names[0].partition(".")[0] in ("miai", "miai_lab")


@dataclass(frozen=True, slots=True, kw_only=True)
class Distance:
    """How far the files of one feature lie apart."""

    files: int
    trees: int
    folders: int
    outside: int
    home: str
    test_files: int
    test_folders: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cycles:
    """The circles of folders that import each other; `imported` are those without the mounted parts."""

    folders: int
    imported: list[list[str]]
    cycles: list[list[str]]
    with_types: list[list[str]]
    with_strings: list[list[str]]


@dataclass(slots=True, kw_only=True)
class LateImports:
    """Imports inside functions of one tree."""

    own: int = 0
    others: int = 0
    without_reason: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How much there is below one folder."""

    python_files: int
    python_lines: int
    statements: int
    other_files: int
    other_lines: int


@dataclass(slots=True, kw_only=True)
class Operations:
    """The operations of the API by what their answers say."""

    total: int = 0
    described: int = 0
    in_part: list[str] = field(default_factory=list)
    undescribed: list[str] = field(default_factory=list)
    not_json: list[str] = field(default_factory=list)
    without_content: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Everything that is counted in one state of the sources."""

    features: dict[str, Distance]
    cycles: dict[str, Cycles]
    late_imports: dict[str, LateImports]
    complex_functions: dict[str, int]
    sizes: dict[str, Size]
    operations: Operations | None
    modules_for_standings: int | None


def sources_below(root: Path) -> list[Source]:
    """The files of src and tests that are counted."""
    found = (path for top in ("src", "tests") for path in sorted((root / top).rglob("*")))
    return [
        Source(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
        for path in found
        if path.suffix in SUFFIXES and "__pycache__" not in path.parts and path.is_file()
    ]


# Features.


def words_of(name: str) -> frozenset[str]:
    """The words of a path or of a name in code; a tie-break is one word."""
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    return frozenset(re.findall(r"[a-z]+", re.sub(r"tie[_-]break", "tiebreak", apart)))


def belongs_to(source: Source, words: frozenset[str]) -> bool:
    """The file's path or one of its public classes names a feature."""
    if words_of(source.path) & words:
        return True
    classes = (each for each in source.module.body if isinstance(each, ast.ClassDef)) if source.module else ()
    return any(words_of(each.name) & words for each in classes if not each.name.startswith("_"))


def tree_of(source: Source) -> str:
    """The tree that a file below src is counted in."""
    first, second = (*source.folders, "", "")[:2]
    is_apart = first in _CONTAINERS or second in _OF_THE_WEB
    return "/".join(source.folders[: 2 if is_apart else 1]) or "miai"


def folder_of(source: Source) -> str:
    """The folder of the second level that a file below src is counted in."""
    return "/".join(source.folders[:2]) or "miai"


def distance(sources: Iterable[Source], words: frozenset[str]) -> Distance:
    """How far the files of the feature with some words lie apart."""
    found = [source for source in sources if belongs_to(source, words)]
    product = [source for source in found if source.path.startswith("src/")]
    tests = [source for source in found if source.path.startswith("tests/")]
    folders = Counter(folder_of(source) for source in product)
    home, most = max(folders.items(), key=lambda item: (item[1], item[0]), default=("", 0))
    return Distance(
        files=len(product),
        trees=len({tree_of(source) for source in product}),
        folders=len(folders),
        outside=len(product) - most,
        home=home,
        test_files=len(tests),
        test_folders=len({PurePosixPath(source.path).parent for source in tests}),
    )


# Imports.


def imports_of(source: Source) -> Iterator[Import]:
    """All imports of a file, wherever they stand."""
    if source.module:
        lines = source.text.splitlines()
        for node, place in _placed(source.module, "top"):
            said = " ".join(line.partition("#")[2] for line in lines[node.lineno - 1 : node.end_lineno])
            yield Import(names=_names(node, source), place=place, has_reason=_is_reason(said))


def _placed(node: ast.AST, place: Place) -> Iterator[tuple[ast.Import | ast.ImportFrom, Place]]:
    for name, value in ast.iter_fields(node):
        inner = place
        if isinstance(node, ast.If) and name == "body" and _is_for_types(node.test):
            inner = "types"
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            inner = "function"
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield child, inner
            elif isinstance(child, ast.AST):
                yield from _placed(child, inner)


def _is_for_types(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _is_reason(comment: str) -> bool:
    return bool(re.search(r"[A-Za-z]{2}", _CODES.sub("", comment)))


def _names(node: ast.Import | ast.ImportFrom, source: Source) -> tuple[str, ...]:
    """The names with their module in front, because a module may be imported from its package."""
    if isinstance(node, ast.Import):
        return tuple(alias.name for alias in node.names)
    package = PurePosixPath(source.path).parts[1:-1]
    above = package[: len(package) - node.level + 1] if node.level else ()
    module = ".".join((*above, *((node.module,) if node.module else ())))
    return tuple(f"{module}.{alias.name}" for alias in node.names)


def late_imports(sources: Iterable[Source]) -> dict[str, LateImports]:
    """The imports inside functions below src by tree."""
    found: defaultdict[str, LateImports] = defaultdict(LateImports)
    for source in sources:
        for each in imports_of(source) if source.path.startswith("src/") else ():
            if each.place == "function":
                counted = found[tree_of(source)]
                counted.own += each.is_own
                counted.others += not each.is_own
                counted.without_reason += not each.has_reason
    return dict(sorted(found.items()))


# Cycles.


def cycles_between(sources: Iterable[Source], group: str) -> Cycles:
    """The circles among the folders right below one folder."""
    by_folder: defaultdict[str, list[Source]] = defaultdict(list)
    for source in sources:
        folder, slash, _ = source.path.removeprefix(f"{group}/").partition("/")
        if source.module and source.path.startswith(f"{group}/") and slash:
            by_folder[folder].append(source)
    everything = {folder: _by_way(own) for folder, own in by_folder.items()}
    imported = {
        folder: _by_way(source for source in own if not _is_mounted(source, group))
        for folder, own in by_folder.items()
    }
    prefix = group.removeprefix("src/").replace("/", ".") + "."

    def found(*ways: str, named: Mapping[str, Mapping[str, set[str]]] = everything) -> list[list[str]]:
        return circles(
            {
                folder: _folders({name for way in ways for name in names.get(way, ())}, prefix)
                & by_folder.keys()
                for folder, names in named.items()
            }
        )

    runs = ("top", "function")
    return Cycles(
        folders=len(by_folder),
        imported=found(*runs, "types", named=imported),
        cycles=found(*runs),
        with_types=found(*runs, "types"),
        with_strings=found(*runs, "strings"),
    )


def _is_mounted(source: Source, group: str) -> bool:
    """The file is a page, an api or a command of its folder, or in one."""
    parts = PurePosixPath(source.path).relative_to(group).with_suffix("").parts
    return parts[1] in MOUNTED


def _by_way(sources: Iterable[Source]) -> dict[str, set[str]]:
    """The modules and names that some files name, by the place of the import, or in strings."""
    names: defaultdict[str, set[str]] = defaultdict(set)
    for source in sources:
        names["strings"].update(_modules_in_strings(source))
        for each in imports_of(source):
            names[each.place].update(each.names)
    return names


def _folders(names: Iterable[str], prefix: str) -> set[str]:
    return {name.removeprefix(prefix).partition(".")[0] for name in names if name.startswith(prefix)}


def _modules_in_strings(source: Source) -> Iterator[str]:
    for node in ast.walk(source.module) if source.module else ():
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            match = _MODULE_NAME.fullmatch(node.value)
            if match:
                yield match[1]


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one node, the largest first."""
    reached = {node: _reachable(node, edges) for node in edges}
    found = {tuple(sorted(other for other in reached[node] if node in reached[other])) for node in edges}
    return sorted((list(each) for each in found if len(each) > 1), key=lambda each: (-len(each), each))


def _reachable(start: str, edges: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = edges[waiting.pop()] - reached
        reached |= new
        waiting += new
    return reached


# Functions and sizes.


def complexity(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The number of ways through a function, without those of functions inside it."""
    ways = 1
    waiting: list[ast.AST] = list(ast.iter_child_nodes(function))
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)
            ways += _more_ways(node)
    return ways


def _more_ways(node: ast.AST) -> int:
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    branches = ast.If | ast.IfExp | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | ast.match_case
    return int(isinstance(node, branches))


def complex_functions(sources: Iterable[Source]) -> dict[str, int]:
    """The functions below src, outside the kernel, that are too complex, the worst first."""
    found = {
        f"{source.path}:{node.lineno} {node.name}": complexity(node)
        for source in sources
        if source.module and source.path.startswith("src/") and not source.path.startswith(_KERNELS)
        for node in ast.walk(source.module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    worst = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return {name: ways for name, ways in worst if ways > MOST_COMPLEX}


def size(sources: Iterable[Source]) -> Size:
    """How many files, lines and statements there are."""
    python: list[Source] = []
    others: list[Source] = []
    for source in sources:
        (python if source.module else others).append(source)
    return Size(
        python_files=len(python),
        python_lines=sum(len(source.text.splitlines()) for source in python),
        statements=sum(_statements(source.module) for source in python if source.module),
        other_files=len(others),
        other_lines=sum(len(source.text.splitlines()) for source in others),
    )


def _statements(module: ast.Module) -> int:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    nodes = list(ast.walk(module))
    docstrings = sum(
        ast.get_docstring(node, clean=False) is not None for node in nodes if isinstance(node, documented)
    )
    return sum(isinstance(node, ast.stmt) for node in nodes) - docstrings


# Operations of the API.


def operations(document: Mapping[str, Any]) -> Operations:
    """The operations of an OpenAPI document by what their answers say."""
    counted = Operations()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if method in _METHODS:
                _count(operation, operation.get("operationId", f"{method} {path}"), document, counted)
    return counted


def _count(operation: Mapping[str, Any], name: str, document: Mapping[str, Any], counted: Operations) -> None:
    counted.total += 1
    answers = {status: each for status, each in operation["responses"].items() if status.startswith("2")}
    kinds = list(_contents(answers.values()))
    if any("json" not in kind for kind, _ in kinds):
        counted.not_json.append(name)
    elif not kinds and answers.keys() <= _EMPTY:
        counted.without_content += 1
    else:
        _count_json([schema for _, schema in kinds], name, document, counted)


def _contents(answers: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for answer in answers:
        for kind, content in answer.get("content", {}).items():
            yield kind, content.get("schema", {})


def _count_json(schemas: list[Any], name: str, document: Mapping[str, Any], counted: Operations) -> None:
    if not schemas or _any_says_nothing(schemas, document):
        counted.undescribed.append(name)
        return
    counted.described += 1
    if _any_says_nothing(_inside(schemas, document, set()), document):
        counted.in_part.append(name)


def _resolved(schema: Any, document: Mapping[str, Any]) -> Any:
    while isinstance(schema, Mapping) and "$ref" in schema:
        inner: Any = document
        for key in schema["$ref"].removeprefix("#/").split("/"):
            inner = inner[key]
        schema = inner
    return schema


def _any_says_nothing(schemas: Iterable[Any], document: Mapping[str, Any]) -> bool:
    return any(_says_nothing(schema, document) for schema in schemas)


def _says_nothing(schema: Any, document: Mapping[str, Any]) -> bool:
    """The schema allows anything, an object of anything, or a list of these."""
    schema = _resolved(schema, document)
    if not isinstance(schema, Mapping):
        return schema is True
    choices = _choices(schema)
    if choices:
        return _any_says_nothing(choices, document)
    if "type" not in schema:
        return not {"enum", "const"} & schema.keys()
    if schema.get("properties") or schema.get("prefixItems"):
        return False
    # A type may be a list, such as an object or null.
    holders = [holder for kind, holder in _HOLDERS.items() if kind in schema["type"]]
    return _any_says_nothing((schema.get(holder, True) for holder in holders), document)


def _choices(schema: Mapping[str, Any]) -> list[Any]:
    return [each for key in _CHOICES for each in schema.get(key, ())]


def _inside(schemas: Iterable[Any], document: Mapping[str, Any], seen: set[str]) -> Iterator[Any]:
    """The schemas of what is inside some answers, at any depth."""
    for outer in schemas:
        name = outer.get("$ref", "") if isinstance(outer, Mapping) else ""
        schema = _resolved(outer, document)
        if name not in seen and isinstance(schema, Mapping):
            seen.update({name} - {""})
            parts = list(_parts(schema))
            yield from parts
            yield from _inside(parts, document, seen)


def _parts(schema: Mapping[str, Any]) -> Iterator[Any]:
    yield from schema.get("properties", {}).values()
    yield from _choices(schema)
    yield from schema.get("prefixItems", ())
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), Mapping):
            yield schema[key]


# What needs the program to run.


def served_document(root: Path) -> Mapping[str, Any]:
    """The OpenAPI document, as the program of some sources hands it out."""
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "miai", "serve", "--demo", "--data", data, "--port", "0"]
        with subprocess.Popen(  # noqa: S603 - the program of these sources
            command, env=_environment(root), cwd=data, stdout=subprocess.PIPE, text=True
        ) as process:
            limit = threading.Timer(_SECONDS, process.kill)
            limit.start()
            try:
                return _fetched(process)
            finally:
                limit.cancel()
                process.terminate()


def _fetched(process: subprocess.Popen[str]) -> Mapping[str, Any]:
    for line in process.stdout or ():
        match = _ADDRESS.search(line)
        if match:
            connection = http.client.HTTPConnection("127.0.0.1", int(match[1]), timeout=_SECONDS)
            connection.request("GET", "/api/v1/openapi.json")
            document: Mapping[str, Any] = json.load(connection.getresponse())
            connection.close()
            return document
    raise SystemExit("miai serve --demo ended before it said its address")


def modules_loaded(root: Path, file: Path) -> int:
    """How many modules of Miai a table of standings needs."""
    done = subprocess.run(  # noqa: S603 - the program of these sources
        [sys.executable, "-c", _LOADED, "standings", str(file.resolve()), "--json"],
        env=_environment(root), capture_output=True, text=True, check=False, timeout=_SECONDS,
    )  # fmt: skip
    match = re.search(r"^modules (\d+) (.*)$", done.stderr, re.MULTILINE)
    if done.returncode or not match:
        raise SystemExit(f"miai standings failed: {done.stderr}")
    if Path(match[2]).resolve() != (root / "src" / "miai").resolve():
        raise SystemExit(f"another Miai was counted: {match[2]}")
    return int(match[1])


def _environment(root: Path) -> dict[str, str]:
    own = {"PYTHONPATH": str(root.resolve() / "src"), "MIAI_PLUGINS": "off", "PYTHONUNBUFFERED": "1"}
    return {**os.environ, **own}


# All of it.


def figures(root: Path, *, document: Mapping[str, Any] | None = None, file: Path | None = None) -> Figures:
    """Everything about some sources; the API and the modules only if a document and a file are given."""
    sources = sources_below(root)
    return Figures(
        features={name: distance(sources, words) for name, words in FEATURES.items()},
        cycles={group: cycles_between(sources, group) for group in _GROUPS if (root / group).is_dir()},
        late_imports=late_imports(sources),
        complex_functions=complex_functions(sources),
        sizes={
            top: size(each for each in sources if each.path.startswith(f"{top}/")) for top in ("src", "tests")
        },
        operations=None if document is None else operations(document),
        modules_for_standings=None if file is None else modules_loaded(root, file),
    )


def table(counted: Figures) -> Iterator[str]:
    """The figures for people, line by line."""
    yield f"{'Feature':<10} {'files':>6} {'trees':>6} {'folders':>8} {'outside':>8} {'test files':>11}  home"
    for name, each in counted.features.items():
        yield (
            f"{name:<10} {each.files:>6} {each.trees:>6} {each.folders:>8} {each.outside:>8} "
            f"{each.test_files:>11}  {each.home}"
        )
    yield ""
    for group, found in counted.cycles.items():
        yield f"Import cycles between the {found.folders} folders of {group}: {_sizes_of(found.imported)}"
        yield f"  with pages, APIs and commands: {_sizes_of(found.cycles)}"
        yield f"  with imports for type checking: {_sizes_of(found.with_types)}"
        yield f"  with modules named in strings: {_sizes_of(found.with_strings)}"
    yield ""
    yield from _late_imports_table(counted.late_imports)
    too_complex = counted.complex_functions
    yield f"Functions with complexity above {MOST_COMPLEX} outside the kernel: {len(too_complex)}"
    yield from (f"  {ways} {name}" for name, ways in too_complex.items())
    yield ""
    if counted.operations:
        yield from _operations_table(counted.operations)
    if counted.modules_for_standings is not None:
        yield f"Modules of Miai loaded by miai standings FILE --json: {counted.modules_for_standings}"
    for top, of in counted.sizes.items():
        yield (
            f"{top}: {of.python_lines:,} lines, {of.statements:,} statements in {of.python_files:,} Python "
            f"files, {of.other_lines:,} lines in {of.other_files:,} other files"
        )


def _sizes_of(found: list[list[str]]) -> str:
    return "; ".join(f"{len(each)} folders ({', '.join(each)})" for each in found) or "none"


def _late_imports_table(found: Mapping[str, LateImports]) -> Iterator[str]:
    yield f"{'Imports inside functions':<26} {'of Miai':>8} {'others':>8} {'without reason':>15}"
    everything = LateImports()
    for name, each in found.items():
        yield f"  {name:<24} {each.own:>8} {each.others:>8} {each.without_reason:>15}"
        everything.own += each.own
        everything.others += each.others
        everything.without_reason += each.without_reason
    yield f"  {'all':<24} {everything.own:>8} {everything.others:>8} {everything.without_reason:>15}"
    yield ""


def _operations_table(found: Operations) -> Iterator[str]:
    yield (
        f"Operations of the API: {found.total}, without a described answer: {len(found.undescribed)}, beside "
        f"{len(found.not_json)} downloads and streams ({', '.join(found.not_json)})"
    )
    yield (
        f"  described: {found.described} (in part: {len(found.in_part)}), "
        f"without content: {found.without_content}"
    )


def main() -> None:
    """Count in the sources that the command line names."""
    parser = argparse.ArgumentParser(description="Counts how far apart the parts of a feature lie.")
    parser.add_argument("tree", nargs="?", type=Path, default=_ROOT, help="the root of the sources")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument(
        "--file", type=Path, help="the tournament for miai standings (tests/**/riverside.miai)"
    )
    parser.add_argument(
        "--openapi", type=Path, help="the OpenAPI document, instead of the one that is served"
    )
    parser.add_argument("--no-run", action="store_true", help="leave out what needs the program to run")
    asked = parser.parse_args()
    file, document = asked.file, None
    if asked.openapi:
        document = json.loads(asked.openapi.read_text(encoding="utf-8"))
    elif not asked.no_run:
        document = served_document(asked.tree)
    if not asked.no_run:
        file = file or next(iter(sorted((asked.tree / "tests").rglob("riverside.miai"))), None)
    counted = figures(asked.tree, document=document, file=file)
    text = json.dumps(asdict(counted), indent=1) if asked.json else "\n".join(table(counted))
    sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
