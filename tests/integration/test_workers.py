"""Several workers on one port, over a PostgreSQL server."""

import json
import os
import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from kit.postgresql import new_database
from kit.riverside import open_riverside
from kit.serving import Served, Visitor, start, stop
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.features.publish.unpublish import unpublish_standings
from miai.server.app_state import Serving
from miai.serving.workers import demand_workers_possible
from miai.store.database import Database, open_store

ENTRY = "the-same-entry-sent-by-many"


@pytest.fixture(scope="module")
def url() -> str:
    """A database with the Riverside Open."""
    return new_database()


@pytest.fixture(scope="module")
def served(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with two workers."""
    folder = tmp_path_factory.mktemp("workers")
    with closing(open_store(folder, url)) as store:
        open_riverside(Desk(store), id="demo")
        # So that results of round 4 are changed without a question.
        unpublish_standings(Desk(store), "demo", after=4, by="director")
    with (folder / "log").open("w") as log:
        found = start(folder, more=["--database", url, "--workers", "2"], log=log)
        try:
            wait_for_workers(found, 2)
            yield found
            found.process.send_signal(signal.SIGTERM)
            found.process.communicate(timeout=60)
        finally:
            stop(found)
    assert found.process.returncode == 0


def workers_of(served: Served) -> set[int]:
    """The processes that serve."""
    path = Path(f"/proc/{served.process.pid}/task/{served.process.pid}/children")
    children = {int(each) for each in path.read_text().split()}
    return {each for each in children if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()}


def metrics(served: Served, name: str) -> float:
    """A measurement of all workers together."""
    lines = httpx.get(f"{served.url}/metrics", timeout=60).text.splitlines()
    return sum(float(line.rpartition(" ")[2]) for line in lines if line.startswith(name))


def changed(store: Database, table: int) -> str:
    """What to type to change the result of a table."""
    board = Desk(store).state("demo").tournament.round(4).board_at(table)
    return f"{table} {'b' if board and board.result is Result.WHITE_WINS else 'w'}"


def wait_for_workers(served: Served, many: int) -> None:
    """Wait until all workers answer."""
    for _ in range(600):
        if len(workers_of(served)) == many and metrics(served, "miai_version{") >= 1:
            return
        time.sleep(0.1)
    raise AssertionError("the workers did not start")


def test_a_request_that_both_workers_get_is_carried_out_once(
    served: Served, url: str, tmp_path: Path
) -> None:
    with closing(open_store(tmp_path, url)) as store:
        before = Desk(store).state("demo").version
        with Visitor(served.url, "/t/demo/results") as desk:
            fields = {"csrf": desk.token, "round": "4", "entry": changed(store, 1)}
            headers = {"X-Requested-With": "miai", "X-Miai-Page": desk.page, "X-Miai-Entry": ENTRY}
            cookies = dict(desk.client.cookies)

            def send(_: int) -> int:
                # A connection of its own, which either worker accepts.
                with httpx.Client(base_url=served.url, cookies=cookies, timeout=30) as client:
                    return client.post("/t/demo/results/enter", data=fields, headers=headers).status_code

            with ThreadPoolExecutor(12) as pool:
                answers = list(pool.map(send, range(24)))
        assert set(answers) == {200}
        assert Desk(store).state("demo").version == before + 1


def test_a_page_follows_what_is_entered_at_the_other_worker(served: Served, url: str, tmp_path: Path) -> None:
    heard, opened = threading.Semaphore(0), threading.Semaphore(0)

    def follow() -> None:
        with httpx.stream("GET", f"{served.url}/t/demo/live", timeout=30) as answer:
            opened.release()
            for line in answer.iter_lines():
                if line.startswith("data: {") and json.loads(line[6:]).get("entries"):
                    heard.release()
                    return

    # More streams than one: each of the workers has some, and whoever enters something is at one of them.
    threads = [threading.Thread(target=follow) for _ in range(6)]
    for each in threads:
        each.start()
        opened.acquire(timeout=30)
    with Visitor(served.url, "/t/demo/results") as desk:
        with closing(open_store(tmp_path, url)) as store:
            entry = changed(store, 2)
        assert desk.enter(4, entry, seen="").status_code == 200
    for each in threads:
        assert heard.acquire(timeout=30)
        each.join(30)


def test_a_worker_that_dies_is_replaced(served: Served) -> None:
    before = workers_of(served)
    os.kill(min(before), signal.SIGKILL)
    for _ in range(600):
        now = workers_of(served)
        if len(now) == 2 and now != before:
            break
        time.sleep(0.1)
    assert len(now - before) == 1
    assert httpx.get(f"{served.url}/health").json()["status"] == "ok"


def test_several_workers_over_a_file_are_refused() -> None:
    with pytest.raises(InputError, match="several workers need a PostgreSQL server"):
        demand_workers_possible(Serving(workers=2))
