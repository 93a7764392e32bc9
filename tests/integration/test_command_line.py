"""The command line as a whole: arguments, faulty files, terminals and pipes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kit.command import Run
from kit.riverside import riverside
from miai.engine.scoring import standings
from miai.formats import FORMATS

HALF_XML = FORMATS["opengotha"].write(riverside())[:2000]
BOMB = b'<!DOCTYPE x [<!ENTITY a "b">]><Tournament/>'


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (HALF_XML, "line"),
        (BOMB, "a DOCTYPE with entities is not allowed here"),
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"%PDF-1.7 and so on", "not a tournament file that Miai knows"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not a tournament file that Miai knows"),
        (b"<svg/>", "not a tournament file that Miai knows"),
        (b'{"a": 1}', "this JSON is not a Miai document"),
        (b"1 A B 4q FI T 1 2+\n2 C D 1d FI T 0 1-", "line 1: grade '4q' is not a grade"),
        (b"1 A B 1d FI T 1 2+\n2 C D 1d FI T 0 1+", "line 1: round 1: '+' for A B contradicts"),
        (
            "<?xml version='1.0' encoding='UTF-8'?><Tournament nom='\xe9'/>".encode("latin-1"),
            "line 1: not well-formed",
        ),
    ],
)
def test_a_bad_file_ends_in_a_sentence_status_2_and_nothing_written(
    run: Run, tmp_path: Path, content: bytes, complaint: str
) -> None:
    bad, target = tmp_path / "bad.file", tmp_path / "out.miai"
    bad.write_bytes(content)
    for words in (("standings", bad), ("show", bad), ("convert", bad, target)):
        status, out, err = run(*words)
        assert (status, out) == (2, "")
        assert complaint in err
        assert err.startswith("miai: bad.file: ")
        assert "Traceback" not in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.file"]


def test_every_fault_of_a_file_gets_its_own_line(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "bad.h9"
    bad.write_text("1 A B 4q FI T 1 2+\n2 C D 77k FI T 0 1-\n")
    _, _, err = run("standings", bad)
    assert err.splitlines() == [
        "miai: bad.h9: line 1: grade '4q' is not a grade",
        "miai: bad.h9: line 2: grade '77k' is not a grade",
    ]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("standings", "nowhere.xml"), "nowhere.xml: there is no such file"),
        (("standings", "."), "this is a folder, not a file"),
        (("standings",), "say which file to read"),
        (("standings", "--demo", "--after", "9"), "there is no round 9"),
        (("standings", "--demo", "--after", "x"), "Invalid value for '--after'"),
        (("standings", "--demo", "--criteria", "mms,fame"), "'fame' is not a criterion"),
        (("standings", "--demo", "--unplayed", "never"), "'never' is not a rule for unplayed rounds"),
        (("standings", "--demo", "--nonsense"), "No such option: --nonsense"),
        (("convert", "a.xml"), "Missing argument"),
        (("standings", "--demo", "-o", "t.pdf"), "a table is written as .html, .csv or .xlsx, not as '.pdf'"),
        (("convert", "a.xml", "b.doc"), "no format writes '.doc': use .miai, .xml, .tour, .txt, .h9 or .tou"),
        (("convert", "a.xml", "b.xml", "--to", "doc"), "'doc' is not a format"),
        (("fly",), "No such command 'fly'"),
    ],
)
def test_wrong_arguments_end_in_a_sentence_and_status_2(
    run: Run, words: tuple[str, ...], complaint: str
) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_odd_files_are_read_with_a_note_on_standard_error(run: Run, tmp_path: Path) -> None:
    odd = tmp_path / "odd.h9"
    odd.write_bytes("1 Böhm A 1d DE T 1 2+\n2 C D 1d FI T 0 1-\n".encode("latin-1"))
    status, out, err = run("standings", odd)
    assert status == 0
    assert "Böhm A" in out
    assert err == "note: line 1: not UTF-8: read as western European (latin-1)\n"


def test_help_is_shown_without_arguments(run: Run) -> None:
    status, out, _ = run()
    assert status == 0
    for command in ("standings", "show", "convert", "formats"):
        assert command in out


def test_reading_and_standings_load_nothing_compiled() -> None:
    script = (
        "import sys, miai; from miai.features.tournament.demo import demo;"
        "miai.standings(demo().tournament, criteria='all');"
        "print([m for m in ('numba', 'numpy', 'rich', 'typer') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_module_runs_as_the_command_does() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "miai", "formats"], capture_output=True, text=True, check=True
    )
    assert "OpenGotha" in done.stdout


def test_a_closed_pipe_is_no_error() -> None:
    command = f"'{sys.executable}' -m miai standings --demo --criteria all --json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "{"
    assert done.stderr == ""


def test_a_terminal_gets_a_ruled_table(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from miai.features.standings.answer import STANDINGS  # noqa: PLC0415 - loads Rich only here
    from miai.terminal.plain_table import print_rich  # noqa: PLC0415

    monkeypatch.setenv("COLUMNS", "60")
    print_rich(STANDINGS.table(standings(riverside()), narrow=True))
    out = capsys.readouterr().out
    assert "─" in out
    assert max(len(line) for line in out.splitlines()) > 60
    assert "Hoekstra Wietse" in out


def test_a_file_and_the_demo_together_are_refused(run: Run, xml: Path) -> None:
    for command in ("pair", "weights", "standings", "rate"):
        assert run(command, xml, "--demo") == (2, "", "miai: give a file or --demo, not both\n")


def test_names_are_printed_on_consoles_that_lack_their_signs() -> None:
    for words in (["standings", "--demo"], ["standings", "--demo", "--json"]):
        done = subprocess.run(
            [sys.executable, "-m", "miai", *words],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONIOENCODING": "ascii"},
        )
        assert done.stdout
        assert done.stderr == b""


def test_escape_sequences_of_a_file_are_shown_and_not_sent(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2Jb.h9"
    path.write_text("1 A\x1b[31mndo Kei 2d FR Gren 1 2+/w\n2 Poe Edgar\x9b2J 1k UK Oxfo 0 1-/b\n")
    broken = tmp_path / "broken.h9"
    broken.write_text("1 Ando Kei 2d FR Gren 1 2+/w\n2 Poe Edgar 1k UK Oxfo 0 1-\x1b]0;owned\x07\n")
    for words in (("standings", path), ("standings", path, "--json"), ("show", path), ("show", broken),
                  ("convert", path, tmp_path / "out.xml"), ("show", tmp_path / "none\x1b[2J")):  # fmt: skip
        _status, out, err = run(*words)
        assert not set(out + err) & set("\x1b\x07\x9b"), words
    assert r"A\x1b[31mndo" in run("standings", path)[1]
    assert [row["surname"] for row in json.loads(run("standings", path, "--json")[1])["rows"]] == [
        "A\x1b[31mndo", "Poe"
    ]  # fmt: skip
