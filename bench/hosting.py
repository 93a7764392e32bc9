"""What a server needs for 1, 50 and 500 events of 60 players: disk, memory, start, and time for a page."""

import os
import random
import tempfile
from contextlib import closing
from functools import partial
from pathlib import Path
from time import sleep

import httpx

from bench.web import busy, player_of, results_of, served
from miai.desk.live_state import Desk
from miai.domain.log.history import History
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import register_players
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store

SIZES, PLAYERS, ROUNDS = (1, 50, 500), 60, 5
# A server that needs less of the processor in a second has nothing left to prepare.
_IDLE = 0.05


def main() -> None:
    """Print a line for each number of events."""
    print(f"\nHosting: events of {PLAYERS} players and {ROUNDS} rounds, all played, each opened once")
    print("  Times are of the processor; the start ends with the first list of all events.")
    print("  events   disk MB   start s   memory MB   ms a page")
    with tempfile.TemporaryDirectory(prefix="miai-bench-") as name:
        played = _played(Path(name) / "one")
        for size in SIZES:
            folder = Path(name) / str(size)
            _copy(folder, played, size)
            _look(folder, size)


def _played(folder: Path) -> History:
    chance = random.Random(1)
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        event = create_tournament(desk, name="Open", by="director", rounds=ROUNDS).id
        register_players(desk, event, [player_of(number, chance) for number in range(PLAYERS)], by="director")
        for number in range(1, ROUNDS + 1):
            draw_round(desk, event, round=number, by="director")
            desk.change(event, partial(results_of, number=number, chance=chance), by="desk")
        return desk.state(event).history


def _copy(folder: Path, played: History, size: int) -> None:
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        for number in range(size):
            desk.create(History(entries=played.entries), id=f"open-{number}")


def _settled(process: int) -> float:
    """Wait until nothing is prepared in the background any more; the time of the processor until then."""
    before, now = -1.0, busy(process)
    while now - before > _IDLE:
        sleep(1)
        before, now = now, busy(process)
    return now


def _look(folder: Path, size: int) -> None:
    with served(folder) as (process, address, _), httpx.Client(base_url=address, timeout=60) as client:
        started = busy(process.pid)
        before = _settled(process.pid)
        for number in range(size):
            client.get(f"/t/open-{number}/standings").raise_for_status()
        pages = busy(process.pid) - before
        resident = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        memory = resident * os.sysconf("SC_PAGESIZE") / 2**20
        disk = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 2**20
        print(f"  {size:6} {disk:9.1f} {started:9.1f} {memory:11.0f} {1000 * pages / size:11.0f}")
