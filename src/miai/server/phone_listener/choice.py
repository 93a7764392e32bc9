"""The director's choice about phones, kept in the data folder: it is about this machine, not about events."""

import json
import os
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from miai.errors import InputError, Problem
from miai.messages import Message

_FILE = "phones.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneChoice:
    """Let phones follow or not, and at which address and port.

    `only_there`: listen in this network only. `run` is the run of the server in which the director has
    switched it on or seen that it came on again.
    """

    on: bool = False
    address: str = ""
    port: int = 0
    only_there: bool = False
    run: str = ""


class KeptChoice:
    """The choice in a file, which other processes of this server read too; without a folder, in memory."""

    def __init__(self, folder: Path | None) -> None:
        self._file = folder / _FILE if folder else None
        self._known = PhoneChoice()
        self._read_at: tuple[int, int] | None = None

    def read(self) -> PhoneChoice:
        """The choice as it is now; a file that cannot be read counts as none."""
        if self._file is None:
            return self._known
        try:
            about = self._file.stat()
            version = (about.st_mtime_ns, about.st_size)
            if version != self._read_at:
                self._known, self._read_at = _choice_in(self._file.read_text("utf-8")), version
        except (OSError, ValueError):
            self._known, self._read_at = PhoneChoice(), None
        return self._known

    def write(self, choice: PhoneChoice) -> None:
        """Keep a choice; the file is replaced as a whole."""
        if self._file is None:
            self._known = choice
            return
        # Other processes of this server have the same folder.
        new = self._file.with_suffix(f".{os.getpid()}.new")
        try:
            new.write_text(json.dumps(asdict(choice)), "utf-8")
            new.replace(self._file)
        except OSError as error:
            new.unlink(missing_ok=True)
            what = Message("this cannot be written (%(reason)s)", reason=error.strerror or str(error))
            raise InputError([Problem(what=what, where=str(self._file))]) from error
        self._read_at = None


def _choice_in(text: str) -> PhoneChoice:
    held: Any = json.loads(text)
    if not isinstance(held, dict):
        raise ValueError("not a choice")
    known = {each.name: type(each.default) for each in fields(PhoneChoice)}
    return PhoneChoice(
        **{name: held[name] for name, kind in known.items() if isinstance(held.get(name), kind)}
    )
