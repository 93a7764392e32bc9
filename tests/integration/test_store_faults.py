"""What breaks around the store: a program killed, a disk full or read-only, a file damaged or locked."""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Pool, event

from conftest import SOAK
from kit import full_disk, result_desk
from kit.builders import crosstable
from kit.command import Run
from kit.places import with_kit
from kit.postgresql import new_database
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.store import connections as connecting
from miai.store.backups.checking import check_store
from miai.store.backups.restoring import restore_all
from miai.store.database import open_store
from miai.store.location import FILE_NAME, Site
from miai.store.tournament_id import TournamentId

SMALL = History.of_tournament(crosstable("A?B C?D"))
RESULT = events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)
NOBODY = 65534
ROUNDS = 20 if SOAK else 6
# The most entries between two kills: about 200 kills in a soak.
BETWEEN_KILLS = 9 if SOAK else 120


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_killed_at_random_moments_it_keeps_every_acknowledged_result(database: str, tmp_path: Path) -> None:
    url = new_database() if database == "postgresql" else None
    rounds = [" ".join(f"P{seat}?P{seat + 1}" for seat in range(0, 100, 2))] * ROUNDS
    drawn = History.of_tournament(crosstable(" | ".join(rounds)))
    with closing(open_store(tmp_path, url)) as store:
        created = store.create(drawn)
    acknowledged: list[str] = []
    chance = random.Random(1)
    kills = 0
    while _entering(tmp_path, url, acknowledged, chance):
        kills += 1
        with closing(open_store(tmp_path, url)) as store:
            assert check_store(store).intact
    with closing(open_store(tmp_path, url)) as store:
        history = store.history(created)
    assert kills >= 3
    assert [entry.number for entry in history.entries] == list(range(1, len(drawn.entries) + 50 * ROUNDS + 1))
    assert history.entries[: len(drawn.entries)] == drawn.entries
    written = {_line(entry.number, entry.event) for entry in history.entries[len(drawn.entries) :]}
    # What was written and not yet said when the kill came is no loss.
    assert set(acknowledged) <= written
    assert len(written) - kills <= len(acknowledged) == len(set(acknowledged))
    assert result_desk.missing(history.tournament()) == []
    assert read_history(write_history(history)) == history


def _entering(folder: Path, url: str | None, acknowledged: list[str], chance: random.Random) -> bool:
    """Run a result desk and kill it somewhere; False when it came to its end."""
    words = [sys.executable, result_desk.__file__, str(folder), *([url] if url else [])]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=with_kit(os.environ)) as desk:
        assert desk.stdout is not None
        for _ in range(chance.randint(1, BETWEEN_KILLS)):
            acknowledged += desk.stdout.readline().splitlines()
        time.sleep(chance.uniform(0, 0.003))
        desk.kill()
        acknowledged += desk.stdout.read().splitlines()
    assert desk.returncode in (0, -9)
    return desk.returncode != 0


def _line(number: int, entered: events.Event) -> str:
    assert isinstance(entered, events.ResultEntered)
    return f"{number} {entered.round} {entered.table} {entered.result.value}"


def test_on_a_full_disk_nothing_is_lost_and_work_goes_on_once_there_is_room(tmp_path: Path) -> None:
    mounted = f"mount -t tmpfs -o size=600k none '{tmp_path}' && exec \"$@\""
    own = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    if not shutil.which("unshare") or subprocess.run([*own, mounted, "", "true"], check=False).returncode:
        pytest.skip("no small disk can be mounted here")
    ended = subprocess.run(
        [*own, mounted, "", sys.executable, full_disk.__file__, str(tmp_path)],
        stdout=subprocess.PIPE,
        check=True,
        env=with_kit(os.environ),
    )
    told = json.loads(ended.stdout)
    assert told["sentences"] == ["the disk is full: nothing was saved; make room and try again"] * 2
    assert told["kept"] == [True, True]
    assert told["entries"] > 20
    assert not [name for name in told["files"] if name.endswith((".part", "-draw.db"))]


def test_a_database_at_its_limit_says_so_and_stays_whole(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        created = store.create(SMALL)

    def limit(connection: Any, _record: object) -> None:
        connection.execute("PRAGMA max_page_count = 30")

    event.listen(Pool, "connect", limit)
    try:
        with closing(open_store(tmp_path)) as store:
            known = store.history(created).entries
            with pytest.raises(InputError, match="the disk is full: nothing was saved"):
                while True:
                    known += store.append(created, [RESULT], expected=len(known), by="x" * 500)
            assert store.history(created).entries == known
    finally:
        event.remove(Pool, "connect", limit)
    with closing(open_store(tmp_path)) as store:
        known += store.append(created, [RESULT], expected=len(known), by="Ana")
        assert store.history(created).entries == known


@pytest.fixture
def bare_folder() -> Iterator[Path]:
    """A folder in which permissions bind: nobody's, and reached by everybody."""
    folder = Path(tempfile.mkdtemp())
    if os.geteuid() == 0:
        os.chown(folder, NOBODY, NOBODY)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write everywhere: be nobody for a while."""
    root = os.geteuid() == 0
    try:
        if root:
            os.seteuid(NOBODY)
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_folder_that_cannot_be_written_is_named(bare_folder: Path) -> None:
    bare_folder.chmod(0o555)
    with without_privileges(), pytest.raises(InputError, match=r"miai\.db cannot be written .*: nothing"):
        open_store(bare_folder)
    with without_privileges(), pytest.raises(InputError, match="the folder cannot be made"):
        open_store(bare_folder / "new")


def test_a_read_only_database_is_refused_at_once_and_is_whole_later(bare_folder: Path) -> None:
    file = bare_folder / FILE_NAME
    with without_privileges():
        with closing(open_store(bare_folder)) as store:
            created = store.create(SMALL)
        for path, reading, writing in ((bare_folder, 0o555, 0o755), (file, 0o444, 0o600)):
            path.chmod(reading)
            with pytest.raises(InputError, match="cannot be written: the file or its folder is read-only"):
                open_store(bare_folder)
            path.chmod(writing)
        with closing(open_store(bare_folder)) as store:
            assert store.history(created) == SMALL


def test_a_read_only_medium_can_be_checked(bare_folder: Path, run: Run) -> None:
    with without_privileges(), closing(open_store(bare_folder)) as store:
        store.create(SMALL, id="cup")
        store.backup("draw")
        store.append(TournamentId("cup"), [RESULT], expected=len(SMALL.entries), by="Ana")
    before = {path: path.read_bytes() for path in bare_folder.rglob("*") if path.is_file()}
    bare_folder.chmod(0o555)
    try:
        with without_privileges():
            status, said, _ = run("check", "--data", bare_folder)
            assert (status, "miai.db (1 tournament" in said) == (0, True)
    finally:
        bare_folder.chmod(0o755)
    assert before == {path: path.read_bytes() for path in bare_folder.rglob("*") if path.is_file()}


def test_a_store_that_cannot_save_says_so_when_it_is_asked(bare_folder: Path) -> None:
    with without_privileges(), closing(open_store(bare_folder)) as store:
        mark = store.change_mark()
        store.demand_room()
        assert store.change_mark() == mark
        bare_folder.chmod(0o555)
        time.sleep(1.1)
        try:
            with pytest.raises(InputError, match="cannot be written"):
                store.demand_room()
        finally:
            bare_folder.chmod(0o755)


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(InputError, match="this is a file, not a folder"):
        open_store(tmp_path / "data")


@pytest.mark.parametrize("damage", ["middle", "header", "cut", "emptied", "text"])
def test_a_damaged_file_is_refused_untouched_and_the_backup_takes_its_place(
    tmp_path: Path, damage: str
) -> None:
    with closing(open_store(tmp_path)) as store:
        created = store.create(History.of_tournament(crosstable(" | ".join(["A?B C?D E?F G?H"] * 40))))
        history = store.history(created)
        copy = store.backup("draw")
    assert copy is not None
    file = tmp_path / FILE_NAME
    whole = file.read_bytes()
    half = len(whole) // 2
    broken = {
        "middle": whole[:4096] + b"\xaa" * half + whole[4096 + half :],
        "header": whole[:50],
        "cut": whole[:half],
        "emptied": b"",
        "text": b"these are not the pages you are looking for" * 500,
    }[damage]
    file.write_bytes(broken)
    with pytest.raises(InputError) as caught:
        open_store(tmp_path)
    assert str(caught.value) == (
        f"the database file miai.db is damaged; the newest backup is {copy}; nothing was changed;"
        " 'miai restore' puts it in its place"
    )
    assert file.read_bytes() == broken
    restore_all(Site.at(tmp_path))
    with closing(open_store(tmp_path)) as store:
        assert store.history(created) == history


def test_a_damaged_file_without_a_backup_is_refused_as_well(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"SQLite format 3\x00 and nothing more")
    with pytest.raises(InputError, match=r"miai\.db is damaged; there is no backup; nothing was changed"):
        open_store(tmp_path)


def test_a_file_that_another_program_locks_is_named_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.05)
    with closing(open_store(tmp_path)) as store:
        created = store.create(SMALL)
        with closing(sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(InputError, match=r"miai\.db is locked by another program: nothing was saved"):
                store.append(created, [RESULT], expected=len(SMALL.entries), by="Ana")
            assert store.history(created) == SMALL
        store.append(created, [RESULT], expected=len(SMALL.entries), by="Ana")
        assert store.head(created).version == len(SMALL.entries) + 1


def test_a_file_whose_change_was_interrupted_half_way_is_rolled_back(tmp_path: Path) -> None:
    file, crashed = tmp_path / FILE_NAME, tmp_path / "crashed"
    with closing(open_store(tmp_path)) as store:
        created = store.create(SMALL)
    crashed.mkdir()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        for step in ("journal_mode = DELETE", "cache_size = 1"):
            other.execute(f"PRAGMA {step}")
        other.execute("BEGIN IMMEDIATE")
        other.execute("UPDATE tournaments SET name = 'half'")
        other.executemany(
            'INSERT INTO "values" (key, value) VALUES (?, ?)', [(str(n), "x" * 4000) for n in range(50)]
        )
        for path in (file, file.with_name(f"{FILE_NAME}-journal")):
            shutil.copyfile(path, crashed / path.name)
        other.execute("ROLLBACK")
    with closing(open_store(crashed)) as store:
        assert store.history(created) == SMALL
        assert (store.tournaments()[0].name, store.value("1")) == ("", None)


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path: Path) -> None:
    with pytest.raises(
        InputError, match=r"the database server 127\.0\.0\.1 cannot be used \(.*refused"
    ) as caught:
        open_store(tmp_path, "postgresql://ana:secret@127.0.0.1:1/go")
    assert "secret" not in str(caught.value)


def test_after_the_server_came_back_the_store_goes_on(tmp_path: Path) -> None:
    url = new_database()
    with closing(open_store(tmp_path, url)) as store, closing(open_store(tmp_path, url)) as other:
        created = store.create(SMALL)
        _end_connections(url)
        assert store.head(created).version == other.head(created).version == len(SMALL.entries)


def test_a_text_that_the_server_cannot_keep_is_refused(tmp_path: Path) -> None:
    with closing(open_store(tmp_path, new_database())) as store:
        created = store.create(SMALL)
        with pytest.raises(InputError, match="one that the database cannot keep: nothing was saved"):
            store.append(created, [RESULT], expected=len(SMALL.entries), by="a\0b")
        assert store.history(created) == SMALL


def _end_connections(url: str) -> None:
    """As a restart of the server does."""
    with psycopg.connect(url) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid != pg_backend_pid()"
        )
