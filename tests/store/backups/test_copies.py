"""Backups of the database file."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.postgresql import new_database
from miai.domain.log import events
from miai.domain.log.document import read_history
from miai.domain.log.history import History
from miai.errors import InputError
from miai.store.backups.copies import backups_in
from miai.store.database import open_store
from miai.store.location import FILE_NAME
from miai.store.protocol import Store

RENAMED = events.DetailsChanged(name="Renamed")
HISTORY = History.of_tournament(crosstable("A+B C=D | A?C B+D"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(tmp_path)) as opened:
        yield opened


def test_a_backup_is_a_whole_database_in_one_file(store: Store, tmp_path: Path) -> None:
    created = store.create(HISTORY)
    store.set_value("secret", "x")
    copy = store.backup("Draw of round 2")
    assert not store.on_server
    assert copy is not None
    assert copy.name.endswith("-draw-of-round-2.db")
    assert list((tmp_path / "backups").iterdir()) == [copy]
    other = tmp_path / "other"
    other.mkdir()
    copy.replace(other / FILE_NAME)
    with closing(open_store(other)) as again:
        assert again.history(created) == HISTORY
        assert again.value("secret") == "x"


def test_a_backup_is_made_while_somebody_writes(store: Store, tmp_path: Path) -> None:
    created = store.create(HISTORY)
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as writer:
        writer.execute("DELETE FROM tournaments")
        copy = store.backup("publication")
        writer.rollback()
    assert copy is not None
    with closing(sqlite3.connect(copy)) as kept:
        assert kept.execute("SELECT id FROM tournaments").fetchall() == [(created,)]


def test_the_last_fifty_are_kept_and_one_a_day_before_them(store: Store, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    names = [
        f"miai-2026-01-{day:02}-10{minute:02}00-000000-draw.db" for day in (1, 2, 3) for minute in range(25)
    ]
    for name in names:
        (folder / name).touch()
    others = {"miai-notes.db", "deleted-2025-01-01-100000-000000-a.miai"}
    for name in others:
        (folder / name).touch()
    copy = store.backup("draw")
    assert copy is not None
    assert copy == backups_in(folder)[0]
    # The last 49 of them and the new one; before these, of the first and the second day the last.
    kept = {*names[-49:], names[24], names[25]}
    assert {path.name for path in folder.iterdir()} == {*kept, copy.name, *others}


def test_a_damaged_database_does_not_become_a_backup(store: Store, tmp_path: Path) -> None:
    store.create(History.of_tournament(crosstable(" | ".join(["A?B C?D E?F G?H"] * 20))))
    good = store.backup("draw")
    store.close()
    file = tmp_path / FILE_NAME
    data = bytearray(file.read_bytes())
    with closing(open_store(tmp_path)) as opened:
        data[4096:] = b"\xaa" * len(data[4096:])
        file.write_bytes(data)
        with pytest.raises(InputError, match=r"miai\.db is damaged; the newest backup is .*-draw\.db"):
            opened.backup("draw")
    assert list((tmp_path / "backups").iterdir()) == [good]


def test_after_a_clock_was_ahead_the_last_backup_is_the_newest_and_stays(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    ahead = [f"miai-2033-01-01-10{minute:02}00-000000-draw.db" for minute in range(55)]
    for name in ahead:
        (folder / name).touch()
    numbered = folder / "miai-000056-2033-01-02-100000-000000-draw.db"
    numbered.touch()
    copy = store.backup("draw")
    assert copy is not None
    assert copy.exists()
    assert backups_in(folder)[:2] == [copy, numbered]


def test_of_a_server_the_documents_of_changed_tournaments_are_written(tmp_path: Path) -> None:
    with closing(open_store(tmp_path, new_database())) as store:
        first, second = store.create(HISTORY, id="one"), store.create(HISTORY, id="two")
        assert store.backup("draw") is not None
        store.append(first, [RENAMED], expected=len(HISTORY.entries), by="Ana")
        written = store.backup("draw")
        assert written is not None
        assert store.backup("draw") is None
        assert read_history(written.read_bytes()) == store.history(first)
        assert read_history(written.read_bytes()).identity == store.head(first).identity
        documents = sorted(path.name[:13] for path in (tmp_path / "backups").iterdir())
        assert documents == ["document-one-", "document-one-", "document-two-"]
        assert store.history(second) == HISTORY
