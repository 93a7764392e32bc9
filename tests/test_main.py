"""What the shell learns of a command."""

import io
import sys
from pathlib import Path

import pytest

from miai.engine.judging import Violation
from miai.main import main
from miai_lab.entry_generator import Recipe
from miai_lab.referee.referee_study import RefereeFinding
from miai_lab.team_events import TeamRecipe


def _status(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["miai", *arguments])
    try:
        main()
    except SystemExit as ended:
        return ended.code
    return 0


def test_a_command_that_went_well_ends_with_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _status(monkeypatch, "formats") == 0


def test_a_referee_who_finds_something_wrong_ends_with_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(recipe: Recipe, seed: int) -> list[RefereeFinding]:
        return [RefereeFinding(round=1, violation=Violation(rule="meeting", text="A and B have met"))]

    monkeypatch.setattr("miai_lab.referee.referee_study.refereed", wrong)
    assert _status(monkeypatch, "lab", "referee", "--system", "swiss", "--count", "1") == 1


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("referee --system swis", "'swis' is not a system; did you mean swiss?"),
        ("referee --teams --system swis", "'swis' is not a system; did you mean swiss?"),
        ("informed --threads -1", "'--threads'"),
        ("league league.toml --threads -1", "'--threads'"),
        ("forecast-check event.xml --threads -1", "'--threads'"),
        ("referee --count 0", "'--count'"),
        ("referee --first -1", "'--first'"),
        ("referee --most 1", "'--most'"),
        ("generate -o x.miai --players 1", "'--players'"),
        ("generate -o x.miai --rounds 0", "'--rounds'"),
        ("generate -o x.miai --seed -1", "'--seed'"),
    ],
)
def test_nothing_is_played_by_a_system_or_a_number_that_makes_no_sense(
    options: str,
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert _status(monkeypatch, "lab", *options.split()) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert sentence in said.err
    assert not list(tmp_path.iterdir())


def test_the_referee_plays_team_events_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _status(monkeypatch, "lab", "referee", "--teams", "--system", "swiss", "--count", "2") == 0
    assert capsys.readouterr().out == "0 violations\n"

    def wrong(recipe: TeamRecipe, seed: int) -> list[RefereeFinding]:
        return [RefereeFinding(round=1, violation=Violation(rule="board", text="A and B do not meet"))]

    monkeypatch.setattr("miai_lab.referee.referee_study.refereed_teams", wrong)
    assert _status(monkeypatch, "lab", "referee", "--teams", "--system", "swiss", "--count", "1") == 1


@pytest.mark.parametrize("command", ["standings", "check", "restore", "show", "lab calibrate"])
def test_a_file_that_the_system_does_not_let_us_reach_is_named_in_one_line(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("MIAI_DATA", str(tmp_path))
    # No file has so long a name: also an administrator, whom no folder is closed to, cannot look for it.
    name = "x" * 300
    assert _status(monkeypatch, *command.split(), str(tmp_path / name)) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith("miai: ")
    assert name in said[0]


def test_giving_up_at_a_question_is_no_crash(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def gives_up(prompt: str) -> str:
        raise EOFError

    monkeypatch.delenv("MIAI_PASSWORD", raising=False)
    monkeypatch.setattr("getpass.getpass", gives_up)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    assert _status(monkeypatch, "password", "--data", str(tmp_path)) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_wrong_argument_ends_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    assert _status(monkeypatch, "lab", "referee", "--count", "many") == 2


def test_a_question_without_an_answer_on_standard_input_is_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert _status(monkeypatch, "follow", "http://127.0.0.1:1", "--data", str(tmp_path)) == 2
    assert "asks a question, and standard input has no answer" in capsys.readouterr().err


def test_a_line_is_in_a_file_as_soon_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    file = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(file))
    assert _status(monkeypatch, "formats") == 0
    assert file.getvalue().endswith(b"\n")
