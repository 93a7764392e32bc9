"""The journal: a second copy of every log beside the database file, one line of text for each entry.

SQLite drops without a word what its `-wal` file held when that file is lost or damaged. Each entry is
therefore also written to `journal/ID-IDENTITY.jsonl` once it is committed. At the start the last line is
compared with the database, in `miai check` every line; what the database lacks is named and can be restored
from here. Another file, `heads/ID-IDENTITY.json`, says how far the log goes: if every copy has lost its end,
that is known and counted.

The lines are not synchronised to the disk one by one: they guard against damage of the database, which is
synchronised, and not against a second fault at the same moment. Lines may stand twice or out of order where
several programs write; the chain of hashes tells which ones belong together.
"""

import glob
import json
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from miai.errors import InputError
from miai.store.backups.heads import Branch, grown
from miai.store.backups.log_copies import (
    Copy,
    head_file,
    is_row,
    line_of,
    parsed,
    read_head,
    read_journal_file,
    write_head,
)
from miai.store.folder import made_folder
from miai.store.log_rows import Row, StoredLog
from miai.store.tournament_id import TournamentId

_STEP = 1 << 16
log = logging.getLogger("miai.store")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLine:
    """The number and the hash of the last entry in a journal."""

    number: int
    hash: str


class Journal:
    """The journals of all tournaments in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._turn = Lock()
        self._last: dict[str, int] = {}

    def file(self, tournament: TournamentId, identity: str) -> Path:
        """The journal of a tournament."""
        return self.folder / f"{tournament}-{identity[:8]}.jsonl"

    def write(
        self,
        tournament: TournamentId,
        identity: str,
        rows: Sequence[Row],
        missing: Callable[[int], Sequence[Row]],
    ) -> None:
        """Add rows that were committed; `missing` gives those after a number where the journal is behind.

        A failure is not raised, because the entry is saved; the rows are added with the next ones.
        """
        try:
            with self._turn:
                known = self._known(tournament, identity, missing)
                added = [row for row in rows if row["number"] > known]
                if added and added[0]["number"] != known + 1:
                    added = list(missing(known))
                self._add(tournament, identity, added)
                if added:
                    write_head(self.file(tournament, identity), identity, added[-1])
        except (OSError, InputError) as error:
            log.warning("the journal cannot be written: %s", error)

    def catch_up(
        self, tournament: TournamentId, identity: str, missing: Callable[[int], Sequence[Row]]
    ) -> None:
        """Add what the journal lacks; one that holds more than the database is left alone."""
        try:
            with self._turn:
                last = last_line(self.file(tournament, identity))
                if last is None or is_in(last, missing):
                    self._last[identity] = last.number if last else 0
                    self._add(tournament, identity, missing(self._last[identity]))
                    self._state_head(tournament, identity, missing)
        except (OSError, InputError) as error:
            log.warning("the journal cannot be written: %s", error)

    def ahead(
        self, tournament: TournamentId, identity: str, missing: Callable[[int], Sequence[Row]]
    ) -> Branch | Copy | None:
        """What the journal holds if the log lacks its end; asked once, before the first entry."""
        if identity in self._last:
            return None
        path = self.file(tournament, identity)
        try:
            last = last_line(path)
        except OSError:
            return None
        if last is None or is_in(last, missing):
            return self._head_ahead(path, identity, missing)
        journal = read_journal_file(path)
        branches = grown([journal.copy()]).branches if journal and journal.identity == identity else ()
        return branches[0] if branches else None

    def _head_ahead(
        self, path: Path, identity: str, missing: Callable[[int], Sequence[Row]]
    ) -> Branch | Copy | None:
        """How far the log went, if it went further."""
        head = read_head(head_file(path))
        if head is None or head.identity != identity:
            return None
        return None if is_in(LastLine(number=head.claimed, hash=head.last), missing) else head

    def _known(self, tournament: TournamentId, identity: str, missing: Callable[[int], Sequence[Row]]) -> int:
        """The number of the last entry that the journal holds."""
        if identity not in self._last:
            path = self.file(tournament, identity)
            last = last_line(path)
            if last and not is_in(last, missing):
                # Another log was put in its place: `check` and `restore` read what is set aside, too.
                path.replace(_free_name(path))
                last = None
            self._last[identity] = last.number if last else 0
        return self._last[identity]

    def _add(self, tournament: TournamentId, identity: str, rows: Sequence[Row]) -> None:
        if rows:
            _append(self.file(tournament, identity), identity, rows)
            self._last[identity] = rows[-1]["number"]

    def _state_head(
        self, tournament: TournamentId, identity: str, missing: Callable[[int], Sequence[Row]]
    ) -> None:
        """Write how far the log goes, unless that is stated; a head of entries that are lost stays."""
        path = self.file(tournament, identity)
        stated, last = read_head(head_file(path)), self._last[identity]
        if last and (stated is None or stated.claimed < last):
            write_head(path, identity, missing(last - 1)[0])

    def delete(self, tournament: TournamentId, identity: str) -> None:
        """Delete the journal of a tournament whose document is among the backups."""
        self._last.pop(identity, None)
        for path in self.files(tournament, identity):
            path.unlink(missing_ok=True)

    def forget(self, identity: str) -> None:
        """Look at the file again before the next line is written."""
        self._last.pop(identity, None)

    def files(self, tournament: TournamentId, identity: str) -> Iterator[Path]:
        """All files of a tournament: its journal, those that were set aside, and its head."""
        path = self.file(tournament, identity)
        yield from (each for each in (path, head_file(path)) if each.exists())
        yield from sorted(self.folder.glob(f"{glob.escape(path.stem)}.set-aside-*"))

    def keep_branch(self, log: StoredLog) -> Path:
        """Write a branch of a log to a file of its own, which `check` and `restore` read."""
        path = _free_name(self.file(log.id, log.identity))
        _append(path, log.identity, log.rows)
        return path


def is_in(last: LastLine, rows_after: Callable[[int], Sequence[Row]]) -> bool:
    """Whether the database holds the last entry of a journal."""
    rows = rows_after(last.number - 1)
    return bool(rows) and rows[0]["hash"] == last.hash


def last_line(path: Path) -> LastLine | None:
    """The last entry in a journal, or the last before damage; None where there is none."""
    if not path.exists():
        return None
    raw = parsed(_last_bytes(path))
    if raw and is_row(raw):
        return LastLine(number=raw["number"], hash=raw["hash"])
    journal = read_journal_file(path)
    branches = grown([journal.copy()]).branches if journal and journal.identity else ()
    if not branches:
        return None
    return LastLine(number=branches[0].log.version, hash=branches[0].last)


def _last_bytes(path: Path) -> bytes:
    """The last whole line of a file, read from its end."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        step, data = 0, b""
        while step < size and data.count(b"\n") < 2:
            step = min(size, step * 4 or _STEP)
            file.seek(size - step)
            data = file.read()
    return data.rpartition(b"\n")[0].rpartition(b"\n")[2]


def _append(path: Path, identity: str, rows: Sequence[Row]) -> None:
    lines = [line_of(row) for row in rows]
    made_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(handle, "rb+") as file:
        size = file.seek(0, os.SEEK_END)
        if not size:
            lines.insert(0, json.dumps({"identity": identity}).encode())
        else:
            file.seek(size - 1)
            if file.read(1) != b"\n":
                # The last line was interrupted; it is written again.
                lines.insert(0, b"")
        file.write(b"".join(line + b"\n" for line in lines))


def _free_name(path: Path) -> Path:
    number = 1
    while (free := path.with_name(f"{path.stem}.set-aside-{number}")).exists():
        number += 1
    return free
