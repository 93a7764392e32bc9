"""Live events and webhooks: every entry arrives in order, signed, and again after a failure."""

import asyncio
import hmac
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest

from kit.api_program import Program, kind_of
from miai.desk.live_state import Desk
from miai.features.programs.tokens import Scope, revoke_token
from miai.features.programs.webhooks import (
    DELIVERY,
    MOST_FAILURES,
    SIGNATURE,
    Delivery,
    add_webhook,
    deliver,
    pause_after,
    try_again,
)
from miai.features.tournament.change_details import change_details
from miai.features.tournament.create_tournament import create_tournament
from miai.server.api import sending
from miai.server.api.live import entries_of
from miai.server.api.operations import Call
from miai.server.api.sending import sender_to
from miai.store.accounts.programs_protocol import Webhook
from miai.store.tournament_id import TournamentId


class Receiver:
    """A web server that notes what it is told; it answers with a status that can be changed."""

    def __init__(self) -> None:
        self.told: list[tuple[dict[str, str], bytes]] = []
        self.status = 200
        self.on_told: Callable[[], object] = lambda: None
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.told.append((dict(self.headers), body))
                self.send_response(receiver.status)
                self.send_header("Location", "http://127.0.0.1:9/")
                self.end_headers()
                receiver.on_told()

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's word
                del format, args

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?from=miai"
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}).start()

    @property
    def numbers(self) -> list[int]:
        return [json.loads(body)["entry"]["number"] for _, body in self.told]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    found = Receiver()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def hook(desk: Desk, receiver: Receiver) -> Webhook:
    create_tournament(desk, name="Cup", by="director")
    return add_webhook(desk, "cup", url=receiver.url, by="director")


def rename(desk: Desk, *names: str) -> None:
    for name in names:
        change_details(desk, "cup", name=name, by="director")


def test_entries_arrive_in_order_and_signed(desk: Desk, receiver: Receiver, hook: Webhook) -> None:
    rename(desk, "One", "Two")
    assert deliver(desk, hook.id, sender="me", send=sender_to(private=True)) is None
    assert receiver.numbers == [2, 3]
    headers, body = receiver.told[0]
    stamp, proof = headers[SIGNATURE].removeprefix("t=").split(",v1=")
    assert proof == hmac.new(hook.secret.encode(), f"{stamp}.".encode() + body, sha256).hexdigest()
    assert headers[DELIVERY] == json.loads(body)["delivery"] == f"{hook.id}-2"
    assert deliver(desk, hook.id, sender="me", send=sender_to(private=True)) is None
    assert receiver.numbers == [2, 3]


def test_an_entry_that_did_not_arrive_comes_again_before_the_next(
    desk: Desk, receiver: Receiver, hook: Webhook
) -> None:
    send = sender_to(private=True)
    rename(desk, "One", "Two")
    receiver.status = 302
    assert deliver(desk, hook.id, sender="me", send=send) == pause_after(1)
    [failed] = desk.store.webhooks.of(hook.tournament)
    assert (failed.delivered, failed.failures, failed.problem) == (1, 1, "it answered with status 302")
    receiver.status = 204
    waiting = deliver(desk, hook.id, sender="me", send=send)
    assert waiting
    assert receiver.numbers == [2]
    try_again(desk, "cup", hook.id)
    assert deliver(desk, hook.id, sender="me", send=send) is None
    assert receiver.numbers == [2, 2, 3]
    assert receiver.told[0][0][DELIVERY] == receiver.told[1][0][DELIVERY]


def test_an_address_is_given_up_after_many_failures_until_somebody_asks(desk: Desk, hook: Webhook) -> None:
    rename(desk, "One")
    sent: list[Delivery] = []

    def refuse(delivery: Delivery) -> str:
        sent.append(delivery)
        return "refused"

    assert deliver(desk, hook.id, sender="me", send=refuse)
    desk.store.webhooks.note(
        hook.id, delivered=1, failures=MOST_FAILURES - 1, next_try_at="", problem="", dead=False
    )
    assert deliver(desk, hook.id, sender="me", send=refuse) is None
    found = desk.store.webhooks.get(hook.id)
    assert found
    assert found.dead
    assert deliver(desk, hook.id, sender="me", send=refuse) is None
    assert len(sent) == 2
    program = Program(desk, Scope.DIRECT, "cup")
    assert "Given up after" in program.client.get("/t/cup/publish/api").text
    assert program.ask("POST", f"/tournaments/cup/webhooks/{hook.id}/retry").json()["dead"] is False
    deliver(desk, hook.id, sender="me", send=refuse)
    assert len(sent) == 3


def test_pauses_grow_and_are_bounded() -> None:
    pauses = [pause_after(each) for each in range(1, MOST_FAILURES)]
    assert pauses == sorted(pauses)
    assert pauses[0] == timedelta(seconds=5)
    assert pauses[-1] == timedelta(hours=1)


def test_another_process_waits_while_one_sends(desk: Desk, hook: Webhook) -> None:
    rename(desk, "One")
    assert deliver(desk, hook.id, sender="me", send=lambda _: "refused")
    sent: list[Delivery] = []
    assert deliver(desk, hook.id, sender="other", send=lambda each: sent.append(each) or "")  # type: ignore[func-returns-value]
    assert sent == []


def test_addresses_inside_the_network_of_the_server_are_not_told(
    desk: Desk, receiver: Receiver, hook: Webhook
) -> None:
    rename(desk, "One")
    deliver(desk, hook.id, sender="me", send=sender_to(private=False))
    assert receiver.told == []
    found = desk.store.webhooks.get(hook.id)
    assert found
    assert "inside the network" in found.problem
    hall = Program(desk, Scope.ADMIN, host="0.0.0.0")  # noqa: S104 - what a director types
    serving = hall.site.app.state.app_state.serving
    assert not serving.sends_privately
    assert Program(desk, Scope.ADMIN).site.app.state.app_state.serving.sends_privately


@pytest.mark.parametrize(
    "url",
    ["", "ftp://x.example/", "https://", "https://user:pass@x.example/", "https://x .example", "x" * 3000],
)
def test_what_is_no_address_of_the_web_is_refused(desk: Desk, url: str) -> None:
    create_tournament(desk, name="Cup", by="director")
    program = Program(desk, Scope.DIRECT, "cup")
    assert kind_of(program.ask("POST", "/tournaments/cup/webhooks", {"url": url})) == "invalid"


class AskedFor:
    """As much of a request as the stream of events needs."""

    def __init__(self, program: Program, tournament: str) -> None:
        app_state = program.site.app.state.app_state
        self.state = type("State", (), {"app_state": app_state, "token": program.made.token})()
        self.path_params = {"id": tournament}


async def some(program: Program, since: int, wanted: int, *, between: Any = None) -> list[dict[str, Any]]:
    """The first entries of a stream."""
    found: list[dict[str, Any]] = []
    messages = entries_of(Call(AskedFor(program, "cup")), since)  # type: ignore[arg-type]
    async for message in messages:
        text = message.decode()
        if text.startswith("id: "):
            lines = dict(line.split(": ", 1) for line in text.strip().split("\n"))
            found.append({**lines, "data": json.loads(lines["data"])})
            if between and len(found) == 1:
                between()
        if len(found) == wanted or text.startswith("event: gone"):
            break
    await messages.aclose()
    return found


def test_a_program_follows_entries_live_and_goes_on_where_it_was(desk: Desk) -> None:
    create_tournament(desk, name="Cup", by="director")
    rename(desk, "One")
    program = Program(desk, Scope.READ, "cup")
    found = asyncio.run(some(program, 1, 3, between=lambda: rename(desk, "Two", "Three")))
    assert [each["id"] for each in found] == ["2", "3", "4"]
    assert {each["event"] for each in found} == {"entry"}
    assert [each["data"]["event"]["name"] for each in found] == ["One", "Two", "Three"]


def test_a_stream_ends_when_its_token_is_revoked(desk: Desk) -> None:
    create_tournament(desk, name="Cup", by="director")
    rename(desk, "One")
    program = Program(desk, Scope.READ, "cup")

    def end() -> None:
        revoke_token(desk.store, "cup", program.made.token.id, by="director")
        rename(desk, "Two")

    assert len(asyncio.run(some(program, 1, 5, between=end))) == 1


def test_the_page_shows_a_token_once_and_revokes_it(desk: Desk) -> None:
    create_tournament(desk, name="Cup", by="director")
    site = Program(desk, Scope.ADMIN).site
    page = "/t/cup/publish/api"
    shown = site.post(f"{page}/tokens", at=page, page=page, name="Club site", scope="results").text
    [token] = desk.store.api_tokens.of(TournamentId("cup"))
    assert f"miai_{token.id}_" in shown
    assert f"miai_{token.id}_" not in site.get(page).text
    assert "Club site" in site.get(page).text
    assert site.post(f"{page}/tokens", at=page, page=page, name="", scope="read").status_code == 422
    assert site.post(f"{page}/tokens/revoke", at=page, page=page, token=token.id).status_code == 303
    assert "revoked" in site.get(page).text


def test_the_application_sends_in_the_background(
    desk: Desk, receiver: Receiver, hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LOOK_EVERY", 0.01)
    arrived = threading.Event()
    receiver.on_told = arrived.set
    with Program(desk, Scope.ADMIN).client:
        rename(desk, "One")
        assert arrived.wait(20)
    assert receiver.numbers == [2]
    del hook
