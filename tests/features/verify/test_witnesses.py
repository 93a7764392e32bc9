"""The messages about heads that witnesses kept."""

import json
from datetime import UTC
from pathlib import Path

import pytest

from miai.engine.verify.heads import compare_heads, read_heads
from miai.features.verify.witnesses import witness_messages

SHARED = json.loads((Path(__file__).parents[2] / "cases" / "heads.json").read_text(encoding="utf-8"))


def _head(entries: int, *, other: str = "", event: str = SHARED["event"], at: str = "") -> str:
    time = at or SHARED["times"][min(entries, 6) - 1].replace("-", "").replace(":", "")
    return f"miai-head:{event}:{entries}:{other or SHARED['hashes'][min(entries, 6) - 1]}:{time}"


OTHER = "ab" * 32


@pytest.mark.parametrize(
    ("heads", "expected"),
    [
        ([], []),
        (
            [f"{_head(3)} second laptop Backup", f"{_head(2)} 12 phones", f"{_head(4)} 143 phones"],
            [
                "seen by the second laptop at 2026-11-19 10:00 and unchanged since",
                "143 phones agree (2026-11-19 10:30)",
            ],
        ),
        ([f"{_head(4)} 1 phone"], ["1 phone agrees (2026-11-19 10:30)"]),
        ([_head(6)], ["the log is unchanged up to the head of 2026-11-19 11:30"]),
        (
            [f"{_head(4, other=OTHER)} 2 phones"],
            ["an entry before 2026-11-19 10:30 was changed", "seen by 2 phones"],
        ),
        (
            [_head(2), f"{_head(4, other=OTHER)} second laptop"],
            [
                "an entry between 2026-11-19 09:30 and 2026-11-19 10:30 was changed",
                "seen by the second laptop",
                "the log is unchanged up to the head of 2026-11-19 09:30",
            ],
        ),
        (
            [_head(9)],
            [
                "a head of 2026-11-19 11:30 has 9 entries, more than this log: it is an older copy, or"
                " entries are gone"
            ],
        ),
        ([_head(2, event="0" * 16)], ["1 head belongs to a different event"]),
        (
            [_head(2, other=OTHER, at=" ").strip()],
            ["an entry before entry 2 was changed", "seen by a head that was kept"],
        ),
    ],
)
def test_messages_about_heads(heads: list[str], expected: list[str]) -> None:
    found = compare_heads(
        read_heads("\n".join(heads)),
        identity=SHARED["identity"],
        hashes=SHARED["hashes"],
        times=SHARED["times"],
    )
    assert [str(each) for each in witness_messages(found, zone=UTC)] == expected
