"""What programs that watch a server see: its health, its measurements and its log."""

import errno
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from kit.private_links import token_of
from kit.web_site import Site, TestClient
from miai.desk.live_state import Desk
from miai.features.draw.draw_round import draw_round
from miai.features.programs.tokens import Scope, add_token
from miai.mounts.pages import all_pages
from miai.server import logs
from miai.server.logs import JsonLines, LogFormat, configure_logs
from miai.store.database import open_store

TOKEN = "seki"  # noqa: S105 - of the test


def hall(site: Site) -> TestClient:
    """A browser on another machine."""
    return site.browser(base_url="http://hall.example", address="192.0.2.7")


def metrics(site: Site) -> dict[str, float]:
    """The measurements, by name and labels."""
    lines = site.get("/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if line[0] != "#"}


def test_a_server_whose_store_can_be_read_is_healthy(site: Site) -> None:
    answer = hall(site).get("/health")
    assert answer.status_code == 200
    assert answer.json()["status"] == "ok"


def test_a_server_whose_store_cannot_be_read_is_not_healthy(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    site = Site(Desk(store))
    store.close()
    (tmp_path / "miai.db").write_bytes(b"not a database" * 500)
    answer = site.get("/health")
    assert answer.status_code == 503
    assert answer.json()["status"] == "store unavailable"
    assert metrics(site)["miai_store_errors_total"] == 1


def test_a_server_that_cannot_save_is_not_healthy(
    desk: Desk, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", "miai.db")

    monkeypatch.setattr("miai.store.database.tempfile.TemporaryFile", full)
    assert site.get("/health").status_code == 503
    monkeypatch.undo()
    assert site.get("/health").status_code == 200
    assert desk.store.value("this server: room") is None


def test_metrics_are_for_this_machine_or_for_those_with_the_token(desk: Desk) -> None:
    site = Site(desk, metrics_token=TOKEN)
    other = hall(site)
    assert site.get("/metrics").status_code == 200
    assert other.get("/metrics").status_code == 404
    assert other.get("/metrics", headers={"Authorization": "Bearer ko"}).status_code == 404
    assert other.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_without_a_token_no_other_machine_reads_the_metrics(site: Site) -> None:
    assert hall(site).get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_requests_are_counted_by_the_pattern_of_their_address(site: Site, demo_id: str) -> None:
    for player in site.desk.state(demo_id).tournament.players[:3]:
        site.get(f"/p/{demo_id}/player/{player.id}")
    site.get("/nothing/here")
    counted = metrics(site)
    assert counted['miai_requests_total{method="GET",route="/p/{id}/player/{player}",status="200"}'] == 3
    assert counted['miai_requests_total{method="GET",route="none",status="404"}'] == 1
    assert counted['miai_request_seconds_count{method="GET",route="/p/{id}/player/{player}"}'] == 3


def test_entries_and_draws_are_measured(site: Site, demo_id: str) -> None:
    before = metrics(site)
    draw_round(site.desk, demo_id, round=5, by="director")
    counted = metrics(site)
    for name in ("miai_entries_written_total", "miai_draw_seconds_count"):
        assert counted[name] == before[name] + 1


# The log ------------------------------------------------------------------------------


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    """Everything that the server logs, as objects."""
    written, root = io.StringIO(), logging.getLogger()
    before = root.handlers[:], root.level, logs.REQUESTS.level
    configure_logs(LogFormat.JSON, requests=True)
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonLines())
    root.handlers[:] = [handler]
    yield written
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    logs.REQUESTS.setLevel(before[2])


def test_each_request_is_a_line_with_the_id_that_its_answer_carries(site: Site, log: io.StringIO) -> None:
    answer = site.get("/?secret=1")
    line = json.loads(log.getvalue())
    assert line["request"] == answer.headers["x-request-id"]
    assert (line["method"], line["path"], line["status"]) == ("GET", "/", 200)
    assert "secret" not in log.getvalue()


def test_a_request_of_a_program_is_logged_and_counted_under_its_whole_address(
    site: Site, demo_id: str, log: io.StringIO
) -> None:
    token = add_token(site.desk.store, demo_id, scope=Scope.READ, name="Club site", by="director").text
    asked = f"/api/v1/tournaments/{demo_id}"
    assert site.client.get(asked, headers={"Authorization": f"Bearer {token}"}).status_code == 200
    assert json.loads(log.getvalue())["path"] == asked
    route = 'method="GET",route="/api/v1/tournaments/{id}",status="200"'
    assert metrics(site)[f"miai_requests_total{{{route}}}"] == 1


def test_private_links_are_never_logged(site: Site, demo_id: str, log: io.StringIO) -> None:
    player = site.desk.state(demo_id).tournament.players[0].id
    token = token_of(site.desk, demo_id, player)
    assert site.get(f"/p/{demo_id}/me/{token}").status_code == 200
    site.get(f"/p/{demo_id}/me/{token}/")
    site.get(f"/no/such/page/{token}")
    site.client.post(f"/p/{demo_id}/me/{token}/report", data={})
    lines = [json.loads(line)["path"] for line in log.getvalue().splitlines()]
    assert lines[0] == f"/p/{demo_id}/me/***"
    assert len(lines) == 4
    assert token not in log.getvalue()


def test_every_part_of_an_address_is_known_to_be_public_or_hidden() -> None:
    paths = [str(getattr(route, "path", "")) for page in all_pages() for route in page.router.routes]
    parts = {part for path in paths for part in re.findall(r"{(\w+)", path)}
    assert parts - logs._PUBLIC_PARTS == {"token", "code"}


def test_only_parts_that_are_known_to_be_public_are_logged() -> None:
    shown = logs.loggable_path(
        {
            "route": APIRoute("/i/{invitation}/{id}", lambda: None),
            "path_params": {"invitation": "x", "id": "y"},
        }
    )
    assert shown == "/i/***/y"


def test_a_fault_is_logged_under_the_id_that_the_page_names(
    site: Site, log: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(site.desk.store, "tournaments", broken)
    answer = site.browser(raise_faults=False).get("/")
    fault, request = [json.loads(line) for line in log.getvalue().splitlines()][::-1]
    known = answer.headers["x-request-id"]
    assert answer.status_code == 500
    assert known in answer.text
    assert {fault["request"], request["request"]} == {known}
    assert "ZeroDivisionError" in fault["traceback"]
    assert request["status"] == 500
