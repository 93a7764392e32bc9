"""miai follow below a path of a site."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from kit.command import Run
from kit.running_site import serve_at
from miai.desk.live_state import Desk
from miai.follow.hall import Hall
from miai.follow.join import join
from miai.server.app_state import Serving
from miai.serving import run as running
from miai.store.database import open_store


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Serving]:
    """How servers would be run; they are not."""
    found: list[Serving] = []

    def serve(desk: Desk, serving: Serving, **_: Any) -> None:
        running._look_for_leader(Hall(desk.store), serving)  # type: ignore[arg-type] # a database
        found.append(serving)

    monkeypatch.setattr("miai.features.hosting.command.serve.run", serve)
    return found


def test_a_second_laptop_below_a_path_is_known_by_its_whole_address(
    run: Run, tmp_path: Path, served: list[Serving]
) -> None:
    with (
        closing(open_store(tmp_path / "hall")) as store,
        serve_at(Desk(store), 0, data=tmp_path / "hall", base_path="/go") as url,
    ):
        hall = Hall(store)
        hall.describe(name="Hall", address=f"{url}/go")
        words = ("--host", "127.0.0.1", "--port", "8123", "--base-path", "/go/", "--data", tmp_path / "copy")
        assert run("follow", f"{url}/go", "--code", hall.new_code(), *words)[0] == 0
        assert {each.address for each in hall.members()} == {f"{url}/go", "http://127.0.0.1:8123/go"}
    assert [each.base_path for each in served] == ["/go/"]


def test_a_server_that_does_not_know_its_address_describes_it_with_its_path(tmp_path: Path) -> None:
    with (
        closing(open_store(tmp_path / "hall")) as store,
        closing(open_store(tmp_path / "copy")) as copy,
        serve_at(Desk(store), 0, data=tmp_path / "hall", base_path="/go") as url,
    ):
        hall, follower = Hall(store), Hall(copy)
        hall.describe(name="Hall", address=f"{url}/go")
        join(follower, f"{url}/go", hall.new_code())
        running._look_for_leader(follower, Serving(host="127.0.0.1", port=8123, base_path="/go/"))
        assert follower.address == "http://127.0.0.1:8123/go"


def test_a_path_that_is_none_is_refused_before_anything_is_written(run: Run, tmp_path: Path) -> None:
    words = ("--code", "ABCD-EFGH", "--base-path", "go", "--data", tmp_path / "copy")
    status, _, said = run("follow", "http://127.0.0.1:1", *words)
    assert status == 2
    assert "the base path is something like /go" in said
    assert not (tmp_path / "copy").exists()
