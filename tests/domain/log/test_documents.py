"""The five documents are named by author and title wherever a command calls them by their number."""

import re

import pytest

from kit.command import Run
from kit.places import DOCS
from miai.domain.log.documents import DOCUMENTS, documents_named

PAGE = DOCS / "explanation" / "five-documents.md"


def test_only_the_documents_that_are_named_get_a_line() -> None:
    texts = ["document 5, table 2", "Document 3 leaves it open", "no document", "document 5"]
    assert documents_named(texts) == [
        "document 3: A. Cieplý, Rating the proficiency of Baduk/Go players (2001)",
        "document 5: Geoff Kaniuk, Determination of the McMahon bar (2015)",
    ]
    assert documents_named(["document 9", "the documents"]) == []


@pytest.mark.parametrize(
    "words",
    [
        ("quality", "--demo"),
        ("lab", "reproduce", "--only", "Bob"),
        ("lab", "reproduce", "--only", "table 2.1"),
    ],
)
def test_a_command_says_which_documents_it_names(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    status, out, _ = Run(capsys, monkeypatch)(*words)
    assert status == 0
    named = {int(number) for number in re.findall(r"document (\d)", out)}
    assert named
    for number in named:
        assert f"document {number}: {DOCUMENTS[number]}" in out


def test_the_page_of_the_documents_has_the_same_authors_and_titles() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for number, document in DOCUMENTS.items():
        surname = document.author.split()[-1] if number != 2 else "AGA"
        assert re.search(rf"^## {number}\. {surname}:", text, re.MULTILINE)
        assert f"*{document.title}*" in text
