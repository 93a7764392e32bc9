"""Words that nobody knows get suggestions; the possible ones stand in the help and are completed."""

import json
import re
from pathlib import Path

import pytest

from kit.command import Run
from miai.terminal.words import completing, words_of
from miai.version import __version__

OPTIONS = {
    ("pair", "--demo", "--preset"): ("gothaa", "gotha"),
    ("pair", "--demo", "--system"): ("mcmahn", "mcmahon"),
    ("bracket", "--demo", "--system"): ("knockot", "knockout"),
    ("standings", "--demo", "--unplayed"): ("macmahn", "macmahon"),
    ("rate", "--demo", "--system"): ("egf-clasic", "egf-classic"),
    ("forecast", "--demo", "--model"): ("fited", "fitted"),
    ("bar", "--demo", "--device"): ("gpuu", "gpu"),
    ("lab", "generate", "-o", "x.xml", "--system"): ("swis", "swiss"),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(capsys, monkeypatch)


@pytest.mark.parametrize("words", OPTIONS)
def test_a_misspelt_value_gets_a_suggestion(run: Run, words: tuple[str, ...]) -> None:
    typed, meant = OPTIONS[words]
    status, out, err = run(*words, typed)
    assert (status, out) == (2, "")
    assert f"'{typed}'" in err
    assert re.search(rf"did you mean {meant}\b", err)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("standing",), "Did you mean 'miai standings' or 'miai stage'?"),
        (("league",), "Did you mean 'miai lab league'?"),
        (("lab", "leage"), "Did you mean 'miai lab league'?"),
        (("token", "create"), "'miai token --help' lists all commands."),
        (("formats", "--jsn"), "--json"),
    ],
)
def test_a_misspelt_command_or_option_gets_a_suggestion(run: Run, words: tuple[str, ...], meant: str) -> None:
    status, _, err = run(*words)
    assert status == 2
    assert meant in err


def test_a_word_like_no_other_gets_all_that_are_possible(run: Run) -> None:
    assert "'xyz' is not a preset: balanced, equal-scores" in run("pair", "--demo", "--preset", "xyz")[2]


def test_a_misspelt_rule_gets_a_suggestion(run: Run) -> None:
    assert "did you mean scoring.bar" in run("rules", "--demo", "--set", "scoring.baar=3d")[2]


@pytest.mark.parametrize("names", ["MMS,SOS", "mms,sosm", "mms, Sos"])
def test_criteria_are_named_by_heading_or_key_in_any_case(run: Run, names: str) -> None:
    status, out, _ = run("standings", "--demo", "--criteria", names, "--json")
    assert status == 0
    assert json.loads(out)["criteria"] == ["mms", "sosm"]


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("pair", "systems"),
        ("pair", "presets"),
        ("bracket", "brackets"),
        ("standings", "criteria"),
        ("standings", "unplayed"),
        ("convert", "formats"),
        ("validate", "federations"),
        ("rate", "ratings"),
        ("rate", "classes"),
        ("forecast", "models"),
        ("bar", "devices"),
        ("publish", "languages"),
        ("token add", "scopes"),
        ("account role", "roles"),
    ],
)
def test_the_help_names_every_possible_word(run: Run, words: str, kind: str) -> None:
    status, out, _ = run(*words.split(), "--help")
    assert status == 0
    # The help breaks lines also behind a hyphen.
    text = re.sub(r"-\s+", "-", out)
    for word in words_of(kind):
        assert re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text), word
    assert f"{{{kind}}}" not in out


@pytest.mark.parametrize("words", [("-h",), ("pair", "-h"), ("lab", "-h"), ("lab", "league", "-h")])
def test_the_short_form_of_help_works_everywhere(run: Run, words: tuple[str, ...]) -> None:
    status, out, _ = run(*words)
    assert status == 0
    assert out.startswith(f"Usage: miai {' '.join(words[:-1])}".rstrip())
    assert out == run(*words[:-1], "--help")[1]


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version") == (0, f"miai {__version__}\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_the_shell_completes_commands_and_values(
    run: Run, monkeypatch: pytest.MonkeyPatch, shell: str
) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    status, out, _ = run("--show-completion", shell)
    assert (status, "miai" in out) == (0, True)
    monkeypatch.setenv("_MIAI_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", "miai pair --preset g")
    monkeypatch.setenv("COMP_CWORD", "3")
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "miai pair --preset g")
    monkeypatch.setenv("_TYPER_COMPLETE_WORD_TO_COMPLETE", "g")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    status, out, _ = run()
    assert status == 0
    assert "gotha" in out
    assert "kaniuk" not in out


def test_words_are_completed_after_a_comma_too() -> None:
    assert set(completing("criteria")("mms,sodos")) == {"mms,sodosw", "mms,sodosm"}
