"""Sends to club sites what is published, in a thread of its own: no click waits for another machine."""

import logging
import threading
from collections.abc import Callable
from queue import Queue

from miai.desk.live_state import Desk, Saved
from miai.domain.tournament import Tournament
from miai.features.club_site.linked_site import linked_site, send_what_changed
from miai.store.protocol import Damaged

_LOG = logging.getLogger("miai.club_site")


class ClubSiteSender:
    """Listens to the tournaments that are linked to a site."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._waiting: Queue[tuple[str, Tournament, Saved] | None] = Queue()
        self._known: dict[str, Tournament] = {}
        self._stops: dict[str, Callable[[], None]] = {}
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen to all linked tournaments."""
        self._thread = threading.Thread(target=self._work, name="club sites", daemon=True)
        self._thread.start()
        for listed in self._desk.store.tournaments():
            try:
                if linked_site(self._desk, listed.id):
                    self.follow(listed.id)
            except Damaged:
                continue

    def follow(self, tournament_id: str) -> None:
        """Listen to a tournament from now on."""
        if self._thread and tournament_id not in self._stops:
            self._known[tournament_id] = self._desk.state(tournament_id).tournament
            self._stops[tournament_id] = self._desk.listen(
                tournament_id, lambda saved: self._changed(tournament_id, saved)
            )

    def stop(self) -> None:
        """Listen no longer, and end the thread after what it is doing."""
        for stop in self._stops.values():
            stop()
        self._stops.clear()
        self._waiting.put(None)

    def wait(self) -> None:
        """Wait until everything so far was sent, or could not be."""
        self._waiting.join()

    def _changed(self, tournament_id: str, saved: Saved) -> None:
        if self._desk.store.standing() is not None:
            # The leader sends it.
            return
        before = self._known.get(tournament_id, saved.state.tournament)
        self._known[tournament_id] = saved.state.tournament
        self._waiting.put((tournament_id, before, saved))

    def _is_first(self, saved: Saved) -> bool:
        """Whether no other process that uses the same database server has sent this, or something later."""
        if not self._desk.store.on_server:
            return True
        head, first = saved.state.head, False

        def claim(sent: str | None) -> str | None:
            nonlocal first
            first = sent is None or int(sent) < head.version
            return str(head.version) if first else sent

        self._desk.store.change_value(f"sent to the club site: {head.identity}", claim)
        return first

    def _work(self) -> None:
        while (item := self._waiting.get()) is not None:
            tournament_id, before, saved = item
            try:
                if self._is_first(saved):
                    send_what_changed(self._desk, tournament_id, before, saved)
            except Exception:
                # One tournament that is deleted or damaged must not keep the others from being sent.
                _LOG.exception("what changed in %s could not be sent to its club site", tournament_id)
            self._waiting.task_done()
