"""A congress in the browser: 1,000 players, 500 boards, 20 people entering results, 200 phones looking on."""

import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter

import httpx

from bench.web_load import SCRIPT, TOKEN, Load, Plan, delay, found, put_load
from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Result
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store

PLAYERS, ROUND = 1_000, 3
PLAN = Plan(tournament="congress", round=ROUND, people=20, phones=200, every=2.0, seconds=40.0)
# What is expected, in seconds.
ACKNOWLEDGED, UPDATED, DRAW_PAGE, FIRST_PAGE = 0.050, 1.0, 1.0, 2.0


def main() -> None:
    """Print the times beside what is expected."""
    print(f"\nIn the browser: {PLAYERS:,} players, {PLAN.people} people entering, {PLAN.phones} phones")
    print(f"  (load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)")
    with tempfile.TemporaryDirectory(prefix="miai-bench-") as name:
        folder = Path(name)
        _prepare(folder)
        fsync = _fsync(folder)
        _starts(folder)
        with served(folder) as (process, address, _):
            _draw_page(address)
            before = busy(process.pid)
            load = put_load(address, PLAN)
            kept_busy = busy(process.pid) - before
            process.kill()
        _tell(load, fsync, kept_busy)
        _durable(folder, load)


def _line(title: str, took: float, expected: float) -> None:
    verdict = "" if took <= expected else "  TOO SLOW"
    print(f"  {title:52} {1000 * took:8.1f} ms (expected {1000 * expected:,.0f}){verdict}")


def _at(times: Sequence[float], part: float) -> float:
    """The time that a part of all stays below."""
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


# The event -------------------------------------------------------------------------


def _prepare(folder: Path) -> None:
    """Two rounds played, the third drawn and published."""
    chance = random.Random(1)
    event = PLAN.tournament
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        create_tournament(desk, name=event.capitalize(), by="director", rounds=8)
        register_players(desk, event, [player_of(number, chance) for number in range(PLAYERS)], by="director")
        for number in range(1, ROUND + 1):
            draw_round(desk, event, round=number, by="director")
            publish_round(desk, event, round=number, by="director")
            if number < ROUND:
                desk.change(event, partial(results_of, number=number, chance=chance), by="desk")
        publish_standings(desk, event, after=ROUND - 1, by="director")


def player_of(number: int, chance: random.Random) -> Player:
    """An invented player."""
    return Player(
        id=NEW,
        surname=f"Surname{number}",
        first_name=f"First{number % 37}",
        grade=Grade.of_number(max(-20, min(6, round(chance.gauss(-5, 6))))),
        country=chance.choice(("CZ", "DE", "FI", "FR", "NL")),
        club=f"Club{chance.randrange(60)}",
        registration=Registration.FINAL,
    )


def results_of(state: State, *, number: int, chance: random.Random) -> list[events.Event]:
    """A result for each board of a round."""
    return [
        events.ResultEntered(
            round=number, table=board.table, result=chance.choice((Result.WHITE_WINS, Result.BLACK_WINS))
        )
        for board in state.tournament.round(number).boards
    ]


# The server ------------------------------------------------------------------------


@contextmanager
def served(folder: Path, **more: str) -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """A server of its own, its address, and how long its first page took from the start."""
    begin = perf_counter()
    words = [sys.executable, "-m", "miai", "serve", "--data", str(folder), "--port", "0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env={**os.environ, **more})
    try:
        said = process.stdout.readline() if process.stdout else ""
        address = found(re.compile(r"(http://\S+?)/ "), said)
        httpx.get(address, timeout=60).raise_for_status()
        yield process, address, perf_counter() - begin
    finally:
        process.kill()
        process.wait()


def _starts(folder: Path) -> None:
    """How long a start takes, and a page of the large event right after it; compiled code kept, and not."""
    for title, more in (("", {}), (", nothing compiled", {"NUMBA_CACHE_DIR": str(folder / "compiled")})):
        with served(folder, **more) as (_, address, first):
            _line(f"start to first page{title}", first, FIRST_PAGE)
            begin = perf_counter()
            httpx.get(f"{address}/t/{PLAN.tournament}/results", timeout=60).raise_for_status()
            _line(f"results page at once after it{title}", perf_counter() - begin, FIRST_PAGE)


def _draw_page(address: str) -> None:
    """The draw with its reasons and its proof: newly drawn, after a change by hand, and again."""
    page = f"/t/{PLAN.tournament}/draw"
    with httpx.Client(base_url=address, timeout=60, headers=SCRIPT) as client:
        form = {"csrf": found(TOKEN, client.get(page).text), "round": str(ROUND)}
        steps = (
            ("newly drawn", "make", {"seed": "7"}),
            ("after a change by hand", "colours", {"table": "500"}),
            ("published", "publish", {"knowing": "yes"}),
        )
        for title, action, more in steps:
            client.post(f"{page}/{action}", data=form | more).raise_for_status()
            begin = perf_counter()
            client.get(page).raise_for_status()
            _line(f"draw page of 500 boards, {title}", perf_counter() - begin, DRAW_PAGE)


def busy(pid: int) -> float:
    """The seconds that a process has kept a core busy; where that cannot be read, none."""
    try:
        ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _fsync(folder: Path, times: int = 200) -> list[float]:
    """How long the disk takes to keep a page, in the same folder."""
    taken = []
    with (folder / "probe").open("wb") as file:
        for _ in range(times):
            begin = perf_counter()
            file.write(bytes(4096))
            file.flush()
            os.fsync(file.fileno())
            taken.append(perf_counter() - begin)
    median, most = 1000 * _at(taken, 0.5), 1000 * _at(taken, 0.99)
    print(f"  {'fsync of 4 kB, median':52} {median:8.1f} ms, p99 {most:.1f} ms")
    return taken


# What came of it -------------------------------------------------------------------


def _tell(load: Load, fsync: list[float], busy: float) -> None:
    taken = [entry.took for entry in load.entered]
    print(f"  {len(taken)} results entered, {len(load.refused)} refused; {load.loads} pages asked for anew;")
    print(f"  the server kept {busy / PLAN.seconds:.0%} of one core busy")
    _line("entry acknowledged, median", _at(taken, 0.5), ACKNOWLEDGED)
    _line("entry acknowledged, p99", _at(taken, 0.99), ACKNOWLEDGED + _at(fsync, 0.99))
    for title, pages in (("phone", load.phones), ("result desk", load.desks)):
        late = [delay(shown, entry) for shown in pages for entry in load.entered]
        _line(f"then shown on a {title}, median", _at(late, 0.5), UPDATED)
        _line(f"then shown on a {title}, the worst of {len(late):,}", max(late), UPDATED)


def _durable(folder: Path, load: Load) -> None:
    """Every acknowledged result is in the file of the killed server."""
    with closing(open_store(folder)) as store:
        drawn = Desk(store).state(PLAN.tournament).tournament.round(ROUND)
    known = {board.table for board in drawn.boards if board.result.known}
    lost = [entry for entry in load.entered if entry.table not in known]
    print(f"  {'acknowledged, and lost when the server was killed':52} {len(lost):8} (expected 0)")


if __name__ == "__main__":
    main()
