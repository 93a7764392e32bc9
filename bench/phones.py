"""A round is published while 2,000 phones show the pairings: how soon all show it, how fast clicks are."""

import asyncio
import json
import os
import random
import re
import tempfile
import zlib
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from multiprocessing import get_context
from multiprocessing.managers import SyncManager
from pathlib import Path
from threading import Event
from time import perf_counter, sleep

import httpx

from bench.web import busy, player_of, results_of, served
from bench.web_load import SCRIPT, TOKEN, found
from miai.desk.live_state import Desk
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import register_players
from miai.features.publish.publish_round import publish_round
from miai.features.tournament.create_tournament import create_tournament
from miai.server.signing import Signer
from miai.store.database import open_store

PLAYERS, PHONES, ROUND, EVENT = 1_000, 2_000, 3, "congress"
# What is expected: everybody sees the round within these seconds, and a click takes this long at most.
ALL_UPDATED, CLICK = 5.0, 0.200
_PATIENCE = 60.0
# What the director looks at between two results.
_LOOKED_AT = ("", "schedule", "settings")
_LANGUAGES = ("en", "fr", "de")
_VERSION = re.compile(rb'data-version="(\d+)"')
_WHITE = re.compile(r'value="(\d+) white" formaction="[^"]*white=([^"&]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """The phones: where they look, the entry that they show, the cookies of those that know their player."""

    address: str
    server: int
    since: int
    cookies: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Phone:
    """What happened to a phone: when it heard of the round, asked for the page, and showed it."""

    heard: float = 0.0
    asked: float = 0.0
    shown: float = 0.0
    fault: str = ""


@dataclass(slots=True, kw_only=True)
class Clicks:
    """How long the director's clicks took, by what they did, and how long the server was busy meanwhile."""

    took: dict[str, list[float]] = field(default_factory=dict)
    published_in: float = 0.0
    kept_busy: float = 0.0

    def note(self, what: str, began: float) -> None:
        """Keep the time of a click."""
        self.took.setdefault(what, []).append(perf_counter() - began)


def main() -> None:
    """Print the times beside what is expected."""
    print(f"\nA round of {PLAYERS:,} players is published: {PHONES:,} phones, all behind one address")
    print(f"  (load of this machine before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores)")
    with tempfile.TemporaryDirectory(prefix="miai-bench-") as name:
        folder = Path(name)
        hall = _prepare(folder)
        with served(folder) as (process, address, _):
            # Until the kernel is loaded; the director has used these pages in the rounds before.
            sleep(5)
            for page in ("draw", "results", *_LOOKED_AT):
                httpx.get(f"{address}/t/{EVENT}/{page}".rstrip("/"), timeout=60).raise_for_status()
            hall = replace(hall, address=address, server=process.pid)
            phones, clicks, published = _publish(hall)
    _tell(phones, clicks, published)


def _prepare(folder: Path) -> Hall:
    """Two rounds played, the third a draft; half of the players' phones know whose they are."""
    chance = random.Random(1)
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        create_tournament(desk, name=EVENT.capitalize(), by="director", rounds=8)
        register_players(desk, EVENT, [player_of(number, chance) for number in range(PLAYERS)], by="director")
        for number in range(1, ROUND + 1):
            draw_round(desk, EVENT, round=number, by="director")
            if number < ROUND:
                publish_round(desk, EVENT, round=number, by="director")
                desk.change(EVENT, partial(results_of, number=number, chance=chance), by="desk")
        state = desk.state(EVENT)
        secret = store.value("secret of the cookies") or store.first_value("secret of the cookies", "bench")
        write = partial(Signer(secret).write, "whose phone")
        known = [
            f"miai_me_{EVENT}={write([EVENT, each.id, ''])}" for each in state.tournament.players[:PLAYERS]
        ]
    cookies = [known[number % len(known)] if number % 2 else "" for number in range(PHONES)]
    return Hall(address="", server=0, since=state.version, cookies=tuple(cookies))


def _publish(hall: Hall) -> tuple[list[Phone], Clicks, float]:
    """Let all phones in, publish, click until all have it."""
    with (
        SyncManager(ctx=get_context("spawn")) as manager,
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as beside,
    ):
        ready = manager.Event()
        phones = beside.submit(_in_the_hall, hall, ready)
        while not ready.wait(1):
            if phones.done():
                break
        clicks = Clicks()
        before = busy(hall.server)
        with httpx.Client(base_url=hall.address, timeout=60) as director:
            published = _direct(director, clicks, phones)
            found_out = phones.result()
        clicks.kept_busy = busy(hall.server) - before
        return found_out, clicks, published


def _direct(director: httpx.Client, clicks: Clicks, phones: "Future[list[Phone]]") -> float:
    """The director publishes, and then goes on clicking until the last phone shows the round."""
    page = f"/t/{EVENT}/draw"
    token = found(TOKEN, director.get(page).text)
    headers = SCRIPT | {"X-Miai-Page": page}
    published = perf_counter()
    answer = director.post(
        f"{page}/publish", data={"csrf": token, "round": str(ROUND), "knowing": "yes"}, headers=headers
    )
    answer.raise_for_status()
    clicks.published_in = perf_counter() - published
    boards = _WHITE.findall(director.get(f"/t/{EVENT}/results").text)
    for table, white in boards:
        if phones.done():
            break
        _click(director, clicks, token, table, white)
        sleep(0.5)
    return published


def _click(director: httpx.Client, clicks: Clicks, token: str, table: str, white: str) -> None:
    """Enter a result and look at another page."""
    path = f"/t/{EVENT}/results"
    began = perf_counter()
    director.post(
        f"{path}/enter?seen=unknown&white={white}",
        data={"csrf": token, "round": str(ROUND), "entry": f"{table} w"},
        headers=SCRIPT | {"X-Miai-Page": path},
    ).raise_for_status()
    clicks.note("enter a result", began)
    for page in _LOOKED_AT:
        began = perf_counter()
        director.get(f"/t/{EVENT}/{page}".rstrip("/")).raise_for_status()
        clicks.note(f"open {page or 'the overview'}", began)


# The phones -----------------------------------------------------------------------------


def _in_the_hall(hall: Hall, ready: Event) -> list[Phone]:
    """All phones, in a process of their own, until each shows the round or has given up."""

    async def follow_all() -> list[Phone]:
        phones = [Phone() for _ in hall.cookies]
        waiting = asyncio.Semaphore(100)
        listening = asyncio.Barrier(len(phones) + 1)
        tasks = [
            asyncio.create_task(_follow(hall, number, phone, waiting, listening))
            for number, phone in enumerate(phones)
        ]
        await listening.wait()
        ready.set()
        for stream in await asyncio.gather(*tasks):
            if stream:
                stream.close()
        return phones

    return asyncio.run(follow_all())


async def _follow(
    hall: Hall, number: int, phone: Phone, waiting: asyncio.Semaphore, listening: asyncio.Barrier
) -> asyncio.StreamWriter | None:
    """Open the stream, wait for the round, and fetch the page as the script does; the stream stays open."""
    try:
        async with waiting:
            asked = f"/t/{EVENT}/live?since={hall.since}&follows=names%3Alast"
            reader, writer = await _ask(hall, number, asked)
            if b" 200 " not in (status := await reader.readline()):
                phone.fault = f"stream refused: {status!r}"
            async for line in reader:
                if line.startswith(b"retry"):
                    break
    except OSError as error:
        phone.fault = repr(error)
    await listening.wait()
    if phone.fault:
        return None
    try:
        async with asyncio.timeout(_PATIENCE):
            async for line in reader:
                if line.startswith(b'data: {"version"'):
                    break
            phone.heard = perf_counter()
            # As the script of the page, so that not all ask in the same moment.
            await asyncio.sleep(json.loads(line[6:])["spread"] / 1000 * random.random())
            phone.asked = perf_counter()
            await _fetch(hall, number, phone)
    except (OSError, TimeoutError, EOFError) as error:
        phone.fault = repr(error)
    return writer


async def _fetch(hall: Hall, number: int, phone: Phone) -> None:
    """Fetch the page on a connection of its own."""
    reader, writer = await _ask(hall, number, f"/p/{EVENT}")
    status = await reader.readline()
    head = await reader.readuntil(b"\r\n\r\n")
    body = await _body(reader, head.lower())
    phone.shown = perf_counter()
    writer.close()
    # Its beginning says which version it shows.
    text = (
        zlib.decompressobj(wbits=31).decompress(body, 8_192)
        if b"content-encoding: gzip" in head.lower()
        else body
    )
    version = _VERSION.search(text)
    if b" 200 " not in status or version is None or int(version[1]) <= hall.since:
        phone.fault = f"page: {status!r}"


async def _body(reader: asyncio.StreamReader, head: bytes) -> bytes:
    length = re.search(rb"content-length: (\d+)", head)
    if length:
        return await reader.readexactly(int(length[1]))
    parts = []
    while size := int(await reader.readline(), 16):
        parts.append(await reader.readexactly(size))
        await reader.readline()
    return b"".join(parts)


async def _ask(hall: Hall, number: int, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Send a request from a phone in the hall, in one of three languages."""
    where = httpx.URL(hall.address)
    reader, writer = await asyncio.open_connection(where.host, where.port)
    headers = {
        "Host": f"{where.host}:{where.port}",
        "X-Forwarded-For": "192.0.2.1",
        "Accept-Language": _LANGUAGES[number % len(_LANGUAGES)],
        "Accept-Encoding": "gzip",
        "X-Miai-Shared": str(hall.since + 1),
        **SCRIPT,
        **({"Cookie": hall.cookies[number]} if hall.cookies[number] else {}),
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    return reader, writer


# What came of it ------------------------------------------------------------------------


def _tell(phones: Sequence[Phone], clicks: Clicks, published: float) -> None:
    faults = [phone.fault for phone in phones if phone.fault]
    good = [phone for phone in phones if not phone.fault]
    print(f"  {'phones refused or without the round':52} {len(faults):8} (expected 0)")
    for fault in sorted(set(faults))[:3]:
        print(f"    {faults.count(fault)} times: {fault}")
    _line("director: publish the round", clicks.published_in, CLICK)
    _line("all phones heard of it", max(phone.heard for phone in good) - published, ALL_UPDATED)
    _line("a phone shows it, median", _median([phone.shown - published for phone in good]), ALL_UPDATED)
    _line("all phones show it", max(phone.shown for phone in good) - published, ALL_UPDATED)
    _line("a page, median", _median([phone.shown - phone.asked for phone in good]), ALL_UPDATED)
    for what, took in clicks.took.items():
        _line(f"director: {what}, median of {len(took)}", _median(took), CLICK)
        _line(f"director: {what}, the slowest", max(took), CLICK)
    print(f"  the server kept a core busy for {clicks.kept_busy:.1f} s after the publication")


def _median(times: Sequence[float]) -> float:
    return sorted(times)[len(times) // 2]


def _line(title: str, took: float, expected: float) -> None:
    verdict = "" if took <= expected else "  TOO SLOW"
    print(f"  {title:52} {1000 * took:8.1f} ms (expected {1000 * expected:,.0f}){verdict}")


if __name__ == "__main__":
    main()
