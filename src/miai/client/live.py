"""Live events of a server: read from a stream as server-sent events."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveEvent:
    """What happened: kind "entry", with an entry of the log as `data` and its number.

    Kind "replaced": the log was restored or is another one by now, so that everything has to be read again;
    `number` is its version.
    """

    kind: str
    number: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A stream that a server has opened, or its refusal; the lines are without their ends."""

    status: int
    headers: Mapping[str, str]
    lines: Iterable[str]


# Opens a stream (address with its query, headers); raises OSError where no answer comes, or none any more.
Open = Callable[[str, Mapping[str, str]], AbstractContextManager[Opened]]


def live_events(lines: Iterable[str]) -> Iterator[LiveEvent]:
    """The events in the lines of a stream, until it ends; one that is cut off does not count."""
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            # A line without a name is a comment, by which the server says that it is still there.
            if name:
                fields[name] = value.removeprefix(" ")
            continue
        if fields.get("event") == "gone":
            return
        if "event" in fields and fields.get("id", "").isdigit():
            yield LiveEvent(
                kind=fields["event"], number=int(fields["id"]), data=json.loads(fields.get("data", "{}"))
            )
        fields = {}
