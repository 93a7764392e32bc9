"""What breaks around the server: killed, its disk full, read-only or damaged, two people at one board."""

import html
import random
import re
import shutil
import sqlite3
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from conftest import SOAK
from kit.builders import crosstable
from kit.command import Run
from kit.result_desk import missing
from kit.running_site import running
from kit.serving import Visitor, command, free_port, serving, start, stop
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.store.backups.restoring import restore_all
from miai.store.database import open_store
from miai.store.location import FILE_NAME, Site

EVENT = "open"
PAGE = f"/t/{EVENT}/results"
SIGNS = {Result.WHITE_WINS: "w", Result.BLACK_WINS: "b", Result.JIGO: "="}
KILLS = 5 if SOAK else 2
ROUNDS, BOARDS = 20 if SOAK else 2, 50
RESULTS = ROUNDS * BOARDS
_NUMBER = re.compile(r'name="number" value="(\d+)"')


def stored(folder: Path, *, rounds: int = 1, boards: int = BOARDS) -> History:
    """A tournament on the disk, drawn, without a result."""
    one = " ".join(f"P{seat}?P{seat + 1}" for seat in range(0, 2 * boards, 2))
    history = History.of_tournament(crosstable(" | ".join([one] * rounds)))
    with closing(open_store(folder)) as store:
        store.create(history, id=EVENT)
    return history


def log_of(folder: Path) -> History:
    """What the disk has kept."""
    with closing(open_store(folder)) as store:
        (only,) = store.tournaments()
        return store.history(only.id)


# Killed ----------------------------------------------------------------------------


class Hall:
    """Three desks at a server that is killed again and again; each goes on with the same open page."""

    def __init__(self, folder: Path, wanted: list[events.ResultEntered]) -> None:
        self.folder, self.port = folder, free_port()
        self.acknowledged: list[tuple[int | None, events.ResultEntered]] = []
        self.sent_again = 0
        self._wanted = iter(wanted)
        self._turn = threading.Lock()
        self.server = start(folder, port=self.port)

    def enter_all(self) -> None:
        """Sit at a desk until every result is in."""
        with Visitor(self.server.url, PAGE) as visitor:
            while event := self._next():
                answer = self._entered(visitor, event)
                assert answer.status_code == 200, answer.text
                number = _NUMBER.search(answer.json()["toast"])
                # Without a number it was there already: written, but not yet said when a kill came.
                self.acknowledged.append((int(number[1]) if number else None, event))

    def _next(self) -> events.ResultEntered | None:
        with self._turn:
            return next(self._wanted, None)

    def _entered(self, visitor: Visitor, event: events.ResultEntered) -> httpx.Response:
        """Send a result, and again until somebody answers."""
        while True:
            try:
                return visitor.enter(event.round, f"{event.table} {SIGNS[event.result]}")
            except httpx.TransportError:
                self.sent_again += 1
                time.sleep(0.02)


def test_killed_at_random_moments_the_server_keeps_every_acknowledged_result(tmp_path: Path) -> None:
    drawn = stored(tmp_path, rounds=ROUNDS)
    wanted = missing(drawn.tournament())
    hall = Hall(tmp_path, wanted)
    chance = random.Random(3)
    moments = sorted(chance.sample(range(20, len(wanted) - 50), KILLS))
    try:
        with ThreadPoolExecutor(3) as desks:
            work = [desks.submit(hall.enter_all) for _ in range(3)]
            for moment in moments:
                while len(hall.acknowledged) < moment and not any(each.done() for each in work):
                    time.sleep(0.001)
                time.sleep(chance.uniform(0, 0.01))
                stop(hall.server)
                hall.server = start(tmp_path, port=hall.port)
            for each in work:
                each.result()
    finally:
        stop(hall.server)
    history = log_of(tmp_path)
    assert hall.sent_again
    assert len(hall.acknowledged) == len(wanted) == RESULTS
    assert [entry.number for entry in history.entries] == list(range(1, len(drawn.entries) + RESULTS + 1))
    assert history.entries[: len(drawn.entries)] == drawn.entries
    said = {entry.number: _said(entry.event) for entry in history.entries}
    assert {number: _said(event) for number, event in hall.acknowledged if number}.items() <= said.items()
    assert set(map(_said, wanted)) <= set(said.values())
    assert read_history(write_history(history)) == history


def _said(event: events.Event) -> tuple[int, int, Result] | None:
    return (event.round, event.table, event.result) if isinstance(event, events.ResultEntered) else None


# Disks -----------------------------------------------------------------------------


def own_disk(folder: Path, *more: str) -> list[str]:
    """What runs a program with a small disk at the folder, holding what was there, after more steps there."""
    steps = (
        f"cp -r '{folder}' '{folder}.before'",
        f"mount -t tmpfs -o size=700k none '{folder}'",
        f"cp -r '{folder}.before/.' '{folder}'",
        f"cd '{folder}'",
        *more,
        'exec "$@"',
    )
    lead = ["unshare", "--mount", "--map-root-user", "sh", "-c"]
    mounted = [*lead, f"mount -t tmpfs none '{folder}'"]
    if not shutil.which("unshare") or subprocess.run(mounted, check=False, capture_output=True).returncode:
        pytest.skip("NO SMALL DISK can be mounted here: what happens on a full one is not tested")
    return [*lead, " && ".join(steps), ""]


def test_on_a_full_disk_the_page_says_so_and_goes_on_once_there_is_room(tmp_path: Path) -> None:
    stored(tmp_path / "data")
    room = "{ (read -r line <&3; rm ballast) & }"
    lead = own_disk(tmp_path / "data", "head -c 150000 /dev/zero > ballast", "exec 3<&0", room)
    with serving(tmp_path / "data", lead=lead) as served, Visitor(served.url, PAGE) as desk:
        entered = 0
        while (answer := desk.enter(1, _any(entered), seen="")).is_success:
            entered += 1
        assert answer.status_code == 422
        assert "The disk is full: nothing was saved; make room and try again." in answer.text
        assert desk.client.get(PAGE).text.count('class="game done') == min(entered, BOARDS)
        refused = desk.enter(1, "1 0", seen="", plain=True)
        assert (refused.status_code, "The disk is full" in refused.text) == (422, True)
        served.say("make room")
        while (answer := desk.enter(1, "1 0", seen="")).is_error:
            assert "The disk is full" in answer.text
        assert desk.client.get(PAGE).text.count('data-seen="both lose"') == 1


def _any(number: int) -> str:
    """Some result for each board, then others for all of them."""
    return f"{number % BOARDS + 1} {'wb='[number // BOARDS % 3]}"


def test_a_read_only_disk_is_named_at_the_start(tmp_path: Path) -> None:
    stored(tmp_path / "data")
    lead = own_disk(tmp_path / "data", f"mount -o remount,ro '{tmp_path}/data'")
    ended = subprocess.run(command(tmp_path / "data", lead=lead), check=False, capture_output=True, text=True)
    assert ended.returncode == 2
    assert "cannot be written: the file or its folder is read-only" in " ".join(ended.stderr.split())
    assert "Traceback" not in ended.stderr


def test_a_folder_that_is_none_is_named_at_the_start(run: Run, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    status, _, said = run("serve", "--data", tmp_path / "data", "--port", "0")
    assert status == 2
    assert "this is a file, not a folder" in said


def test_a_damaged_database_is_restored_on_the_page_that_the_start_offers(tmp_path: Path) -> None:
    stored(tmp_path)
    with closing(open_store(tmp_path)) as store:
        copy = store.backup("draw")
    assert copy is not None
    whole = (tmp_path / FILE_NAME).read_bytes()
    (tmp_path / FILE_NAME).write_bytes(whole[: len(whole) // 2])
    with serving(tmp_path) as served, httpx.Client(base_url=served.url, timeout=60) as browser:
        page = browser.get("/t/open/results", follow_redirects=True)
        assert f"The database file miai.db is damaged; the newest backup is {copy}" in html.unescape(
            page.text
        )
        token = re.search(r'name="csrf" value="([^"]+)"', page.text)
        assert token
        sent = {"csrf": token[1], "file": copy.name}
        # A page that was not made by this server is shown anew; nothing is restored.
        guessed = browser.post("/restore", data={**sent, "csrf": "guessed"})
        assert (guessed.status_code, guessed.headers["location"]) == (303, "/")
        assert token[1] in browser.get("/").text
        assert browser.get("/", headers={"Host": "evil.example"}).status_code == 403
        answer = browser.post("/restore", data=sent)
        assert "(open) is restored from miai-000001-" in html.unescape(answer.text)
        served.next_line()
        assert browser.get(PAGE).text.count('class="game') >= BOARDS
    assert len(missing(log_of(tmp_path).tournament())) == BOARDS


def test_a_database_damaged_while_it_is_used_is_named_on_the_page_and_the_backup_is_whole(
    tmp_path: Path,
) -> None:
    stored(tmp_path)
    file = tmp_path / FILE_NAME
    with closing(open_store(tmp_path)) as store:
        copy = store.backup("draw")
    with serving(tmp_path) as served, Visitor(served.url, PAGE) as desk:
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            other.execute("UPDATE tournaments SET changed_at = ''")
            file.write_bytes(b"\xaa" * file.stat().st_size)
            # After somebody else's change the server reads the file again.
            other.execute("COMMIT")
        answer = desk.enter(1, "1 w")
    assert answer.status_code == 503
    assert f"The database file miai.db is damaged; the newest backup is {copy}" in html.unescape(answer.text)
    restore_all(Site.at(tmp_path))
    assert len(missing(log_of(tmp_path).tournament())) == BOARDS


# Two people ------------------------------------------------------------------------


def test_two_who_saw_the_same_board_never_overwrite_each_other(tmp_path: Path) -> None:
    stored(tmp_path)
    with (
        running(tmp_path) as served,
        Visitor(served.url, PAGE) as ana,
        Visitor(served.url, PAGE) as tom,
    ):
        both = threading.Barrier(2)

        def enter(visitor: Visitor, sign: str) -> list[httpx.Response]:
            answers = []
            for table in range(1, 21):
                both.wait()
                answers.append(visitor.enter(1, f"{table} {sign}"))
            return answers

        with ThreadPoolExecutor(2) as people:
            mine, theirs = people.submit(enter, ana, "w"), people.submit(enter, tom, "b")
            pairs = list(zip(mine.result(), theirs.result(), strict=True))
        assert all(sorted(each.status_code for each in pair) == [200, 409] for pair in pairs)
        history = log_of(tmp_path)
        entered = [each.event for each in history.entries if isinstance(each.event, events.ResultEntered)]
        assert [(each.table, SIGNS[each.result]) for each in entered] == [
            (table, "w" if first.status_code == 200 else "b")
            for table, (first, _) in enumerate(pairs, start=1)
        ]
        late = next(answer for answer in pairs[0] if answer.status_code == 409)
        won, lost = ("P0", "P1") if entered[0].result is Result.WHITE_WINS else ("P1", "P0")
        said = html.unescape(late.text)
        assert f"entered table 1 first: {won} beat {lost}. You entered: {lost} beat {won}." in said
        assert "Nothing was overwritten" in said
        # Knowing what stands there, the late one may enter theirs: a new entry, nothing is lost.
        sign = "b" if entered[0].result is Result.WHITE_WINS else "w"
        assert tom.enter(1, f"1 {sign}", seen="", plain=True).status_code == 303
        assert len(log_of(tmp_path).entries) == len(history.entries) + 1
