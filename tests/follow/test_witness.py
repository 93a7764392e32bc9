"""A second laptop as a witness: it keeps and signs heads, and a log that was replaced contradicts them."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from kit.builders import crosstable
from kit.second_laptop import Laptop, laptop, same_logs, until
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.rounds.game import Result
from miai.engine.verify.heads import Head, Judged, compare_heads, event_mark, judge_head, read_heads
from miai.features.verify.witnesses import witness_messages
from miai.follow import witness
from miai.follow.witness import LaptopHead, laptop_heads, settle
from miai.store.tournament_id import TournamentId

EVENT = crosstable("A?B C?D E?F G?H")
ID = TournamentId("event")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Laptop, Laptop]]:
    """A laptop that leads, with one event, and one that follows."""
    with ExitStack() as stack:
        leader = stack.enter_context(laptop(tmp_path / "hall", "Hall"))
        leader.desk.create(History.of_tournament(EVENT), id="event")
        code = leader.hall.new_code()
        yield leader, stack.enter_context(laptop(tmp_path / "copy", "Copy", follows=leader.url, code=code))


def _publish(at: Laptop) -> Head:
    saved = at.desk.change("event", lambda _: [events.RoundPublished(round=1)], by="Ana")
    [entry] = saved.entries
    return Head(
        event=event_mark(saved.state.history.identity),
        entries=entry.number,
        hash=at.store.hashes(ID, after=entry.number - 1)[0],
        at=entry.at,
    )


def _judged(at: Laptop) -> list[Judged]:
    identity, hashes = at.desk.state("event").history.identity, at.store.hashes(ID, after=0)
    return [judge_head(each.head, identity=identity, hashes=hashes) for each in laptop_heads(at.hall, ID)]


def test_the_second_laptop_signs_a_publication_and_only_it_can(pair: tuple[Laptop, Laptop]) -> None:
    leader, copy = pair
    before = laptop_heads(leader.hall, ID)
    head = _publish(leader)
    until(lambda: len(laptop_heads(leader.hall, ID)) > len(before))
    assert laptop_heads(leader.hall, ID)[-1] == LaptopHead(name="Copy", head=head)
    assert laptop_heads(copy.hall, ID)[-1] == LaptopHead(name="Copy", head=head)
    assert set(_judged(leader)) == {Judged.AGREES}
    # The director sees it, and the public file has it without the name of the laptop.
    director = httpx.get(f"{leader.url}/t/event/publish").text
    assert "The second laptop Copy signed the log" in director
    for each in (leader, copy):
        lines = httpx.get(f"{each.url}/p/event/heads/file").text.splitlines()
        assert f"{head.text} second laptop" in lines
    # A head that it did not sign, or signed for a different event, is ignored.
    good = witness.signed(copy.hall, {"event": [replace(head, hash="0" * 64).text]})
    known = laptop_heads(leader.hall, ID)
    witness.receive(leader.hall, copy.hall.id, {"event": good["event"][:-2]})
    witness.receive(leader.hall, copy.hall.id, {"event": "x.y"})
    witness.receive(leader.hall, "nobody", good)
    assert laptop_heads(leader.hall, ID) == known
    witness.receive(leader.hall, copy.hall.id, {"other": good["event"]})
    assert laptop_heads(leader.hall, "other") == ()
    assert laptop_heads(leader.hall, ID) == known


def test_a_log_that_is_replaced_contradicts_what_the_second_laptop_kept(
    pair: tuple[Laptop, Laptop],
) -> None:
    leader, copy = pair
    won = events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)
    leader.desk.change("event", lambda _: [won], by="Ana")
    _publish(leader)
    until(lambda: Judged.AGREES in _judged(leader))
    history = leader.desk.state("event").history
    entries = [
        replace(entry, event=replace(won, result=Result.BLACK_WINS)) if entry.event == won else entry
        for entry in history.entries
    ]
    leader.store.delete(ID)
    leader.desk.forget("event")
    leader.desk.create(replace(history, entries=tuple(entries)), id="event")
    until(lambda: same_logs(leader, copy))
    # The copy has the new log; what it kept of the one before is not part of the copy.
    until(lambda: Judged.CHANGED in _judged(leader))
    assert Judged.CHANGED in _judged(copy)
    director = httpx.get(f"{leader.url}/t/event/publish").text
    assert "The second laptop Copy saw another history before" in director
    kept = read_heads(httpx.get(f"{copy.url}/p/event/heads/file").text)
    identity, hashes = leader.desk.state("event").history.identity, leader.store.hashes(ID, after=0)
    found = witness_messages(compare_heads(kept, identity=identity, hashes=hashes))
    assert "was changed" in str(found[0])
    assert str(found[1]) == "seen by the second laptop"
    settle(leader.hall, ID)
    assert laptop_heads(leader.hall, ID) == ()
