"""A small congress for tests: a desk on a store in memory, people by surname, events by name."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.features.congress.congress_state import WholeCongress, whole_congress
from miai.features.congress.enter_events import Entered, Left, enter, leave
from miai.features.congress.set_up import create_congress, create_event
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_player
from miai.features.schedule.plan_schedule import RoundTime, set_schedule
from miai.store.protocol import Store

BY = "Anneke"
FIRST_DAY = datetime(2026, 7, 25, 10, tzinfo=UTC)


@dataclass
class Hall:
    """One congress at one desk."""

    store: Store = field(default_factory=MemoryStore)
    id: str = ""

    def __post_init__(self) -> None:
        self.desk = Desk(self.store)
        self.id = create_congress(self.desk, name="Summer Congress", place="Arden", by=BY).id

    @property
    def at(self) -> tuple[Desk, str]:
        """What every use case wants first."""
        return self.desk, self.id

    @property
    def whole(self) -> WholeCongress:
        return whole_congress(*self.at)

    def person(self, name: str, grade: str = "1d", **about: Any) -> PlayerId:
        """Add somebody to the list of people."""
        player = Player(id=NEW, surname=name, grade=Grade.parse(grade), **about)
        register_player(*self.at, player, by=BY)
        return self.who(name)

    def who(self, name: str) -> PlayerId:
        """The id of a person on the list."""
        return next(each.id for each in self.whole.tournament.players if each.surname == name)

    def open(self, name: str, **settings: Any) -> str:
        """Create an event."""
        return create_event(*self.at, name=name, by=BY, **settings).event

    def event(self, event_id: str) -> Tournament:
        return self.desk.state(event_id).tournament

    def player(self, event_id: str, name: str) -> Player:
        """A player of an event by surname."""
        return next(each for each in self.event(event_id).players if each.surname == name)

    def enter(self, name: str, *event_ids: str) -> Entered:
        return enter(*self.at, self.who(name), event_ids, by=BY)

    def leave(self, name: str, *event_ids: str) -> Left:
        return leave(*self.at, self.who(name), event_ids, by=BY)

    def draw(self, event_id: str, number: int) -> None:
        draw_round(self.desk, event_id, round=number, by=BY)

    def time(self, event_id: str, **hours: float) -> None:
        """Set the starts of rounds, r1=0 at the beginning of the congress, r2=26 so many hours later."""
        times = {
            int(name[1:]): RoundTime(starts=FIRST_DAY + timedelta(hours=after), minutes=60)
            for name, after in hours.items()
        }
        set_schedule(self.desk, event_id, times=times, by=BY)


def congress(people: str = "") -> Hall:
    """A congress with people such as "Ada 3d, Bo 1k"."""
    hall = Hall()
    for each in people.split(", ") if people else ():
        name, _, grade = each.partition(" ")
        hall.person(name, grade or "1d")
    return hall
