"""Every command block of README and docs runs, or says why not."""

import re
import socket
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.command import Run
from kit.documented_commands import PAGES, Shell, blocks_of
from kit.mutated_files import EGF_LIST
from kit.places import ROOT
from kit.team_events import team_event
from miai.desk.live_state import Desk
from miai.features.tournament.create_tournament import create_tournament
from miai.features.tournament.demo import demo
from miai.formats import FORMATS
from miai.server.app_state import Serving
from miai.serving import run as server
from miai.serving.demo import open_demo
from miai.store.database import open_store

WITH_COMMANDS = [page for page in PAGES if any(not block.reason for block in blocks_of(page))]


@pytest.fixture
def shell(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shell:
    """A terminal in a folder with the files that the pages name, and a store with two tournaments.

    Servers end as soon as they have started.
    """
    event = demo().tournament
    for name, form in (("event.xml", "opengotha"), ("results.h9", "h9"), ("event.miai", "miai")):
        (tmp_path / name).write_bytes(FORMATS[form].write(event))
    teams = team_event({"A": "a1 a2", "B": "b1 b2", "C": "c1 c2"}, "a1+b1 a2?b2", "A-B", resting="C")
    (tmp_path / "teams.miai").write_bytes(FORMATS["miai"].write(teams))
    (tmp_path / "egf_list.html").write_bytes(EGF_LIST)
    with closing(open_store(tmp_path / "data")) as store:
        create_tournament(Desk(store), name="Spring Open", by="Anneke", rounds=3)
        open_demo(Desk(store))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("MIAI_PASSWORD", raising=False)
    monkeypatch.setattr("webbrowser.open", lambda address: True)

    def start_only(desk: Desk, serving: Serving, listening: socket.socket, **more: object) -> None:
        started = more["started"]
        assert callable(started)
        started(server.address_of(listening, serving))

    bound = server._bound
    monkeypatch.setattr(server, "_bound", lambda serving: bound(replace(serving, port=0)))
    monkeypatch.setattr(server, "run_server", start_only)
    return Shell(run, monkeypatch)


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_of_a_page_run(shell: Shell, page: Path) -> None:
    for block in blocks_of(page):
        for line in () if block.reason else block.lines:
            shell(line)


def test_a_block_that_is_not_run_says_why() -> None:
    reasons = {block.place: block.reason for page in PAGES for block in blocks_of(page) if block.reason}
    assert len(reasons) > 10
    for place, reason in reasons.items():
        assert len(reason.split()) > 2, place
        for path in re.findall(r"\btests/[\w/]+\.py", reason):
            assert (ROOT / path).is_file(), place


@pytest.mark.parametrize(
    "line",
    ["miai standings missing.xml", "miai standngs event.xml", "make coffee", "miai formats | wc"],
)
def test_a_line_that_fails_is_noticed(shell: Shell, line: str) -> None:
    with pytest.raises(AssertionError):
        shell(line)


def test_pipes_and_files_are_followed(shell: Shell) -> None:
    shell("miai rules event.xml --set scoring.bar=2d --force -o - > changed.miai && miai show changed.miai")
    assert '"bar": "2d"' in shell("miai convert - - < changed.miai | miai show - --json")
