"""Tokens, requests and webhooks of programs in the store, on SQLite and on PostgreSQL."""

from kit.builders import crosstable
from miai.domain.log.history import History
from miai.store.accounts.programs_protocol import ApiToken, Webhook
from miai.store.database import Database
from miai.store.protocol import Store
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(crosstable("A?B C?D"))
EARLY, LATE = "2026-11-14T10:00:00Z", "2026-11-14T11:00:00Z"


def token(id: str, tournament: TournamentId | None) -> ApiToken:  # noqa: A002 - the store's word
    about = {"scope": "read", "name": "site", "secret_hash": "ab", "created_at": EARLY, "created_by": "Ana"}
    return ApiToken(id=id, tournament=tournament, **about)


def webhook(id: str, tournament: TournamentId, delivered: int = 0) -> Webhook:  # noqa: A002
    about = {"url": "https://club.example/", "secret": "long", "created_at": EARLY, "created_by": "Ana"}
    return Webhook(**about, id=id, tournament=tournament, delivered=delivered)  # type: ignore[arg-type]


def test_tokens_are_those_of_a_tournament_or_of_the_whole_server(store: Store) -> None:
    known = store.create(HISTORY)
    store.api_tokens.add(token("a", known))
    store.api_tokens.add(token("b", None))
    store.api_tokens.used("a", at=LATE)
    store.api_tokens.revoke("b", at=LATE)
    [first], [second] = store.api_tokens.of(known), store.api_tokens.of(None)
    assert (first.id, first.last_used_at, first.revoked_at) == ("a", LATE, None)
    assert (second.id, second.last_used_at, second.revoked_at) == ("b", None, LATE)
    store.delete(known)
    assert store.api_tokens.get("a") is None
    assert store.api_tokens.get("b") == second


def test_a_key_keeps_its_first_fingerprint_until_it_is_forgotten(store: Store) -> None:
    assert store.api_requests.first("key", "one", at=EARLY, forget_before="") == "one"
    assert store.api_requests.first("key", "two", at=LATE, forget_before="") == "one"
    assert store.api_requests.first("key", "two", at=LATE, forget_before=LATE) == "two"


def test_one_process_tells_an_address_until_its_time_is_over(store: Store) -> None:
    known = store.create(HISTORY)
    store.webhooks.add(webhook("w", known))
    assert store.webhooks.claim("w", sender="one", now=EARLY, until=LATE)
    assert store.webhooks.claim("w", sender="two", now=EARLY, until=LATE) is None
    taken = store.webhooks.claim("w", sender="two", now=LATE, until="2026-11-14T12:00:00Z")
    assert taken
    assert taken.sender == "two"
    store.webhooks.note("w", delivered=3, failures=2, next_try_at=LATE, problem="refused", dead=True)
    [found] = store.webhooks.of(known)
    assert (found.delivered, found.failures, found.dead) == (3, 2, True)
    store.webhooks.remove("w")
    assert store.webhooks.all() == ()


def test_tokens_and_webhooks_stay_when_a_tournament_is_restored(store: Database) -> None:
    known = store.create(HISTORY)
    store.api_tokens.add(token("a", known))
    store.webhooks.add(webhook("w", known, delivered=999))
    store.put_back(store.log(known))
    assert store.api_tokens.get("a") == token("a", known)
    assert [each.delivered for each in store.webhooks.of(known)] == [len(HISTORY.entries)]


def test_damaged_rows_count_as_none_and_are_found_by_the_check(store: Database) -> None:
    known = store.create(HISTORY)
    store.api_tokens.add(token("a", known))
    store.webhooks.add(webhook("w", known))
    with store._writing() as connection:
        connection.exec_driver_sql("UPDATE api_tokens SET scope = 'admin'")
        connection.exec_driver_sql("UPDATE webhooks SET url = 'https://elsewhere.example/'")
    assert store.api_tokens.get("a") is None
    assert store.webhooks.all() == ()
    assert len(store.damages()) == 2
