"""One answer for all phones that ask for the same page."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any

import httpx
import pytest

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.domain.rounds.game import Result
from miai.features.results.enter_result import enter_result
from miai.server.live.broadcast import Watcher
from miai.server.request_context import Visit
from miai.server.roles import Role

PAGE = "/p/demo"


class Hall:
    """Phones that ask a site on one event loop, while somebody watches the tournament."""

    def __init__(self, site: Site) -> None:
        self._transport = httpx.ASGITransport(site.app, client=("192.0.2.1", 50_000))
        self.version = site.desk.state("demo").version

    async def ask(self, *, me: str = "", language: str = "en", **headers: str) -> httpx.Response:
        """Ask for the page as its script does."""
        sent = {"X-Requested-With": "miai", "X-Miai-Shared": str(self.version), "Accept-Language": language}
        cookies = {"miai_me_demo": me} if me else {}
        async with httpx.AsyncClient(
            transport=self._transport, base_url="http://hall", cookies=cookies
        ) as phone:
            return await phone.get(PAGE, headers={**sent, **headers})


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates that were rendered."""
    rendered: list[str] = []
    page = Visit.page

    def noted(visit: Visit, template: str, **values: Any) -> str:
        rendered.append(template)
        return page(visit, template, **values)

    monkeypatch.setattr(Visit, "page", noted)
    return rendered


def in_hall(site: Site, run: Callable[[Hall], Awaitable[None]]) -> None:
    """Let phones ask while somebody watches."""

    async def watched() -> None:
        hub = site.app.state.app_state.hub
        async with aclosing(hub.stream("demo", Watcher(name="", role=Role.PUBLIC), None)) as stream:
            await anext(stream)
            await run(Hall(site))

    asyncio.run(watched())


@pytest.mark.usefixtures("demo_id")
def test_a_page_that_many_ask_for_at_once_is_made_once_for_each_language(site: Site, made: list[str]) -> None:
    async def run(hall: Hall) -> None:
        answers = await asyncio.gather(*(hall.ask(language=each) for each in ("en", "de") * 20))
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.text for answer in answers}) == 2

    in_hall(site, run)
    assert len(made) == 2


@pytest.mark.usefixtures("demo_id")
def test_a_phone_that_goes_away_while_it_waits_takes_the_page_from_nobody(
    site: Site, made: list[str]
) -> None:
    async def run(hall: Hall) -> None:
        first, gone, other = (asyncio.create_task(hall.ask()) for _ in range(3))
        while not made:
            await asyncio.sleep(0)
        gone.cancel()
        assert (await first).status_code == (await other).status_code == 200
        assert gone.cancelled()

    in_hall(site, run)
    assert len(made) == 1


@pytest.mark.usefixtures("demo_id")
def test_what_all_phones_get_says_nothing_of_whoever_asked_first(site: Site) -> None:
    player = site.desk.state("demo").tournament.players[0].id
    me = site.app.state.app_state.signer.write("whose phone", ["demo", player, ""])

    async def run(hall: Hall) -> None:
        own, other = await hall.ask(me=me), await hall.ask()
        assert own.text == other.text
        assert 'aria-current="true" id=' not in own.text
        assert 'name="csrf" value=""' in own.text
        assert "set-cookie" not in own.headers
        # A page that is opened, not fetched again, is the reader's own.
        opened = await hall.ask(me=me, **{"X-Miai-Shared": ""})
        assert f'aria-current="true" id="seat-{player}"' in opened.text
        assert f'data-me="{player}"' in opened.text

    in_hall(site, run)


@pytest.mark.usefixtures("demo_id")
def test_a_phone_that_heard_of_an_entry_gets_a_page_with_it(site: Site, made: list[str]) -> None:
    async def run(hall: Hall) -> None:
        before = await hall.ask()
        await asyncio.to_thread(change_result, site.desk)
        hall.version += 1
        after = await hall.ask()
        assert f'data-version="{hall.version}"' in after.text
        assert before.text != after.text
        assert len(made) == 2

    in_hall(site, run)


@pytest.mark.usefixtures("demo_id")
def test_the_director_never_gets_the_answer_of_the_phones(site: Site) -> None:
    async def run(hall: Hall) -> None:
        await hall.ask()
        transport = httpx.ASGITransport(site.app, client=("127.0.0.1", 50_000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as director:
            answer = await director.get(PAGE, headers={"X-Miai-Shared": "0", "X-Requested-With": "miai"})
        assert 'name="csrf" value=""' not in answer.text

    in_hall(site, run)


def change_result(desk: Desk) -> None:
    board = desk.state("demo").tournament.round(4).boards[0]
    other = Result.BLACK_WINS if board.result is Result.WHITE_WINS else Result.WHITE_WINS
    enter_result(desk, "demo", round=4, table=board.table, result=other, by="desk")
