"""miai token makes, lists and revokes tokens beside a running server."""

import json
from pathlib import Path

from kit.command import Run
from miai.desk.live_state import Desk
from miai.features.programs.tokens import find_token
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store


def test_a_token_is_made_listed_and_revoked(run: Run, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    create_tournament(Desk(store), name="Cup", by="director")
    status, out, _ = run(
        "token", "add", "Club site", "--event", "cup", "--scope", "results", "--data", tmp_path
    )
    made = find_token(store, out.strip())
    assert status == 0
    assert made
    assert (made.tournament, made.scope, made.name) == ("cup", "results", "Club site")
    _, listed, _ = run("token", "list", "--event", "cup", "--json", "--data", tmp_path)
    assert [each["id"] for each in json.loads(listed)["tokens"]] == [made.id]
    assert out.strip() not in listed
    assert run("token", "revoke", made.id, "--data", tmp_path)[0] == 2
    assert run("token", "revoke", made.id, "--event", "cup", "--data", tmp_path)[0] == 0
    assert find_token(store, out.strip()) is None
    _, table, _ = run("token", "list", "--event", "cup", "--data", tmp_path)
    assert "Club site" in table
    store.close()


def test_a_token_without_an_event_is_for_the_whole_server(run: Run, tmp_path: Path) -> None:
    store = open_store(tmp_path)
    _, out, _ = run("token", "add", "Backup robot", "--json", "--data", tmp_path)
    made = json.loads(out)
    assert (made["scope"], made["tournament"]) == ("admin", None)
    assert find_token(store, made["token"])
    for wrong in (["--event", "none"], ["--scope", "read"], ["--scope", "all"]):
        assert run("token", "add", "X", *wrong, "--data", tmp_path)[0] == 2
    store.close()
