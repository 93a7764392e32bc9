"""Two laptops in memory whose logs part, and one that enters what only the other one has."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk
from miai.errors import Problem
from miai.follow import left_behind
from miai.store.log_rows import rows_of

if TYPE_CHECKING:
    from miai.follow.hall import Hall


@dataclass
class PartedLaptop:
    """A laptop with a copy of the logs of another one, which goes on by itself."""

    leader: MemoryStore
    origin: str = "zbqm"
    store: MemoryStore = field(default_factory=MemoryStore)

    def __post_init__(self) -> None:
        self.desk = Desk(self.store, origin=self.origin)
        self.copy()

    def copy(self) -> None:
        """Have the logs of the leader and nothing else, as a laptop that follows."""
        self.store.histories = dict(self.leader.histories)

    def carry_over(self, desk: Desk, tournament_id: str) -> tuple[Problem, ...]:
        """Enter at the desk of the leader what only this laptop has; what was refused, and why."""
        hall = cast("Hall", SimpleNamespace(store=self.leader))
        history = self.store.histories[desk.state(tournament_id).id]
        rows = [dict(row) for row in rows_of(history.entries, before=history.identity)]
        log = {"id": tournament_id, "identity": history.identity, "rows": rows, "requests": {}}
        left_behind.receive(hall, "other", "The other laptop", [log])
        return left_behind.carry_over(desk, hall, f"other {tournament_id}")
