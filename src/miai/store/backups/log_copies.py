"""Reads the entries of logs from files that may be damaged: databases, backups and journals.

Nothing is verified here and nothing raises: what cannot be read is left out. `store.backups.heads` verifies.
"""

import json
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from miai.domain.log.chain import is_identity
from miai.store.backups.reading_errors import UNREADABLE
from miai.store.connections import text_of
from miai.store.folder import made_folder
from miai.store.location import Site
from miai.store.log_rows import COLUMNS, Row, hash_of
from miai.store.row_hashes import is_intact, sealed
from miai.store.tournament_id import TournamentId

_ENTRIES = "SELECT * FROM entries WHERE tournament = ? ORDER BY number"
# What copies of older versions lack.
_LATER = {"salts": ""}
_HEX = "0123456789abcdef"
# Where the identity stands in the first line of a journal.
_BEGIN, _END = len('{"identity": "'), len('{"identity": "') + 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """The entries of a log in one file; none of them is verified yet.

    `claimed` is how many the file says that there are, `last` the hash of the last. `requests` are the ids of
    the requests that wrote them.
    """

    source: Path
    id: TournamentId
    identity: str
    rows: tuple[Row, ...]
    claimed: int = 0
    last: str = ""
    requests: Mapping[int, str] = field(default_factory=dict)


# Databases ------------------------------------------------------------------------------------------


@contextmanager
def raw_database(files: Iterable[Path]) -> Iterator[sqlite3.Connection]:
    """Read a database file that may be damaged; a copy is read, so that it stays as it is."""
    paths = list(files)
    with tempfile.TemporaryDirectory(prefix="miai-read-") as folder:
        for path in paths:
            # The index of the log beside the database is made again; a damaged one would mislead.
            if path.exists() and not path.name.endswith("-shm"):
                shutil.copyfile(path, Path(folder) / path.name)
        with closing(sqlite3.connect(Path(folder) / paths[0].name)) as connection:
            connection.text_factory = text_of
            yield connection


@contextmanager
def raw_backup(path: Path) -> Iterator[sqlite3.Connection]:
    """Read a backup, which nobody writes to."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?immutable=1", uri=True)) as connection:
        connection.text_factory = text_of
        yield connection


def present_copies(site: Site) -> Iterator[Copy]:
    """What can be read of the logs in the database file, however damaged it is."""
    if site.file is None or not site.file.exists():
        return
    with suppress(OSError, *UNREADABLE), raw_database(site.files) as connection:
        yield from _salvaged(connection, site.file)


def backup_copies(path: Path, known: Collection[str] = ()) -> Iterator[Copy]:
    """What can be read of the logs in a backup, but for those whose last hash is known already."""
    with suppress(OSError, *UNREADABLE), raw_backup(path) as connection:
        yield from _salvaged(connection, path, known)


def _salvaged(connection: sqlite3.Connection, source: Path, known: Collection[str] = ()) -> Iterator[Copy]:
    """The rows of each log that can be read; a database of an old Miai has no hashes and gives none."""
    listed = _listed(connection)
    with suppress(*UNREADABLE):
        for [tournament] in connection.execute("SELECT DISTINCT tournament FROM entries"):
            # Its line in the list is gone; other copies may know the identity.
            listed.setdefault(tournament, (f"of {tournament}", 0))
    for tournament, (identity, version) in listed.items():
        if known and _last_hash(connection, tournament, version) in known:
            continue
        rows = tuple(_rows(connection, tournament))
        if rows or version:
            yield Copy(
                source=source, id=TournamentId(tournament), identity=identity, rows=rows, claimed=version,
                requests=_requests(connection, tournament),
            )  # fmt: skip


def _listed(connection: sqlite3.Connection) -> dict[str, tuple[str, int]]:
    """The identity and the version of each tournament; a line that is not what was written has no version."""
    found: dict[str, tuple[str, int]] = {}
    with suppress(*UNREADABLE):
        lines = connection.execute("SELECT * FROM tournaments")
        names = [each[0] for each in lines.description]
        for line in lines:
            row = dict(zip(names, line, strict=True))
            row["archived"] = bool(row["archived"])
            found[str(row["id"])] = (str(row["identity"]), row["version"] if is_intact(row) else 0)
    return found


def _last_hash(connection: sqlite3.Connection, tournament: str, version: int) -> str | None:
    asked = "SELECT hash FROM entries WHERE tournament = ? AND number = ?"
    with suppress(*UNREADABLE):
        row = connection.execute(asked, (tournament, version)).fetchone()
        return str(row[0]) if row else None
    return None


def _rows(connection: sqlite3.Connection, tournament: str) -> Iterator[Row]:
    """The entries before the first page that cannot be read."""
    with suppress(*UNREADABLE):
        lines = connection.execute(_ENTRIES, (tournament,))
        names = [each[0] for each in lines.description]
        for values in lines:
            row = _LATER | dict(zip(names, values, strict=True))
            if is_row(row):
                yield columns_of(row)


def _requests(connection: sqlite3.Connection, tournament: str) -> dict[int, str]:
    found: dict[int, str] = {}
    with suppress(*UNREADABLE):
        lines = connection.execute("SELECT * FROM requests WHERE tournament = ?", (tournament,))
        names = [each[0] for each in lines.description]
        for line in lines:
            row = dict(zip(names, line, strict=True))
            if is_intact(row):
                numbers = range(row["first_entry"], row["last_entry"] + 1)
                found.update((number, str(row["id"])) for number in numbers)
    return found


def is_row(row: Mapping[str, Any]) -> bool:
    """Whether the values of a row are of the types that they were written in."""
    numbers = ("number", "format_version")
    row = {**_LATER, **row}
    return set(COLUMNS) <= row.keys() and all(
        isinstance(row[name], int if name in numbers else str) for name in COLUMNS
    )


# Journals -------------------------------------------------------------------------------------------

_PUT_AWAY = "set-aside"
_ASIDE = re.compile(r"(?P<name>.+-[0-9a-f]{8})\.set-aside-\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFile:
    """The lines of a journal; `rows` has None for a line that is not an entry.

    Without an identity its first line is damaged.
    """

    path: Path
    identity: str
    lines: tuple[bytes, ...]
    rows: tuple[Row | None, ...]

    def copy(self) -> Copy:
        """Its entries, for a tree."""
        rows = tuple(row for row in self.rows if row is not None)
        return Copy(source=self.path, id=journal_id(self.path), identity=self.identity, rows=rows)


def journal_id(path: Path) -> TournamentId:
    """The id of a tournament in the name of its journal, also of one that was set aside."""
    found = _ASIDE.fullmatch(path.name)
    name = found["name"] if found else path.stem
    return TournamentId(name.rpartition("-")[0])


def is_journal(path: Path) -> bool:
    """Whether a file is a journal, also one that was set aside."""
    return path.suffix == ".jsonl" or _ASIDE.fullmatch(path.name) is not None


def journal_files(folder: Path) -> list[Path]:
    """All journals in a folder, those that were set aside too."""
    return [*sorted(folder.glob("*.jsonl")), *sorted(folder.glob("*.set-aside-*"))]


def aside_folder(site: Site) -> Path:
    """Where the files lie that a restore or a decision put away, in a folder for each."""
    return site.folder / _PUT_AWAY


def is_aside(path: Path) -> bool:
    """Whether a file lies in such a folder."""
    return path.parent.parent.name == _PUT_AWAY


def head_file(journal: Path) -> Path:
    """The file that says how far a log goes: without it nobody knows of entries that every copy has lost."""
    return journal.parent.parent / "heads" / f"{journal.stem}.json"


def write_head(journal: Path, identity: str, last: Row) -> None:
    """State how far the log of a journal goes."""
    row = sealed({"identity": identity, "entries": last["number"], "last": last["hash"]})
    path = head_file(journal)
    made_folder(path.parent)
    path.write_text(json.dumps(row))


def read_head(path: Path) -> Copy | None:
    """How far a log went, as a copy without entries; None if the file is not what was written."""
    try:
        row = json.loads(path.read_bytes())
        if not is_intact(row) or not is_identity(row["identity"]):
            return None
        return Copy(
            source=path, id=journal_id(path), identity=row["identity"], rows=(), claimed=row["entries"],
            last=row["last"],
        )  # fmt: skip
    except (OSError, ValueError, TypeError, LookupError):
        return None


def heads_in(site: Site) -> Iterator[Copy]:
    """How far each log went when the last entry was written to its journal."""
    for path in sorted(site.heads.glob("*.json")):
        if (found := read_head(path)) is not None:
            yield found


def read_journal_file(path: Path) -> JournalFile | None:
    """The lines of a journal; None if the file cannot be read at all."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    lines = tuple(data.splitlines())
    found = [parsed(line) for line in lines]
    named = [str(each["identity"]) for each in found if each and is_identity(each.get("identity"))]
    rows = tuple({**_LATER, **each} if each is not None and is_row(each) else None for each in found)
    identity = named[0] if named else _mended_identity(path, lines, rows)
    return JournalFile(path=path, identity=identity, lines=lines, rows=rows)


def _mended_identity(path: Path, lines: Sequence[bytes], rows: Sequence[Row | None]) -> str:
    """The identity in a damaged first line, if one sign of it or of its frame was changed."""
    first = next((row for row in rows if row and row["number"] == 1), None)
    text = lines[0][_BEGIN:_END].decode(errors="replace") if lines else ""
    if first is None or len(text) != _END - _BEGIN:
        return ""
    tried = (text, *(text[:at] + sign + text[at + 1 :] for at in range(len(text)) for sign in _HEX))
    return next((each for each in tried if is_identity(each) and first["hash"] == hash_of(first, each)), "")


def columns_of(row: Row) -> dict[str, Any]:
    """What a journal keeps of a row."""
    return {name: row[name] for name in COLUMNS}


def line_of(row: Row) -> bytes:
    """The line of an entry in a journal."""
    kept = {name: value for name, value in columns_of(row).items() if value or name not in _LATER}
    return json.dumps(kept, ensure_ascii=False).encode(errors="surrogatepass")


def parsed(line: bytes) -> dict[str, Any] | None:
    """A line as an object of JSON; None for anything else."""
    try:
        raw = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None
