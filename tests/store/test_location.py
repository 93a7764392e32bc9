"""Where a database is."""

from pathlib import Path

import pytest

from miai.errors import InputError
from miai.store.location import Site

FOLDER = Path("data")


def test_without_an_address_it_is_the_file_in_the_folder() -> None:
    site = Site.at(FOLDER)
    assert (site.file, site.backups, str(site.name)) == (FOLDER / "miai.db", FOLDER / "backups", "miai.db")


def test_another_file_may_be_named() -> None:
    assert Site.at(FOLDER, "sqlite:///elsewhere/club.db").file == Path("elsewhere/club.db")


@pytest.mark.parametrize("scheme", ["postgresql", "postgresql+psycopg"])
def test_a_server_is_named_without_the_password(scheme: str) -> None:
    site = Site.at(FOLDER, f"{scheme}://ana:secret@db.example.org/go")
    assert (site.file, site.url.drivername) == (None, "postgresql+psycopg")
    assert str(site.name) == "the database server db.example.org"


@pytest.mark.parametrize(
    "url", ["nonsense", "mysql://a@b/c", "sqlite://", "sqlite:///:memory:", "postgresql://a:b"]
)
def test_what_is_no_database_for_miai_is_refused(url: str) -> None:
    with pytest.raises(InputError, match=r"address of a database|SQLite or on a server"):
        Site.at(FOLDER, url)
