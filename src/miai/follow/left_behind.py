"""Entries of a server that had not reached the leader: named on its pages, and entered again by a button."""

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.errors import InputError, Problem
from miai.features.history.show_history import HistoryEntry, entries_since
from miai.follow.calls import Caller
from miai.follow.carrying import LeftBehind, carry, exists, their_state
from miai.follow.hall import Hall
from miai.follow.take_over import heads
from miai.store.log_rows import COLUMNS, Row, demand_chain
from miai.store.tournament_id import TournamentId
from miai.store.write_permission import LOCAL, Kind

# Kept by the leader and copied to the others.
_KEY = "entries that did not arrive"
# Kept by the server that has them: where each log parts from that of the leader.
_OWN = f"{LOCAL}entries that did not arrive"
_TIMEOUT = 20.0
_MOST_SHOWN = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Entries that were left behind, in words; of an unknown tournament, `title` is its name."""

    key: str
    name: str
    tournament: str
    title: str
    exists: bool
    entries: tuple[HistoryEntry, ...]


# On the server that has them ----------------------------------------------------------------------


def report(hall: Hall, caller: Caller) -> int:
    """Tell the leader of all entries here that it has not; how many logs have some."""
    asked = caller.post("/follow/heads", {"heads": heads(hall)}, timeout=_TIMEOUT)
    unknown = asked.data["unknown"] if asked.status == 200 else []
    logs = [_log(hall, each) for each in unknown]
    if logs:
        sent = {"name": hall.name, "logs": logs}
        told = caller.post("/follow/left-behind", sent, timeout=_TIMEOUT)
        hall.store.set_value(_OWN, json.dumps((told.data or {}).get("common", {})))
    return len(logs)


def own(desk: Desk, hall: Hall) -> tuple[Named, ...]:
    """What this server has and the leader had not got when it was told, in words; until this one follows."""
    standing = hall.store.standing()
    if standing is None or standing.kind is not Kind.FENCED:
        return ()
    found = []
    for tournament, common in json.loads(hall.store.value(_OWN) or "{}").items():
        with suppress(InputError):
            state = desk.state(tournament)
            named_here = Named(
                key="", name=hall.name, tournament=tournament, title=state.tournament.name, exists=True,
                entries=entries_since(state, common, limit=_MOST_SHOWN),
            )  # fmt: skip
            found.append(named_here)
    return tuple(found)


def _log(hall: Hall, tournament: str) -> dict[str, Any]:
    found = hall.store.log(TournamentId(tournament))
    requests = {
        number: request
        for request, made in hall.store.requests_of(found.id).items()
        for number in made.entries
    }
    rows = [{name: row[name] for name in COLUMNS} for row in found.rows]
    return {"id": tournament, "identity": found.identity, "rows": rows, "requests": requests}


# On the leader --------------------------------------------------------------------------------------


def unknown_heads(hall: Hall, theirs: Mapping[str, Sequence[Any]]) -> list[str]:
    """The tournaments of another server whose last entry is not in the log here."""
    return [
        tournament
        for tournament, (identity, version, last) in theirs.items()
        if not _has(hall, tournament, str(identity), int(version), str(last))
    ]


def _has(hall: Hall, tournament: str, identity: str, version: int, last: str) -> bool:
    try:
        if hall.store.head(TournamentId(tournament)).identity != identity:
            return False
        return hall.store.hashes(TournamentId(tournament), after=version - 1)[:1] == (last,)
    except InputError:
        return False


def receive(hall: Hall, server: str, name: str, logs: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Keep what another server has and this one has not; how many entries of each log both have.

    Raises Damaged where a chain is not whole.
    """
    shared: dict[str, int] = {}
    kept = {each.key: each for each in left_behind(hall)}
    for raw in logs:
        tournament, identity = TournamentId(str(raw["id"])), str(raw["identity"])
        rows = tuple(raw["rows"])
        demand_chain(rows, tournament=tournament, before=identity, first=1, last=len(rows))
        common = shared[tournament] = _common(hall, tournament, identity, rows)
        requests = {int(number): str(request) for number, request in raw["requests"].items()}
        found = LeftBehind(
            server=server, name=name, tournament=tournament, identity=identity, common=common,
            rows=rows[common:], requests={key: each for key, each in requests.items() if key > common},
        )  # fmt: skip
        known = kept.get(found.key)
        # A server that tells it once more has not heard what was carried over.
        kept[found.key] = replace(found, done=known.done) if known and known.rows == found.rows else found
    _keep(hall, kept)
    return shared


def _common(hall: Hall, tournament: TournamentId, identity: str, rows: Sequence[Row]) -> int:
    """How many entries at the beginning of two logs are the same."""
    try:
        if hall.store.head(tournament).identity != identity:
            return 0
        own = hall.store.hashes(tournament, after=0)
    except InputError:
        return 0
    pairs = zip(own, (row["hash"] for row in rows), strict=False)
    return next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), min(len(own), len(rows)))


def left_behind(hall: Hall) -> tuple[LeftBehind, ...]:
    """What did not arrive, without what was entered again meanwhile."""
    raw = json.loads(hall.store.value(_KEY) or "[]")
    return tuple(found for each in raw if (found := _checked_again(hall, _read(each))).missing)


def named(desk: Desk, hall: Hall) -> tuple[Named, ...]:
    """What did not arrive, in words."""
    return tuple(_named(desk, each) for each in left_behind(hall))


def carry_over(desk: Desk, hall: Hall, key: str) -> tuple[Problem, ...]:
    """Enter what did not arrive, as its authors; what cannot be entered any more stays, with the reason.

    What was entered here meanwhile is never replaced by it.
    """
    problems: list[Problem] = []
    for each in left_behind(hall):
        if each.key != key:
            continue
        refused = {row["number"] for row in carry(desk, each, problems)}
        kept = {other.key: other for other in left_behind(hall)}
        done = frozenset(row["number"] for row in each.rows) - refused
        kept[key] = replace(each, done=done)
        _keep(hall, kept)
    return tuple(problems)


def dismiss(hall: Hall, key: str) -> None:
    """Name it no longer; it is in the backups of the server that has it."""
    _keep(hall, {each.key: each for each in left_behind(hall) if each.key != key})


def _named(desk: Desk, found: LeftBehind) -> Named:
    state = their_state(desk, found)
    entries = entries_since(state, found.common, limit=_MOST_SHOWN)
    return Named(
        key=found.key, name=found.name, tournament=found.tournament,
        title=state.tournament.name, exists=exists(desk, found),
        entries=tuple(each for each in entries if each.number not in found.done),
    )  # fmt: skip


def _checked_again(hall: Hall, found: LeftBehind) -> LeftBehind:
    """With what is here by now counted as done: sent again by a browser, restored, or only about who led."""
    sent = {number for number, request in found.requests.items() if hall.store.requested(request) is not None}
    here: Collection[str] = ()
    with suppress(InputError):
        here = hall.store.hashes(TournamentId(found.tournament), after=found.common)
    restored = {row["number"] for row in found.rows if row["hash"] in here}
    of_servers = {row["number"] for row in found.rows if row["event"] == events.LeaderChanged.__name__}
    return replace(found, done=found.done | sent | restored | of_servers)


def _keep(hall: Hall, kept: Mapping[str, LeftBehind]) -> None:
    raw = [_written(each) for each in kept.values() if each.missing]
    hall.store.set_value(_KEY, json.dumps(raw) if raw else None)


def _written(found: LeftBehind) -> dict[str, Any]:
    return {
        "server": found.server,
        "name": found.name,
        "tournament": found.tournament,
        "identity": found.identity,
        "common": found.common,
        "rows": [dict(row) for row in found.rows],
        "requests": found.requests,
        "done": sorted(found.done),
    }


def _read(raw: Mapping[str, Any]) -> LeftBehind:
    return LeftBehind(
        server=raw["server"],
        name=raw["name"],
        tournament=raw["tournament"],
        identity=raw["identity"],
        common=raw["common"],
        rows=tuple(raw["rows"]),
        requests={int(number): request for number, request in raw["requests"].items()},
        done=frozenset(raw["done"]),
    )
