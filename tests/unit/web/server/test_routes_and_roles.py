"""Every address of the application and who may use it; an address that this table lacks fails the test."""

import asyncio
import re
from collections.abc import Iterator, Sequence

import httpx
import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount

from miai.app.accounts.accounts import create_account
from miai.app.desk import Desk
from miai.app.sign_up.answers import SignUpAnswers
from miai.app.sign_up.form import open_form
from miai.app.sign_up.waiting import sign_up
from miai.store.accounts_protocol import Membership
from miai.web.server import rate_limits
from miai.web.server.passwords import Throttle, hashed
from miai.web.server.roles import Role
from miai.web.server.wrong_links import WrongLinks
from private_links import token_of
from web_site import HOME, Site

DIRECTOR, RESULT_DESK = "a moyo too far", "two stones more"
HASHES = {Role.DIRECTOR: hashed(DIRECTOR), Role.DESK: hashed(RESULT_DESK)}

# What everybody may use, a browser that nobody knows included.
EVERYBODY = """
GET /
GET /health
GET /metrics
GET /api
GET /second-laptop/enter
GET /second-laptop/known
POST /look
GET /sign-in
POST /sign-in
POST /sign-out
GET /p/{id}
GET /p/{id}/check
GET /p/{id}/proof/{number}
GET /p/{id}/proof/{number}/log
GET /p/{id}/me
POST /p/{id}/me
GET /p/{id}/overlay
GET /p/{id}/player/{player}
GET /p/{id}/player/{player}/timetable.ics
GET /p/{id}/schedule
GET /p/{id}/sign-up
POST /p/{id}/sign-up
GET /p/{id}/stakes
GET /p/{id}/standings
GET /p/{id}/tie-breaks
GET /p/{id}/timetable.ics
GET /p/{id}/wall
GET /p/{id}/why
GET /t/{id}/live
GET /t/{id}/live/version
"""

# What needs a player's private link, whoever has it.
PRIVATE_LINK = """
GET /m/{token}
GET /p/{id}/me/{token}
POST /p/{id}/me/{token}/attendance
POST /p/{id}/me/{token}/bye
POST /p/{id}/me/{token}/here
POST /p/{id}/me/{token}/leave
POST /p/{id}/me/{token}/report
"""

# What needs the link of an invitation, which nobody here has.
INVITATION = """
GET /join/{token}
POST /join/{token}
POST /join/{token}/account
"""

# What needs the private address of a sign-up, which the phone of these tests has too.
OWN_SIGN_UP = """
GET /p/{id}/sign-up/{token}
POST /p/{id}/sign-up/{token}
POST /p/{id}/sign-up/{token}/withdraw
"""

# What needs the address that makes a tablet a kiosk.
KIOSK = """
GET /kiosk/{id}
POST /kiosk/{id}/here
GET /kiosk/{id}/open/{code}
POST /kiosk/{id}/open/{code}
"""

RESULT_DESK_TOO = """
GET /t/{id}
GET /t/{id}/check-in
POST /t/{id}/check-in/away
GET /t/{id}/check-in/find
POST /t/{id}/check-in/paid
POST /t/{id}/check-in/take
POST /t/{id}/check-in/typed
GET /t/{id}/events
GET /t/{id}/timetable
GET /t/{id}/timetable/print
GET /t/{id}/settings
GET /t/{id}/standings
GET /t/{id}/standings/file
GET /t/{id}/results
POST /t/{id}/results/bonus
GET /t/{id}/results/correct
POST /t/{id}/results/correct
GET /t/{id}/results/delay
POST /t/{id}/results/delay
POST /t/{id}/results/enter
POST /t/{id}/results/undo
POST /t/{id}/undo
POST /t/{id}/redo
"""

DIRECTOR_ONLY = """
GET /t/{id}/clashes
GET /t/{id}/club-site
POST /t/{id}/club-site
GET /t/{id}/club-site/players
POST /t/{id}/club-site/players
POST /t/{id}/club-site/remove
POST /t/{id}/club-site/send
POST /t/{id}/clashes/absent
POST /t/{id}/events/add
POST /t/{id}/events/change
POST /t/{id}/events/move
POST /t/{id}/events/remove
POST /t/{id}/events/update
GET /t/{id}/events/{event}/people
POST /t/{id}/events/{event}/people
POST /t/{id}/players/{player}/events
GET /t/{id}/draw
GET /t/{id}/draw/blocked
POST /t/{id}/draw/bye
POST /t/{id}/draw/colours
GET /t/{id}/draw/drop
POST /t/{id}/draw/elsewhere
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
GET /t/{id}/links
POST /t/{id}/links/cards
POST /t/{id}/links/file
POST /t/{id}/links/issue
POST /t/{id}/links/revoke
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
GET /t/{id}/publish/api
POST /t/{id}/publish/api/tokens
POST /t/{id}/publish/api/tokens/revoke
POST /t/{id}/publish/api/webhooks
POST /t/{id}/publish/api/webhooks/again
POST /t/{id}/publish/api/webhooks/remove
GET /t/{id}/publish/files
GET /t/{id}/publish/files/{key}
GET /t/{id}/publish/tables/{what}
GET /t/{id}/publish/site
POST /t/{id}/publish/pairings
POST /t/{id}/publish/standings
GET /t/{id}/publish/unpublish
POST /t/{id}/publish/unpublish
POST /t/{id}/publish/unpublish-standings
GET /t/{id}/ratings
GET /t/{id}/ratings/file
GET /t/{id}/save
GET /t/{id}/schedule
POST /t/{id}/schedule
POST /t/{id}/schedule/all
POST /t/{id}/schedule/clock
GET /t/{id}/schedule/late
POST /t/{id}/schedule/late
POST /t/{id}/schedule/off
POST /t/{id}/schedule/shift
POST /t/{id}/settings/details
POST /t/{id}/settings/rules
GET /t/{id}/stages
GET /t/{id}/stages/add/groups
POST /t/{id}/stages/add/groups
GET /t/{id}/stages/add/stage
POST /t/{id}/stages/add/stage
GET /t/{id}/stages/{stage}
POST /t/{id}/stages/{stage}/entrants
POST /t/{id}/stages/{stage}/fill
POST /t/{id}/stages/{stage}/move
POST /t/{id}/stages/{stage}/plan
GET /t/{id}/stages/{stage}/remove
POST /t/{id}/stages/{stage}/remove
GET /t/{id}/stages/{stage}/settle
POST /t/{id}/stages/{stage}/settle
GET /t/{id}/sign-up
POST /t/{id}/sign-up/accept
POST /t/{id}/sign-up/accept-clear
POST /t/{id}/sign-up/close
POST /t/{id}/sign-up/decline
GET /t/{id}/sign-up/file
POST /t/{id}/sign-up/form
POST /t/{id}/sign-up/kiosk
POST /t/{id}/sign-up/open
POST /t/{id}/sign-up/phones
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

OWNER_ONLY = """
GET /t/{id}/audit
GET /t/{id}/members
POST /t/{id}/members/change
POST /t/{id}/members
POST /t/{id}/members/revoke
GET /t/{id}/settings/delete
POST /t/{id}/settings/delete
"""

# What concerns the whole server.
ADMIN_ONLY = """
GET /access
GET /access/tokens
POST /access/tokens
POST /access/tokens/revoke
POST /access/end
POST /access/end-others
POST /access/password
POST /access/remove
GET /accounts
POST /accounts/add
POST /accounts/change
POST /accounts/password
GET /audit
GET /second-laptop
POST /second-laptop/carry-over
POST /second-laptop/code
POST /second-laptop/dismiss
POST /second-laptop/follow
POST /second-laptop/remove
POST /second-laptop/take-over
GET /backups
POST /backups/check
GET /backups/delete
POST /backups/delete
POST /backups/now
POST /backups/restore
GET /t/{id}/players/lists
POST /t/{id}/players/lists
POST /t/{id}/players/lists/date
POST /t/{id}/players/lists/delete
POST /t/{id}/players/lists/use
GET /t/{id}/players/own
POST /t/{id}/players/own
GET /t/{id}/players/own/file
"""

# What everybody with an account may use.
ACCOUNTS_TOO = """
GET /account
POST /account/name
POST /account/password
GET /new
POST /new
GET /new/congress
POST /new/congress
GET /new/copy
POST /new/copy
GET /new/file
POST /new/file
"""

# What a viewer may read of what is not for everybody.
VIEWERS_TOO = """
GET /t/{id}
GET /t/{id}/draw
GET /t/{id}/events
GET /t/{id}/forecast
GET /t/{id}/forecast/table
GET /t/{id}/players
GET /t/{id}/players/advice
GET /t/{id}/prizes
GET /t/{id}/ratings
GET /t/{id}/ratings/file
GET /t/{id}/results
GET /t/{id}/schedule
GET /t/{id}/settings
GET /t/{id}/stages
GET /t/{id}/stages/{stage}
GET /t/{id}/standings
GET /t/{id}/standings/file
GET /t/{id}/teams
GET /t/{id}/teams/{team}
GET /t/{id}/timetable
GET /t/{id}/timetable/print
"""

# "desk" and "director" know the password of the role; the others have accounts: with a role in the tournament
# asked for, a director's in another one, or the administrator's.
ACCOUNTS = ("viewer", "elsewhere", "member", "owner", "admin")
VISITORS = ("anonymous", "phone", "kiosk", "desk", "director", *ACCOUNTS)
DIRECTORS = frozenset(["director", "member", "owner", "admin"])
ADMINS = frozenset(["director", "admin"])


def lines(table: str) -> frozenset[str]:
    return frozenset(table.split("\n")) - {""}


# Which visitors come in.
ALLOWED = {
    **dict.fromkeys(lines(EVERYBODY), frozenset(VISITORS)),
    **dict.fromkeys(lines(PRIVATE_LINK), frozenset(["phone"])),
    **dict.fromkeys(lines(OWN_SIGN_UP), frozenset(["phone"])),
    **dict.fromkeys(lines(KIOSK), frozenset(["kiosk"])),
    **dict.fromkeys(lines(INVITATION), frozenset[str]()),
    **dict.fromkeys(lines(RESULT_DESK_TOO), DIRECTORS | {"desk"}),
    **dict.fromkeys(lines(DIRECTOR_ONLY), DIRECTORS),
    **dict.fromkeys(lines(OWNER_ONLY), ADMINS | {"owner"}),
    **dict.fromkeys(lines(ADMIN_ONLY), ADMINS),
    **dict.fromkeys(lines(ACCOUNTS_TOO), frozenset(ACCOUNTS) | {"director"}),
}
for rule in lines(VIEWERS_TOO):
    ALLOWED[rule] |= {"viewer"}
# What is said of an address that is nobody's.
UNKNOWN = (
    "This link belongs to nobody here",
    "There is no sign-up with this address",
    "This invitation does not exist",
    "This device is not a kiosk",
)
# These end sign-ins, so they come last.
ENDING = ("POST /kiosk/{id}/open/{code}", "POST /access/end-others", "POST /sign-out")


@pytest.fixture
def hall(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Site:
    """An application that the whole hall can reach, and in which a browser may send all forms in a row."""
    monkeypatch.setattr(rate_limits, "FORMS_OF_BROWSER", rate_limits.FORMS_OF_ADDRESS)
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
            # Programs have tokens instead of roles; for what servers ask of each other see tests/unit/follow.
            assert route.path in ("/static", "/api/v1", "/follow")


def test_every_route_of_the_application_stands_in_the_table_once(hall: Site) -> None:
    assert sorted(routes(hall.app.routes)) == sorted(ALLOWED)


def open_accounts(desk: Desk) -> None:
    """Accounts with a role in the tournament that there is not, and in another one."""
    roles = {
        "viewer": ("nowhere", "VIEWER"),
        "member": ("nowhere", "DIRECTOR"),
        "owner": ("nowhere", "OWNER"),
    }
    for login in ACCOUNTS:
        account = create_account(
            desk.store, login=login, name=f"Ben of {login}", password_hash=HASHES[Role.DIRECTOR],
            is_admin=login == "admin",
        )  # fmt: skip
        tournament, role = roles.get(login, ("elsewhere", "DIRECTOR"))
        desk.store.accounts.give_role(
            Membership(tournament=tournament, account=account.id, role=role, since="", given_by="")
        )


def test_every_rule_stands_in_one_table() -> None:
    tables = (
        EVERYBODY, PRIVATE_LINK, INVITATION, OWN_SIGN_UP, KIOSK, RESULT_DESK_TOO, DIRECTOR_ONLY, OWNER_ONLY,
        ADMIN_ONLY, ACCOUNTS_TOO,
    )  # fmt: skip
    assert sum(len(lines(table)) for table in tables) == len(ALLOWED)


def test_a_viewer_changes_nothing() -> None:
    assert all(rule.startswith("GET ") for rule in lines(VIEWERS_TOO))


class Visitor:
    """A browser with a role, and a token for forms."""

    def __init__(self, client: httpx.AsyncClient, kind: str, link: str, signed_up: str, kiosk: str) -> None:
        self.client, self.kind, self.link = client, kind, link
        self.signed_up, self.kiosk = signed_up, kiosk
        self.token = ""

    async def arrive(self) -> None:
        """Sign in, or open the private link."""
        self.token = await self.csrf("/sign-in")
        if self.kind not in ("anonymous", "phone", "kiosk"):
            password = RESULT_DESK if self.kind == "desk" else DIRECTOR
            known = {"login": self.kind} if self.kind in ACCOUNTS else {"name": f"Ana the {self.kind}"}
            fields = {"csrf": self.token, "password": password, **known}
            assert (await self.client.post("/sign-in", data=fields)).headers["location"] == "/"
            self.token = await self.csrf("/sign-in")
        if self.kind == "phone":
            assert (await self.client.get(self.link)).status_code == 200
        if self.kind == "kiosk":
            assert (await self.client.get(self.kiosk)).status_code == 303

    async def csrf(self, path: str) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', (await self.client.get(path)).text)
        assert found
        return found[1]

    async def ask(self, rule: str) -> str:
        """What becomes of a request: "in", "sign in", "refused" or "unknown".

        Pages of a role are asked of a tournament that there is not, so that nothing happens behind the door.
        """
        if rule in ENDING:
            self.token = await self.csrf("/sign-in")
        method, _, path = rule.partition(" ")
        _, _, real, *_, own = self.link.split("/")
        token = self.signed_up if rule in lines(OWN_SIGN_UP) else own
        places = {
            "{id}": real if path.startswith(("/p/", "/kiosk/")) else "nowhere",
            "{token}": token if self.kind in ALLOWED[rule] else "no-such-link",
            "{code}": self.kiosk.split("/")[-1] if self.kind in ALLOWED[rule] else "wrong",
            "{player}": "p1",
        }
        for place, value in {**places, "{sheet}": "names", "{key}": "miai"}.items():
            path = path.replace(place, value)
        if rule in ENDING:
            # The one before may have ended the session.
            self.token = await self.csrf("/sign-in")
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
    return "unknown" if any(said in answer.text for said in UNKNOWN) else "in"


def expected(rule: str, visitor: str) -> str:
    if visitor in ALLOWED[rule]:
        return "in"
    if rule in lines(PRIVATE_LINK) | lines(INVITATION) | lines(OWN_SIGN_UP) | lines(KIOSK):
        return "unknown"
    signed_in = visitor not in ("anonymous", "phone", "kiosk")
    return "sign in" if rule.startswith("GET") and not signed_in else "refused"


def tried_by(visitor: str) -> frozenset[str]:
    """The rules that a visitor tries: one account is enough for what does not depend on the role."""
    if visitor not in ACCOUNTS or visitor == "elsewhere":
        return frozenset(ALLOWED)
    same = EVERYBODY + PRIVATE_LINK + INVITATION + OWN_SIGN_UP + KIOSK
    return frozenset(ALLOWED) - lines(same)


async def answers(site: Site, link: str, signed_up: str, kiosk: str) -> dict[tuple[str, str], str]:
    """What each rule gives to each kind of visitor."""
    transport = httpx.ASGITransport(site.app, client=("127.0.0.1", 50_000))
    found = {}
    for kind in VISITORS:
        # Nobody waits because of the wrong links of those before.
        site.app.state.app_state.throttle = Throttle()
        site.app.state.app_state.wrong_links = WrongLinks()
        async with httpx.AsyncClient(transport=transport, base_url=HOME) as client:
            visitor = Visitor(client, kind, link, signed_up, kiosk)
            await visitor.arrive()
            for rule in sorted(tried_by(kind), key=lambda each: (each in ENDING, each)):
                found[rule, kind] = await visitor.ask(rule)
    return found


def test_every_route_answers_every_role_as_the_table_says(hall: Site, demo_id: str) -> None:
    # Before there are accounts, whoever sits at the machine is the director.
    kiosk = re.search(r'href="(/kiosk/[^"]+)"', Site(hall.desk).get(f"/t/{demo_id}/sign-up").text)
    assert kiosk
    open_accounts(hall.desk)
    player = hall.desk.state(demo_id).tournament.players[0].id
    link = f"/p/{demo_id}/me/{token_of(hall.desk, demo_id, player)}"
    open_form(hall.desk, demo_id, by="director")
    ida = SignUpAnswers(surname="Fox", first_name="Ida", grade="3k")
    signed_up = sign_up(hall.desk, demo_id, ida)[1]
    found = asyncio.run(answers(hall, link, signed_up, kiosk[1]))
    assert not {key: given for key, given in found.items() if given != expected(*key)}
