"""People at result desks and players with phones, for the bench of the web application."""

import asyncio
import json
import random
import re
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from time import perf_counter, sleep
from typing import Any

import httpx

TOKEN = re.compile(r'name="csrf" value="([^"]+)"')
_WHITE = re.compile(r'value="(\d+) white" formaction="[^"]*white=([^"&]+)"')
_VERSION = re.compile(r'data-version="(\d+)"')
# When a page showed which version.
Shown = list[tuple[float, int]]
# How long everybody takes to come, and to see the last result, in seconds.
ARRIVING, LEAVING = 3.0, 4.0
# As a script in the browser asks, and somebody who is not at this machine.
SCRIPT = {"X-Requested-With": "miai"}
ELSEWHERE = {"X-Forwarded-For": "192.0.2.1"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How many people enter a result every so many seconds, for how long, and how many phones look on."""

    tournament: str
    round: int
    people: int
    phones: int
    every: float
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """A result that was acknowledged: the version it made, how long that took, and when it was."""

    table: int
    version: int
    took: float
    at: float


@dataclass(slots=True, kw_only=True)
class Page:
    """An open page: rows come by the stream; what they do not tell it asks for, as its script does.

    `shown` says when it showed which version, `loads` how many times it asked.
    """

    browser: httpx.AsyncClient
    plan: Plan
    path: str
    shown: Shown = field(default_factory=list)
    asking: dict[bool, asyncio.Task[None]] = field(default_factory=dict)
    loads: int = 0

    async def follow(self, follows: str, *, after: float = 0.0) -> None:
        """Listen, from a moment on until cancelled."""
        await asyncio.sleep(after)
        where = self.browser.base_url
        reader, writer = await asyncio.open_connection(where.host, where.port)
        asked = f"/t/{self.plan.tournament}/live?follows={follows}"
        host = {"Host": f"{where.host}:{where.port}", **(ELSEWHERE if self._on_a_phone else {})}
        lines = [f"GET {asked} HTTP/1.1", *(f"{name}: {value}" for name, value in host.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        try:
            async for line in reader:
                if line.startswith(b'data: {"version"'):
                    self._heard(json.loads(line[6:]))
        finally:
            writer.close()
            for task in self.asking.values():
                task.cancel()

    @property
    def _on_a_phone(self) -> bool:
        return self.path.startswith("/p/")

    def _heard(self, news: dict[str, Any]) -> None:
        rest = news["rows"] is not None
        if rest:
            self.shown.append((perf_counter(), news["version"]))
            if self._on_a_phone:
                return
        if rest not in self.asking or self.asking[rest].done():
            self.asking[rest] = asyncio.create_task(self._ask(rest=rest))

    async def _ask(self, *, rest: bool) -> None:
        """Ask for the page, or only for what is around its rows, and take a breath."""
        await asyncio.sleep((0.8 if rest else 2.5 if self._on_a_phone else 0.15) * random.random())
        headers = SCRIPT | ({"X-Miai-Rows": "none"} if rest else {})
        answer = await self.browser.get(self.path, headers=headers)
        self.loads += 1
        if not rest:
            self.shown.append((perf_counter(), int(found(_VERSION, answer.text))))
        await asyncio.sleep(0.5 if rest else 1)


@dataclass(slots=True, kw_only=True)
class Load:
    """What came of it: the entries, and for each page when it showed which version."""

    entered: list[Entered] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    desks: list[Shown] = field(default_factory=list)
    phones: list[Shown] = field(default_factory=list)
    loads: int = 0


def put_load(address: str, plan: Plan) -> Load:
    """Let everybody in, enter results for a while, and wait until the last was shown.

    The phones are a process of their own: whoever holds the watch at the desks has nothing else to do.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside:
        phones = beside.submit(_in_the_hall, address, plan)
        sleep(ARRIVING)
        load = asyncio.run(_at_the_desks(address, plan))
        load.phones, loads = phones.result()
        load.loads += loads
    return load


def delay(shown: Shown, entry: Entered) -> float:
    """How long after its acknowledgement a page showed an entry."""
    when = next((when for when, version in shown if version >= entry.version), float("inf"))
    return max(0.0, when - entry.at)


def _in_the_hall(address: str, plan: Plan) -> tuple[list[Shown], int]:
    """All the phones, until the last entry was shown."""

    async def hall() -> list[Page]:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(
            base_url=address, limits=limits, timeout=30, headers=ELSEWHERE
        ) as players:
            pages = [_phone(players, plan, number) for number in range(plan.phones)]
            following = [
                asyncio.create_task(page.follow(follows, after=number / plan.phones))
                for number, (page, follows) in enumerate(pages)
            ]
            await _followed(following, seconds=plan.seconds + 2 * ARRIVING + LEAVING)
        return [page for page, _ in pages]

    pages = asyncio.run(hall())
    return [page.shown for page in pages], sum(page.loads for page in pages)


def _phone(players: httpx.AsyncClient, plan: Plan, number: int) -> tuple[Page, str]:
    """A player with the pairings, by name or by table."""
    kind = "tables" if number % 4 == 0 else "names"
    path = f"/p/{plan.tournament}" + ("?by=table" if kind == "tables" else "")
    return Page(browser=players, plan=plan, path=path), f"{kind}:{plan.round}"


async def _at_the_desks(address: str, plan: Plan) -> Load:
    load, share = Load(), int(plan.seconds / plan.every)
    async with httpx.AsyncClient(base_url=address, timeout=30) as director:
        boards = _WHITE.findall((await director.get(f"/t/{plan.tournament}/results")).text)
    random.Random(2).shuffle(boards)
    # Everybody begins when every desk has its page.
    ready = asyncio.Barrier(plan.people)
    people = [
        asyncio.create_task(
            _person(address, plan, load, boards[number * share :][:share], number=number, ready=ready)
        )
        for number in range(plan.people)
    ]
    await _followed(people, seconds=plan.seconds + ARRIVING + LEAVING)
    return load


async def _followed(tasks: list[asyncio.Task[None]], *, seconds: float) -> None:
    """Let all go on for a while; whoever stops before has a fault."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if done:
        raise SystemExit(f"somebody could not go on: {done.pop().exception()!r}")


async def _person(
    address: str,
    plan: Plan,
    load: Load,
    boards: list[tuple[str, str]],
    *,
    number: int,
    ready: asyncio.Barrier,
) -> None:
    """Somebody at a result desk, who enters one result after the other and then looks on."""
    chance = random.Random(number)
    path = f"/t/{plan.tournament}/results"
    async with httpx.AsyncClient(base_url=address, timeout=30) as browser:
        page = Page(browser=browser, plan=plan, path=path)
        load.desks.append(page.shown)
        token = found(TOKEN, (await browser.get(path)).text)
        following = asyncio.create_task(page.follow(f"results:{plan.round}"))
        await ready.wait()
        await asyncio.sleep(1 + plan.every * number / plan.people)
        begin = perf_counter()
        for turn, (table, white) in enumerate(boards):
            await asyncio.sleep(max(0.0, begin + turn * plan.every - perf_counter()))
            sent = perf_counter()
            answer = await browser.post(
                f"{path}/enter?seen=unknown&white={white}",
                data={"csrf": token, "round": str(plan.round), "entry": f"{table} {chance.choice('wb')}"},
                headers=SCRIPT | {"X-Miai-Page": path},
            )
            now = perf_counter()
            if answer.is_error:
                load.refused.append(answer.text)
                continue
            version = int(answer.json()["version"])
            load.entered.append(Entered(table=int(table), version=version, took=now - sent, at=now))
        try:
            await following
        finally:
            load.loads += page.loads


def found(pattern: re.Pattern[str], text: str) -> str:
    """What a page says somewhere."""
    match = pattern.search(text)
    if match is None:
        raise SystemExit(f"the page has no {pattern.pattern}")
    return match[1]
