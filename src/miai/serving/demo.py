"""Import the demo tournament."""

from dataclasses import replace
from importlib.resources import files

from miai.desk.live_state import Desk
from miai.domain.log import events
from miai.domain.log.document import read_history
from miai.domain.log.written import Written
from miai.store.tournament_id import TournamentId


def open_demo(desk: Desk, *, id: str | None = None) -> TournamentId:  # noqa: A002 - the word of the store
    """Import the demo with everything that was played published; its last round is still to be drawn."""
    return open_published(desk, files("miai").joinpath("demo.miai").read_bytes(), id=id)


def open_published(desk: Desk, document: bytes, *, id: str | None = None) -> TournamentId:  # noqa: A002 - the word of the store
    """Import a Miai document, and publish its rounds and the standings after the last of them.

    The entries are written as new ones, because phones cannot check those of an older version.
    """
    history = read_history(document)
    entries = tuple(replace(entry, written=Written()) for entry in history.entries)
    created = desk.create(replace(history, entries=entries), id=id)
    played = [drawn.number for drawn in created.tournament.rounds]
    shown: list[events.Event] = [events.RoundPublished(round=number) for number in played]
    shown.append(events.StandingsPublished(after_round=max(played)))
    desk.change(created.id, lambda state: shown if state.version else (), by="director")
    return created.id
