"""Runs the command line inside a test."""

import sys
from pathlib import Path

import pytest

from miai.cli import main


class Run:
    """What a command printed and how it ended."""

    def __init__(self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        self.capsys, self.monkeypatch = capsys, monkeypatch

    def __call__(self, *words: str | Path) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["miai", *map(str, words)])
        status = 0
        try:
            main()
        except SystemExit as end:
            status = int(end.code or 0)
        printed = self.capsys.readouterr()
        return status, printed.out, printed.err
