"""The command that serves: it says where, shows the demo, and ends when told to."""

import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from miai.features.tournament.demo import demo


def test_the_demo_is_served_until_the_command_is_told_to_stop() -> None:
    command = [sys.executable, "-m", "miai", "serve", "--demo", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as served:
        assert served.stdout
        said = re.search(r"http://127\.0\.0\.1:\d+/", served.stdout.readline())
        assert said
        with urllib.request.urlopen(said[0], timeout=60) as answer:  # noqa: S310 - our own address
            text = answer.read().decode()
        served.send_signal(signal.SIGINT)
        _, faults = served.communicate(timeout=60)
    assert demo().tournament.name in text
    assert faults == ""


def test_a_port_that_is_taken_is_told_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        command = [sys.executable, "-m", "miai", "serve", "--data", str(tmp_path), "--port", port]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"miai: port {port} of 127.0.0.1 cannot be used")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("host", ["192.0.2.1", "no host"])
def test_an_address_that_is_not_of_this_machine_is_told_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv("MIAI_PASSWORD", "long-enough")
    command = [sys.executable, "-m", "miai", "serve", "--data", str(tmp_path), "--host", host]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(f"miai: this machine has no address {host} (")
    assert done.stderr.endswith("): choose one with --host\n")
    assert done.stderr.count("\n") == 1
