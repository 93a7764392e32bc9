"""The schema and its versions, on SQLite and on PostgreSQL."""

import json
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, create_engine, insert, inspect, select, text, update

import miai.store
from kit.builders import crosstable
from kit.old_documents import DOCUMENTS, described, expected, version_of
from kit.places import TESTS
from kit.postgresql import new_database
from miai.domain.log import events
from miai.domain.log.chain import is_identity
from miai.domain.log.document import read_history
from miai.domain.log.history import Entry, History
from miai.domain.log.versions import VERSION
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.store import schema, upgrade
from miai.store.database import Database, open_store
from miai.store.location import FILE_NAME, Site
from miai.store.log_reading import rows_by
from miai.store.log_rows import hash_of, rows_of
from miai.store.protocol import Damaged, Requested
from miai.store.row_hashes import sealed
from miai.store.schema import METADATA
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(crosstable("A+B C=D | A?C B+D"))
HEAD = upgrade.HEAD
GUARDS_IN = {
    "sqlite": "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name",
    "postgresql": "SELECT tgname, pg_get_triggerdef(oid), '' FROM pg_trigger WHERE NOT tgisinternal"
    " UNION ALL SELECT proname, pg_get_functiondef(oid), proacl::text FROM pg_proc"
    " WHERE pronamespace = 'public'::regnamespace",
}
NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "later", "{head}"

def upgrade():
    op.add_column("tournaments", sa.Column("later", sa.Text))
    {more}
"""


@pytest.fixture
def engine(tmp_path: Path, url: str | None) -> Engine:
    return create_engine(Site.at(tmp_path, url).url)


@pytest.fixture
def migrated(engine: Engine) -> Engine:
    """A database that went through all migrations."""
    with engine.begin() as connection:
        command.upgrade(upgrade.configuration(connection), "head")
    return engine


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets this Miai have one more migration."""

    def install(more: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(miai.store.__file__).parent / "migrations", folder)
        (folder / "versions" / "later.py").write_text(NEXT.format(more=more, head=HEAD))
        monkeypatch.setattr(upgrade, "MIGRATIONS", str(folder))
        monkeypatch.setattr(upgrade, "HEAD", "later")

    return install


def revision(engine: Engine) -> str:
    with closing(engine.connect()) as connection:
        found = str(connection.scalar(text("SELECT version_num FROM miai_schema")))
    engine.dispose()
    return found


def fill_first_schema(connection: Connection, name: str, history: list[dict[str, Any]]) -> None:
    """Write the entries of a document of version 1 as the first Miai did."""
    about = {"id": name, "version": len(history), "no": False}
    connection.execute(
        text("INSERT INTO tournaments VALUES (:id, '', '', '', '', :version, '', '', :no)"), about
    )
    for entry in history:
        frame = {key: entry.pop(key, "") for key in ("number", "event", "by", "at")}
        connection.execute(
            text("INSERT INTO entries VALUES (:id, :number, :event, :about, :by, :at)"),
            {"id": name, "about": json.dumps(entry, ensure_ascii=False), **frame},
        )


def described_schema(engine: Engine) -> dict[str, Any]:
    """Everything that a database knows of its tables, columns, indexes, and the guards of the log."""
    with closing(engine.connect()) as connection:
        found = inspect(connection)
        tables = {
            name: {
                "columns": [{**column, "type": str(column["type"])} for column in found.get_columns(name)],
                "key": found.get_pk_constraint(name),
                "references": found.get_foreign_keys(name),
                "indexes": found.get_indexes(name),
                "unique": found.get_unique_constraints(name),
                "checks": found.get_check_constraints(name),
            }
            for name in sorted(found.get_table_names())
        }
        guards = connection.execute(text(GUARDS_IN[connection.dialect.name])).all()
    engine.dispose()
    assert len(guards) == 2
    return {**tables, "guards": guards}


def test_the_newest_migration_is_the_schema_that_is_asked_for(migrated: Engine) -> None:
    assert revision(migrated) == upgrade.HEAD


def test_the_migrations_make_the_tables_that_the_code_uses(migrated: Engine) -> None:
    with migrated.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": upgrade.VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, METADATA) == []
    migrated.dispose()


def test_a_new_database_is_like_one_that_went_through_all_migrations(
    migrated: Engine, tmp_path: Path, url: str | None
) -> None:
    folder, at = tmp_path / "new", new_database() if url else None
    with closing(open_store(folder, at)) as store:
        assert store.tournaments() == ()
    new = create_engine(Site.at(folder, at).url)
    assert revision(new) == revision(migrated)
    assert described_schema(new) == described_schema(migrated)


def test_a_database_of_a_newer_miai_is_refused_and_left_alone(
    reopen: Callable[[], Database], engine: Engine
) -> None:
    reopen().close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE miai_schema SET version_num = '99'"))
    with pytest.raises(InputError, match=r"written by a newer Miai \(schema 99\)"):
        reopen()
    assert revision(engine) == "99"
    engine.dispose()


def test_an_older_database_is_upgraded_with_all_that_is_in_it(
    reopen: Callable[[], Database],
    engine: Engine,
    url: str | None,
    tmp_path: Path,
    later: Callable[[str], None],
) -> None:
    before = reopen()
    created = before.create(HISTORY)
    before.close()
    later("")
    assert reopen().history(created) == HISTORY
    assert revision(engine) == "later"
    engine.dispose()
    backups = list((tmp_path / "backups").glob("*"))
    if url is None:
        [copy] = backups
        old = create_engine(f"sqlite:///{copy}")
        assert revision(old) == HEAD
        old.dispose()
    else:
        [document] = backups
        assert read_history(document.read_bytes()) == HISTORY


def test_a_database_of_the_first_schema_replays_to_the_same_tournaments(
    reopen: Callable[[], Database], engine: Engine
) -> None:
    documents = {path.stem: path for path in DOCUMENTS if version_of(path) == 1}
    with engine.begin() as connection:
        command.upgrade(upgrade.configuration(connection), "1")
        for name, path in documents.items():
            fill_first_schema(connection, name, json.loads(path.read_text())["history"])
    store = reopen()
    for name, path in documents.items():
        assert described(store.history(TournamentId(name))) == expected(path)
    assert revision(engine) == HEAD
    engine.dispose()


def test_a_store_of_the_first_release_is_upgraded_with_a_backup_before(tmp_path: Path) -> None:
    old = TESTS / "golden" / "stores" / "schema-3.db"
    shutil.copyfile(old, tmp_path / FILE_NAME)
    with closing(open_store(tmp_path)) as store:
        assert [(each.id, each.name, each.archived) for each in store.tournaments()] == [
            ("old-cup", "Old Cup", False),
            ("other-cup", "Other Cup", True),
        ]
        cup = TournamentId("old-cup")
        history = store.history(cup)
        assert [entry.by for entry in history.entries[-2:]] == ["Tomás", "Ana"]
        assert history.undone == {7}
        assert is_identity(history.identity)
        assert history.identity != store.head(TournamentId("other-cup")).identity
        assert store.value("secret") == "kept"
        assert store.requested("enter/1") == Requested(tournament=cup, first=7, last=7)
        assert store.damages() == ()
        store.append(cup, [events.Redone(entry=7)], expected=8, by="Ana", identity=history.identity)
        assert store.history(cup).undone == frozenset()
    [backup] = (tmp_path / "backups").glob("*-before-an-upgrade.db")
    kept = create_engine(f"sqlite:///{backup}")
    assert revision(kept) == "3"
    kept.dispose()


def test_a_request_that_was_damaged_before_an_upgrade_is_damaged_after_it(
    reopen: Callable[[], Database], engine: Engine
) -> None:
    with engine.begin() as connection:
        command.upgrade(upgrade.configuration(connection), "1")
        fill_first_schema(connection, "open", [{"number": 1, "event": "TournamentCreated", "name": "Open"}])
        command.upgrade(upgrade.configuration(connection), "4")
        connection.execute(text("INSERT INTO requests VALUES ('a/1', 'open', 1, 1, 'another seal')"))
    with pytest.raises(Damaged, match="requests"):
        reopen().requested("a/1")
    engine.dispose()


def test_entries_of_several_versions_stand_in_one_log(reopen: Callable[[], Database], engine: Engine) -> None:
    with engine.begin() as connection:
        command.upgrade(upgrade.configuration(connection), "1")
        fill_first_schema(connection, "open", [{"number": 1, "event": "TournamentCreated", "name": "Open"}])
    created = TournamentId("open")
    changed = events.SettingsChanged(settings=Settings(komi=7.5))
    assert reopen().append(created, [changed], expected=1, by="Ana")[0].event == changed
    with engine.begin() as connection:
        written = connection.execute(
            text("SELECT number, format_version, about FROM entries ORDER BY number")
        )
        versions = [(number, version, '"board_size": 19' in about) for number, version, about in written]
    assert versions == [(1, 1, False), (2, VERSION, True)]
    assert reopen().history(created).tournament() == Tournament(name="Open", settings=changed.settings)
    engine.dispose()


def test_an_entry_of_a_newer_miai_is_refused(reopen: Callable[[], Database], engine: Engine) -> None:
    store = reopen()
    created = store.create(HISTORY)
    last, version = len(HISTORY.entries) + 1, VERSION + 1
    before = store.log(created).rows[-1]["hash"]
    [row] = rows_of([Entry(number=last, event=events.TournamentCreated())], before=before)
    row |= {"event": "Merged", "format_version": version, "tournament": created}
    row["hash"] = hash_of(row, before)
    with engine.begin() as connection:
        connection.execute(insert(schema.entries), row)
        [old] = rows_by(connection, select(schema.tournaments))
        connection.execute(update(schema.tournaments).values(sealed({**old, "version": last})))
    with pytest.raises(InputError, match=f"has version {version} and was written by a newer Miai"):
        store.history(created)
    engine.dispose()


def test_an_upgrade_that_fails_changes_nothing(
    reopen: Callable[[], Database],
    engine: Engine,
    later: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = reopen()
    created = before.create(HISTORY)
    before.close()
    later("raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        reopen()
    monkeypatch.undo()
    assert revision(engine) == HEAD
    engine.dispose()
    assert reopen().history(created) == HISTORY


def test_many_may_open_a_new_database_at_once(tmp_path: Path, url: str | None) -> None:
    def run(_: int) -> int:
        with closing(open_store(tmp_path, url)) as store:
            store.create(HISTORY)
            return len(store.tournaments())

    with ThreadPoolExecutor(6) as pool:
        assert max(pool.map(run, range(6))) == 6


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path / FILE_NAME}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (name TEXT)"))
    engine.dispose()
    with pytest.raises(InputError, match=r"miai\.db is the database of another program"):
        open_store(tmp_path)
