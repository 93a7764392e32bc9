"""The steps of docs/how-to/when-things-go-wrong.md, followed literally, and the commands they use."""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from pathlib import Path

import pytest

from kit.builders import crosstable
from kit.command import Run
from kit.places import DOCS
from kit.running_site import Running, running
from kit.serving import Served, Visitor, command, serving, start, stop
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.store.database import open_store
from miai.store.location import FILE_NAME, Site
from miai.store.tournament_id import TournamentId

PAGE = DOCS / "how-to" / "when-things-go-wrong.md"
CUP = TournamentId("cup")
HISTORY = History.of_tournament(replace(crosstable(" | ".join(["A?B C?D E?F G?H"] * 10)), name="Spring Cup"))
LAST = len(HISTORY.entries)
# A server in a process of its own, as a user starts it, or one in a thread of the tests, which starts faster.
Serve = Callable[[Path], AbstractContextManager[Running | Served]]


def commands(heading: str) -> list[list[str]]:
    """The commands that the page gives under a heading, in order."""
    section = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"^```\n(.*?)^```$", section, flags=re.MULTILINE | re.DOTALL)
    return [line.split()[1:] for block in blocks for line in block.splitlines()]


def white_wins(table: int) -> events.ResultEntered:
    return events.ResultEntered(round=1, table=table, result=Result.WHITE_WINS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own data folder."""
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def crashed(folder: Path) -> Iterator[Path]:
    """A data folder after a crash: a backup, entries after it, and the -wal of the killed server."""
    working = folder.with_name("working")
    with closing(open_store(working)) as store:
        store.create(HISTORY, id=CUP)
        store.create(HISTORY, id="other")
        store.append(CUP, [white_wins(1)], expected=LAST, by="Ana")
        store.backup("draw")
        store.append(CUP, [white_wins(2)], expected=LAST + 1, by="Ana")
        store.append(CUP, [white_wins(3)], expected=LAST + 2, by="Tomás")
        shutil.copytree(working, folder)
    assert (folder / f"{FILE_NAME}-wal").stat().st_size
    yield folder


def log_of(folder: Path, tournament: str = CUP) -> list[str]:
    with closing(open_store(folder)) as store:
        return [entry.by for entry in store.history(TournamentId(tournament)).entries[LAST:]]


def follow(run: Run, folder: Path, heading: str, serve: Serve = running) -> list[tuple[int, str, str]]:
    """Give the commands under a heading; a server is started and asked for the tournament."""
    ended = []
    for words in commands(heading):
        if words == ["serve"]:
            with serve(folder) as served, Visitor(served.url, f"/t/{CUP}/results") as visitor:
                page = visitor.client.get(f"/t/{CUP}/results")
                ended.append((0 if page.is_success else 1, page.text, ""))
        else:
            ended.append(run(*(CUP if word == "ID" else word for word in words)))
    return ended


def test_the_page_names_the_commands_that_there_are() -> None:
    assert commands("Before something risky") == [["backup"]]
    assert commands("Restore everything") == [["check"], ["restore"], ["check"], ["serve"]]
    assert commands("Restore one tournament") == [
        ["restore", "--tournament", "ID"],
        ["check", "--tournament", "ID"],
    ]


def test_after_a_crash_the_steps_restore_every_entry_although_the_old_wal_is_there(
    crashed: Path, run: Run
) -> None:
    checked, restored, again, served = follow(run, crashed, "Restore everything", serving)
    assert checked[0] == 0
    assert restored[0] == 0
    assert "'Spring Cup' (cup) is restored from miai-000001-" in restored[1]
    assert "2 entries after the backup came from the journal" in restored[1]
    assert (again[0], served[0]) == (0, 0)
    [aside] = (crashed / "set-aside").iterdir()
    assert {FILE_NAME, f"{FILE_NAME}-wal", "journal"} <= {path.name for path in aside.iterdir()}
    assert log_of(crashed) == ["Ana", "Ana", "Tomás"]
    assert log_of(crashed, "other") == []


@pytest.mark.parametrize("damage", ["database", "wal", "both"])
def test_after_damage_the_steps_name_it_and_restore_every_entry(crashed: Path, run: Run, damage: str) -> None:
    file, wal = crashed / FILE_NAME, crashed / f"{FILE_NAME}-wal"
    if damage in ("wal", "both"):
        wal.write_bytes(wal.read_bytes()[:100])
    if damage in ("database", "both"):
        file.write_bytes(b"\xaa" * 8192)
    checked, restored, again, served = follow(run, crashed, "Restore everything")
    assert checked[0] == 1
    if damage == "wal":
        assert "lacks" in checked[1]
    else:
        assert "the database file miai.db is damaged; the newest backup is" in checked[1]
    assert (restored[0], again[0], served[0]) == (0, 0, 0)
    assert log_of(crashed) == ["Ana", "Ana", "Tomás"]


def test_missing_entries_are_named_by_tournament_with_the_last_in_words(crashed: Path, run: Run) -> None:
    [copy] = (crashed / "backups").glob("*.db")
    for path in Site.at(crashed).files:
        path.unlink(missing_ok=True)
    shutil.copyfile(copy, crashed / FILE_NAME)
    status, said, _ = run("check")
    assert status == 1
    assert "'Spring Cup' (cup) lacks 2 entries that cup-" in said
    assert f"{LAST + 2} C beat D; {LAST + 3} E beat F" in said
    assert "stop Miai, then 'miai restore'" in said
    assert "other" not in said
    status, said, _ = run("check", "--tournament", "other")
    assert (status, said) == (0, "other: intact\n")


def test_the_steps_restore_one_tournament_and_leave_the_other(crashed: Path, run: Run) -> None:
    with closing(open_store(crashed)) as store:
        store.append(TournamentId("other"), [white_wins(4)], expected=LAST, by="Ben")
        store.delete(CUP)
    restored, checked = follow(run, crashed, "Restore one tournament")
    assert (restored[0], checked[0]) == (0, 0)
    # The backup is older than the deletion, whose document has everything.
    assert log_of(crashed) == ["Ana"]
    [document] = (crashed / "backups").glob("deleted-*.miai")
    assert run("restore", document, "--tournament", "cup")[0] == 0
    assert log_of(crashed) == ["Ana", "Ana", "Tomás"]
    assert log_of(crashed, "other") == ["Ben"]


def test_a_backup_is_made_beside_the_server_and_checked(crashed: Path, run: Run) -> None:
    [(status, said, _)] = follow(run, crashed, "Before something risky")
    assert status == 0
    written = Path(said.removeprefix("written: ").strip())
    assert written.name.startswith("miai-000002-")
    assert run("check", written)[0] == 0
    data = bytearray(written.read_bytes())
    data[len(data) // 2] ^= 0xFF
    written.write_bytes(data)
    assert run("check", written)[0] in (0, 1)
    written.write_bytes(data[: len(data) // 2])
    status, said, _ = run("check", written)
    assert status == 1
    assert f"the backup {written.name} is damaged" in said
    status, said, _ = run("check")
    assert status == 1
    assert "2 backups, 1 intact" in said
    assert "miai restore" not in said  # the store itself is intact


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["check"], "there is no store of Miai here"),
        (["backup"], "there is no store of Miai here"),
        (["check", "nothing.db"], "there is no such file"),
        (["restore", "nothing.db"], "there is no such file"),
        (["restore"], "there is neither an intact backup nor a journal here, so nothing can be restored"),
    ],
)
def test_a_folder_or_file_that_is_not_there_is_named(
    folder: Path, run: Run, words: list[str], complaint: str
) -> None:
    status, _, said = run(*words)
    assert status == 2
    assert complaint in said
    assert not folder.exists() or not (folder / FILE_NAME).exists()


def test_an_unknown_tournament_is_bad_input(crashed: Path, run: Run) -> None:
    assert run("check", "--tournament", "nobody")[0] == 2
    assert run("restore", "--tournament", "nobody")[0] == 2


def test_a_second_server_on_one_folder_is_refused_and_a_killed_one_leaves_no_lock(
    crashed: Path, run: Run
) -> None:
    served = start(crashed)
    try:
        ended = subprocess.run(command(crashed), check=False, capture_output=True, text=True, timeout=300)
        assert ended.returncode == 2
        said = " ".join(ended.stderr.split())
        assert f"another Miai uses the folder {crashed} (process {served.process.pid}, started at " in said
        status, _, refused = run("restore")
        assert status == 2
        assert f"(process {served.process.pid}," in refused
        assert run("check")[0] == 0
        assert run("backup")[0] == 0
    finally:
        stop(served)
    with serving(crashed) as again:
        assert again.process.pid != served.process.pid
