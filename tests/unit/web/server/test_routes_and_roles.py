"""Every address of the application and who may use it; an address that this table lacks fails the test."""

import asyncio
import re
from collections.abc import Iterator, Sequence

import httpx
import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount

from miai.app.desk import Desk
from miai.app.players.player_links import player_token
from miai.web.server.passwords import hashed
from miai.web.server.roles import Role
from web_site import HOME, Site

DIRECTOR, RESULT_DESK = "a moyo too far", "two stones more"
HASHES = {Role.DIRECTOR: hashed(DIRECTOR), Role.DESK: hashed(RESULT_DESK)}

# What everybody may use, a browser that nobody knows included.
EVERYBODY = """
GET /
POST /look
GET /sign-in
POST /sign-in
POST /sign-out
GET /p/{id}
GET /p/{id}/me
POST /p/{id}/me
GET /p/{id}/player/{player}
GET /p/{id}/schedule
GET /p/{id}/standings
GET /p/{id}/wall
GET /t/{id}/live
GET /t/{id}/live/version
"""

# What needs a player's private link, whoever has it.
PRIVATE_LINK = """
GET /p/{id}/me/{token}
POST /p/{id}/me/{token}/report
"""

RESULT_DESK_TOO = """
GET /t/{id}
GET /t/{id}/settings
GET /t/{id}/standings
GET /t/{id}/standings/file
GET /t/{id}/results
POST /t/{id}/results/bonus
GET /t/{id}/results/correct
POST /t/{id}/results/correct
POST /t/{id}/results/enter
POST /t/{id}/results/undo
POST /t/{id}/undo
POST /t/{id}/redo
"""

DIRECTOR_ONLY = """
GET /access
POST /access/end
POST /access/end-others
POST /access/password
POST /access/remove
GET /backups
POST /backups/check
GET /backups/delete
POST /backups/delete
POST /backups/now
POST /backups/restore
GET /new
POST /new
GET /new/copy
POST /new/copy
GET /new/file
POST /new/file
GET /t/{id}/draw
GET /t/{id}/draw/blocked
POST /t/{id}/draw/bye
POST /t/{id}/draw/colours
GET /t/{id}/draw/drop
POST /t/{id}/draw/force
POST /t/{id}/draw/lock
POST /t/{id}/draw/lock-bye
POST /t/{id}/draw/make
POST /t/{id}/draw/never
POST /t/{id}/draw/off
GET /t/{id}/draw/publish
POST /t/{id}/draw/publish
POST /t/{id}/draw/rest
POST /t/{id}/draw/seat
POST /t/{id}/draw/swap
POST /t/{id}/draw/table
POST /t/{id}/draw/take-back
POST /t/{id}/draw/terms
POST /t/{id}/draw/unpair
POST /t/{id}/draw/volunteer
GET /t/{id}/fees
POST /t/{id}/fees
GET /t/{id}/fees/file
POST /t/{id}/fees/paid
GET /t/{id}/forecast
GET /t/{id}/forecast/table
GET /t/{id}/history
POST /t/{id}/history/correct
GET /t/{id}/history/then
GET /t/{id}/imported
GET /t/{id}/players
POST /t/{id}/players/across
GET /t/{id}/players/advice
POST /t/{id}/players/attendance
GET /t/{id}/players/bands
POST /t/{id}/players/bands/build
POST /t/{id}/players/bands/limit
POST /t/{id}/players/bands/merge
POST /t/{id}/players/bands/move
POST /t/{id}/players/bands/remove
POST /t/{id}/players/bands/separation
POST /t/{id}/players/bar
POST /t/{id}/players/check-in
POST /t/{id}/players/check-in-several
GET /t/{id}/players/find
GET /t/{id}/players/import
POST /t/{id}/players/import
POST /t/{id}/players/import/enter
GET /t/{id}/players/lists
POST /t/{id}/players/lists
POST /t/{id}/players/lists/date
POST /t/{id}/players/lists/delete
POST /t/{id}/players/lists/use
GET /t/{id}/players/own
POST /t/{id}/players/own
GET /t/{id}/players/own/file
GET /t/{id}/players/new
POST /t/{id}/players/new
GET /t/{id}/players/side
POST /t/{id}/players/side
POST /t/{id}/players/take
POST /t/{id}/players/typed
GET /t/{id}/players/update
POST /t/{id}/players/update
POST /t/{id}/players/update/freeze
GET /t/{id}/players/{player}
POST /t/{id}/players/{player}/attendance
POST /t/{id}/players/{player}/change
GET /t/{id}/players/{player}/late
POST /t/{id}/players/{player}/late
POST /t/{id}/players/{player}/remove
GET /t/{id}/players/{player}/side
POST /t/{id}/players/{player}/side
POST /t/{id}/players/{player}/withdraw
GET /t/{id}/print
POST /t/{id}/print/publish
GET /t/{id}/print/{sheet}
GET /t/{id}/prizes
POST /t/{id}/prizes
POST /t/{id}/prizes/suggest
GET /t/{id}/publish
GET /t/{id}/publish/files
GET /t/{id}/publish/files/{key}
GET /t/{id}/publish/tables/{what}
GET /t/{id}/publish/links
POST /t/{id}/publish/pairings
POST /t/{id}/publish/standings
GET /t/{id}/ratings
GET /t/{id}/ratings/file
GET /t/{id}/save
GET /t/{id}/schedule
POST /t/{id}/schedule
POST /t/{id}/schedule/all
POST /t/{id}/schedule/clock
POST /t/{id}/schedule/off
POST /t/{id}/schedule/shift
GET /t/{id}/settings/delete
POST /t/{id}/settings/delete
POST /t/{id}/settings/details
POST /t/{id}/settings/rules
POST /t/{id}/standings/criteria
POST /t/{id}/standings/finalise
POST /t/{id}/standings/reopen
GET /t/{id}/teams
GET /t/{id}/teams/find
GET /t/{id}/teams/new
POST /t/{id}/teams/new
GET /t/{id}/teams/{team}
POST /t/{id}/teams/{team}
POST /t/{id}/teams/{team}/line-up
POST /t/{id}/teams/{team}/line-up/clear
POST /t/{id}/teams/{team}/remove
POST /t/{id}/teams/{team}/rest
"""

VISITORS = ("anonymous", "phone", "desk", "director")


def lines(table: str) -> frozenset[str]:
    return frozenset(table.split("\n")) - {""}


# Which visitors come in.
ALLOWED = {
    **dict.fromkeys(lines(EVERYBODY), frozenset(VISITORS)),
    **dict.fromkeys(lines(PRIVATE_LINK), frozenset(["phone"])),
    **dict.fromkeys(lines(RESULT_DESK_TOO), frozenset(["desk", "director"])),
    **dict.fromkeys(lines(DIRECTOR_ONLY), frozenset(["director"])),
}
# These end sign-ins, so they come last.
ENDING = ("POST /access/end-others", "POST /sign-out")


@pytest.fixture
def hall(desk: Desk) -> Site:
    """An application that the whole hall can reach."""
    return Site(desk, host="0.0.0.0", password_hashes=HASHES)  # noqa: S104 - what a director types


def routes(found: Sequence[BaseRoute]) -> Iterator[str]:
    """The methods and addresses of the application; its files are for everybody."""
    for route in found:
        # Newer versions of FastAPI keep the routers of the pages, older ones copy their routes.
        router = getattr(route, "original_router", None)
        if router is not None:
            yield from routes(router.routes)
        elif isinstance(route, APIRoute):
            yield from (f"{method} {route.path}" for method in route.methods or ())
        else:
            assert isinstance(route, Mount)
            assert route.path == "/static"


def test_every_route_of_the_application_stands_in_the_table_once(hall: Site) -> None:
    assert sorted(routes(hall.app.routes)) == sorted(ALLOWED)


class Visitor:
    """A browser with a role, and a token for forms."""

    def __init__(self, client: httpx.AsyncClient, kind: str, link: str) -> None:
        self.client, self.kind, self.link = client, kind, link
        self.token = ""

    async def arrive(self) -> None:
        """Sign in, or open the private link."""
        self.token = await self.csrf("/sign-in")
        if self.kind in ("desk", "director"):
            password = DIRECTOR if self.kind == "director" else RESULT_DESK
            fields = {"csrf": self.token, "password": password, "name": f"Ana the {self.kind}"}
            assert (await self.client.post("/sign-in", data=fields)).headers["location"] == "/"
            self.token = await self.csrf("/sign-in")
        if self.kind == "phone":
            assert (await self.client.get(self.link)).status_code == 200

    async def csrf(self, path: str) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', (await self.client.get(path)).text)
        assert found
        return found[1]

    async def ask(self, rule: str) -> str:
        """What becomes of a request: "in", "sign in", "refused" or "unknown".

        Pages of a role are asked of a tournament that there is not, so that nothing happens behind the door.
        """
        method, _, path = rule.partition(" ")
        _, _, real, *_, own = self.link.split("/")
        token = own if self.kind in ALLOWED[rule] else "no-such-link"
        places = {"{id}": real if path.startswith("/p/") else "nowhere", "{token}": token, "{player}": "p1"}
        for place, value in {**places, "{sheet}": "names", "{key}": "miai"}.items():
            path = path.replace(place, value)
        # A report of a round that there is not: whoever has the link is told so.
        fields = {"csrf": self.token, "number": "99", "said": "won"} if method == "POST" else {}
        return answer_class(await self.client.request(method, path, data=fields))


def answer_class(answer: httpx.Response) -> str:
    assert answer.status_code < 500
    if answer.status_code == 303 and answer.headers["location"].startswith("/sign-in"):
        return "sign in"
    if answer.status_code == 403 and "<h1>Not allowed</h1>" in answer.text:
        return "refused"
    assert "Load the page again" not in answer.text
    return "unknown" if "This link belongs to nobody here" in answer.text else "in"


def expected(rule: str, visitor: str) -> str:
    if visitor in ALLOWED[rule]:
        return "in"
    if rule in lines(PRIVATE_LINK):
        return "unknown"
    signed_in = visitor in ("desk", "director")
    return "sign in" if rule.startswith("GET") and not signed_in else "refused"


async def answers(site: Site, link: str) -> dict[tuple[str, str], str]:
    """What each rule gives to each kind of visitor."""
    transport = httpx.ASGITransport(site.app, client=("127.0.0.1", 50_000))
    found = {}
    for kind in VISITORS:
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            visitor = Visitor(client, kind, link)
            await visitor.arrive()
            for rule in sorted(ALLOWED, key=lambda each: (each in ENDING, each)):
                found[rule, kind] = await visitor.ask(rule)
    return found


def test_every_route_answers_every_role_as_the_table_says(hall: Site, demo_id: str) -> None:
    player = hall.desk.state(demo_id).tournament.players[0].id
    link = f"/p/{demo_id}/me/{player_token(hall.desk, demo_id, player)}"
    found = asyncio.run(answers(hall, link))
    assert not {key: given for key, given in found.items() if given != expected(*key)}
