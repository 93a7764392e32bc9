"""The proofs of draws in the store, on SQLite and on PostgreSQL."""

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import History
from miai.store.database import Database
from miai.store.log_rows import rows_of
from miai.store.protocol import Store
from miai.store.tournament_id import TournamentId

HISTORY = History.of_tournament(crosstable("A?B C?D"))


def test_a_proof_is_kept_and_goes_with_its_tournament(store: Store) -> None:
    kept, other = store.create(HISTORY), store.create(HISTORY)
    store.proofs.keep(kept, "ab", b"\0proof")
    store.proofs.keep(kept, "ab", b"\0proof")
    store.proofs.keep(other, "ab", b"another")
    assert store.proofs.get(kept, "ab") == b"\0proof"
    assert store.proofs.get(kept, "cd") is None
    store.delete(kept)
    assert store.proofs.get(kept, "ab") is None
    assert store.proofs.get(other, "ab") == b"another"


def test_a_damaged_proof_counts_as_none_and_is_found_by_the_check(store: Database) -> None:
    known = store.create(HISTORY)
    store.proofs.keep(known, "ab", b"proof")
    with store._writing() as connection:
        connection.exec_driver_sql("UPDATE proofs SET hash = 'cd'")
    assert store.proofs.get(known, "cd") is None
    assert [str(each) for each in store.damages()] == [f"the proof of a draw of '{known}' is damaged"]


def test_the_hashes_of_a_log_are_those_of_its_chain(store: Store) -> None:
    known = store.create(HISTORY)
    store.append(known, [events.RoundPublished(round=1)], expected=len(HISTORY.entries), by="director")
    history = store.history(known)
    chain = [row["hash"] for row in rows_of(history.entries, before=history.identity)]
    assert store.hashes(known, after=0) == tuple(chain)
    assert store.hashes(known, after=len(chain) - 1) == (chain[-1],)
    assert store.hashes(TournamentId(known), after=len(chain)) == ()
