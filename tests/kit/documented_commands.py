"""The command blocks of README and docs, and a way to run their lines inside a test.

A block that is not run has a comment before it that says why: <!-- not run: needs a GPU -->.
"""

import io
import re
import shlex
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from kit.command import Run
from kit.places import ROOT

PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
# What a reader writes in place of a word in capitals.
PLACEHOLDERS = {"ID": "spring-open"}
# Blocks without a language are commands; those of other languages are no commands.
_COMMANDS = {"", "sh", "bash", "console"}
_FENCE = re.compile(r"^(?P<indent> *)```(?P<language>\w*)[^\n]*\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
_REASON = re.compile(r"<!-- not run: (?P<reason>[^>]+?) -->\s*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Lines of commands in a page; `reason` says why they are not run."""

    page: Path
    line: int
    lines: tuple[str, ...]
    reason: str = ""

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks_of(page: Path) -> Iterator[Block]:
    """The command blocks of a page, in their order."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        if found["language"] not in _COMMANDS:
            continue
        before = _REASON.search(text[: found.start()])
        lines = (line.strip() for line in found["text"].splitlines())
        yield Block(
            page=page,
            line=text[: found.start()].count("\n") + 1,
            lines=tuple(line for line in lines if line and not line.startswith("#")),
            reason=before["reason"] if before else "",
        )


class Shell:
    """Runs lines such as `miai rules event.xml -o - | miai pair -`, without a process for each."""

    def __init__(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        self.run, self.monkeypatch = run, monkeypatch
        self.answers = 0

    def __call__(self, line: str) -> str:
        """Run a line and give what it printed; a command that fails, or is not Miai's, fails the test."""
        words = shlex.shlex(line, posix=True, punctuation_chars="|<>&")
        words.whitespace_split = True
        printed = ""
        for commands in _parted(list(words), "&&"):
            printed = ""
            for command in _parted(commands, "|"):
                printed = self._run(line, command, printed)
        return printed

    def _run(self, line: str, words: list[str], piped: str) -> str:
        words, source = _without(words, "<")
        words, target = _without(words, ">")
        assert words[0] == "miai", f"{line}: only miai is run; mark the block with the reason"
        self.answers += 1
        # A command that asks gets another password each time.
        data = (
            Path(source).read_bytes() if source else (piped or f"two stones more {self.answers}\n").encode()
        )
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status, out, err = self.run(*(PLACEHOLDERS.get(word, word) for word in words[1:]))
        assert status == 0, f"{line}: {err}"
        if target:
            Path(target).write_text(out, encoding="utf-8")
        return out


def _parted(words: list[str], sign: str) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    for word in words:
        if word == sign:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _without(words: list[str], sign: str) -> tuple[list[str], str]:
    """The words without a redirection, and the file that it names."""
    if sign not in words:
        return words, ""
    at = words.index(sign)
    return [*words[:at], *words[at + 2 :]], words[at + 1]
