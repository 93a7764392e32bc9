"""Logs of a server that are written again, chained and with the identity of before."""

from collections.abc import Iterable
from dataclasses import replace

from kit.running_site import Running
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.rounds.game import Result


def rewrite_result(server: Running) -> None:
    """Write the log again with the other result in the last game at table 1 of round 2."""
    entries = list(server.desk.state(server.demo).history.entries)
    [at] = [
        k
        for k, entry in enumerate(entries)
        if isinstance(entry.event, events.ResultEntered) and (entry.event.round, entry.event.table) == (2, 1)
    ][-1:]
    entered = entries[at].event
    assert isinstance(entered, events.ResultEntered)
    other = Result.BLACK_WINS if entered.result is Result.WHITE_WINS else Result.WHITE_WINS
    entries[at] = replace(entries[at], event=replace(entered, result=other))
    put_entries(server, entries)


def put_entries(server: Running, entries: Iterable[Entry]) -> None:
    """Put other entries in place of the log of the event."""
    desk, demo = server.desk, server.demo
    history = replace(desk.state(demo).history, entries=tuple(entries))
    desk.store.delete(desk.state(demo).id)
    desk.forget(demo)
    assert desk.create(history, id=demo).history.identity == history.identity
