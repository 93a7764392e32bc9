"""A file is standard input or output where it is called "-"."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import miai
from kit.command import Run
from kit.riverside import RIVERSIDE, riverside
from miai.domain.log.document import read_history
from miai.formats import FORMATS

Piped = Callable[[bytes], None]


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Piped:
    """Puts data into standard input."""
    monkeypatch.chdir(tmp_path)

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    return put


def written(key: str) -> bytes:
    return FORMATS[key].write(riverside())


@pytest.mark.parametrize("key", ["opengotha", "miai", "h9"])
@pytest.mark.parametrize("command", ["standings", "show"])
def test_a_command_reads_standard_input_as_it_reads_a_file(
    run: Run, piped: Piped, key: str, command: str
) -> None:
    Path("event").write_bytes(written(key))
    piped(written(key))
    assert run(command, "-", "--json") == run(command, "event", "--json")


def test_what_is_read_twice_comes_once(run: Run, piped: Piped) -> None:
    piped(FORMATS["miai"].write(riverside()))
    status, _, err = run("pair", "-", "-o", "drawn.miai")
    assert status == 0, err
    assert FORMATS["miai"].read(Path("drawn.miai").read_bytes()).tournament.rounds_played == 5


@pytest.mark.parametrize("key", ["h9", "opengotha", "miai"])
def test_a_conversion_writes_the_file_alone_to_standard_output(run: Run, piped: Piped, key: str) -> None:
    assert run("convert", *_to_file(key), "--to", key)[0] == 0
    piped(written("opengotha"))
    status, out, err = run("convert", "-", "-", "--to", key)
    assert status == 0
    there = Path("out").read_bytes()
    if key == "miai":
        # A document has a random secret in each entry.
        assert miai.read(Path("out")) == read_history(out.encode()).tournament()
    else:
        assert out.encode() == there
    assert "standard input (opengotha) → standard output" in err


def _to_file(key: str) -> tuple[str, str]:
    Path("in").write_bytes(written("opengotha"))
    return "in", "out"


def test_changed_tournaments_go_from_command_to_command(run: Run, piped: Piped) -> None:
    status, changed, _ = run("rules", RIVERSIDE, "--set", "scoring.bar=2d", "--force", "-o", "-")
    assert status == 0
    assert "miai" in json.loads(changed)
    piped(changed.encode())
    status, out, _ = run("rules", "-", "--json")
    (bar,) = [rule for rule in json.loads(out)["rules"] if rule["path"] == "scoring.bar"]
    assert (status, bar["text"]) == (0, "2d")


def test_a_table_is_written_to_standard_output_as_csv(run: Run) -> None:
    status, out, _ = run("standings", RIVERSIDE, "-o", "-")
    assert status == 0
    assert out.lstrip("\ufeff").splitlines()[0].startswith("Place,No.,Name,Grade,")


@pytest.mark.parametrize(
    ("data", "complaint"),
    [(b"", "standard input: the file is empty"), (b"root:x", "standard input: not a tournament file")],
)
def test_bad_input_is_refused_and_nothing_is_written(
    run: Run, piped: Piped, data: bytes, complaint: str
) -> None:
    piped(data)
    status, out, err = run("convert", "-", "-", "--to", "h9")
    assert (status, out) == (2, "")
    assert complaint in err


def test_a_terminal_is_not_waited_for(run: Run, piped: Piped, monkeypatch: pytest.MonkeyPatch) -> None:
    piped(b"")
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    status, _, err = run("show", "-")
    assert status == 2
    assert "nothing is piped" in err
