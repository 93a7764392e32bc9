"""People at result desks and players with phones, for the bench of the web application."""

import asyncio
import json
import random
import re
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import httpx

TOKEN = re.compile(r'name="csrf" value="([^"]+)"')
_WHITE = re.compile(r'value="(\d+) w" formaction="[^"]*white=([^"&]+)"')
_VERSION = re.compile(r'data-version="(\d+)"')
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
    shown: list[tuple[float, int]] = field(default_factory=list)
    asking: dict[bool, asyncio.Task[None]] = field(default_factory=dict)
    loads: int = 0

    async def follow(self, follows: str) -> None:
        """Listen until cancelled."""
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

    def delay(self, entry: Entered) -> float:
        """How long after its acknowledgement the page showed an entry."""
        when = next((when for when, version in self.shown if version >= entry.version), float("inf"))
        return max(0.0, when - entry.at)

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
    """What came of it; the entries begin when every desk has its page."""

    ready: asyncio.Barrier
    entered: list[Entered] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    desks: list[Page] = field(default_factory=list)
    phones: list[Page] = field(default_factory=list)


async def put_load(address: str, plan: Plan) -> Load:
    """Let everybody in, enter results for a while, and wait until the last was shown."""
    load = Load(ready=asyncio.Barrier(plan.people))
    limits = httpx.Limits(max_connections=None)
    async with (
        httpx.AsyncClient(base_url=address, limits=limits, timeout=30, headers=ELSEWHERE) as players,
        httpx.AsyncClient(base_url=address, timeout=30) as director,
    ):
        phones = [asyncio.create_task(_phone(players, plan, load, number)) for number in range(plan.phones)]
        await asyncio.sleep(2)
        boards = _WHITE.findall((await director.get(f"/t/{plan.tournament}/results")).text)
        random.Random(2).shuffle(boards)
        share = int(plan.seconds / plan.every)
        people = [
            asyncio.create_task(_person(address, plan, load, boards[number * share :][:share], number))
            for number in range(plan.people)
        ]
        await asyncio.wait([*people, *phones], timeout=plan.seconds + 10)
        for task in (*people, *phones):
            task.cancel()
        ended = await asyncio.gather(*people, *phones, return_exceptions=True)
    faults = [each for each in ended if not isinstance(each, asyncio.CancelledError)]
    if faults:
        raise SystemExit(f"somebody could not go on: {faults[0]!r}")
    return load


async def _person(address: str, plan: Plan, load: Load, boards: list[tuple[str, str]], number: int) -> None:
    """Somebody at a result desk, who enters one result after the other."""
    chance = random.Random(number)
    path = f"/t/{plan.tournament}/results"
    async with httpx.AsyncClient(base_url=address, timeout=30) as browser:
        page = Page(browser=browser, plan=plan, path=path)
        load.desks.append(page)
        token = found(TOKEN, (await browser.get(path)).text)
        following = asyncio.create_task(page.follow(f"results:{plan.round}"))
        await load.ready.wait()
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
        await following


async def _phone(players: httpx.AsyncClient, plan: Plan, load: Load, number: int) -> None:
    """A player with the pairings, by name or by table."""
    kind = "tables" if number % 4 == 0 else "names"
    path = f"/p/{plan.tournament}" + ("?by=table" if kind == "tables" else "")
    page = Page(browser=players, plan=plan, path=path)
    load.phones.append(page)
    await asyncio.sleep(number / plan.phones)
    await page.follow(f"{kind}:{plan.round}")


def found(pattern: re.Pattern[str], text: str) -> str:
    """What a page says somewhere."""
    match = pattern.search(text)
    if match is None:
        raise SystemExit(f"the page has no {pattern.pattern}")
    return match[1]
