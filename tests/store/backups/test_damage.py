"""What is not what was written is noticed, named, and restored, on SQLite and on PostgreSQL."""

import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.hosting.deciding import Choice, decide
from miai.features.hosting.merging import merged
from miai.features.hosting.store_report import restored_messages
from miai.store.backups.checking import check_backup, check_store
from miai.store.backups.heads import grown
from miai.store.backups.log_copies import read_journal_file
from miai.store.backups.removing import delete_damaged
from miai.store.backups.restoring import Passwords, keep_this_one, restore_all, restore_one
from miai.store.database import Database, open_store
from miai.store.location import FILE_NAME, Site
from miai.store.log_behind import LogBehind
from miai.store.log_rows import Row
from miai.store.protocol import Damaged, Replaced, SignIn
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(replace(crosstable("A?B C?D"), name="Café Cup"))
LAST = len(HISTORY.entries)
CUP = TournamentId("cup")


def white_wins(table: int) -> events.ResultEntered:
    return events.ResultEntered(round=1, table=table, result=Result.WHITE_WINS)


def change_behind(folder: Path, url: str | None, *steps: str) -> None:
    """Change the database past its guards, as damage does."""
    engine = create_engine(Site.at(folder, url).url)
    with engine.begin() as connection:
        if url:
            connection.execute(text("ALTER TABLE entries DISABLE TRIGGER USER"))
        else:
            connection.execute(text("DROP TRIGGER entries_are_never_changed"))
            connection.execute(text("DROP TRIGGER entries_go_only_with_their_tournament"))
        for step in steps:
            connection.execute(text(step))
    engine.dispose()


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        (
            "UPDATE entries SET about = replace(about, '\"A\"', '\"Z\"') WHERE number = 2",
            "entry 2 is not what",
        ),
        ("UPDATE entries SET \"by\" = 'Eve' WHERE number = 3", "entry 3 is not what was written"),
        ("UPDATE entries SET at = '2020' WHERE number = 4", "entry 4 is not what was written"),
        ("UPDATE entries SET hash = '' WHERE number = 5", "entry 5 is not what was written"),
        ("UPDATE entries SET format_version = 4 WHERE number = 1", "entry 1 is not what was written"),
        ("DELETE FROM entries WHERE number = 3", "entry 3 is missing"),
        ("DELETE FROM entries WHERE number > 6", "it has 6 entries instead of 8"),
        ("UPDATE tournaments SET name = 'Other' WHERE id = 'cup'", "its line in the list of tournaments"),
        ("UPDATE tournaments SET identity = 'x' WHERE id = 'cup'", "its line in the list of tournaments"),
        ("UPDATE tournaments SET version = 3 WHERE id = 'cup'", "its line in the list of tournaments"),
    ],
)
def test_damage_names_the_tournament_and_the_entry_and_others_go_on(
    store: Database, tmp_path: Path, url: str | None, step: str, complaint: str
) -> None:
    store.create(HISTORY, id="cup")
    other = store.create(HISTORY, id="other")
    store.append(CUP, [white_wins(1), white_wins(2)], expected=LAST, by="Ana")
    change_behind(tmp_path, url, step.replace("WHERE number", "WHERE tournament = 'cup' AND number"))
    for ask in (
        lambda: store.history(CUP),
        lambda: store.since(CUP, 0),
    ):
        with pytest.raises(Damaged, match=f"'cup' is damaged: .*{complaint}") as caught:
            ask()
        assert caught.value.tournament == CUP
    [found] = store.damages()
    assert found.tournament == CUP
    assert store.history(other) == HISTORY
    assert [each.id for each in store.tournaments()] == ["cup", "other"]


def test_a_value_a_request_and_a_sign_in_that_were_changed_are_named(
    store: Database, tmp_path: Path, url: str | None
) -> None:
    store.create(HISTORY, id="cup", request="a/1", session="first")
    store.set_value("secret", "right")
    for known in ("ana", "ben"):
        store.sign_ins.add(
            SignIn(id=known, role="DESK", name=known, address="", device="", signed_in_at="", proof="")
        )
    store.sign_ins.end(["ben"], at="2026-11-14T12:00:00Z")
    change_behind(
        tmp_path,
        url,
        "UPDATE \"values\" SET value = 'wrong'",
        "UPDATE requests SET session = 'second'",
        "UPDATE sign_ins SET role = 'DIRECTOR' WHERE id = 'ana'",
    )
    with pytest.raises(Damaged, match="the value 'secret' of Miai itself is damaged"):
        store.value("secret")
    with pytest.raises(Damaged, match="requests"):
        store.requested("a/1")
    assert [(each.id, each.ended_at) for each in store.sign_ins.all()] == [("ben", "2026-11-14T12:00:00Z")]
    assert store.sign_ins.get("ana") is None
    assert len(store.damages()) == 3


def test_a_byte_that_is_no_text_is_named_like_any_damage(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        change_behind(
            tmp_path,
            None,
            "UPDATE tournaments SET name = CAST(x'43616680' AS TEXT)",
            "UPDATE entries SET about = CAST(x'7bff7d' AS TEXT) WHERE number = 2",
        )
        [listed] = store.tournaments()
        assert (listed.name, listed.damaged) == ("Caf\ufffd", True)
        with pytest.raises(Damaged, match="'cup' is damaged"):
            store.history(CUP)
        restore_one(store, CUP)
        assert store.history(CUP) == HISTORY
        assert store.tournaments()[0].name == "Café Cup"


def test_another_tournament_under_the_same_id_gets_nothing_of_the_first(
    reopen: Callable[[], Database],
) -> None:
    here, there = reopen(), reopen()
    here.create(HISTORY, id="cup")
    first = there.head(CUP)
    here.delete(CUP)
    here.create(HISTORY, id="cup")
    assert here.head(CUP).identity != first.identity
    late: list[Callable[[], object]] = [
        lambda: there.append(CUP, [white_wins(1)], expected=LAST, by="Ana", identity=first.identity),
        lambda: there.append(CUP, [], expected=LAST, by="Ana", identity=first.identity, request="a/1"),
        lambda: there.since(CUP, LAST, identity=first.identity),
    ]
    for write in late:
        with pytest.raises(Replaced, match="was deleted and another one was created in its place"):
            write()
    assert there.history(CUP) == HISTORY
    assert there.requested("a/1") is None


def test_a_document_keeps_its_identity_unless_it_is_a_copy(store: Database) -> None:
    store.create(HISTORY, id="cup")
    moved = store.history(CUP)
    copy = store.create(moved, id="copy")
    assert store.head(copy).identity != moved.identity
    store.delete(CUP)
    store.create(moved, id="again")
    assert store.head(TournamentId("again")).identity == moved.identity
    assert store.damages() == ()


# The journal -----------------------------------------------------------------------


def lose_the_last(folder: Path, copy: Path) -> None:
    """Put the database file back to what it was, as a lost -wal does."""
    for path in Site.at(folder).files:
        path.unlink(missing_ok=True)
    shutil.copyfile(copy, folder / FILE_NAME)


@pytest.fixture
def shortened(tmp_path: Path) -> Path:
    """A folder whose database lacks the last two results, and one tournament."""
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        store.append(CUP, [white_wins(1)], expected=LAST, by="Ana")
        copy = store.backup("draw")
        assert copy is not None
        store.append(CUP, [white_wins(2)], expected=LAST + 1, by="Ana")
        store.append(CUP, [events.Undone(entry=LAST + 1)], expected=LAST + 2, by="Tomás")
        store.create(HISTORY, id="later")
    lose_the_last(tmp_path, copy)
    return tmp_path


def test_entries_that_a_lost_wal_took_are_named_and_restored(shortened: Path) -> None:
    with closing(open_store(shortened)) as store:
        report = check_store(store)
        assert report.damages == ()
        missing = {each.log.id: (each.have, each.log.version) for each in report.missing}
        assert missing == {"cup": (LAST + 1, LAST + 3), "later": (0, LAST)}
        for each in report.missing:
            restore_one(store, each.log.id)
        assert check_store(store).intact
        history = store.history(CUP)
        assert [entry.by for entry in history.entries[LAST:]] == ["Ana", "Ana", "Tomás"]
        store.append(CUP, [white_wins(1)], expected=LAST + 3, by="Ana")
    with closing(open_store(shortened)) as again:
        assert check_store(again).intact


def test_nothing_is_added_to_a_log_that_lacks_entries_of_its_journal_until_somebody_chooses(
    shortened: Path,
) -> None:
    with closing(open_store(shortened)) as store:
        with pytest.raises(LogBehind) as refused:
            store.append(CUP, [white_wins(2)], expected=LAST + 1, by="Ben")
        behind = refused.value.behind
        assert (behind.have, behind.other, behind.lacking, behind.parted) == (LAST + 1, LAST + 3, 2, False)
        with pytest.raises(LogBehind):
            store.delete(CUP)
        assert store.head(CUP).version == LAST + 1
        assert keep_this_one(store, CUP).left == 2
        store.append(CUP, [white_wins(2)], expected=LAST + 1, by="Ben")
        assert [each.log.id for each in check_store(store).missing] == ["later"]
    [aside] = (shortened / "set-aside").rglob("cup-*.set-aside-1")
    assert aside.read_text().count("Tomás") == 1


def test_a_branch_beside_the_journal_is_named_whoever_set_it_aside(shortened: Path) -> None:
    [journal] = (shortened / "journal").glob("cup-*.jsonl")
    journal.rename(journal.with_suffix(".set-aside-1"))
    shutil.rmtree(shortened / "heads")
    with closing(open_store(shortened)) as store:
        store.append(CUP, [white_wins(2)], expected=LAST + 1, by="Ben")
        [cup, later] = sorted(check_store(store).missing, key=lambda each: each.log.id)
        assert (cup.have, cup.count, cup.parted) == (LAST + 1, 2, True)
        assert (later.have, later.own) == (0, None)


def lose_journals(folder: Path) -> None:
    """Lose the journals, and what says how far each log goes."""
    shutil.rmtree(folder / "journal")
    shutil.rmtree(folder / "heads")


def test_without_a_journal_the_newest_backup_says_what_is_missing(shortened: Path) -> None:
    lose_journals(shortened)
    with closing(open_store(shortened)) as store:
        store.catch_up_journal()
        assert check_store(store).intact
        older = store.backup("draw")
        assert older is not None
        store.append(CUP, [white_wins(2)], expected=LAST + 1, by="Ana")
        store.backup("draw")
    lose_the_last(shortened, older)
    lose_journals(shortened)
    with closing(open_store(shortened)) as store:
        [missing] = check_store(store).missing
        assert (missing.log.id, missing.count, missing.source.suffix) == ("cup", 1, ".db")


def journal_rows(folder: Path) -> tuple[Row, ...]:
    """The entries in the only journal of a folder."""
    [path] = (folder / "journal").glob("*.jsonl")
    journal = read_journal_file(path)
    assert journal is not None
    branches = grown([journal.copy()]).branches
    return branches[0].log.rows if branches else ()


def test_an_entry_that_was_committed_and_not_noted_is_noted_later(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        [journal] = (tmp_path / "journal").glob("*.jsonl")
        before = journal.read_bytes()
        store.append(CUP, [white_wins(1)], expected=LAST, by="Ana")
        after = journal.read_bytes()
    # Killed before the line was whole.
    for end in (0, 10, 60):
        journal.write_bytes(before + after[len(before) : len(before) + end])
        with closing(open_store(tmp_path)) as store:
            assert check_store(store).intact
            store.catch_up_journal()
            assert journal_rows(tmp_path) == store.log(CUP).rows


def test_two_programs_that_write_in_turn_share_one_journal(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as here, closing(open_store(tmp_path)) as there:
        here.create(HISTORY, id="cup")
        for number in range(6):
            (here, there)[number % 2].append(CUP, [white_wins(1)], expected=LAST + number, by="Ana")
        assert journal_rows(tmp_path) == here.log(CUP).rows
        assert not list((tmp_path / "journal").glob("*set-aside*"))


def test_a_deleted_tournament_is_not_missing(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        store.backup("draw")
        [journal] = (tmp_path / "journal").glob("*.jsonl")
        lines = journal.read_bytes()
        store.delete(CUP)
        assert not journal.exists()
        # Killed before the journal was removed.
        journal.write_bytes(lines)
        assert check_store(store).intact


# Restoring -------------------------------------------------------------------------


def test_all_is_restored_from_the_newest_backup_and_the_journals(shortened: Path) -> None:
    site = Site.at(shortened)
    (shortened / FILE_NAME).write_bytes(b"damaged")
    (shortened / f"{FILE_NAME}-wal").write_bytes(b"old")
    done = restore_all(site)
    assert {(each.log.id, each.later) for each in done.logs} == {("cup", 2), ("later", LAST)}
    assert sorted(path.name for path in done.set_aside.iterdir()) == [
        "heads",
        "journal",
        FILE_NAME,
        f"{FILE_NAME}-wal",
    ]
    assert (done.set_aside / FILE_NAME).read_bytes() == b"damaged"
    with closing(open_store(shortened)) as store:
        assert store.head(CUP).version == LAST + 3
        assert check_store(store).intact


def test_a_backup_that_is_damaged_itself_is_passed_over_or_refused(shortened: Path) -> None:
    with closing(open_store(shortened)) as store:
        bad = store.backup("draw")
    assert bad is not None
    with closing(sqlite3.connect(bad)) as opened:
        opened.execute("DROP TRIGGER entries_are_never_changed")
        opened.execute("UPDATE entries SET \"by\" = 'Eve' WHERE number = 2")
        opened.commit()
    [found] = check_backup(bad)
    assert "entry 2 is not what was written" in str(found)
    before = (shortened / FILE_NAME).read_bytes()
    with pytest.raises(InputError, match=r"-draw\.db is damaged itself .*entry 2.*nothing was changed"):
        restore_all(Site.at(shortened), bad)
    assert (shortened / FILE_NAME).read_bytes() == before
    done = restore_all(Site.at(shortened))
    assert done.source is not None
    assert done.source != bad


def test_without_any_backup_the_journals_are_enough(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        store.append(CUP, [white_wins(1)], expected=LAST, by="Ana")
        identity = store.head(CUP).identity
    (tmp_path / FILE_NAME).write_bytes(b"")
    restore_all(Site.at(tmp_path))
    with closing(open_store(tmp_path)) as store:
        assert store.head(CUP).identity == identity
        assert store.head(CUP).version == LAST + 1


def test_one_tournament_is_restored_with_its_requests_and_others_stay(
    store: Database, tmp_path: Path, url: str | None
) -> None:
    store.create(HISTORY, id="cup", request="a/1")
    store.append(CUP, [white_wins(1)], expected=LAST, by="Ana", request="b/1")
    store.archive(CUP, archived=True)
    other = store.create(HISTORY, id="other")
    store.backup("draw")
    written = store.append(other, [white_wins(1)], expected=LAST, by="Ana")
    head = store.head(CUP)
    change_behind(tmp_path, url, "UPDATE entries SET about = '{}' WHERE tournament = 'cup' AND number = 2")
    done = restore_one(store, CUP)
    assert store.head(CUP) == head
    assert store.history(CUP).entries[-1].event == white_wins(1)
    assert store.tournaments()[0].archived
    assert store.requested("b/1") is not None
    assert store.since(other, LAST) == written
    assert list(done.set_aside.iterdir())


def test_a_deleted_tournament_comes_back_from_its_document(store: Database, tmp_path: Path) -> None:
    store.create(HISTORY, id="cup")
    identity = store.head(CUP).identity
    store.delete(CUP)
    [document] = (tmp_path / "backups").glob("deleted-*.miai")
    restore_one(store, CUP, document)
    assert store.history(CUP) == HISTORY
    assert store.head(CUP).identity == identity


def test_a_tournament_that_nobody_kept_cannot_be_restored(store: Database) -> None:
    with pytest.raises(InputError, match="there is no backup of the tournament 'nobody'"):
        restore_one(store, TournamentId("nobody"))


def test_a_flipped_bit_in_a_journal_is_named_and_gives_the_entries_before_it(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        whole = store.log(CUP).rows
    [journal] = (tmp_path / "journal").glob("*.jsonl")
    data = journal.read_bytes()
    chance = random.Random(1)
    for _ in range(60):
        bit = chance.randrange(8 * len(data))
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        journal.write_bytes(flipped)
        with closing(open_store(tmp_path)) as store:
            rows = journal_rows(tmp_path)
            assert rows == whole[: len(rows)]
            report = check_store(store)
            [broken] = report.journals
            assert broken.at in (0, len(rows) + 1)
            assert not report.missing
            assert not report.intact
            restore_one(store, CUP)
            assert check_store(store).intact
            assert store.log(CUP).rows == whole


@pytest.mark.parametrize(("choice", "more"), [(Choice.TAKE, 2), (Choice.MERGE, 2), (Choice.KEEP, 0)])
def test_a_log_that_is_behind_is_decided_on_with_either_database(
    store: Database, choice: Choice, more: int
) -> None:
    store.create(HISTORY, id="cup")
    older = store.log(CUP)
    for table in (1, 2):
        store.append(CUP, [white_wins(table)], expected=LAST + table - 1, by="Ana")
    store.backup("draw")
    store.put_back(older)
    assert {each.count for each in check_store(store).missing} == {2}
    done = decide(store, CUP, choice, merge=merged)
    assert store.head(CUP).version == LAST + more
    assert done.left == 2 - more
    assert check_store(store).intact
    store.append(CUP, [white_wins(2)], expected=LAST + more, by="Ben")
    assert check_store(store).intact


# Deleting what is damaged --------------------------------------------------------------


def test_a_damaged_tournament_is_deleted_set_aside_and_not_called_missing(
    store: Database, tmp_path: Path, url: str | None
) -> None:
    store.create(HISTORY, id="cup", request="a/1")
    other = store.create(HISTORY, id="other")
    store.backup("draw")
    change_behind(tmp_path, url, "UPDATE entries SET about = '{}' WHERE tournament = 'cup' AND number = 2")
    aside = delete_damaged(store, CUP)
    assert list(aside.iterdir())
    assert [each.id for each in store.tournaments()] == ["other"]
    assert store.requested("a/1") is None
    assert check_store(store).intact
    with pytest.raises(InputError, match="'other' is not damaged: delete it in its settings"):
        delete_damaged(store, other)


# Passwords and sign-ins at a restore -------------------------------------------------


def signed_in(store: Database, *ids: str) -> None:
    for known in ids:
        store.sign_ins.add(
            SignIn(id=known, role="DESK", name=known, address="", device="", signed_in_at="", proof="")
        )


@pytest.fixture
def leaked(tmp_path: Path) -> Path:
    """A folder whose director ended a sign-in and changed the password after the backup."""
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        store.set_value("password", "old")
        store.set_value("removed", "later")
        signed_in(store, "thief", "ana")
        store.backup("draw")
        store.sign_ins.end(["thief"], at="2026-11-14T12:00:00Z")
        store.set_value("password", "new")
        store.set_value("removed", None)
    return tmp_path


def test_a_restore_ends_every_sign_in_and_keeps_the_present_passwords(leaked: Path) -> None:
    done = restore_all(Site.at(leaked))
    assert done.signed_out
    assert done.passwords is Passwords.KEPT
    with closing(open_store(leaked)) as store:
        assert {each.id for each in store.sign_ins.all()} == {"thief", "ana"}
        assert all(each.ended_at for each in store.sign_ins.all())
        assert store.value("password") == "new"
        assert store.value("removed") is None


def test_where_the_present_passwords_cannot_be_read_those_of_the_backup_count_and_it_is_said(
    leaked: Path,
) -> None:
    (leaked / FILE_NAME).write_bytes(b"damaged")
    done = restore_all(Site.at(leaked))
    assert done.signed_out
    assert done.passwords is Passwords.UNCERTAIN
    with closing(open_store(leaked)) as store:
        assert all(each.ended_at for each in store.sign_ins.all())
        assert store.value("password") == "old"
    assert any("set new ones" in str(each) for each in restored_messages(done))


def test_the_passwords_of_a_database_that_lost_entries_may_be_old_and_it_is_said(shortened: Path) -> None:
    done = restore_all(Site.at(shortened))
    assert done.passwords is Passwords.UNCERTAIN
