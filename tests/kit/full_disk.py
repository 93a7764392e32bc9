"""A result desk on a disk that fills up, as a program of its own: FOLDER, a small disk mounted for it."""

import json
import sys
from contextlib import closing
from pathlib import Path

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.rounds.game import Result
from miai.errors import InputError
from miai.store.database import open_store


def main(folder: Path) -> None:
    """Write until the disk is full, make room, write once more; print what happened."""
    ballast = folder / "ballast"
    ballast.write_bytes(b"x" * 100_000)
    event = events.ResultEntered(round=1, table=1, result=Result.WHITE_WINS)
    with closing(open_store(folder)) as store:
        created = store.create(History.of_tournament(crosstable("A?B C?D")))
        known: list[Entry] = list(store.history(created).entries)
        sentences = []
        try:
            while True:
                known += store.append(created, [event], expected=len(known), by="x" * 1000)
        except InputError as error:
            sentences.append(str(error))
        try:
            store.backup("draw")
        except InputError as error:
            sentences.append(str(error))
        kept_while_full = store.history(created).entries == tuple(known)
        ballast.unlink()
        known += store.append(created, [event], expected=len(known), by="Ana")
    with closing(open_store(folder)) as again:
        kept_after = again.history(created).entries == tuple(known)
    told = {"sentences": sentences, "kept": [kept_while_full, kept_after], "entries": len(known)}
    sys.stdout.write(json.dumps({**told, "files": sorted(path.name for path in folder.rglob("*"))}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
