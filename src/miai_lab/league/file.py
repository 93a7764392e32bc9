"""What has been played of a league, so that one that was stopped goes on where it was.

The first line says what the file is, every other one is an outcome; each is a checksum and JSON. A line is
written as soon as its event is over; one that a killed run left half written does not count. Outcomes go by
keys that say all of a task, so a league with more events or contestants goes on from a smaller one.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any
from zlib import crc32

from miai.errors import InputError, Problem
from miai.messages import Message
from miai_lab.league.played_events import ExportedGame, LeagueOutcome

_HEADER = {"miai league": "outcomes"}


class LeagueFile:
    """The outcomes so far by the number of their task; the file is there from the first `add` on."""

    def __init__(self, path: Path, *, keys: Sequence[str]) -> None:
        self.path, self._keys = path, keys
        content = self._content()
        self._begun = b"\n" in content
        self.outcomes = self._outcomes(content)
        try:
            # Before anything is played: it can be written, and what was left half written goes.
            with path.open("r+b" if content else "ab") as file:
                file.truncate(content.rfind(b"\n") + 1)
        except OSError as error:
            raise self._not_written(error) from error
        if not self._begun:
            path.unlink()

    @property
    def _header(self) -> bytes:
        return _line(_HEADER)

    def add(self, number: int, outcome: LeagueOutcome) -> None:
        """Keep the outcome of a task."""
        line = _line({"task": self._keys[number], **asdict(outcome)})
        try:
            with self.path.open("ab" if self._begun else "wb") as file:
                file.write(line if self._begun else self._header + line)
        except OSError as error:
            raise self._not_written(error) from error
        self._begun = True
        self.outcomes[number] = outcome

    def remove(self) -> None:
        """The league is over."""
        self.path.unlink(missing_ok=True)

    def _content(self) -> bytes:
        try:
            return self.path.read_bytes()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise self._error(Message("cannot be read (%(reason)s)", reason=error.strerror)) from error

    def _outcomes(self, content: bytes) -> dict[int, LeagueOutcome]:
        """What an earlier run has played of this league; anything else in the file is refused."""
        if not self._begun and self._header.startswith(content):
            # Not even the first line was written.
            return {}
        header, *lines = content.split(b"\n")[:-1] or [content]
        try:
            if _value(header) != _HEADER:
                raise ValueError(header)
            kept = dict(_outcome(_value(line)) for line in lines)
        except (ValueError, KeyError, TypeError) as error:
            raise self._error(
                Message("this is damaged or not part of a league: remove it to start from the beginning")
            ) from error
        found = {number: kept[key] for number, key in enumerate(self._keys) if key in kept}
        if kept and not found:
            raise self._error(
                Message(
                    "this belongs to another configuration or version: remove it to start from the beginning"
                )
            )
        return found

    def _not_written(self, error: OSError) -> InputError:
        return self._error(Message("cannot be written (%(reason)s)", reason=error.strerror))

    def _error(self, what: Message) -> InputError:
        return InputError([Problem(what=what, where=self.path.name)])


def _line(value: dict[str, Any]) -> bytes:
    text = json.dumps(value, ensure_ascii=False).encode()
    return b"%08x %s\n" % (crc32(text), text)


def _value(line: bytes) -> dict[str, Any]:
    check, _, text = line.partition(b" ")
    if check != b"%08x" % crc32(text):
        raise ValueError(line)
    found: dict[str, Any] = json.loads(text)
    return found


def _outcome(line: dict[str, Any]) -> tuple[str, LeagueOutcome]:
    outcome = LeagueOutcome(
        values=line["values"],
        games=tuple(ExportedGame(**game) for game in line["games"]),
    )
    return line["task"], outcome
