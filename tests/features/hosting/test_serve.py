"""What `miai serve` prints when it starts, and what it refuses."""

import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from kit.command import Run
from kit.qr_reading import read_qr_lines
from miai.desk.live_state import Desk
from miai.server import addresses
from miai.server.app_state import Serving
from miai.server.qr import qr_lines
from miai.serving import run

EVERYWHERE = "0.0.0.0"  # noqa: S104 - nothing is served
NETWORKS = ("192.168.1.5", "10.0.0.7")


@pytest.fixture
def told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> tuple[Run, list[Serving]]:
    """The command line, with a server that ends as soon as it has started, and how it was started."""
    served: list[Serving] = []

    def start_only(desk: Desk, serving: Serving, listening: socket.socket, **more: object) -> None:
        served.append(serving)
        started = more["started"]
        assert callable(started)
        started(run.address_of(listening, serving))

    monkeypatch.setenv("MIAI_DATA", str(tmp_path))
    monkeypatch.setenv("MIAI_PASSWORD", "two stones more")
    monkeypatch.setattr(run, "run_server", start_only)
    monkeypatch.setattr(addresses, "own_addresses", lambda: NETWORKS)
    return Run(capsys, monkeypatch), served


@pytest.mark.parametrize("port", ["99999", "-1", "65536"])
@pytest.mark.parametrize("words", [("serve",), ("follow", "http://leader")])
def test_a_port_that_does_not_exist_is_refused(
    told: tuple[Run, list[Serving]], words: tuple[str, ...], port: str
) -> None:
    status, out, err = told[0](*words, "--port", port)
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert "--port" in err
    assert told[1] == []


def test_a_server_for_the_hall_tells_its_addresses_in_the_network(told: tuple[Run, list[Serving]]) -> None:
    command, served = told
    status, out, _ = command("serve", "--host", EVERYWHERE, "--port", "0")
    assert status == 0
    port = served[0].port
    assert port > 0
    assert out.splitlines() == [
        f"Miai is running at http://192.168.1.5:{port}/ (press Ctrl+C to stop)",
        f"or, from another network, at http://10.0.0.7:{port}/",
        f"and on this machine at http://127.0.0.1:{port}/",
    ]


def test_a_terminal_shows_a_code_for_phones(
    told: tuple[Run, list[Serving]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    status, out, _ = told[0]("serve", "--host", EVERYWHERE, "--port", "0", "--base-path", "/go")
    assert status == 0
    begin, end = "\033[30;107m", "\033[0m"
    drawn = [line.removeprefix(begin).removesuffix(end) for line in out.splitlines() if begin in line]
    assert read_qr_lines(drawn) == f"http://192.168.1.5:{told[1][0].port}/go/"


def test_a_server_for_this_machine_alone_tells_one_address(
    told: tuple[Run, list[Serving]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    status, out, _ = told[0]("serve", "--port", "0")
    assert status == 0
    (line,) = out.splitlines()
    assert urlsplit(line.split()[4]).hostname == "127.0.0.1"
    assert urlsplit(line.split()[4]).port == told[1][0].port


@pytest.mark.parametrize("text", ["http://10.0.0.7:8000/", "https://go.example.org/open/2026/"])
def test_a_code_in_text_says_what_it_was_made_from(text: str) -> None:
    lines = qr_lines(text)
    assert len({len(line) for line in lines}) == 1
    assert read_qr_lines(lines) == text
