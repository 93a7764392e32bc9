"""Files of an event that were handed out: who took which when, and the last entry that was in them.

They are kept beside the log, by its identity, and not in it: a download is not something that happened in the
event, so it changes no version. They are copied to a second laptop with the other values of the store.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from miai.errors import InputError
from miai.store.protocol import Store

# The files that are remembered of one event; of the same kind only the last counts.
_MOST = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOut:
    """A file that somebody took: its format, the stage and the rounds that it holds, all if empty.

    `version` is the last entry of the log that was in it.
    """

    format: str
    stage: str = ""
    rounds: str = ""
    version: int
    at: str
    by: str

    @property
    def kind(self) -> tuple[str, str, str]:
        """The kind of file; a later one replaces it."""
        return self.format, self.stage, self.rounds


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOutFiles:
    """The files of an event that were handed out, the latest of each kind.

    They are `complete` if they have been noted since the event was created here. Nothing is known of files
    before that.
    """

    files: tuple[HandedOut, ...] = ()
    complete: bool = False


NOT_KNOWN = HandedOutFiles()


def begin_record(store: Store, identity: str) -> None:
    """Note of a new event that no file was handed out yet."""
    store.change_value(_key(identity), lambda text: text or _text(HandedOutFiles(complete=True)))


def note_handed_out(store: Store, identity: str, file: HandedOut) -> None:
    """Note a file that somebody takes."""

    def change(text: str | None) -> str:
        known = _read(text)
        others = [each for each in known.files if each.kind != file.kind]
        files = (*others, file)[-_MOST:]
        return _text(HandedOutFiles(files=files, complete=known.complete))

    store.change_value(_key(identity), change)


def files_handed_out(store: Store, identity: str) -> HandedOutFiles:
    """The files that were handed out; what cannot be read is not known."""
    try:
        return _read(store.value(_key(identity)))
    except InputError:
        return NOT_KNOWN


def _key(identity: str) -> str:
    return f"files handed out: {identity}"


def _text(known: HandedOutFiles) -> str:
    return json.dumps(asdict(known), ensure_ascii=False)


def _read(text: str | None) -> HandedOutFiles:
    if not text:
        return NOT_KNOWN
    raw: dict[str, Any] = json.loads(text)
    files: Iterable[dict[str, Any]] = raw["files"]
    return HandedOutFiles(files=tuple(HandedOut(**each) for each in files), complete=raw["complete"])
