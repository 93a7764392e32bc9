"""Runs the command line inside a test; every answer in JSON has to follow its schema."""

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from miai.answers import Study
from miai.engine.kernel.preparation import preparation
from miai.main import main
from miai.mounts.questions import questions


@cache
def _validator(name: str) -> Draft202012Validator:
    (answer,) = [each for each in questions().values() if each.name == name]
    schema = answer.schema()
    for part in () if isinstance(answer, Study) else (schema, *schema.get("$defs", {}).values()):
        # Scripts may meet keys of later versions; here each has to be described.
        part["additionalProperties"] = False
    return Draft202012Validator(schema)


def demand_schema(answer: dict[str, Any]) -> None:
    """Refuse an answer that is not as its schema says, or has keys that the schema does not know."""
    _validator(answer["schema"]).validate(answer)


class Run:
    """What a command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch
        # A server that an earlier test started here tells of the engine when something is compiled first,
        # which may be in any command after it.
        monkeypatch.setattr(preparation, "tell", None)

    def __call__(self, *words: str | Path) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["miai", *map(str, words)])
        status = 0
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
        printed = self.capsys.readouterr()
        if "--json" in words and printed.out:
            demand_schema(json.loads(printed.out))
        return status, printed.out, printed.err
