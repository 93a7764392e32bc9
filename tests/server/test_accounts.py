"""Accounts on a hosted server: signing in, roles by tournament, invitations, and the audit."""

import asyncio
import re
from collections.abc import AsyncGenerator
from typing import Any

import httpx
import pytest
from starlette.requests import Request

from kit.web_site import Site
from miai.desk.authors import COMMAND_LINE
from miai.desk.live_state import Desk
from miai.desk.quotas import Quota, set_limit
from miai.features.accounts.accounts import create_account, disable_account
from miai.features.accounts.audit import AuditCode, audit_message, note
from miai.features.accounts.members import give_role, remove_role
from miai.features.accounts.passwords import hashed
from miai.features.accounts.roles import MemberRole
from miai.features.congress.set_up import add_event, create_congress
from miai.features.public.page.live_stream import _while_allowed
from miai.features.tournament.create_tournament import create_tournament
from miai.server.accounts import Rights
from miai.server.limits import Throttle
from miai.server.request_context import Visit
from miai.server.roles import Role
from miai.server.sessions import Session
from miai.store.accounts.accounts_protocol import Account
from miai.store.tournament_id import TournamentId

PASSWORD, NEW = "a moyo too far", "a ladder that works"


class Browser(Site):
    """Another browser at the same application."""

    def __init__(self, site: Site, address: str = "192.0.2.7") -> None:
        self.desk, self.app = site.desk, site.app
        self.client = site.browser(address=address)

    def sign_in(self, login: str, password: str = PASSWORD) -> httpx.Response:
        return self.post("/sign-in", at="/sign-in", login=login, password=password)


@pytest.fixture
def ana(desk: Desk) -> Account:
    """The administrator."""
    return new_account(desk, "ana", is_admin=True)


@pytest.fixture
def server(desk: Desk, ana: Account, demo_id: str) -> Site:
    """A server for everybody: nobody has the password of a role."""
    assert (ana.is_admin, demo_id) == (True, "demo")
    site = Site(desk, host="0.0.0.0")  # noqa: S104 - what a federation types
    site.app.state.app_state.throttle = Throttle(now=lambda: 0.0)
    return site


def new_account(desk: Desk, login: str, *, is_admin: bool = False) -> Account:
    return create_account(
        desk.store,
        login=login,
        name=f"{login.title()} Weber",
        password_hash=hashed(PASSWORD),
        is_admin=is_admin,
    )


def member(server: Site, login: str, role: MemberRole | None, tournament: str = "demo") -> Browser:
    """The browser of a new account with a role in a tournament."""
    account = new_account(server.desk, login)
    if role is not None:
        give_role(server.desk.store, tournament, account, role, by="Ana")
    browser = Browser(server)
    assert browser.sign_in(login).status_code == 303
    return browser


def codes(desk: Desk) -> list[str]:
    return [line.code for line in reversed(desk.store.audit.lines())]


# Signing in ----------------------------------------------------------------------


def test_an_account_signs_in_with_its_login_in_any_case(server: Site) -> None:
    browser = Browser(server)
    assert browser.get("/accounts").headers["location"].startswith("/sign-in")
    assert browser.sign_in("ana", "wrong password").status_code == 403
    assert browser.sign_in("nobody").status_code == 403
    assert browser.sign_in(" ANA ").status_code == 303
    assert browser.get("/accounts").status_code == 200
    assert codes(server.desk) == ["sign_in_failed", "sign_in_failed", "signed_in"]


def test_a_password_typed_as_the_login_is_not_in_the_audit(server: Site) -> None:
    Browser(server).sign_in("my secret password")
    [line] = server.desk.store.audit.lines()
    assert "secret" not in f"{line.details}{line.who}"


def test_wrong_passwords_make_the_address_and_the_account_wait(server: Site) -> None:
    for _ in range(5):
        assert Browser(server, "192.0.2.1").sign_in("ana", "wrong password").status_code == 403
    assert Browser(server, "192.0.2.1").sign_in("somebody").status_code == 429
    elsewhere = Browser(server, "192.0.2.2").sign_in("ana")
    assert elsewhere.status_code == 429
    said = f"Too many wrong passwords. Wait {elsewhere.headers['retry-after']} second"
    assert said in elsewhere.text


def test_a_tournament_links_to_the_account_of_whoever_is_signed_in(server: Site) -> None:
    browser = Browser(server)
    browser.sign_in("ana")
    # Beside the pages, and in the menu of a small screen.
    text = browser.get("/t/demo").text
    assert (text.count('<a href="/account">'), text.count("Your account</a>")) == (2, 2)


def test_this_machine_is_not_trusted_once_there_is_an_administrator(desk: Desk) -> None:
    home = Site(desk)
    assert home.get("/backups").status_code == 200
    added = home.post(
        "/accounts/add", at="/accounts", login="ana", name="Ana", password=PASSWORD, again=PASSWORD
    )
    assert added.headers["location"] == "/accounts"
    assert home.get("/accounts").status_code == 200, "the first account signs in its owner"
    assert Browser(home, "127.0.0.1").get("/backups").status_code == 303


def test_a_new_password_or_a_disabled_account_ends_its_sign_ins(server: Site) -> None:
    admin = Browser(server)
    admin.sign_in("ana")
    phone, laptop = member(server, "ben", MemberRole.DESK), Browser(server)
    laptop.sign_in("ben")
    sent: dict[str, Any] = {"old": PASSWORD, "password": NEW, "again": NEW}
    assert laptop.post("/account/password", at="/account", **{**sent, "old": "wrong"}).status_code == 422
    assert laptop.post("/account/password", at="/account", **sent).status_code == 303
    assert laptop.get("/t/demo").status_code == 200
    assert phone.get("/t/demo").status_code == 303
    ben = server.desk.store.accounts.by_login("ben")
    assert ben
    admin.post("/accounts/change", at="/accounts", account=ben.id, act="disable")
    assert laptop.get("/t/demo").status_code == 303
    assert "disabled" in laptop.sign_in("ben", NEW).text


def test_the_only_administrator_stays(server: Site, ana: Account) -> None:
    admin = Browser(server)
    admin.sign_in("ana")
    for act in ("disable", "no-admin"):
        assert admin.post("/accounts/change", at="/accounts", account=ana.id, act=act).status_code == 422
    assert admin.get("/accounts").status_code == 200


def test_names_of_accounts_are_not_free_for_others(desk: Desk, server: Site) -> None:
    admin = Browser(server)
    admin.sign_in("ana")
    for name in ("Ána  WEBER", "Turnierleitung", "director"):
        fields: dict[str, Any] = {"login": "x", "name": name, "password": PASSWORD, "again": PASSWORD}
        assert admin.post("/accounts/add", at="/accounts", **fields).status_code == 422, name
    assert len(desk.store.accounts.all()) == 1


# Roles ---------------------------------------------------------------------------


def test_whoever_creates_a_tournament_owns_it_and_others_do_not_see_it(server: Site) -> None:
    ben, eva = member(server, "ben", None), member(server, "eva", None)
    assert ben.post("/new", name="Cup of Ben").headers["location"] == "/t/cup-of-ben/players"
    assert "/t/cup-of-ben" in ben.get("/").text
    assert "/t/demo" not in ben.get("/").text
    assert "/p/demo" in ben.get("/").text
    assert '<span class="desk">Ben Weber</span>' in ben.get("/").text
    assert ben.get("/t/cup-of-ben/members").status_code == 200
    refused = eva.get("/t/cup-of-ben")
    assert (refused.status_code, "You have no role in this tournament" in refused.text) == (403, True)
    assert "cup-of-ben" not in eva.get("/").text
    assert eva.post("/new/copy", source="cup-of-ben", name="Mine").status_code == 403
    deleted = ben.post("/t/cup-of-ben/settings/delete", at="/account")
    assert deleted.headers["location"] == "/"
    assert server.desk.store.accounts.roles_of(str(ben_id(server))) == {}


def ben_id(server: Site) -> str:
    found = server.desk.store.accounts.by_login("ben")
    assert found
    return found.id


def test_an_account_owns_only_so_many_tournaments(server: Site) -> None:
    set_limit(server.desk.store, Quota.TOURNAMENTS, 1)
    ben = member(server, "ben", None)
    assert ben.post("/new", name="First").status_code == 303
    assert "can own 1 tournament" in ben.post("/new", name="Second").text


def test_a_director_of_an_account_neither_deletes_nor_invites(server: Site) -> None:
    ben = member(server, "ben", MemberRole.DIRECTOR)
    assert ben.get("/t/demo/players").status_code == 200
    for page in ("settings/delete", "members", "audit"):
        assert ben.get(f"/t/demo/{page}").status_code == 403, page
    assert ben.get("/backups").status_code == 403


def test_a_viewer_reads_without_buttons_and_without_private_data(server: Site) -> None:
    ben = member(server, "ben", MemberRole.VIEWER)
    shown = ben.get("/t/demo/schedule").text
    assert "You may look at this tournament" in shown
    assert re.search(r'<form[^>]*action="/t/demo/schedule"[^>]*><fieldset class="read-only" disabled>', shown)
    assert 'action="/look"' in ben.get("/t/demo/settings").text
    for page in ("fees", "history", "links", "print/fees", "save", "players/p1"):
        assert ben.get(f"/t/demo/{page}").status_code == 403, page
    assert ben.post("/t/demo/undo", at="/account", number=1).status_code == 403


def test_a_role_in_a_congress_holds_in_its_events_and_stages(server: Site) -> None:
    desk = server.desk
    congress = create_congress(desk, name="Lake Congress", begin="2026-07-25", end="2026-07-30", by="Ana")
    event = create_tournament(desk, name="Main", by="Ana")
    ben = member(server, "ben", MemberRole.OWNER, congress.id)
    assert ben.get(f"/t/{event.id}").status_code == 403
    # Who owns the congress cannot make an event of somebody else part of it.
    assert ben.post(f"/t/{congress.id}/events/add", at="/account", event=event.id).status_code == 403
    add_event(desk, congress.id, event.id, by="Ana")
    server.app.state.app_state.accounts.forget()
    assert ben.get(f"/t/{event.id}/members").status_code == 200
    assert ben.get(f"/t/{event.id}~final").status_code == 404, "allowed, but there is no such stage"
    assert ben.get("/t/demo~final").status_code == 403


def test_a_congress_that_names_a_tournament_of_others_gives_no_rights(server: Site) -> None:
    """Its document can name any tournament, and one that is created later can have the id of an old event."""
    desk = server.desk
    ben = member(server, "ben", None)
    ben.post("/new/congress", name="Congress")
    ben.post("/new", name="Rapid", congress="congress")
    assert ben.get("/t/congress/players").status_code == 200
    assert ben.post("/t/congress/events/demo/people", at="/account").status_code == 404
    document = ben.get("/t/congress/save").content
    desk.store.delete(TournamentId("congress"))
    desk.store.delete(TournamentId("rapid"))
    desk.forget("congress")
    desk.forget("rapid")
    create_tournament(desk, name="Rapid", by="Ana")
    sent = {"csrf": ben.token()}
    file = {"file": ("congress.miai", document)}
    assert ben.client.post("/new/file", data=sent, files=file).headers["location"] == "/t/congress"
    assert ben.get("/t/congress").status_code == 403
    assert ben.get("/t/rapid").status_code == 403


def test_a_tournament_keeps_an_owner(desk: Desk, server: Site) -> None:
    ben = member(server, "ben", MemberRole.OWNER)
    for role in ("VIEWER", "none"):
        refused = ben.post("/t/demo/members/change", at="/account", account=ben_id(server), role=role)
        assert refused.status_code == 422, role
    assert desk.store.accounts.roles_of(ben_id(server)) == {"demo": "OWNER"}


def test_a_role_that_is_taken_away_ends_at_once_also_for_the_stream(server: Site) -> None:
    owner, ben = member(server, "eva", MemberRole.OWNER), member(server, "ben", MemberRole.DESK)
    state = server.app.state.app_state
    session = Session(signer=state.signer)
    session.sign_in(
        state.sign_ins.begin(Role.PUBLIC, "Ben Weber", address="", device="", account=ben_id(server))
    )
    rights = Rights(session=session, accounts=state.accounts, trusted=False)
    visit = Visit(
        Request(
            {
                "type": "http",
                "app": server.app,
                "headers": [],
                "path_params": {"id": "demo"},
                "state": {"session": session, "rights": rights, "cookies": {}},
            }
        )
    )

    async def messages() -> AsyncGenerator[bytes]:
        yield b"first"
        owner.post("/t/demo/members/change", at="/account", account=ben_id(server), role="none")
        yield b"second"

    async def heard() -> list[bytes]:
        return [each async for each in _while_allowed(visit, messages())]

    assert asyncio.run(heard()) == [b"first", b"event: signed-out\ndata: 1\n\n"]
    assert ben.post("/t/demo/results/enter", at="/account", round=5, entry="1 w").status_code == 403


# Invitations ---------------------------------------------------------------------


def invited(owner: Browser, **fields: Any) -> str:
    made = owner.post("/t/demo/members", at="/account", **{"role": "DESK", "days": 7, "uses": 1, **fields})
    found = re.search(r"(/join/[\w-]+)", made.text)
    assert found, made.text
    return found[1]


def test_an_invitation_leads_to_an_account_and_a_role(server: Site) -> None:
    owner = member(server, "eva", MemberRole.OWNER)
    link = invited(owner)
    assert link.rpartition("/")[2] not in str(server.desk.store.accounts.invitations("demo"))
    guest = Browser(server)
    assert "result desk" in guest.get(link).text
    fields: dict[str, Any] = {
        "login": "tom@example.org",
        "name": "Tom",
        "password": PASSWORD,
        "again": PASSWORD,
    }
    assert guest.post(f"{link}/account", at=link, **{**fields, "again": "other"}).status_code == 422
    assert guest.post(f"{link}/account", at=link, **fields).headers["location"] == "/t/demo"
    assert guest.get("/t/demo/results").status_code == 200
    assert guest.get("/t/demo/draw").status_code == 403
    assert Browser(server).get(link).status_code == 404, "it was for one person"
    assert member(server, "ida", None).get(link).status_code == 404, "who has no role here"
    back = guest.get(link)
    assert (back.status_code, back.headers["location"]) == (303, "/t/demo"), "who joined with it comes back"
    assert [line.code for line in server.desk.store.audit.lines(tournament="demo")] == [
        "invitation_used",
        "invitation_made",
    ]


def test_somebody_with_an_account_joins_with_it_and_keeps_a_higher_role(server: Site) -> None:
    owner, ben = member(server, "eva", MemberRole.OWNER), member(server, "ben", None)
    link = invited(owner, uses=3)
    assert ben.post(link, at="/account").headers["location"] == "/t/demo"
    assert owner.post(link, at="/account").status_code == 303
    assert server.desk.store.accounts.roles_of(ben_id(server)) == {"demo": "DESK"}
    assert owner.get("/t/demo/members").status_code == 200
    [invitation] = server.desk.store.accounts.invitations("demo")
    assert invitation.uses == 1


def test_a_revoked_invitation_is_worth_nothing_and_only_its_owner_revokes_it(server: Site) -> None:
    owner, other = member(server, "eva", MemberRole.OWNER), member(server, "ben", None)
    other.post("/new", name="Cup")
    link = invited(owner)
    [invitation] = server.desk.store.accounts.invitations("demo")
    assert other.post("/t/cup/members/revoke", at="/account", invitation=invitation.id).status_code == 422
    assert other.get(link).status_code == 200
    owner.post("/t/demo/members/revoke", at="/account", invitation=invitation.id)
    assert other.get(link).status_code == 404
    assert other.post(link, at="/account").status_code == 404


def test_invitations_cannot_be_guessed_quickly(server: Site) -> None:
    browser = Browser(server)
    answers = [browser.get(f"/join/guess{number}") for number in range(6)]
    assert [each.status_code for each in answers] == [404] * 5 + [429]
    assert int(answers[-1].headers["retry-after"]) > 0


# Audit ---------------------------------------------------------------------------


def test_an_owner_sees_the_audit_of_the_own_tournament_only(server: Site) -> None:
    note(server.desk.store, AuditCode.ROLE_GIVEN, who="Ana", tournament="demo", login="tom", role="DESK")
    note(server.desk.store, AuditCode.ROLE_GIVEN, who="Ana", tournament="other", login="zoe", role="DESK")
    shown = member(server, "ben", MemberRole.OWNER).get("/t/demo/audit").text
    assert "gave “tom” a role (result desk)" in shown
    assert "zoe" not in shown


@pytest.mark.parametrize(
    ("language", "names"), [("fr", ("ligne de commande", "visiteur")), ("de", ("Befehlszeile", "Gast"))]
)
def test_the_audit_says_in_the_readers_language_who_had_no_name(
    server: Site, language: str, names: tuple[str, str]
) -> None:
    note(server.desk.store, AuditCode.ACCOUNT_ENABLED, who=COMMAND_LINE, login="tom")
    browser = Browser(server)
    browser.sign_in("ana", "a wrong guess")
    browser.sign_in("ana")
    shown = browser.client.get("/audit", headers={"Accept-Language": language}).text
    assert all(f">{name}</td>" in shown for name in names)
    assert not any(f">{name}</td>" in shown for name in ("command line", "visitor"))


def test_no_account_is_called_like_the_command_line_in_the_audit(server: Site) -> None:
    admin = Browser(server)
    admin.sign_in("ana")
    refused = admin.post(
        "/accounts/add", at="/accounts", login="eve", name="Befehlszeile", password=NEW, again=NEW
    )
    assert refused.status_code == 422


def test_every_code_of_the_audit_has_a_sentence(desk: Desk) -> None:
    values = dict.fromkeys(("login", "name", "role", "scope"), "x")
    for code in AuditCode:
        note(desk.store, code, who="Ana", **values)
    said = {str(audit_message(line)) for line in desk.store.audit.lines()}
    assert len(said) == len(AuditCode)


def test_disabled_accounts_and_lost_roles_are_refused_by_the_functions_too(desk: Desk, ana: Account) -> None:
    with pytest.raises(Exception, match="only administrator"):
        disable_account(desk.store, ana)
    give_role(desk.store, "demo", ana, MemberRole.OWNER, by="Ana")
    with pytest.raises(Exception, match="needs an owner"):
        remove_role(desk.store, "demo", ana.id)
