"""Secrets are given in variables or files; what is on the command line everybody can read."""

from pathlib import Path

import pytest

from kit.command import Run
from miai.server.passwords import role_for, stored_hashes
from miai.server.roles import Role
from miai.store.database import open_store

NOBODY = "postgresql://anna:three-stones@127.0.0.1:1/miai"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


def test_a_password_is_read_from_the_file_that_a_variable_names(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("two stones more\n", encoding="utf-8")
    monkeypatch.setenv("MIAI_PASSWORD_FILE", str(secret))
    assert run("password", "--data", tmp_path / "data") == (0, "The password of the director is set.\n", "")
    store = open_store(tmp_path / "data", None)
    try:
        known = stored_hashes(store)
        assert role_for("two stones more", known) is Role.DIRECTOR
        assert role_for("two stones less", known) is None
    finally:
        store.close()


@pytest.mark.parametrize(
    ("content", "says"), [(None, "cannot be read: No such file or directory"), ("\n", "which is empty")]
)
def test_a_file_without_a_secret_is_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str | None, says: str
) -> None:
    secret = tmp_path / "secret"
    if content is not None:
        secret.write_text(content, encoding="utf-8")
    monkeypatch.setenv("MIAI_DATABASE_FILE", str(secret))
    status, out, err = run("account", "list", "--data", tmp_path / "data")
    assert (status, out) == (2, "")
    assert "MIAI_DATABASE_FILE" in err
    assert says in err
    assert not (tmp_path / "data").exists()


def test_a_secret_given_twice_is_refused(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIAI_DATABASE", NOBODY)
    monkeypatch.setenv("MIAI_DATABASE_FILE", str(tmp_path / "secret"))
    status, _, err = run("account", "list", "--data", tmp_path / "data")
    assert status == 2
    assert "keep one of them" in err


def test_the_database_is_that_of_the_variable(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MIAI_DATABASE", NOBODY)
    status, out, err = run("account", "list", "--data", tmp_path / "data")
    assert (status, out) == (2, "")
    assert "127.0.0.1" in err, "another database was opened"
    assert "three-stones" not in err
    assert "command line" not in err


def test_a_password_on_the_command_line_is_noted_and_not_repeated(run: Run, tmp_path: Path) -> None:
    status, _, err = run("account", "list", "--data", tmp_path / "data", "--database", NOBODY)
    assert status == 2
    assert "MIAI_DATABASE" in err
    assert "three-stones" not in err
