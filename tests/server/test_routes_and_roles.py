"""Every address answers every role as the table says; an address that the table lacks fails the test."""

import asyncio
import re

import httpx
import pytest

from kit.private_links import token_of
from kit.route_table import (
    ACCOUNTS,
    ACCOUNTS_TOO,
    ADMIN_ONLY,
    ALLOWED,
    DIRECTOR_ONLY,
    ENDING,
    EVERYBODY,
    INVITATION,
    KIOSK,
    OWN_SIGN_UP,
    OWNER_ONLY,
    PRIVATE_LINK,
    RESULT_DESK_TOO,
    UNKNOWN,
    VIEWERS_TOO,
    VISITORS,
    lines,
    routes,
)
from kit.web_site import HOME, Site
from miai.desk.live_state import Desk
from miai.features.accounts.accounts import create_account
from miai.features.sign_up.form_answers import SignUpAnswers
from miai.features.sign_up.sign_up_form import open_form
from miai.features.sign_up.waiting import sign_up
from miai.server import rate_limits
from miai.server.app_state import WRONG_LINKS
from miai.server.limits import Throttle, Window
from miai.server.passwords import hashed
from miai.server.roles import Role
from miai.store.accounts.accounts_protocol import Membership

DIRECTOR, RESULT_DESK = "a moyo too far", "two stones more"
HASHES = {Role.DIRECTOR: hashed(DIRECTOR), Role.DESK: hashed(RESULT_DESK)}


@pytest.fixture
def hall(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Site:
    """An application that the whole hall can reach, and in which a browser may send all forms in a row."""
    monkeypatch.setattr(rate_limits, "FORMS_OF_BROWSER", rate_limits.FORMS_OF_ADDRESS)
    return Site(desk, host="0.0.0.0", password_hashes=HASHES)  # noqa: S104 - what a director types


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
        site.app.state.app_state.wrong_links = Window(WRONG_LINKS)
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
