"""The list of all commands, and what is imported for one of them."""

import os
import subprocess
import sys
from collections.abc import Mapping

import pytest

from miai.mounts.commands import COMMANDS, whole_application
from miai.terminal.app import app
from miai.terminal.listed_commands import Entry
from miai_lab.command import lab


def loaded(*words: str) -> set[str]:
    """The modules of Miai that a command has imported when it ends."""
    code = (
        "import atexit, sys\n"
        "atexit.register(lambda: print(*(m for m in sys.modules if m.startswith('miai')), file=sys.stderr))\n"
        "from miai.main import main\n"
        f"sys.argv = ['miai', *{words!r}]\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    return set(done.stderr.split())


# The list of the commands of miai lab.
LAB: Mapping[str, Entry] = getattr(lab.info.cls, "entries", {})


def test_the_list_says_what_each_command_says_of_itself() -> None:
    commands = whole_application().commands
    said = {name: command.help.split("\n\n")[0].replace("\n", " ") for name, command in commands.items()}
    assert {name: entry.summary for name, entry in COMMANDS.items()} == said
    studies = commands["lab"]
    said = {name: studies.get_command(None, name).help.split("\n\n")[0].replace("\n", " ") for name in LAB}
    assert {name: entry.summary for name, entry in LAB.items()} == said


def test_every_module_of_commands_is_in_the_list() -> None:
    whole_application()
    lists = [COMMANDS, LAB]
    listed = {module for entries in lists for entry in entries.values() for module in entry.modules}
    groups = [each.typer_instance for each in app.registered_groups]
    registered = [
        *app.registered_commands,
        *(each for group in groups if group for each in group.registered_commands),
    ]
    assert {each.callback.__module__ for each in registered if each.callback} == listed - {"miai_lab.command"}


def test_the_list_of_commands_imports_none() -> None:
    assert not loaded("--help") & {module for entry in COMMANDS.values() for module in entry.modules}


def test_standings_load_less_than_half_of_what_they_did() -> None:
    """Version 0.2 loaded 332 modules for them, the engine that draws among them."""
    modules = loaded("standings", "--demo")
    assert len(modules) <= 166
    assert not [name for name in modules if name.startswith("miai.engine.pairing")]


def test_a_word_that_is_no_command_is_looked_for_in_all_groups() -> None:
    with pytest.raises(subprocess.CalledProcessError) as failed:
        loaded("league")
    assert "Did you mean 'miai lab league'?" in failed.value.stderr


def test_the_shell_completes_commands_and_their_options() -> None:
    offered = [completed("miai st"), completed("miai lab refe"), completed("miai standings --indi")]
    assert offered == [["standings", "stage"], ["referee"], ["--individuals"]]


def completed(line: str) -> list[str]:
    """What the shell offers for a line."""
    asked = {"_MIAI_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    code = "import sys; from miai.main import main; sys.argv = ['miai']; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True, env={**os.environ, **asked}
    )
    return done.stdout.split()
