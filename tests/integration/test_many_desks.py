"""Two result desks and ten phones enter the same tables at once: no contradiction is lost or hidden."""

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from pathlib import Path
from threading import Barrier

import httpx
import pytest

from kit.private_links import token_of
from kit.running_site import Running, running
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.rounds.game import Board, Result
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round
from miai.features.tournament.create_tournament import create_tournament

TABLES = 50
PHONES = 10


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Running]:
    """A server with a published round of fifty games."""
    with running(tmp_path) as server:
        event = create_tournament(server.desk, name="Hall", by="director").id
        players = [
            Player(id=NEW, surname=f"P{i:03}", grade=Grade.parse("5k"), registration=Registration.FINAL)
            for i in range(2 * TABLES)
        ]
        register_players(server.desk, event, players, by="director")
        draw_round(server.desk, event, round=1, by="director")
        publish_round(server.desk, event, round=1, by="director")
        yield replace(server, demo=event)


def _token(client: httpx.Client, url: str) -> str:
    found = re.search(r'name="csrf" value="([^"]+)"', client.get(url).text)
    assert found
    return found[1]


def _desk(hall: Running, name: str, chance: random.Random, said: dict[int, list[Result]]) -> None:
    """A result desk whose page was loaded before anything was entered."""
    with httpx.Client(timeout=60) as client:
        token = _token(client, hall.at("results?round=1"))
        client.post(f"{hall.url}/look", data={"csrf": token, "name": name})
        tables = chance.sample(range(1, TABLES + 1), TABLES)
        for table in tables:
            result = chance.choice([Result.WHITE_WINS, Result.BLACK_WINS])
            said[table].append(result)
            answer = client.post(
                f"{hall.at('results/enter')}?seen=unknown",
                data={"round": "1", "entry": f"{table} {result.value}"},
                headers={"X-CSRF-Token": token, "X-Requested-With": "miai"},
            )
            assert answer.status_code in (200, 409)


def _phone(hall: Running, boards: list[Board], chance: random.Random, said: dict[int, list[Result]]) -> None:
    """Players of several tables, who share a phone."""
    with httpx.Client(timeout=60) as client:
        for board in boards:
            link = f"{hall.url}/p/{hall.demo}/me/{token_of(hall.desk, hall.demo, board.white)}"
            won = chance.random() < 0.5
            said[board.table].append(Result.WHITE_WINS if won else Result.BLACK_WINS)
            sent = {"csrf": _token(client, f"{hall.url}/p/{hall.demo}/me"), "number": "1"}
            answer = client.post(f"{link}/report", data={**sent, "said": "won" if won else "lost"})
            assert answer.status_code == 303


def test_every_contradiction_is_kept_and_shown(hall: Running) -> None:
    boards = list(hall.desk.state(hall.demo).tournament.round(1).boards)
    said: dict[int, list[Result]] = defaultdict(list)
    jobs: list[Callable[[], None]] = [
        *(lambda name=name: _desk(hall, name, random.Random(name), said) for name in ("Anneke", "Tomás")),
        *(lambda i=i: _phone(hall, boards[i::PHONES], random.Random(i), said) for i in range(PHONES)),
    ]
    together = Barrier(len(jobs))

    def run(job: Callable[[], None]) -> None:
        together.wait()
        job()

    with ThreadPoolExecutor(len(jobs)) as pool:
        list(pool.map(run, jobs))

    state = hall.desk.state(hall.demo)
    contradicted = {table for table, results in said.items() if len(set(results)) > 1}
    assert contradicted
    # Every word is in the log: entered, reported or refused; one that repeats what stands needs no entry.
    kept: dict[int, list[Result]] = defaultdict(list)
    for entry in state.history.entries:
        match entry.event:
            case (
                events.ResultEntered(table=table, result=result)
                | events.ResultClaimed(table=table, result=result)
                | events.ResultContested(table=table, result=result)
            ):
                kept[table].append(result)
    assert {table: set(results) for table, results in said.items()} == {
        table: set(results) for table, results in kept.items()
    }
    # And every contradiction waits for a person, in red.
    page = unescape(httpx.get(hall.at("results?round=1&show=settle"), timeout=60).text)
    red = re.findall(r'class="game[^"]* clash[^"]*"[^>]*id="t(\d+)"', page)
    assert set(map(int, red)) == contradicted
    assert f"To settle <b>{len(contradicted)}</b>" in page
    told = unescape(httpx.get(hall.at("history?topic=results"), timeout=60).text)
    assert told.count("Refused: ") > 0
