"""Rows whose private values are erased: the log, its journal, checks and copies stay what they are."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from kit.riverside import RIVERSIDE
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.log.sealing import Seal, erased
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.engine.verify.log import read_log
from miai.store.backups.checking import check_backup, reading_of
from miai.store.backups.copies import backups_in
from miai.store.backups.restoring import restore_all
from miai.store.database import open_store
from miai.store.location import Site
from miai.store.tournament_id import TournamentId

CUP = TournamentId("cup")
ADA = Player(
    id=PlayerId("p1"), surname="Lovelace", first_name="Ada", grade=Grade.parse("3d"), birth_year=1815 + 100,
    rating_origin="a private word",
)  # fmt: skip
HISTORY = History.of([events.TournamentCreated(name="Cup"), events.PlayerRegistered(player=ADA)])


def erase(folder: Path, *paths: str) -> None:
    """Erase some values of the second entry, in the database alone."""
    with closing(sqlite3.connect(folder / "miai.db")) as connection:
        [guard] = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'entries_are_never_changed'"
        ).fetchone()
        connection.execute("DROP TRIGGER entries_are_never_changed")
        about, by, salts = connection.execute(
            "SELECT about, by, salts FROM entries WHERE number = 2"
        ).fetchone()
        fields = {**json.loads(about), "by": by}
        seal = erased(fields, Seal.of_json(json.loads(salts)), lambda path, _: path in paths)
        by = fields.pop("by", "")
        kept = (json.dumps(fields, sort_keys=True, ensure_ascii=False), by, json.dumps(seal.as_json()))
        connection.execute("UPDATE entries SET about = ?, by = ?, salts = ? WHERE number = 2", kept)
        connection.execute(guard)
        connection.commit()


@pytest.fixture
def store_folder(tmp_path: Path) -> Path:
    with closing(open_store(tmp_path)) as store:
        store.create(HISTORY, id="cup")
        store.append(CUP, [events.PlayerWithdrew(player=ADA.id, from_round=2)], expected=2, by="Ann")
    return tmp_path


def test_the_chain_the_check_and_the_document_are_unchanged(store_folder: Path) -> None:
    with closing(open_store(store_folder)) as store:
        hashes = store.hashes(CUP, after=0)
        head = read_log(write_history(store.history(CUP))).head
    erase(store_folder, "player.birth_year", "player.rating_origin", "by")
    with closing(open_store(store_folder)) as store:
        assert store.damages() == ()
        assert list(reading_of(store).damaged_journals()) == []
        assert store.hashes(CUP, after=0) == hashes
        history = store.history(CUP)
        entered = history.entries[1].event
        assert isinstance(entered, events.PlayerRegistered)
        assert (entered.player.birth_year, entered.player.rating_origin) == (None, "")
        assert entered.player.surname == "Lovelace"
        document = write_history(history)
        assert b"a private word" not in document
        assert read_log(document).head == head
        added = store.append(CUP, [events.PlayerRemoved(player=ADA.id)], expected=3, by="Ann")
        assert added[0].number == 4
        store.backup("a test")
    [*_, newest] = reversed(backups_in(Site.at(store_folder).backups))
    assert not check_backup(newest)


def test_a_value_whose_salt_is_wrong_is_damage(store_folder: Path) -> None:
    erase(store_folder, "player.birth_year")
    with closing(sqlite3.connect(store_folder / "miai.db")) as connection:
        connection.execute("DROP TRIGGER entries_are_never_changed")
        connection.execute("UPDATE entries SET salts = replace(salts, 'player.rating_origin', 'player.x')")
        connection.commit()
    with closing(open_store(store_folder)) as store:
        assert [str(each) for each in store.damages()]


def test_what_was_erased_does_not_come_back_from_a_copy_that_has_it(store_folder: Path) -> None:
    with closing(open_store(store_folder)) as store:
        store.backup("before")
    erase(store_folder, "player.rating_origin")
    restored = restore_all(Site.at(store_folder))
    assert restored.left == 0
    with closing(open_store(store_folder)) as store:
        assert b"a private word" not in write_history(store.history(CUP))
        assert store.damages() == ()


def test_an_old_log_goes_on_and_its_document_has_the_hashes_of_the_store(tmp_path: Path) -> None:
    old = read_history(RIVERSIDE.read_bytes())
    with closing(open_store(tmp_path)) as store:
        known = store.create(old)
        last = store.head(known).version
        store.append(known, [events.DetailsChanged(name="Later")], expected=last, by="Ann")
    with closing(open_store(tmp_path)) as store:
        rows = store.log(known).rows
        assert [bool(row["salts"]) for row in rows] == [False] * last + [True]
        document = json.loads(write_history(store.history(known)))
        assert [entry["hash"] for entry in document["history"]] == [row["hash"] for row in rows]
        assert store.damages() == ()
