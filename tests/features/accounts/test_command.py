"""miai account and miai audit."""

import io
import json
import re
from contextlib import closing
from pathlib import Path

import pytest

from kit.command import Run
from miai.features.accounts.passwords import matches
from miai.store.database import open_store


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("MIAI_PASSWORD", "a moyo too far")
    return Run(capsys, monkeypatch)


def test_an_account_is_added_listed_disabled_and_noted(run: Run, tmp_path: Path) -> None:
    at = ("--data", tmp_path)
    assert run("account", "add", "ana", "--name", "Ana", "--admin", *at)[0] == 0
    assert run("account", "add", "ben", "--name", "Ben", *at)[1] == "Ben can sign in as ben.\n"
    assert "“ben” already" in run("account", "add", "BEN", "--name", "Other", *at)[2]
    assert run("account", "password", "ben", *at)[0] == 0
    assert run("account", "disable", "ben", *at)[0] == 0
    assert "only administrator" in run("account", "disable", "ana", *at)[2]
    listed = json.loads(run("account", "list", "--json", *at)[1])
    assert [(each["login"], each["admin"], bool(each["disabled_at"])) for each in listed["accounts"]] == [
        ("ana", True, False),
        ("ben", False, True),
    ]
    noted = json.loads(run("audit", "--json", *at)[1])
    assert [each["code"] for each in noted["lines"]] == [
        "account_disabled",
        "password_changed",
        "account_added",
        "account_added",
    ]
    printed = run("audit", *at)[1]
    assert "disabled the account “ben”" in printed
    # The time zone stands above the times and beside each.
    assert "When (UTC)" in printed
    assert re.search(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  command line", printed, flags=re.MULTILINE)


def test_a_role_needs_a_tournament(run: Run, tmp_path: Path) -> None:
    at = ("--data", tmp_path)
    run("account", "add", "ana", "--name", "Ana", *at)
    assert "there is no tournament 'cup'" in run("account", "role", "ana", "cup", "owner", *at)[2]


@pytest.mark.parametrize(
    "words", [("account", "add", "ana", "--name", "Ana"), ("password",), ("account", "password", "ben")]
)
def test_a_password_from_a_pipe_is_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: tuple[str, ...]
) -> None:
    assert run("account", "add", "ben", "--name", "Ben", "--data", tmp_path)[0] == 0
    monkeypatch.delenv("MIAI_PASSWORD")
    monkeypatch.setattr("sys.stdin", io.StringIO("honte and atari\n"))
    assert run(*words, "--data", tmp_path)[0] == 0
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    status, _, said = run(*words, "--data", tmp_path)
    assert status == 2
    assert said == (
        "miai: no password was given: write it as one line to standard input, or set MIAI_PASSWORD or "
        "MIAI_PASSWORD_FILE\n"
    )


def test_the_password_from_a_pipe_is_the_one_that_signs_in(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("MIAI_PASSWORD")
    monkeypatch.setattr("sys.stdin", io.StringIO("honte and atari\r\n"))
    assert run("account", "add", "ana", "--name", "Ana", "--data", tmp_path)[0] == 0
    with closing(open_store(tmp_path)) as store:
        [account] = store.accounts.all()
    assert matches(account.password_hash, "honte and atari")
