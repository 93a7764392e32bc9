"""An error of the API that was saved as a file is named as such, by each command that reads a file."""

import json
from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import RIVERSIDE
from miai.errors import InputError
from miai.formats.foreign_json import foreign_json
from miai.formats.registry import recognise
from miai.formats.tables.table_rows import table_text

ERROR = {
    "type": "https://miai.example/problems/needs-confirmation",
    "title": "This moves what was played",
    "status": 409,
    "detail": "Change the grade of Weiss Friederike from 5d to 9k?",
    "options": [],
}
COMMANDS = ("players", "standings", "pairings", "show", "quality", "rate", "bar", "pair", "verify", "rules")


@pytest.mark.parametrize("ending", ["json", "miai", "csv", "txt"])
@pytest.mark.parametrize("command", COMMANDS)
def test_one_message_names_the_error_of_the_api(run: Run, tmp_path: Path, command: str, ending: str) -> None:
    file = tmp_path / f"players.{ending}"
    file.write_text(json.dumps(ERROR))
    status, told, error = run(command, file)
    assert (status, told) == (2, "")
    (line,) = error.strip().splitlines()
    assert f"{file.name}: this is an error of the API, saved as a file: {ERROR['detail']}" in line
    assert "status is 200" in line


def test_players_are_neither_added_nor_printed(run: Run, tmp_path: Path) -> None:
    document, file = tmp_path / "event.miai", tmp_path / "error.json"
    run("convert", RIVERSIDE, document)
    before = document.read_bytes()
    file.write_text(json.dumps(ERROR))
    for words in (
        ("players", file, "--into", document, "-o", document),
        ("players", file, "-o", tmp_path / "out.csv"),
        ("players", document, "--into", file),
    ):
        status, told, _ = run(*words)
        assert (status, told) == (2, "")
    assert document.read_bytes() == before
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.parametrize("content", [b"[1, 2]", b'{"players": []}', b'\xef\xbb\xbf  {"a": 1}'])
def test_other_json_is_neither_a_document_nor_a_table(content: bytes) -> None:
    for read in (recognise, table_text):
        with pytest.raises(InputError, match="this JSON is not a Miai document"):
            read(content)


@pytest.mark.parametrize("content", [b"[Team A]\nAda 3d\n", b"{Ada} 3d", b"12", b'"Ada"', b""])
def test_a_table_that_begins_with_a_bracket_is_a_table(content: bytes) -> None:
    assert foreign_json(content) is None
    assert table_text(content) == content.decode()
