"""Connections lose nothing that they have acknowledged."""

from contextlib import closing
from pathlib import Path

import psycopg

from kit.postgresql import new_database
from miai.store.connections import connect
from miai.store.database import open_store
from miai.store.location import FILE_NAME, Site


def test_sqlite_writes_through_to_the_disk_at_every_commit(tmp_path: Path) -> None:
    engine = connect(Site.at(tmp_path))
    with engine.connect() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in asked]
    engine.dispose()
    full = 2
    assert found == ["wal", full, 1]


def test_a_hasty_server_has_to_write_before_it_acknowledges(tmp_path: Path) -> None:
    url = new_database()
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("ALTER ROLE postgres SET synchronous_commit TO off")
    try:
        engine = connect(Site.at(tmp_path, url))
        with engine.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        engine.dispose()
    finally:
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("ALTER ROLE postgres RESET synchronous_commit")


def test_the_file_with_its_secrets_is_for_its_owner_only(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as store:
        store.set_value("secret", "x")
        copy = store.backup("draw")
        assert copy is not None
        files = (tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}-wal", copy)
        assert {file.stat().st_mode & 0o077 for file in files} == {0}
