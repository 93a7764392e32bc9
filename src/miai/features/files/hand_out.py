"""Give somebody a file of an event, and note who took it."""

from contextlib import suppress

from miai.desk.handed_out import HandedOut, note_handed_out
from miai.desk.live_state import Desk, event_and_stage
from miai.errors import MiaiError
from miai.features.files.export_event import WrittenFile, write_event
from miai.store.times import current_time


def hand_out(desk: Desk, tournament_id: str, *, to: str, rounds: str = "", by: str) -> WrittenFile:
    """A file for another program or a federation; the document of an event is a copy, and not noted.

    A machine that may not write, such as a second laptop, gives the file too.
    """
    known, stage = event_and_stage(tournament_id)
    state = desk.state(known)
    written = write_event(desk, tournament_id, to=to, rounds=rounds)
    if to != "miai":
        file = HandedOut(
            format=to,
            stage=stage or "",
            rounds=rounds.strip(),
            version=state.version,
            at=current_time(),
            by=by,
        )
        with suppress(MiaiError):
            note_handed_out(desk.store, state.history.identity, file)
    return written
