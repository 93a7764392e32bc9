"""A copy has what the original has, verified, and what only the copy had is kept, on both databases."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Column, Table, Text, select

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.store import schema
from miai.store.backups.copying import (
    Difference,
    read_difference,
    read_holdings,
    schema_mark,
    write_difference,
    write_holdings,
)
from miai.store.database import Database, open_store
from miai.store.log_rows import Row
from miai.store.protocol import Damaged, SignIn
from miai.store.tournament_id import TournamentId
from miai.store.write_permission import Kind, LeaderRecord, NotLeading, Standing

HISTORY = History.of_tournament(crosstable("A?B C?D"))
LAST = len(HISTORY.entries)
FOLLOWS = Standing(
    kind=Kind.FOLLOWS, leader=LeaderRecord(epoch=0, server="aa", name="Hall", address="http://a")
)


def white_wins(table: int) -> events.ResultEntered:
    return events.ResultEntered(round=1, table=table, result=Result.WHITE_WINS)


@pytest.fixture
def copy(tmp_path: Path) -> Iterator[Database]:
    """A second store, which follows the first."""
    with closing(open_store(tmp_path / "copy")) as opened:
        opened.set_standing(FOLLOWS)
        yield opened


def follow(original: Database, copy: Database) -> Difference:
    """Bring the copy up to date, by way of JSON as on the wire."""
    known = read_holdings(json.loads(json.dumps(write_holdings(copy.holdings()))))
    found, _ = original.difference(known)
    arrived = read_difference(json.loads(json.dumps(write_difference(found))))
    assert copy.apply(arrived, standing=FOLLOWS) is not None
    return arrived


def everything(store: Database) -> dict[str, set[str]]:
    """All rows of all tables but those that belong to one server alone."""
    with store._reading() as connection:
        return {
            table.name: {
                repr(tuple(row))
                for row in connection.execute(select(table))
                if not str(row[0]).startswith("this server: ")
            }
            for table in schema.METADATA.sorted_tables
        }


def test_a_copy_is_like_the_original_after_every_change(store: Database, copy: Database) -> None:
    first = store.create(HISTORY, request="one/1")
    steps: list[Callable[[], object]] = [
        lambda: store.append(first, [white_wins(1)], expected=LAST, by="Ana", request="two/1", session="s"),
        lambda: store.append(first, [], expected=LAST + 1, by="Ana", request="three/1"),
        lambda: store.proofs.keep(first, "ab", b"\0proof"),
        lambda: store.set_value("password", "secret"),
        lambda: store.set_value("this server: name", "Hall"),
        lambda: store.create(HISTORY, id="second"),
        lambda: store.archive(first, archived=True),
        lambda: store.set_value("password", None),
        lambda: store.delete(first),
        lambda: store.create(HISTORY, id=str(first)),
    ]
    follow(store, copy)
    assert everything(copy) == everything(store)
    for step in steps:
        step()
        follow(store, copy)
        assert everything(copy) == everything(store)
    assert not follow(store, copy)
    assert copy.value("this server: name") is None
    assert copy.damages() == ()
    [kept] = copy.site.backups.glob("deleted-*.miai")
    assert str(first) in kept.name


def test_only_new_entries_are_sent(store: Database, copy: Database) -> None:
    known = store.create(HISTORY)
    follow(store, copy)
    store.append(known, [white_wins(1), white_wins(2)], expected=LAST, by="Ana", request="a/1")
    found = follow(store, copy)
    assert [(part.after, len(part.entries)) for part in found.logs] == [(LAST, 2)]
    assert [row["id"] for row in found.rows["requests"]] == ["a/1"]
    assert copy.requested("a/1") == store.requested("a/1")


def test_what_arrives_changed_is_refused_as_a_whole(store: Database, copy: Database) -> None:
    known = store.create(HISTORY)
    follow(store, copy)
    before = everything(copy)
    store.append(known, [white_wins(1)], expected=LAST, by="Ana", request="a/1")
    found, _ = store.difference(copy.holdings())
    [part] = found.logs
    [entry] = part.entries
    wrong_entry = replace(part, entries=({**entry, "by": "Eve"},))
    wrong_row: dict[str, tuple[Row, ...]] = {"requests": ({**found.rows["requests"][0], "session": "Eve"},)}
    for wrong in (replace(found, logs=(wrong_entry,)), replace(found, rows=wrong_row)):
        with pytest.raises(Damaged):
            copy.apply(wrong, standing=FOLLOWS)
        assert everything(copy) == before


def test_entries_that_only_the_copy_has_are_kept_as_a_document(store: Database, copy: Database) -> None:
    known = store.create(HISTORY)
    store.proofs.keep(known, "ab", b"proof")
    follow(store, copy)
    copy.set_standing(None)
    copy.append(known, [white_wins(1)], expected=LAST, by="Ana")
    copy.set_standing(FOLLOWS)
    store.append(known, [white_wins(2), white_wins(1)], expected=LAST, by="Bea")
    follow(store, copy)
    assert everything(copy) == everything(store)
    [kept] = copy.site.backups.glob("*.miai")
    assert "Ana" in kept.read_text()


def test_a_copy_refuses_all_writes_but_its_own(store: Database, copy: Database) -> None:
    known = store.create(HISTORY)
    follow(store, copy)
    writes: list[Callable[[], object]] = [
        lambda: copy.append(known, [white_wins(1)], expected=LAST, by="Ana"),
        lambda: copy.create(HISTORY),
        lambda: copy.archive(known, archived=True),
        lambda: copy.delete(known),
        lambda: copy.set_value("password", "secret"),
        lambda: copy.proofs.keep(known, "ab", b"proof"),
    ]
    for write in writes:
        with pytest.raises(NotLeading, match="Hall leads, at http://a"):
            write()
    copy.set_value("this server: name", "Second")
    signed = SignIn(
        id="me", role="DIRECTOR", name="Ana", address="", device="", signed_in_at="2026", proof="p"
    )
    copy.sign_ins.add(signed)
    follow(store, copy)
    assert copy.sign_ins.get("me") == signed
    copy.set_standing(None)
    assert copy.append(known, [white_wins(1)], expected=LAST, by="Ana")


def test_a_copy_that_took_over_writes_nothing_that_still_arrives(store: Database, copy: Database) -> None:
    store.create(HISTORY)
    found, _ = store.difference(copy.holdings())
    assert copy.set_standing(None, only_after=FOLLOWS)
    assert not copy.set_standing(None, only_after=FOLLOWS)
    assert copy.apply(found, standing=FOLLOWS) is None
    assert copy.tournaments() == ()


def test_a_mark_changes_with_every_write_of_any_program(
    store: Database, reopen: Callable[[], Database]
) -> None:
    marks = [store.change_mark(), store.change_mark()]
    if not store.on_server:
        # A server counts what is written to its other databases too.
        assert marks[0] == marks[1]
    known = store.create(HISTORY)
    marks.append(store.change_mark())
    reopen().append(TournamentId(known), [white_wins(1)], expected=LAST, by="Ana")
    marks.append(store.change_mark())
    assert marks[1] < marks[2] < marks[3]


def test_the_mark_of_the_schema_names_every_table() -> None:
    before = schema_mark()
    added = Table("added_later", schema.METADATA, Column("id", Text, primary_key=True))
    try:
        assert schema_mark() != before
    finally:
        schema.METADATA.remove(added)
