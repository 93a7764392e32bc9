"""A log that parted from its journal: the commands name both branches and bring both together."""

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.command import Run
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.features.hosting.store_report import start_findings
from miai.store.database import Database, open_store
from miai.store.location import FILE_NAME, Site
from miai.store.log_behind import LogBehind
from miai.store.tournament_id import TournamentId

CUP = TournamentId("cup")
TABLES = 130
HISTORY = History.of_tournament(
    replace(crosstable(" ".join(f"P{seat}?P{seat + 1}" for seat in range(0, 2 * TABLES, 2))), name="Cup")
)
LAST = len(HISTORY.entries)


def enter(store: Database, first: int, last: int, *, result: Result = Result.WHITE_WINS) -> None:
    """Enter the results of some tables, one after the other."""
    for table in range(first, last + 1):
        event = events.ResultEntered(round=1, table=table, result=result)
        store.append(CUP, [event], expected=store.head(CUP).version, by="Ana")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with 120 results, of which a backup has 60."""
    monkeypatch.setenv("MIAI_DATA", str(tmp_path))
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id=CUP)
        enter(store, 1, 60)
        store.backup("draw")
        shrunk = (tmp_path / FILE_NAME).with_suffix(".before")
        store.copy_to(shrunk)
        enter(store, 61, 120)
    for path in Site.at(tmp_path).files:
        path.unlink(missing_ok=True)
    shrunk.rename(tmp_path / FILE_NAME)
    return tmp_path


@pytest.fixture
def parted(folder: Path) -> Path:
    """The same after an older Miai has entered five more and set the journal of the 120 aside."""
    [journal] = (folder / "journal").glob("*.jsonl")
    journal.rename(journal.with_suffix(".set-aside-1"))
    shutil.rmtree(folder / "heads")
    with closing(open_store(folder)) as store:
        enter(store, 121, 125)
    return folder


def results_in(folder: Path) -> set[int]:
    """The tables of the first round that have a result."""
    with closing(open_store(folder)) as store:
        boards = store.history(CUP).tournament().round(1).boards
    return {board.table for board in boards if board.result.known}


def test_the_five_entries_are_refused_at_first(folder: Path) -> None:
    with closing(open_store(folder)) as store, pytest.raises(LogBehind) as refused:
        enter(store, 121, 121)
    assert (refused.value.behind.have, refused.value.behind.other) == (LAST + 60, LAST + 120)


def test_both_branches_are_named_and_the_restore_brings_all_results_together(parted: Path, run: Run) -> None:
    status, said, _ = run("check")
    assert status == 1
    assert "'Cup' (cup) lacks 60 entries of a branch in cup-" in said
    assert f"which parts after entry {LAST + 60}, the last of them: {LAST + 118} P234 beat P235" in said
    status, said, _ = run("restore")
    assert status == 0
    assert "another branch in cup-" in said
    assert "5 entries, 5 of them are in the log now" in said
    assert results_in(parted) == set(range(1, 126))
    assert run("check")[0] == 0


def test_what_contradicts_is_counted_named_and_left(parted: Path, run: Run) -> None:
    with closing(open_store(parted)) as store:
        enter(store, 120, 120, result=Result.BLACK_WINS)
    status, said, _ = run("restore")
    assert status == 1
    assert "6 entries, 5 of them are in the log now" in said
    assert f"1 entry of it is not brought back: {LAST + 66} P239 beat P238" in said
    assert "because this was entered here meanwhile" in said
    assert results_in(parted) == set(range(1, 126))
    status, said, _ = run("check")
    assert status == 0
    assert f"6 entries after entry {LAST + 60} were decided on, and are in set-aside/" in said
    assert f"{LAST + 66} P239 beat P238" in said
    [aside] = (parted / "set-aside").iterdir()
    shutil.rmtree(aside)
    assert "decided" not in run("check")[1]


def test_without_any_journal_nothing_that_the_database_holds_is_lost(parted: Path, run: Run) -> None:
    for path in (parted / "journal").iterdir():
        path.unlink()
    assert run("restore")[0] == 0
    assert results_in(parted) == {*range(1, 61), *range(121, 126)}


def test_entries_that_no_copy_holds_are_counted_and_named(folder: Path, run: Run) -> None:
    [journal] = (folder / "journal").glob("*.jsonl")
    data = journal.read_bytes()
    journal.write_bytes(b"".join(data.splitlines(keepends=True)[: LAST + 101]))
    status, said, _ = run("restore")
    assert status == 1
    assert f"20 entries of 'cup', from entry {LAST + 101} on, cannot be read in any copy" in said
    assert results_in(folder) == set(range(1, 101))


@pytest.mark.parametrize("words", [["check"], ["restore"], ["restore", "FILE"], ["serve", "--port", "0"]])
def test_a_flipped_bit_in_the_schema_is_damage_not_a_traceback(
    folder: Path, run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("miai.features.hosting.command.serve.serve_repair", _stopped)
    [backup] = (folder / "backups").glob("*.db")
    file = backup if "FILE" in words else folder / FILE_NAME
    data = bytearray(file.read_bytes())
    at = data.index(b"CREATE TABLE accounts") + len(b"CREATE TABLE acc")
    data[at] |= 0x80
    file.write_bytes(data)
    with closing(sqlite3.connect(file)) as connection, pytest.raises((UnicodeDecodeError, sqlite3.Error)):
        connection.execute("SELECT * FROM tournaments")
    status, said, complaint = run(*(backup if word == "FILE" else word for word in words))
    assert status == {"check": 1, "serve": 2}.get(words[0], 2 if "FILE" in words else 0)
    if words != ["restore"]:
        assert "damaged" in said + complaint


def _stopped(_site: Site, problem: Exception, **_more: object) -> int:
    raise problem


def test_a_server_that_is_started_does_not_forget_that_the_log_went_further(folder: Path, run: Run) -> None:
    for path in (folder / "journal").iterdir():
        path.unlink()
    with closing(open_store(folder)) as store:
        found = start_findings(store, store.damages())
        assert [each.behind.is_lost for each in found if each.behind] == [True]
        with pytest.raises(LogBehind):
            enter(store, 121, 121)
    status, said, _ = run("check")
    assert (status, f"60 entries of 'cup', from entry {LAST + 61} on" in said) == (1, True)
    assert run("restore", "--tournament", "cup", "--choose", "take")[0] == 2
    assert run("restore", "--tournament", "cup", "--choose", "keep")[0] == 0
    assert run("check")[0] == 0
    with closing(open_store(folder)) as store:
        enter(store, 121, 121)
    assert results_in(folder) == {*range(1, 61), 121}
