"""Every requirement of the documents is somewhere in Miai, and a test guards it."""

import pytest

from requirements import (
    Guard,
    MisplacedMarkerError,
    UnknownPlaceError,
    documents,
    documents_page,
    guards,
    marked_tests,
    place_text,
    requirements,
)


def test_a_test_guards_every_requirement() -> None:
    assert sorted(requirements().keys() - guards().keys()) == []


def test_a_guard_does_not_depend_on_files_outside_the_project() -> None:
    beside = {
        key for key, found in guards().items() if all(guard.path.startswith("real/") for guard in found)
    }
    assert beside == set()


def test_markers_name_requirements_of_the_list() -> None:
    assert {key: list(map(str, guards()[key])) for key in guards().keys() - requirements().keys()} == {}


def test_the_requirements_of_a_document_are_numbered_without_a_gap() -> None:
    for document in documents():
        numbers = range(1, len(document.requirements) + 1)
        assert [each.id for each in document.requirements] == [f"{document.letter}{n}" for n in numbers]


def test_there_are_two_hundred_requirements_and_each_is_a_sentence_with_a_place() -> None:
    assert len(requirements()) >= 200
    for each in requirements().values():
        assert each.says.endswith("."), each.id
        assert each.section, each.id
        assert each.where, each.id
        assert "|" not in each.says + each.section, each.id
    assert len({each.says for each in requirements().values()}) == len(requirements())


def test_every_place_exists() -> None:
    for each in requirements().values():
        for where in each.where:
            assert place_text(where), each.id


@pytest.mark.parametrize(
    ("where", "shown"),
    [
        ("miai lab probe --report", "`miai lab probe --report`"),
        ("page draw", "page Draw"),
        ("page player", "page player"),
        ("setting scoring.bar", "setting “Bar”"),
        ("player family", "player’s “Family”"),
    ],
)
def test_a_place_is_shown_by_its_name(where: str, shown: str) -> None:
    assert place_text(where) == shown


@pytest.mark.parametrize(
    "where",
    [
        "miai guess",
        "miai pair --guess",
        "miai lab guess",
        "page guess",
        "setting guess",
        "player guess",
        "guess",
    ],
)
def test_a_place_that_does_not_exist_is_refused(where: str) -> None:
    with pytest.raises(UnknownPlaceError, match="guess"):
        place_text(where)


def test_markers_are_read_from_tests_classes_modules_and_cases() -> None:
    source = """
import pytest
pytestmark = [pytest.mark.requirement("A1")]

@pytest.mark.requirement("A2", "A3")
def test_one(): ...

@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.requirement("A4"))])
def test_two(x): ...

@pytest.mark.requirement("A5")
class TestMore:
    @pytest.mark.requirement("A5", "A6")
    async def test_three(self): ...

    def helper(self): ...

def helper(): ...
"""
    assert marked_tests(source) == [
        ("test_one", ("A1", "A2", "A3")),
        ("test_two", ("A1", "A4")),
        ("TestMore::test_three", ("A1", "A5", "A6")),
    ]


@pytest.mark.parametrize(
    "source",
    [
        'mark = pytest.mark.requirement("A1")',
        "@pytest.mark.requirement(KEY)\ndef test_one(): ...",
        "@pytest.mark.requirement\ndef test_one(): ...",
    ],
)
def test_a_marker_that_cannot_be_read_is_refused(source: str) -> None:
    with pytest.raises(MisplacedMarkerError, match="line 1"):
        marked_tests(source)


def test_guards_written_from_a_document_are_named_first() -> None:
    paths = [
        "unit/test_b.py",
        "golden/test_a.py",
        "documents/test_z.py",
        "oracle/test_z.py",
        "browser/test_a.py",
    ]
    ranked = sorted((Guard(path=path, name="test_x") for path in paths), key=lambda guard: guard.rank)
    assert [guard.path.partition("/")[0] for guard in ranked] == [
        "oracle",
        "documents",
        "golden",
        "browser",
        "unit",
    ]


def test_the_page_has_a_row_for_every_requirement() -> None:
    rows = [line.split(" | ")[0] for line in documents_page().splitlines()]
    assert [key for key in requirements() if rows.count(f"| {key}") != 1] == []
