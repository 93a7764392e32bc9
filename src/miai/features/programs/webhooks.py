"""Webhooks: addresses that are told of every new entry of a tournament, in order and signed."""

import hmac
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from miai.desk.live_state import Desk, event_and_stage
from miai.domain.log.codec import encode
from miai.domain.log.history import Entry
from miai.domain.numbers import shortened
from miai.errors import InputError
from miai.messages import Message
from miai.store.accounts.programs_protocol import Webhook

SIGNATURE, DELIVERY = "Miai-Signature", "Miai-Delivery"
MOST_WEBHOOKS = 10
# After so many failures in a row nothing is sent until somebody asks for it: after about seven hours.
MOST_FAILURES = 14
_FIRST_PAUSE, _LONGEST_PAUSE = 5, 3600
_LONGEST_URL = 2000
# A process that stops without a word is replaced after so many seconds.
_CLAIMED = 60
# So many entries are sent before others get their turn.
_AT_ONCE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One entry on its way to an address; sent again it has the same id."""

    id: str
    url: str
    body: bytes
    headers: dict[str, str]


# Sends a delivery; what it returns is why it did not arrive, or nothing.
Send = Callable[[Delivery], str]


def add_webhook(
    desk: Desk,
    tournament_id: str,
    *,
    url: str,
    by: str,
    id: str | None = None,
) -> Webhook:
    """Tell an address of every entry from now on."""
    state = desk.state(event_and_stage(tournament_id)[0])
    address = url.strip()
    demand_address(address)
    if len(desk.store.webhooks.of(state.id)) >= MOST_WEBHOOKS:
        raise InputError(Message("there are %(num)s webhooks already: remove one first", num=MOST_WEBHOOKS))
    webhook = Webhook(
        id=id or secrets.token_hex(6),
        tournament=state.id,
        url=address,
        secret=secrets.token_urlsafe(32),
        created_at=_text(_now()),
        created_by=by,
        delivered=state.version,
    )
    desk.store.webhooks.add(webhook)
    return webhook


def demand_address(url: str) -> None:
    """Refuse what is no address of a web server."""
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or len(url) > _LONGEST_URL or not url.isprintable() or " " in url:
        raise InputError(Message("'%(url)s' is not an address of the web: https://…", url=shortened(url)))
    if parts.username or parts.password:
        raise InputError(Message("an address with a password in it is not accepted"))


def find_webhook(desk: Desk, tournament_id: str, webhook: str) -> Webhook:
    """A webhook of a tournament by its id."""
    found = desk.store.webhooks.get(webhook)
    if found is None or found.tournament != event_and_stage(tournament_id)[0]:
        raise InputError(Message("there is no webhook '%(id)s'", id=shortened(webhook)))
    return found


def remove_webhook(desk: Desk, tournament_id: str, webhook: str) -> None:
    """Tell an address nothing more."""
    desk.store.webhooks.remove(find_webhook(desk, tournament_id, webhook).id)


def try_again(desk: Desk, tournament_id: str, webhook: str) -> Webhook:
    """Try an address again at once, also one that was given up."""
    found = find_webhook(desk, tournament_id, webhook)
    desk.store.webhooks.note(
        found.id, delivered=found.delivered, failures=0, next_try_at="", problem=found.problem, dead=False
    )
    return found


def deliver(desk: Desk, webhook_id: str, *, sender: str, send: Send) -> timedelta | None:
    """Send an address the entries that it has not got, one after the other, until one does not arrive.

    The answer is after which time to go on; None where nothing is left to send. Entries arrive at least once:
    one may come again, with the same id, if we stop between sending it and noting that it arrived.
    """
    now = _now()
    until = _text(now + timedelta(seconds=_CLAIMED))
    webhook = desk.store.webhooks.claim(webhook_id, sender=sender, now=_text(now), until=until)
    if webhook is None:
        return timedelta(seconds=_CLAIMED)
    if webhook.dead:
        return None
    if webhook.next_try_at and _moment(webhook.next_try_at) > now:
        return _moment(webhook.next_try_at) - now
    state = desk.state(webhook.tournament)
    pending = state.history.since(min(webhook.delivered, state.version))
    for entry in pending[:_AT_ONCE]:
        problem = send(delivery_of(webhook, entry, at=_now()))
        if problem:
            return _failed(desk, webhook, problem)
        webhook = _arrived(desk, webhook, entry.number)
    return timedelta() if len(pending) > _AT_ONCE else None


def delivery_of(webhook: Webhook, entry: Entry, *, at: datetime) -> Delivery:
    """An entry as it is sent to an address."""
    known = f"{webhook.id}-{entry.number}"
    content = {"delivery": known, "tournament": webhook.tournament, "entry": encode(entry)}
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    signature = sign(webhook.secret, int(at.timestamp()), body)
    headers = {"Content-Type": "application/json", DELIVERY: known, SIGNATURE: signature}
    return Delivery(id=known, url=webhook.url, body=body, headers=headers)


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """The signature of a body that is sent at a moment: "t=1700000000,v1=…"."""
    proof = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, "sha256").hexdigest()
    return f"t={timestamp},v1={proof}"


def pause_after(failures: int) -> timedelta:
    """How long to wait after so many failures in a row."""
    return timedelta(seconds=min(_LONGEST_PAUSE, _FIRST_PAUSE * 2 ** min(failures - 1, 20)))


def _arrived(desk: Desk, webhook: Webhook, number: int) -> Webhook:
    desk.store.webhooks.note(webhook.id, delivered=number, failures=0, next_try_at="", problem="", dead=False)
    return webhook


def _failed(desk: Desk, webhook: Webhook, problem: str) -> timedelta | None:
    """Note a failure, and when the next try is."""
    known = desk.store.webhooks.get(webhook.id)
    if known is None:
        return None
    failures = known.failures + 1
    dead, pause = failures >= MOST_FAILURES, pause_after(failures)
    desk.store.webhooks.note(
        known.id,
        delivered=known.delivered,
        failures=failures,
        next_try_at="" if dead else _text(_now() + pause),
        problem=problem[:300],
        dead=dead,
    )
    return None if dead else pause


def _now() -> datetime:
    return datetime.now(UTC)


def _text(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H:%M:%SZ}"


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
