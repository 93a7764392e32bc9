"""A robot types faster than the network answers; answers are lost, and the server is killed while it types.

Every line must end saved on its own table, or refused on the screen: none lost, none wrong, none twice.
"""

import random
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from conftest import SOAK
from kit.builders import crosstable
from kit.flaky_line import FlakyLine, flaky_line
from kit.serving import Served, free_port, start, stop
from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Registration
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.rounds.game import Result
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round
from miai.features.tournament.create_tournament import create_tournament
from miai.store.database import open_store
from miai.store.people.player_lists import PlayerLists

LOST = 0.05
LINES, PLAYERS, KILLS = (200, 60, 2) if SOAK else (30, 10, 1)
# Milliseconds for each key, and milliseconds until an answer is there.
SPEEDS = [(key, latency) for key in (40, 80, 120) for latency in (0, 150, 400, 1500)] if SOAK else [(40, 150)]
LETTERS = {
    "w": Result.WHITE_WINS,
    "b": Result.BLACK_WINS,
    "wf": Result.WHITE_WINS_BY_DEFAULT,
    "bf": Result.BLACK_WINS_BY_DEFAULT,
}
at_every_speed = pytest.mark.parametrize(("key", "latency"), SPEEDS)


@dataclass
class KilledServer:
    """A server in a process of its own that is killed and started again at the same port."""

    folder: Path
    port: int
    served: Served

    def kill_and_start_again(self) -> threading.Thread:
        """Kill it now; it is there again a few seconds later."""
        stop(self.served)

        def again() -> None:
            self.served = start(self.folder, port=self.port)

        starting = threading.Thread(target=again)
        starting.start()
        return starting


@contextmanager
def hall(browser: Browser, folder: Path, latency: int) -> Iterator[tuple[KilledServer, FlakyLine, Page]]:
    """A server, a bad line to it, and a page; a fault in a script fails."""
    port = free_port()
    server = KilledServer(folder, port, start(folder, port=port))
    faults: list[str] = []
    try:
        with flaky_line(port, latency=latency / 1000, lost=LOST) as line:
            context = browser.new_context(viewport={"width": 1440, "height": 900})
            page = context.new_page()
            page.set_default_navigation_timeout(120_000)
            page.on("pageerror", lambda error: faults.append(str(error)))
            yield server, line, page
            context.close()
    finally:
        stop(server.served)
    assert not faults


def type_lines(page: Page, lines: list[str], key: int, server: KilledServer) -> None:
    """Type the lines, one after the other; meanwhile the server is killed."""
    kills = [len(lines) * kill // (KILLS + 1) for kill in range(1, KILLS + 1)]
    starting: list[threading.Thread] = []
    for at, line in enumerate(lines):
        if at in kills:
            for thread in starting:
                thread.join()
            starting.append(server.kill_and_start_again())
        page.keyboard.type(line, delay=key)
        page.keyboard.press("Enter", delay=key)
    for thread in starting:
        thread.join()
    expect(page.locator("#lines li.waiting")).to_have_count(0, timeout=10_000 * len(lines))
    expect(page.locator("[data-search]")).to_be_focused()
    expect(page.locator("[data-search]")).to_have_value("")


@at_every_speed
def test_every_result_typed_is_saved_on_its_own_table(
    browser: Browser, tmp_path: Path, key: int, latency: int
) -> None:
    drawn = crosstable(" ".join(f"W{table}?B{table}" for table in range(1, LINES + 1)))
    with closing(open_store(tmp_path)) as store:
        event = store.create(History.of_tournament(drawn))
        before = publish_round(Desk(store), event, round=1, by="director").state.version
    chance = random.Random(latency + key)
    typed = {table: chance.choice(list(LETTERS)) for table in chance.sample(range(1, LINES + 1), LINES)}
    with hall(browser, tmp_path, latency) as (server, line, page):
        page.goto(f"http://127.0.0.1:{line.port}/t/{event}/results")
        expect(page.locator("#line")).to_be_focused()
        type_lines(page, [f"{table}{sign}" for table, sign in typed.items()], key, server)
        expect(page.locator("#lines li.refused")).to_have_count(0)
        expect(page.locator(".game.done")).to_have_count(LINES)
        assert line.answers_lost
    with closing(open_store(tmp_path)) as store:
        history = store.history(event)
    saved = [entry.event for entry in history.entries[before:]]
    entered = [each for each in saved if isinstance(each, events.ResultEntered)]
    assert {each.table: each.result for each in entered} == {
        table: LETTERS[sign] for table, sign in typed.items()
    }
    assert len(entered) == len(saved) == LINES


@at_every_speed
def test_every_player_typed_is_entered_once(browser: Browser, tmp_path: Path, key: int, latency: int) -> None:
    people = [(f"{_letters(at)}son", f"{_letters(at * 7)}a", "4k") for at in range(PLAYERS)]
    with closing(open_store(tmp_path)) as store:
        event = create_tournament(Desk(store), name="Spring Open", by="director").id
        known = [_player(*each) for each in people[::3]]
        before = register_players(Desk(store), event, known, by="director").state.version
    with PlayerLists(tmp_path, create=True) as lists:
        listed = tuple(_listed(*each) for each in people[1::3])
        lists.replace(PlayerList(source=ListSource.EGF, players=listed))
    # Players who are entered or in a list need only their name. A listed one who was not seen is a question,
    # and so is the surname of a new one; the first answer is right.
    lines = [
        f"{surname} {first} {grade}" if at % 3 == 2 else f"{surname} {first}"
        for at, (surname, first, grade) in enumerate(people)
    ]
    with hall(browser, tmp_path, latency) as (server, line, page):
        page.goto(f"http://127.0.0.1:{line.port}/t/{event}/players")
        expect(page.locator("#q")).to_be_focused()
        type_lines(page, [*lines, "Nobody"], key, server)
        asked = page.locator("#lines li.open").filter(has_not_text="Nobody")
        while asked.count():
            asked.first.locator("button[data-choice='0']").click()
            expect(page.locator("#lines li.waiting")).to_have_count(0)
        expect(page.locator("#lines li.open")).to_have_count(1)
        expect(page.locator("#players tbody tr")).to_have_count(PLAYERS)
    with closing(open_store(tmp_path)) as store:
        history = store.history(event)
    players = history.tournament().players
    names = Counter(player.name for player in players)
    assert names == Counter(f"{surname} {first}" for surname, first, _ in people)
    assert {player.registration for player in players} == {Registration.FINAL}
    assert len(history.entries) - before == PLAYERS


def _letters(number: int) -> str:
    """A name of letters for a number."""
    syllables = ("bdfgklmnrs"[int(digit)] + "aeiou"[int(digit) % 5] for digit in f"{number + 10:03}")
    return "".join(syllables).title()


def _player(surname: str, first_name: str, grade: str) -> Player:
    return Player(
        id=NEW,
        surname=surname,
        first_name=first_name,
        grade=Grade.parse(grade),
        registration=Registration.PRELIMINARY,
    )


def _listed(surname: str, first_name: str, grade: str) -> ListedPlayer:
    return ListedPlayer(
        source=ListSource.EGF,
        surname=surname,
        first_name=first_name,
        grade=Grade.parse(grade),
        egf_pin=f"{abs(hash(surname)) % 10**8:08}",
    )
