"""miai account and miai audit."""

import json
from pathlib import Path

import pytest

from command import Run


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
    assert [(each["login"], each["admin"], bool(each["disabled_at"])) for each in listed] == [
        ("ana", True, False),
        ("ben", False, True),
    ]
    noted = json.loads(run("audit", "--json", *at)[1])
    assert [each["code"] for each in noted] == [
        "account_disabled",
        "password_changed",
        "account_added",
        "account_added",
    ]
    assert "disabled the account “ben”" in run("audit", *at)[1]


def test_a_role_needs_a_tournament(run: Run, tmp_path: Path) -> None:
    at = ("--data", tmp_path)
    run("account", "add", "ana", "--name", "Ana", *at)
    assert "there is no tournament 'cup'" in run("account", "role", "ana", "cup", "owner", *at)[2]
