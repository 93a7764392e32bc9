"""The counts of tools/distances.py on sources that are made for them."""

import ast
from pathlib import Path
from typing import Any

import pytest

from distances import Cycles, Distance, LateImports, circles, complexity, figures, operations, table, words_of


def _sources(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_a_path_or_a_public_class_names_the_feature(tmp_path: Path) -> None:
    root = _sources(
        tmp_path,
        {
            "src/miai/app/results/standings_view.py": "",
            "src/miai/app/results/prizes.py": "",
            "src/miai/domain/board.py": "class ResultOfBoard: ...\nclass _Standings: ...",
            "src/miai/web/templates/pages/standings.html": "<p>",
            "src/miai/web/pages/standings/routes.py": "",
            "tests/unit/test_standings.py": "",
        },
    )
    found = figures(root).features
    assert found["standings"] == Distance(
        files=3, trees=3, folders=3, outside=2, home="web/templates", test_files=1, test_folders=1
    )
    assert (found["results"].files, found["results"].home) == (3, "app/results")


def test_each_folder_of_features_and_of_the_engine_is_a_tree(tmp_path: Path) -> None:
    names = ("features/standings/page.py", "features/history/standings.py", "engine/scoring/places.py")
    root = _sources(tmp_path, {f"src/miai/{name}": "" for name in names})
    found = figures(root).features["standings"]
    assert (found.files, found.trees, found.folders) == (3, 3, 3)


@pytest.mark.parametrize("name", ["tie_breaks", "TieBreaks", "pages/tie-breaks.html", "tiebreaks"])
def test_a_tie_break_is_one_word(name: str) -> None:
    assert "tiebreaks" in words_of(name)


def test_circles_of_features_by_how_they_import(tmp_path: Path) -> None:
    typed = "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from miai.features.files import read\n"
    root = _sources(
        tmp_path,
        {
            "src/miai/features/draw/pair.py": "from miai.features import players",
            "src/miai/features/players/list.py": "def f():\n    from miai.features.draw.pair import g",
            "src/miai/features/files/read.py": "from miai.features.teams.team import Team",
            "src/miai/features/teams/team.py": typed,
            "src/miai/features/stages/page.py": "from miai.features.prizes.prize import Prize",
            "src/miai/features/prizes/prize.py": "PAGE = 'miai.features.stages.page:show'",
        },
    )
    found = figures(root).cycles["src/miai/features"]
    assert found.folders == 6
    assert found.cycles == [["draw", "players"]]
    assert found.with_types == [["draw", "players"], ["files", "teams"]]
    assert found.with_strings == [["draw", "players"], ["prizes", "stages"]]


@pytest.mark.parametrize("module", ["view/rows", "answer", "commands"])
def test_views_and_answers_count_among_the_parts_that_are_imported(tmp_path: Path, module: str) -> None:
    assert _circle_with(module, tmp_path).imported == [["draw", "teams"]]


@pytest.mark.parametrize("module", ["page", "page/routes", "api", "command/show", "rail"])
def test_mounted_parts_may_use_every_feature(tmp_path: Path, module: str) -> None:
    found = _circle_with(module, tmp_path)
    assert (found.cycles, found.imported) == ([["draw", "teams"]], [])


def _circle_with(module: str, root: Path) -> Cycles:
    lazily = "def f():\n    from miai.features.teams.view.rows import g"
    names = {f"draw/{module}.py": lazily, "teams/view/rows.py": "from miai.features.draw import pair"}
    _sources(root, {f"src/miai/features/{name}": text for name, text in names.items()})
    return figures(root).cycles["src/miai/features"]


def test_a_circle_is_counted_once_and_a_loop_to_itself_is_none() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"d"}}) == [["a", "b", "c"]]


def test_an_import_in_a_function_has_its_reason_beside_it(tmp_path: Path) -> None:
    text = (
        "def f():\n"
        "    import numpy  # noqa: PLC0415 - slow to load\n"
        "    from miai.errors import Problem  # noqa: PLC0415\n"
        "    def g():\n"
        "        from miai.a import (  # an extra\n"
        "            b,\n"
        "        )\n"
    )
    root = _sources(tmp_path, {"src/miai/features/draw/page.py": text, "src/miai/answers.py": "import json"})
    assert figures(root).late_imports == {"features/draw": LateImports(own=2, others=1, without_reason=1)}


def test_complexity_counts_branches_inside_expressions_too() -> None:
    text = (
        "def f(a, b):\n"
        "    if a and b:\n"
        "        return [c for c in a if c]\n"
        "    def g():\n"
        "        return 1 if b else 2\n"
        "    return g\n"
    )
    (function,) = ast.parse(text).body
    assert isinstance(function, ast.FunctionDef)
    assert complexity(function) == 5


@pytest.mark.parametrize("kernel", ["miai/kernel", "miai/engine/kernel"])
def test_functions_of_the_kernel_may_be_complex(tmp_path: Path, kernel: str) -> None:
    text = "def f(a):\n" + "    if a: pass\n" * 15
    root = _sources(tmp_path, {f"src/{kernel}/matching.py": text, "src/miai_lab/probe.py": text})
    assert figures(root).complex_functions == {"src/miai_lab/probe.py:1 f": 16}


def _operation(content: dict[str, Any], status: str = "200") -> dict[str, Any]:
    return {"get": {"responses": {status: {"content": content}, "422": {}}}}


def test_operations_by_what_their_answers_say() -> None:
    def answer(schema: Any) -> dict[str, Any]:
        return _operation({"application/json": {"schema": schema}})

    whole = {"type": "object", "properties": {"place": {"type": "integer"}}}
    open_inside = {"type": "object", "properties": {"row": {"$ref": "#/components/schemas/Open"}}}
    found = operations(
        {
            "components": {"schemas": {"Open": {"type": "object"}, "Whole": whole}},
            "paths": {
                "/whole": answer({"$ref": "#/components/schemas/Whole"}),
                "/map": answer({"type": "object", "additionalProperties": {"type": "string"}}),
                "/inside": answer(open_inside),
                "/object": answer({"$ref": "#/components/schemas/Open"}),
                "/list": answer({"type": "array", "items": {"type": "object", "additionalProperties": True}}),
                "/object-or-null": answer({"type": ["object", "null"]}),
                "/anything": answer({}),
                "/file": _operation({"application/json": {"schema": {}}, "application/octet-stream": {}}),
                "/nothing": _operation({}, "204"),
            },
        }
    )
    assert (found.total, found.described, found.without_content) == (9, 3, 1)
    assert found.in_part == ["get /inside"]
    assert found.undescribed == ["get /object", "get /list", "get /object-or-null", "get /anything"]
    assert found.not_json == ["get /file"]


def test_sizes_leave_out_docstrings(tmp_path: Path) -> None:
    root = _sources(tmp_path, {"src/miai/a.py": '"""Of it."""\n\nx = 1\n', "src/miai/a.css": "a\nb\n"})
    counted = figures(root)
    src = counted.sizes["src"]
    assert (src.python_files, src.python_lines, src.statements) == (1, 3, 1)
    assert (src.other_files, src.other_lines) == (1, 2)
    lines = list(table(counted))
    assert any("3 lines, 1 statements" in line for line in lines)
    assert any(line.startswith("settings") for line in lines)
