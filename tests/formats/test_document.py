"""The .miai document."""

import json
import re
from dataclasses import replace

import pytest

from kit.builders import crosstable
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.log.versions import VERSION
from miai.errors import InputError
from miai.formats import FORMATS, recognise
from miai.formats.miai_document import read, write

EVENT = crosstable("A+B C=D! E+ | A?C B+D/2 E-")


def complaints(data: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read(data)
    return [str(problem) for problem in caught.value.problems]


def changed(change: str, to: str) -> bytes:
    """A document with something else in it, of the last version that had no hashes."""
    text = write(EVENT).decode().replace(f'"miai": {VERSION},\n "identity": "",', '"miai": 4,')
    assert change in text
    return re.sub(r', "sealed": \{[^}]*\}, "hash": "[0-9a-f]{64}"', "", text).replace(change, to, 1).encode()


def test_the_document_keeps_the_whole_history() -> None:
    log = History.of_tournament(EVENT).undo(9, by="desk", at="2026-10-03T11:00:00Z")
    again = read_history(write_history(log))
    assert again == log
    assert again.entries[-1].by == "desk"
    assert recognise(write_history(log)) is FORMATS["miai"]


def test_the_document_is_json_with_one_entry_a_line() -> None:
    text = write(EVENT).decode()
    assert json.loads(text)["miai"] == VERSION
    assert sum('"event": "PlayerRegistered"' in line for line in text.splitlines()) == 5


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"{", "line 1: not JSON"),
        (b"{}", "this JSON is not a Miai document"),
        (b"[]", "this JSON is not a Miai document"),
        (
            b'{"miai": %d, "history": []}' % (VERSION + 1),
            f"the document has version {VERSION + 1} and was written by a newer Miai: this one reads up to "
            f"version {VERSION}",
        ),
        (b'{"miai": 0, "history": []}', "0 is not a version of a Miai document"),
        (b'{"miai": true, "history": []}', "True is not a version of a Miai document"),
        (b'{"miai": 4, "history": []}', "the history does not begin with the creation of the tournament"),
        (b'{"miai": 4, "history": [7]}', "history[0]: 'number' is missing"),
        (b'{"miai": 5, "history": []}', "the document has no identity, so it is damaged or not whole"),
        (b'{"miai": 5, "identity": "../x", "history": []}', "the document has no identity"),
        (b'{"miai": 5, "identity": "", "history": [7]}', "entry 1: this is no entry"),
        (changed('"club": "", ', ""), "history[1].player: 'club' is missing"),
        (changed('"by": "", ', ""), "history[0]: 'by' is missing"),
        (changed('"komi": 6.5, ', ""), "history[0].settings: 'komi' is missing"),
        (
            changed('"absent_rounds": []', '"absent_rounds": [2, "3"]'),
            'absent_rounds[1]: "3" is not a whole number',
        ),
        (
            changed('"extras": []', '"extras": [["only one"]]'),
            'extras[0]: ["only one"] is not a list of 2 values',
        ),
        (b'{"miai": 1}', "the document has no history"),
        (b'{"miai": 1, "history": [{}]}', "history[0]: 'number' is missing"),
        (
            b'{"miai": 1, "history": [{"number": 1, "event": "Exploded"}]}',
            "history[0]: event 'Exploded' is not known",
        ),
        (b'{"miai": 1, "name": "\xe9"}', "line 1: not UTF-8"),
        (b'{"miai": ' + b"[" * 100_000, "line 1: not JSON"),
        (changed('"grade": "1d"', '"grade": "4q"'), "history[1].player.grade: '4q' is not a grade"),
        (changed('"grade": "1d"', '"grade": 7'), "history[1].player.grade: 7 is not a text"),
        (changed('"grade": "1d", ', ""), "history[1].player: 'grade' is missing"),
        (
            changed('"grade": "1d"', '"grade": "1d", "shoe": 44'),
            "history[1].player: 'shoe' is not known here",
        ),
        (
            changed('"start": 0', '"start": 0.1'),
            "history[1].player.start: only halves and quarters of a point",
        ),
        (changed('"result": "white"', '"result": "green"'), "result: 'green' is not possible: "),
        (changed('"table": 1', '"table": true'), "table: true is not a whole number"),
        (changed('"table": 1', '"table": -5'), "round.boards[0].table: -5 is not between 1 and 999999"),
        (changed('"start": 0', '"start": NaN'), "NaN is not a number"),
        (changed('"start": 0', '"start": 1e300'), "… is not between -10000 and 10000"),
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


IDENTITY = "0123456789abcdef" * 2


def test_a_document_carries_the_identity_and_the_chain() -> None:
    log = replace(History.of_tournament(EVENT), identity=IDENTITY)
    data = write_history(log)
    assert read_history(data).identity == IDENTITY
    hashes = [entry["hash"] for entry in json.loads(data)["history"]]
    assert len(set(hashes)) == len(log.entries)
    # Another tournament with the same entries has another chain.
    others = [entry["hash"] for entry in json.loads(write(EVENT))["history"]]
    assert not set(hashes) & set(others)


def test_a_document_written_otherwise_with_the_same_content_is_read() -> None:
    data = write_history(replace(History.of_tournament(EVENT), identity=IDENTITY))
    pretty = json.dumps(json.loads(data), indent=2, sort_keys=True).encode()
    assert read_history(pretty) == read_history(data)


def test_every_change_of_a_document_is_noticed() -> None:
    whole = json.loads(write_history(replace(History.of_tournament(EVENT), identity=IDENTITY)))

    def refused(**different: object) -> str:
        return complaints(json.dumps({**whole, **different}).encode())[0]

    history = whole["history"]
    for place, name, value in ((1, "by", "Eve"), (1, "at", "2020-01-01T00:00:00Z"), (3, "number", 9)):
        edited = [dict(entry) for entry in history]
        edited[place][name] = value
        assert refused(history=edited).startswith(f"entry {place + 1}: ")
    assert refused(history=[*history[:2], *history[3:]]).startswith("entry 3: ")
    assert refused(history=[history[0], history[2], history[1], *history[3:]]).startswith("entry 2: ")
    assert refused(identity=IDENTITY[::-1]).startswith("entry 1: ")
