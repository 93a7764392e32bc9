"""The .miai document."""

import json

import pytest

from builders import crosstable
from miai.domain.document import read_history, write_history
from miai.domain.history import History
from miai.errors import InputError
from miai.formats import FORMATS, recognise
from miai.formats.miai_document import read, write

EVENT = crosstable("A+B C=D! E+ | A?C B+D/2 E-")


def complaints(data: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(data)
    return [str(problem) for problem in caught.value.problems]


def changed(change: str, to: str) -> bytes:
    text = write(EVENT).decode()
    assert change in text
    return text.replace(change, to, 1).encode()


def test_the_document_keeps_the_whole_history() -> None:
    log = History.of_tournament(EVENT).undo(9, by="desk", at="2026-10-03T11:00:00Z")
    again = read_history(write_history(log))
    assert again == log
    assert again.entries[-1].by == "desk"
    assert recognise(write_history(log)) is FORMATS["miai"]


def test_the_document_is_json_with_one_entry_a_line() -> None:
    text = write(EVENT).decode()
    assert json.loads(text)["miai"] == 4
    assert sum('"event": "PlayerRegistered"' in line for line in text.splitlines()) == 5


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"{", "line 1: not JSON"),
        (b"{}", "this JSON is not a Miai document"),
        (b"[]", "this JSON is not a Miai document"),
        (
            b'{"miai": 5, "history": []}',
            "the document has version 5 and was written by a newer Miai: this one reads up to version 4",
        ),
        (b'{"miai": 0, "history": []}', "0 is not a version of a Miai document"),
        (b'{"miai": true, "history": []}', "True is not a version of a Miai document"),
        (b'{"miai": 4, "history": []}', "the history does not begin with the creation of the tournament"),
        (b'{"miai": 4, "history": [7]}', "history[0]: 'number' is missing"),
        (changed('"club": "", ', ""), "history[1].player: 'club' is missing"),
        (changed('"by": "", ', ""), "history[0]: 'by' is missing"),
        (changed('"komi": 6.5, ', ""), "history[0].settings: 'komi' is missing"),
        (
            changed('"absent_rounds": []', '"absent_rounds": [2, "3"]'),
            "absent_rounds[1]: '3' does not belong here",
        ),
        (changed('"extras": []', '"extras": [["only one"]]'), "extras[0]: ['only one'] does not belong here"),
        (b'{"miai": 1}', "the document has no history"),
        (b'{"miai": 1, "history": [{}]}', "history[0]: 'number' is missing"),
        (
            b'{"miai": 1, "history": [{"number": 1, "event": "Exploded"}]}',
            "history[0]: event 'Exploded' is not known",
        ),
        (b'{"miai": 1, "name": "\xe9"}', "line 1: not UTF-8"),
        (b'{"miai": ' + b"[" * 100_000, "line 1: not JSON"),
        (changed('"grade": "1d"', '"grade": "4q"'), "history[1].player.grade: '4q' is not a grade"),
        (changed('"grade": "1d"', '"grade": 7'), "history[1].player.grade: 7 does not belong here"),
        (changed('"grade": "1d", ', ""), "history[1].player: 'grade' is missing"),
        (
            changed('"grade": "1d"', '"grade": "1d", "shoe": 44'),
            "history[1].player: 'shoe' is not known here",
        ),
        (changed('"start": 0', '"start": 0.1'), "history[1].player.start: 0.1 does not belong here"),
        (changed('"result": "white"', '"result": "green"'), "result: 'green' does not belong here"),
        (changed('"table": 1', '"table": true'), "table: True does not belong here"),
        (changed('"table": 1', '"table": -5'), "there is no table -5"),
        (changed('"start": 0', '"start": NaN'), "NaN is not a number"),
        (changed('"start": 0', '"start": 1e300'), "a starting score of more than 10000 points"),
        (changed('"start": 0', f'"start": {"9" * 5000}'), "not a document"),
        (changed('"surname": "A"', '"surname": "\\ud800"'), "player.surname"),
        (changed('"number": 3', '"number": 2'), "entry 2: the numbers of the entries do not rise"),
        (
            b'{"miai": 1, "history": [{"number": 1, "event": "TournamentCreated"},'
            b'{"number": 2, "event": "Undone", "entry": 1}]}',
            "entry 2: there is no entry 1 to undo",
        ),
    ],
)
def test_a_broken_document_is_refused_with_the_place(data: bytes, complaint: str) -> None:
    if data.startswith(b'{"miai": [[['):
        assert "nested too deeply" in complaints(data)[0] or complaint in complaints(data)[0]
    else:
        assert complaint in complaints(data)[0]
