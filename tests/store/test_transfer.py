"""Everything of a database in one file, and back into a database of either kind."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from kit.postgresql import new_database
from kit.riverside import open_riverside
from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.hosting.check_data import write_copy
from miai.features.hosting.store_report import restored_messages
from miai.store.backups.checking import check_backup
from miai.store.backups.restoring import restore_all
from miai.store.database import Database, open_store
from miai.store.location import Site
from miai.store.protocol import SignIn
from miai.store.schema import METADATA

SIGN_IN = SignIn(
    id="s", role="DIRECTOR", name="Ana", address="", device="", proof="", signed_in_at="2026-11-16T12:00:00Z",
    ended_at=None,
)  # fmt: skip


def rows(store: Database) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database but the sign-ins, by table."""
    with store._reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in METADATA.sorted_tables
            if table.name != "sign_ins"
        }


@pytest.fixture
def filled(store: Database) -> Database:
    """A store with two tournaments, a password and somebody who is signed in."""
    desk = Desk(store)
    open_riverside(desk, id="demo")
    open_riverside(desk, id="other")
    store.set_value("password of the director", "a hash")
    store.sign_ins.add(SIGN_IN)
    return store


def test_a_copy_holds_everything_and_is_restored_on_a_server(filled: Database, tmp_path: Path) -> None:
    file, url = tmp_path / "copy.db", new_database()
    write_copy(filled, file)
    assert not check_backup(file)
    done = restore_all(Site.at(tmp_path / "new", url), file)
    assert {each.log.id for each in done.logs} == {"demo", "other"}
    with closing(open_store(tmp_path / "new", url)) as restored:
        assert rows(restored) == rows(filled)
        assert not restored.damages()
        assert [each.ended_at is not None for each in restored.sign_ins.all()] == [True]


def test_a_copy_of_any_database_is_restored_in_a_folder(filled: Database, tmp_path: Path) -> None:
    file = tmp_path / "copy.db"
    write_copy(filled, file)
    done = restore_all(Site.at(tmp_path / "new"), file)
    with closing(open_store(tmp_path / "new")) as restored:
        assert rows(restored) == rows(filled)
    # The folder was empty: nothing is set aside, and nothing is said about it.
    assert not list((tmp_path / "new" / "set-aside").iterdir())
    assert not any("what was there before" in str(each) for each in restored_messages(done))


def test_what_was_on_the_server_is_kept_in_a_file(filled: Database, tmp_path: Path) -> None:
    file, url = tmp_path / "copy.db", new_database()
    write_copy(filled, file)
    with closing(open_store(tmp_path / "new", url)) as before:
        open_riverside(Desk(before), id="earlier")
    done = restore_all(Site.at(tmp_path / "new", url), file)
    # It holds secrets, as every copy does.
    assert (done.set_aside / "miai.db").stat().st_mode & 0o077 == 0
    with closing(open_store(tmp_path / "kept", f"sqlite:///{done.set_aside / 'miai.db'}")) as kept:
        assert [each.id for each in kept.tournaments()] == ["earlier"]
    with closing(open_store(tmp_path / "new", url)) as restored:
        assert {each.id for each in restored.tournaments()} == {"demo", "other"}


@pytest.mark.parametrize("place", ["folder", "server"])
def test_data_that_move_bring_their_passwords_and_it_is_said(
    filled: Database, tmp_path: Path, place: str
) -> None:
    write_copy(filled, tmp_path / "copy.db")
    url = new_database() if place == "server" else None
    done = restore_all(Site.at(tmp_path / "new", url), tmp_path / "copy.db")
    with closing(open_store(tmp_path / "new", url)) as restored:
        assert restored.value("password of the director") == "a hash"
    said = [str(each) for each in restored_messages(done)]
    assert any("the passwords are those of copy.db" in each for each in said)
    assert not any("not be read" in each for each in said)


@pytest.mark.parametrize("place", ["folder", "server"])
def test_a_copy_without_tournaments_brings_its_passwords_too(
    store: Database, tmp_path: Path, place: str
) -> None:
    store.set_value("password of the director", "a hash")
    write_copy(store, tmp_path / "copy.db")
    url = new_database() if place == "server" else None
    done = restore_all(Site.at(tmp_path / "new", url), tmp_path / "copy.db")
    with closing(open_store(tmp_path / "new", url)) as restored:
        assert restored.value("password of the director") == "a hash"
    assert any("the passwords are those of copy.db" in str(each) for each in restored_messages(done))


def test_a_file_is_never_overwritten(reopen: Callable[[], Database], tmp_path: Path) -> None:
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(InputError, match="such a file already"):
        write_copy(reopen(), tmp_path / "copy.db")


def test_a_server_is_restored_from_a_named_file_only(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="name the file"):
        restore_all(Site.at(tmp_path, new_database()))
