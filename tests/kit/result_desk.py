"""A result desk as a program of its own, for the tests to kill: FOLDER [URL].

It enters every result that is missing, one at a time, and prints each when the store has acknowledged it.
"""

import sys
from contextlib import closing
from pathlib import Path

from miai.domain.log import events
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.store.database import open_store

RESULTS = (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)


def missing(tournament: Tournament) -> list[events.ResultEntered]:
    """One result for each board that has none yet."""
    return [
        events.ResultEntered(
            round=drawn.number, table=board.table, result=RESULTS[(drawn.number + board.table) % 3]
        )
        for drawn in tournament.rounds
        for board in drawn.boards
        if board.result is Result.UNKNOWN
    ]


def main(folder: str, url: str | None = None) -> None:
    """Enter what is missing."""
    with closing(open_store(Path(folder), url)) as store:
        [listed] = store.tournaments()
        version = listed.version
        for event in missing(store.history(listed.id).tournament()):
            [entry] = store.append(listed.id, [event], expected=version, by="desk")
            version = entry.number
            sys.stdout.write(f"{entry.number} {event.round} {event.table} {event.result.value}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
