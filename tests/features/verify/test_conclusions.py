"""The words for the truth about a draw: the command and the pages have the same table of cases."""

import json
from pathlib import Path
from typing import Any

import pytest

from miai.engine.verify.draw import DrawVerdict
from miai.engine.verify.heads import Head, HeadsCompared, Judged
from miai.engine.verify.log import PublishedRound
from miai.engine.verify.verdicts import Missing, RoundVerdict, Why
from miai.features.verify.verify_draw import Verification

CASES = json.loads((Path(__file__).parents[2] / "cases" / "conclusions.json").read_text(encoding="utf-8"))
PUBLISHED = PublishedRound(entry=9, round=1, proof="0" * 64, stage="", before=8, in_stage=8)
OTHER = Head(event="0" * 16, entries=3, hash="0" * 64)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_command_has_the_words_of_the_table(case: dict[str, Any]) -> None:
    missing = () if case["derived"] else (Missing(why=Why.SYSTEM),)
    found = Verification(
        published=PUBLISHED if case["log"] else None,
        draw=DrawVerdict(kind=case["kind"], tables=()) if case["kind"] else None,
        round=RoundVerdict(missing=missing) if case["log"] else None,
        refusal="file" if case["refused"] else "",
        seen=HeadsCompared(judged=((OTHER, Judged.CHANGED),) if case["contradicted"] else ()),
    )
    assert found.conclusion.value == case["conclusion"]
