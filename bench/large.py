"""The largest event: a draw of 5,000 players from the button to the page, advice on the bar, a large file."""

import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

import httpx

from bench.web import busy, player_of, results_of, served
from bench.web_load import SCRIPT, TOKEN, found
from miai.desk.live_state import Desk
from miai.domain.log.history import History
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import register_players
from miai.features.tournament.create_tournament import create_tournament
from miai.formats.egd.read import read
from miai.formats.limits import MOST_PLAYERS
from miai.store.database import open_store

PLAYERS, ROUND, FILE_ROUNDS = 5_000, 2, 5
# What is expected: seconds of the processor, megabytes, and how much slower twice the players may be.
DRAWN, READ, MEGABYTES, TWICE = 5.0, 5.0, 1_000, 2.6
_WARM = 20.0


def main() -> None:
    """Print the times and the memory beside what is expected."""
    print(f"\nThe largest event: {PLAYERS:,} players")
    with tempfile.TemporaryDirectory(prefix="miai-bench-") as name:
        _prepare(Path(name))
        with served(Path(name)) as (process, address, _):
            # The server compiles what the first draw needs after its first page.
            time.sleep(_WARM)
            _draw(process.pid, address)
            _advise(process.pid, address)
    _read_file()


def _touch_memory() -> None:
    """Use as much memory as the draw once, in a process of its own.

    A virtual machine gets its memory from its host at the first use, at up to 8 s per gigabyte; that is a
    property of the host and not of the draw.
    """
    use = f"import numpy; numpy.ones({2 * MEGABYTES * 2**20}, numpy.int8)"
    subprocess.run([sys.executable, "-c", use], check=True)


def _line(title: str, value: float, expected: float, unit: str = "s") -> None:
    verdict = "" if value <= expected else "  TOO MUCH"
    print(f"  {title:58} {value:8.1f} {unit} (expected {expected:,.1f}){verdict}")


def _prepare(folder: Path) -> None:
    chance = random.Random(1)
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        create_tournament(desk, name="Congress", by="director", rounds=8)
        players = [player_of(number, chance) for number in range(PLAYERS)]
        register_players(desk, "congress", players, by="director")
        draw_round(desk, "congress", round=1, by="director")
        desk.change("congress", lambda state: results_of(state, number=1, chance=chance), by="desk")


@dataclass(slots=True)
class _Memory:
    """Watches how much memory a process needs."""

    pid: int
    most: float = 0.0
    stopped: bool = False

    def now(self) -> float:
        with suppress(OSError):
            return (
                int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
                * os.sysconf("SC_PAGESIZE")
                / 2**20
            )
        return 0.0

    def watch(self) -> None:
        while not self.stopped:
            self.most = max(self.most, self.now())
            time.sleep(0.02)


def _draw(pid: int, address: str) -> None:
    """From the button to the page: the form is sent, and the page that follows is loaded."""
    memory = _Memory(pid)
    watching = threading.Thread(target=memory.watch)
    watching.start()
    page = "/t/congress/draw"
    with httpx.Client(base_url=address, timeout=120) as client:
        form = {"csrf": found(TOKEN, client.get(page, params={"round": ROUND}).text), "round": str(ROUND)}
        _touch_memory()
        for title, more in (("first", {}), ("again", {"seed": "7"})):
            begin, before = perf_counter(), busy(pid)
            answer = client.post(f"{page}/make", data=form | more, follow_redirects=True)
            answer.raise_for_status()
            _line(f"draw to page, {title}, processor", busy(pid) - before, DRAWN)
            print(f"  {'the same by the clock':58} {perf_counter() - begin:8.1f} s")
    memory.stopped = True
    watching.join()
    _line("most memory of the server during it", memory.most, MEGABYTES, "MB")


def _advise(pid: int, address: str) -> None:
    """The advice as the page asks for it: again and again until it is there."""
    begin, before, polls = perf_counter(), busy(pid), 0
    with httpx.Client(base_url=address, timeout=120, headers=SCRIPT) as client:
        while "data-src" in client.get("/t/congress/players/advice").raise_for_status().text:
            polls += 1
            time.sleep(0.5)
    print(f"  {'advice on the bar (with a progress bar), processor':58} {busy(pid) - before:8.1f} s")
    print(f"  {'the same by the clock':58} {perf_counter() - begin:8.1f} s, asked {polls + 1} times")


def _read_file() -> None:
    """A result table at the limit, and its replay; half of it, to see how the time grows."""
    times = {}
    for players in (MOST_PLAYERS // 2, MOST_PLAYERS):
        data = _table(players)
        begin = time.process_time()
        event = read(data).tournament
        read_in = time.process_time() - begin
        history = History.of_tournament(event)
        begin = time.process_time()
        history.tournament()
        times[players] = (read_in, time.process_time() - begin)
    (small_read, small_replay), (all_read, all_replay) = times.values()
    _line(f"read a result table of {MOST_PLAYERS:,} players, processor", all_read, READ)
    _line("as many times as long as half of it", all_read / small_read, TWICE, "x")
    _line("replay its log: as many times as long as half of it", all_replay / small_replay, TWICE, "x")


def _table(players: int, seed: int = 3) -> bytes:
    """An invented table with a column of scores that no rule gives, so that all rules are tried."""
    chance = random.Random(seed)
    wins = [0] * players
    results: list[list[str]] = [[] for _ in wins]
    for _ in range(FILE_ROUNDS):
        order = list(range(players))
        chance.shuffle(order)
        for white, black in zip(order[::2], order[1::2], strict=True):
            won = chance.random() < 0.5
            results[white].append(f"{black + 1}{'+' if won else '-'}/w")
            results[black].append(f"{white + 1}{'-' if won else '+'}/b")
            wins[white if won else black] += 1
    lines = [
        f"{i + 1} Surname{i} First{i % 37} {1 + i % 20}k CZ Club{i % 60} {wins[i]} {chance.randrange(50)} "
        + " ".join(results[i])
        for i in range(players)
    ]
    return ("; EV[Large]\n" + "\n".join(lines) + "\n").encode()


if __name__ == "__main__":
    main()
