"""The schema and its versions, on SQLite and on PostgreSQL."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, create_engine, text

import miai.store
from builders import crosstable
from miai.domain.history import History
from miai.errors import InputError
from miai.store import upgrade
from miai.store.database import open_store
from miai.store.protocol import Store
from miai.store.schema import METADATA
from miai.store.site import FILE_NAME, Site

HISTORY = History.of_tournament(crosstable("A+B C=D | A?C B+D"))
NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "later", "1"

def upgrade():
    op.add_column("tournaments", sa.Column("later", sa.Text))
    {more}
"""


@pytest.fixture
def engine(tmp_path: Path, url: str | None) -> Engine:
    return create_engine(Site.at(tmp_path, url).url)


@pytest.fixture
def later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Lets this Miai have one more migration."""

    def install(more: str) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(Path(miai.store.__file__).parent / "migrations", folder)
        (folder / "versions" / "later.py").write_text(NEXT.format(more=more))
        monkeypatch.setattr(upgrade, "MIGRATIONS", str(folder))
        monkeypatch.setattr(upgrade, "HEAD", "later")

    return install


def revision(engine: Engine) -> str:
    with closing(engine.connect()) as connection:
        found = str(connection.scalar(text("SELECT version_num FROM miai_schema")))
    engine.dispose()
    return found


def test_the_newest_migration_is_the_schema_that_is_asked_for(store: Store, engine: Engine) -> None:
    assert revision(engine) == upgrade.HEAD


def test_the_migrations_make_the_tables_that_the_code_uses(store: Store, engine: Engine) -> None:
    assert store.tournaments() == ()
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": upgrade.VERSION_TABLE, "compare_type": True}
        )
        assert compare_metadata(context, METADATA) == []
    engine.dispose()


def test_a_database_of_a_newer_miai_is_refused_and_left_alone(
    reopen: Callable[[], Store], engine: Engine
) -> None:
    reopen().close()
    with engine.begin() as connection:
        connection.execute(text("UPDATE miai_schema SET version_num = '99'"))
    with pytest.raises(InputError, match=r"written by a newer Miai \(schema 99\)"):
        reopen()
    assert revision(engine) == "99"
    engine.dispose()


def test_an_older_database_is_upgraded_with_all_that_is_in_it(
    reopen: Callable[[], Store], engine: Engine, url: str | None, tmp_path: Path, later: Callable[[str], None]
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
        assert revision(old) == "1"
        old.dispose()
    else:
        assert backups == []


def test_an_upgrade_that_fails_changes_nothing(
    reopen: Callable[[], Store], engine: Engine, later: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = reopen()
    created = before.create(HISTORY)
    before.close()
    later("raise RuntimeError('half way')")
    with pytest.raises(RuntimeError, match="half way"):
        reopen()
    monkeypatch.undo()
    assert revision(engine) == "1"
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
