"""The Riverside Open, four of its five rounds played: it stays as it is, so tests may state details of it."""

from kit.places import TESTS
from miai.desk.live_state import Desk
from miai.domain.log.document import read_history
from miai.domain.tournament import Tournament
from miai.serving.demo import open_published
from miai.store.tournament_id import TournamentId

RIVERSIDE = TESTS / "cases" / "riverside.miai"


def riverside() -> Tournament:
    """The tournament before its last round."""
    return read_history(RIVERSIDE.read_bytes()).tournament()


def open_riverside(desk: Desk, *, id: str | None = None) -> TournamentId:  # noqa: A002 - the word of the store
    """Import it with everything that was played published, as `miai serve --demo` does with the demo."""
    return open_published(desk, RIVERSIDE.read_bytes(), id=id)
