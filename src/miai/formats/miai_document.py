"""The tournament document (".miai"): readable JSON with the whole history, one entry a line."""

import json
from typing import Any, get_args

from miai.domain import events
from miai.domain.history import Entry, History
from miai.domain.problems import demand_none, problems
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.codec import decode_fields, encode
from miai.formats.reading import Reading

VERSION = 1
_EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}
_ABOUT_ENTRY = ("number", "by", "at", "event")


def read(data: bytes) -> Reading:
    """The tournament that the document's history leads to."""
    tournament = read_history(data).tournament()
    demand_none(problems(tournament))
    return Reading(tournament=tournament, format="miai")


def write(tournament: Tournament) -> bytes:
    """A document for a tournament whose history is not known."""
    return write_history(History.of_tournament(tournament))


def read_history(data: bytes) -> History:
    """Every entry of the document."""
    document = _load(data)
    if not isinstance(document, dict) or "miai" not in document:
        raise InputError("this JSON is not a Miai document")
    if document["miai"] != VERSION:
        raise InputError(f"the document has version {document['miai']!r}, this Miai reads version {VERSION}")
    entries = document.get("history")
    if not isinstance(entries, list):
        raise InputError("the document has no history")
    history = History(entries=tuple(_entry(raw, f"history[{i}]") for i, raw in enumerate(entries)))
    demand_none(history.problems())
    return history


def write_history(history: History) -> bytes:
    """The document of a history."""
    lines = [json.dumps(_encoded(entry), ensure_ascii=False) for entry in history.entries]
    inside = ",\n  ".join(lines)
    return f'{{"miai": {VERSION},\n "history": [\n  {inside}\n ]}}\n'.encode()


def _load(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError([Problem(what="not UTF-8", where=f"line {line}")]) from error
    except json.JSONDecodeError as error:
        raise InputError([Problem(what=f"not JSON ({error.msg})", where=f"line {error.lineno}")]) from error
    except RecursionError as error:
        raise InputError("the document is nested too deeply") from error
    except ValueError as error:
        raise InputError(f"not a document ({error})") from error


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _entry(raw: Any, where: str) -> Entry:
    if not isinstance(raw, dict) or not isinstance(raw.get("number"), int):
        raise InputError([Problem(what="an entry needs a number", where=where)])
    kind = _EVENTS.get(str(raw.get("event")))
    if kind is None:
        raise InputError([Problem(what=f"event {raw.get('event')!r} is not known", where=where)])
    about = {key: value for key, value in raw.items() if key not in _ABOUT_ENTRY}
    event = decode_fields(about, kind, where)
    return Entry(number=raw["number"], by=str(raw.get("by", "")), at=str(raw.get("at", "")), event=event)


def _encoded(entry: Entry) -> dict[str, Any]:
    about: dict[str, Any] = {"number": entry.number}
    about |= {name: text for name, text in (("by", entry.by), ("at", entry.at)) if text}
    return {**about, "event": type(entry.event).__name__, **encode(entry.event)}
