"""The people who signed up, in the store, on SQLite and on PostgreSQL."""

from dataclasses import replace

from kit.builders import crosstable
from miai.domain.log.history import History
from miai.store.database import Database
from miai.store.people.players_protocol import SignUp
from miai.store.protocol import Store
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(crosstable("A?B C?D"))


def waiting(tournament: TournamentId, token_hash: str) -> SignUp:
    return SignUp(
        tournament=tournament,
        token_hash=token_hash,
        state="waiting",
        about='{"surname":"Fox"}',
        signed_up_at="2026-05-01T10:00:00Z",
    )


def test_sign_ups_are_numbered_in_order_and_go_with_their_tournament(store: Store) -> None:
    kept, other = store.create(HISTORY), store.create(HISTORY)
    first, second = store.sign_ups.add(waiting(kept, "a")), store.sign_ups.add(waiting(kept, "b"))
    third = store.sign_ups.add(waiting(other, "c"))
    assert [first.number, second.number, third.number] == [1, 2, 1]
    assert store.sign_ups.of(kept) == (first, second)
    assert store.sign_ups.by_token("c") == third
    store.delete(kept)
    assert store.sign_ups.by_token("a") is None
    assert store.sign_ups.of(other) == (third,)


def test_a_sign_up_is_changed_only_as_it_was_known(store: Store) -> None:
    known = store.sign_ups.add(waiting(store.create(HISTORY), "a"))
    declined = replace(known, state="declined", about="", said="We are full.")
    assert store.sign_ups.change(known, declined)
    assert not store.sign_ups.change(known, replace(known, state="accepted"))
    assert store.sign_ups.by_token("a") == declined
    store.sign_ups.remove(declined)
    assert store.sign_ups.by_token("a") is None


def test_sign_ups_stay_when_the_log_is_restored(store: Database) -> None:
    known = store.create(HISTORY)
    waits = store.sign_ups.add(waiting(known, "a"))
    store.put_back(store.log(known))
    assert store.sign_ups.of(known) == (waits,)


def test_a_damaged_sign_up_counts_as_none_and_is_found_by_the_check(store: Database) -> None:
    known = store.create(HISTORY)
    store.sign_ups.add(waiting(known, "a"))
    with store._writing() as connection:
        connection.exec_driver_sql("UPDATE sign_ups SET state = 'accepted'")
    assert store.sign_ups.of(known) == ()
    assert [str(each) for each in store.damages()] == [f"a sign-up for '{known}' is damaged"]
