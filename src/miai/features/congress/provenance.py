"""Whether an event has what it has from the list of people, or by a change in the event itself."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.people.player import Member, Player, PlayerId

_ALWAYS = datetime.min.replace(tzinfo=UTC)
Pick = Callable[[Player], Player | Member | None]


class ListHistory:
    """What the list of people said of somebody at a moment, whatever was undone since."""

    def __init__(self, congress: State) -> None:
        self._entries = congress.history.entries
        # A clock that was wrong for a while makes times that do not rise.
        times = (moment_of(entry.at) for entry in reversed(self._entries))
        self._times = list(accumulate(times, min))[::-1]
        self._about: defaultdict[PlayerId, list[tuple[int, Player]]] = defaultdict(list)
        self._undone: list[tuple[int, events.Undone | events.Redone]] = []
        for at, entry in enumerate(self._entries):
            if isinstance(entry.event, events.Undone | events.Redone):
                self._undone.append((at, entry.event))
            for person in players_in(entry):
                self._about[person.id].append((at, person))

    def said(self, person: PlayerId, at: datetime) -> Iterator[Player]:
        """What it said before that second and after it; of somebody not on it yet, what it said first."""
        for end in dict.fromkeys((bisect_left(self._times, at), bisect_right(self._times, at))):
            undone = self._undone_at(end)
            known = [
                each
                for place, each in self._about[person]
                if place < end and self._entries[place].number not in undone
            ]
            yield known[-1] if known else self._about[person][0][1]

    def _undone_at(self, end: int) -> set[int]:
        numbers: set[int] = set()
        for at, event in self._undone:
            if at < end:
                (numbers.add if isinstance(event, events.Undone) else numbers.discard)(event.entry)
        return numbers


def came_from_list(
    history: ListHistory,
    entries: Sequence[Entry],
    pick: Pick,
    *,
    player: PlayerId,
    person: PlayerId,
    field: str,
) -> bool:
    """Whether the list said the same when the player of an event got the value that they have now.

    Then the list has changed since, or a change of it did not arrive. What somebody set in the event
    differed from the list from the start. `entries` are those of the event that count, and `pick` finds the
    person in a player, who may be a side.
    """
    value: Any = None
    since: datetime | None = None
    for entry in entries:
        for each in players_in(entry):
            known = pick(each) if each.id == player else None
            if known is not None and (since is None or getattr(known, field) != value):
                value, since = getattr(known, field), moment_of(entry.at)
    return since is not None and any(getattr(said, field) == value for said in history.said(person, since))


def was_removed(event: State, player: PlayerId) -> bool:
    """Whether a player was removed in the event, and not only never registered."""
    return any(
        isinstance(entry.event, events.PlayerRemoved) and entry.event.player == player
        for entry in event.history.effective_entries
    )


def players_in(entry: Entry) -> tuple[Player, ...]:
    """The players as an entry of a log sets them."""
    match entry.event:
        case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
            return (player,)
        case events.PlayersChanged(players=players):
            return players
    return ()


def moment_of(text: str) -> datetime:
    """When an entry was made; one of an imported file has no time."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return _ALWAYS
    return found if found.tzinfo else found.replace(tzinfo=UTC)
