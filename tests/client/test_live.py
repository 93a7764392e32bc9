"""The client follows live events over breaks, and says what is wrong with an address."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest

from kit.running_site import running
from miai.client import Client, NoAnswer, Problem
from miai.client.live import Opened
from miai.client.transport import Connection, network
from miai.desk.live_state import Desk
from miai.errors import InputError, MiaiError
from miai.features.programs.tokens import Scope, add_token
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament

PATH = "/tournaments/cup/events"


def entry(number: int) -> list[str]:
    return [f"id: {number}", "event: entry", f"data: {json.dumps({'number': number})}", ""]


class Line:
    """A line to a server that gives some streams one after the other; an error is raised in its place."""

    def __init__(self, *streams: list[str] | int | Exception) -> None:
        self._streams = list(streams)
        self.asked: list[tuple[str, str]] = []
        self.pauses: list[float] = []

    @contextmanager
    def open(self, address: str, headers: Mapping[str, str]) -> Iterator[Opened]:
        self.asked.append((address, headers["Last-Event-ID"]))
        found = self._streams.pop(0)
        if isinstance(found, Exception):
            raise found
        if isinstance(found, int):
            yield Opened(status=found, headers={}, lines=[json.dumps({"type": "/api#no-token"})])
        else:
            yield Opened(status=200, headers={}, lines=self._breaking(found))

    @staticmethod
    def _breaking(lines: list[str]) -> Iterator[str]:
        yield from lines
        raise ConnectionResetError

    @property
    def connection(self) -> Connection:
        return Connection(
            "", "miai_x_y", transport=network("http://x"), stream=self.open, pause=self.pauses.append
        )

    def numbers(self, count: int, *, since: int = 0) -> list[int]:
        return [each.number for each in islice(self.connection.follow(PATH, since=since), count)]


def test_a_stream_that_breaks_goes_on_after_the_last_entry() -> None:
    cut_off = entry(9)[:-1]
    line = Line(
        ["retry: 2000", "", ": still here", "", *entry(8), *cut_off],
        ConnectionRefusedError(),
        503,
        [*entry(9), *entry(10)],
    )
    assert line.numbers(3, since=7) == [8, 9, 10]
    assert line.asked == [(f"/api/v1{PATH}", each) for each in ("7", "8", "8", "8")]
    assert line.pauses == [1.0, 2.0, 4.0]


def test_a_log_that_was_replaced_is_said() -> None:
    line = Line([*entry(8), "id: 3", "event: replaced", 'data: {"version": 3}', ""], entry(4))
    found = list(islice(line.connection.follow(PATH, since=7), 3))
    assert [(each.kind, each.number) for each in found] == [("entry", 8), ("replaced", 3), ("entry", 4)]
    assert line.asked[1][1] == "3"


def test_a_server_that_ends_the_stream_is_asked_again_and_may_refuse() -> None:
    line = Line([*entry(8), "event: gone", "data: {}", "", *entry(9)], 401)
    following = line.connection.follow(PATH, since=7)
    assert next(following).number == 8
    with pytest.raises(Problem) as refused:
        next(following)
    assert (refused.value.status, refused.value.kind) == (401, "no-token")


def test_a_server_that_never_answered_is_given_up() -> None:
    line = Line(*[ConnectionRefusedError(111, "Connection refused") for _ in range(9)])
    with pytest.raises(NoAnswer, match="does not answer \\(Connection refused\\)"):
        line.numbers(1)
    assert len(line.asked) == 4


@pytest.mark.parametrize("url", ["localhost:8000", "go.example", "", "ftp://go.example", "http://x:99999999"])
def test_an_address_without_http_is_refused_in_one_sentence(url: str) -> None:
    with pytest.raises(InputError) as refused:
        Client(url, "miai_x_y")
    assert str(refused.value) == (
        f"'{url}' is not the address of a server: write it like http://127.0.0.1:8000"
    )


def test_a_server_that_cannot_be_reached_is_named() -> None:
    connection = Connection("http://127.0.0.1:9", "miai_x_y", pause=lambda _: None)
    with pytest.raises(MiaiError, match=re.escape("http://127.0.0.1:9 does not answer")):
        connection.ask("GET", "/tournaments")


def test_a_program_follows_a_tournament_of_a_running_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        desk: Desk = server.desk
        create_tournament(desk, name="Cup", by="director")
        token = add_token(desk.store, "cup", scope=Scope.READ, name="site", by="director").text
        cup = Client(server.url, token).tournament("cup")
        following = cup.events(since=0)
        assert next(following).data["event"]["event"] == "TournamentCreated"
        from_now = cup.events()
        change_details(desk, "cup", place="Ulm", by="director")
        for found in (next(following), next(from_now)):
            assert (found.kind, found.number) == ("entry", 2)
            assert found.data["event"]["place"] == "Ulm"
