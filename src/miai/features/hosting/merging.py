"""Brings the entries of another branch of a log over, as those of a second laptop."""

from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.errors import InputError, Problem
from miai.follow.carrying import LeftBehind, carry
from miai.store.backups.checking import Missing
from miai.store.backups.heads import common
from miai.store.backups.restoring import Merge, Merged
from miai.store.database import Database
from miai.store.log_rows import Row


def merged(store: Database, missing: Missing) -> Merged:
    """Enter in a store that nobody uses what does not contradict its log."""
    return merging(Desk(store))(store, missing)


def merging(desk: Desk) -> Merge:
    """Enter what does not contradict the log, at a desk that others use, too."""

    def merge(store: Database, missing: Missing) -> Merged:
        log, rows = missing.log, missing.log.rows
        desk.forget(log.id)
        shared = common(store.hashes(log.id, after=0), rows)
        of_servers = {row["number"] for row in rows if row["event"] == events.LeaderChanged.__name__}
        found = LeftBehind(
            server="", name=missing.source.name, tournament=log.id, identity=log.identity, common=shared,
            rows=rows[shared:],
            requests={number: each for number, each in missing.branch.requests.items() if number > shared},
            done=frozenset({*of_servers, *range(shared + 1, missing.have + 1)}),
        )  # fmt: skip
        problems: list[Problem] = []
        left: list[Row] = []
        try:
            left += carry(desk, found, problems)
        except InputError as error:
            # The branch cannot be replayed as it is: nothing of it counts as brought over.
            problems += error.problems
            left = list(found.missing)
        return Merged(missing=missing, left=tuple(left), problems=tuple(problems))

    return merge
