"""Heads of a log: read, written and compared; the script of the pages has the same cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from miai.engine.verify.heads import Head, Witness, compare_heads, event_mark, read_heads
from miai.engine.verify.proof_file import Refused

SHARED = json.loads((Path(__file__).parents[2] / "cases" / "heads.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["name"])
def test_heads_beside_a_log(case: dict[str, Any]) -> None:
    heads = read_heads("\n".join(case["heads"]))
    found = compare_heads(heads, identity=SHARED["identity"], hashes=SHARED["hashes"], times=SHARED["times"])
    assert [judged for _, judged in found.judged] == case["judged"]
    assert (found.changed.entries if found.changed else None) == case["changed"]
    assert (found.unchanged.entries if found.unchanged else None) == case["unchanged"]


@pytest.mark.parametrize("line", SHARED["broken"])
def test_what_is_not_a_whole_head_is_refused(line: str) -> None:
    with pytest.raises(Refused, match="head"):
        read_heads(line)


@pytest.mark.parametrize("known", SHARED["witnesses"], ids=lambda known: known["line"][-20:])
def test_a_line_names_its_witness_and_is_written_as_it_was_read(known: dict[str, Any]) -> None:
    (head,) = read_heads(known["line"])
    assert (head.witness, head.name, head.count) == (known["witness"], known["name"], known["count"])
    assert head.line == known["line"]


def test_the_time_of_a_head_that_agrees_is_that_of_the_log() -> None:
    line = f"miai-head:{SHARED['event']}:3:{SHARED['hashes'][2]}:19990101T000000Z"
    found = compare_heads(
        read_heads(line), identity=SHARED["identity"], hashes=SHARED["hashes"], times=SHARED["times"]
    )
    assert found.unchanged is not None
    assert found.unchanged.at == SHARED["times"][2]


def test_a_file_of_heads_may_have_comments_and_empty_lines() -> None:
    line = Head(event=event_mark("ab"), entries=12, hash="0" * 64, at="2026-11-19T10:02:00Z").text
    (head,) = read_heads(f"\ufeff# heads of the Open\r\n\r\n  {line}  \r\n")
    assert (head.text, head.witness, head.at) == (line, Witness.OTHER, "2026-11-19T10:02:00Z")


def test_an_entry_without_a_time_has_a_head_too() -> None:
    text = Head(event=event_mark(""), entries=1, hash="f" * 64).text
    assert text.endswith(":")
    assert read_heads(text)[0].text == text


def test_the_mark_of_an_event_does_not_hold_its_identity() -> None:
    assert event_mark(SHARED["identity"]) == SHARED["event"]
    assert event_mark("a" * 32) not in "a" * 32
