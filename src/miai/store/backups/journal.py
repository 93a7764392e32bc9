"""The journal: a second copy of every log beside the database file, one line of text for each entry.

SQLite drops without a word what its `-wal` file held when that file is lost or damaged. Each entry is
therefore also written to `journal/ID-IDENTITY.jsonl` once it is committed. At the start and in `miai check`
the last line is compared with the database; what the database lacks is named and can be restored from here.

The lines are not synchronised to the disk one by one: they guard against damage of the database, which is
synchronised, and not against a second fault at the same moment. Lines may stand twice or out of order where
several programs write; the chain of hashes tells which ones belong together.
"""

import json
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from miai.domain.log.chain import is_identity
from miai.errors import InputError
from miai.store.folder import made_folder
from miai.store.log_rows import COLUMNS, Row, StoredLog, hash_of
from miai.store.tournament_id import TournamentId

_STEP = 1 << 16
log = logging.getLogger("miai.store")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastLine:
    """The number and the hash of the last entry in a journal."""

    number: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLine:
    """Whose log a journal holds."""

    id: TournamentId
    identity: str


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
        except (OSError, InputError) as error:
            log.warning("the journal cannot be written: %s", error)

    def _known(self, tournament: TournamentId, identity: str, missing: Callable[[int], Sequence[Row]]) -> int:
        """The number of the last entry that the journal holds."""
        if identity not in self._last:
            path = self.file(tournament, identity)
            last = last_line(path)
            if last and not is_in(last, missing):
                # The database was put back to an earlier state: keep what it lacks.
                path.replace(_free_name(path))
                last = None
            self._last[identity] = last.number if last else 0
        return self._last[identity]

    def _add(self, tournament: TournamentId, identity: str, rows: Sequence[Row]) -> None:
        if rows:
            _append(self.file(tournament, identity), identity, rows)
            self._last[identity] = rows[-1]["number"]

    def delete(self, tournament: TournamentId, identity: str) -> None:
        """Delete the journal of a tournament whose document is among the backups."""
        self._last.pop(identity, None)
        self.file(tournament, identity).unlink(missing_ok=True)

    def forget(self, identity: str) -> None:
        """Look at the file again before the next line is written."""
        self._last.pop(identity, None)

    def logs(self) -> Iterator[StoredLog]:
        """Every log in the folder, as far as its chain is whole from the first entry on."""
        for path in sorted(self.folder.glob("*.jsonl")):
            found = read_journal(path)
            if found and found.rows:
                yield found


def is_in(last: LastLine, rows_after: Callable[[int], Sequence[Row]]) -> bool:
    """Whether the database holds the last entry of a journal."""
    rows = rows_after(last.number - 1)
    return bool(rows) and rows[0]["hash"] == last.hash


def first_line(path: Path) -> FirstLine | None:
    """Whose log a journal holds; None where its beginning cannot be read."""
    with path.open("rb") as file:
        raw = _parsed(file.readline())
    if not raw or not is_identity(raw.get("identity")):
        return None
    return FirstLine(id=_id_of(path), identity=str(raw["identity"]))


def _id_of(path: Path) -> TournamentId:
    """The id of a tournament in the name of its journal."""
    return TournamentId(path.stem.rpartition("-")[0])


def last_line(path: Path) -> LastLine | None:
    """The last entry in a journal, or the last before damage; None where there is none."""
    if not path.exists():
        return None
    raw = _parsed(_last_bytes(path))
    if raw and set(COLUMNS) <= raw.keys() and isinstance(raw["number"], int):
        return LastLine(number=raw["number"], hash=str(raw["hash"]))
    whole = read_journal(path)
    if whole is None or not whole.rows:
        return None
    return LastLine(number=whole.version, hash=whole.rows[-1]["hash"])


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


def read_journal(path: Path) -> StoredLog | None:
    """The log in a journal, up to the first entry that is missing or damaged."""
    about: dict[str, Any] = {}
    by_number: defaultdict[Any, list[dict[str, Any]]] = defaultdict(list)
    for line in path.read_bytes().splitlines():
        raw = _parsed(line)
        if raw and "identity" in raw:
            about = raw
        elif raw and set(COLUMNS) <= raw.keys():
            by_number[str(raw["number"])].append(raw)
    if not is_identity(about.get("identity")):
        return None
    rows: list[dict[str, Any]] = []
    before = str(about["identity"])
    while fitting := [row for row in by_number[str(len(rows) + 1)] if row["hash"] == hash_of(row, before)]:
        rows.append(fitting[0])
        before = fitting[0]["hash"]
    return StoredLog(id=_id_of(path), identity=str(about["identity"]), rows=tuple(rows))


def _append(path: Path, identity: str, rows: Sequence[Row]) -> None:
    lines = [json.dumps({name: row[name] for name in COLUMNS}, ensure_ascii=False) for row in rows]
    made_folder(path.parent)
    handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    with os.fdopen(handle, "rb+") as file:
        size = file.seek(0, os.SEEK_END)
        if not size:
            lines.insert(0, json.dumps({"identity": identity}))
        else:
            file.seek(size - 1)
            if file.read(1) != b"\n":
                # The last line was interrupted; it is written again.
                lines.insert(0, "")
        file.write("".join(f"{line}\n" for line in lines).encode(errors="surrogatepass"))


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        raw = json.loads(line)
    except ValueError:
        return None
    return raw if isinstance(raw, dict) else None


def _free_name(path: Path) -> Path:
    number = 1
    while (free := path.with_name(f"{path.stem}.set-aside-{number}")).exists():
        number += 1
    return free
