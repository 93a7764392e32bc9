"""Everything that happened, who did it, and a way back from each thing on its own."""

from dataclasses import dataclass
from enum import Enum
from itertools import islice

from miai.app.desk import Desk, State
from miai.app.event.telling import Teller
from miai.domain import events
from miai.domain.history import Entry, History
from miai.domain.tournament import Tournament
from miai.errors import InputError


class Topic(Enum):
    """What an entry is about."""

    RESULTS = "results"
    DRAWS = "draws"
    PLAYERS = "players"
    PUBLISHED = "published"
    SETTINGS = "settings"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldEntry:
    """One entry for people; `undoes` is the entry that it undoes or does again."""

    number: int
    at: str
    by: str
    topic: Topic
    where: str
    what: str
    undone: bool
    undoable: bool
    undoes: int | None = None


_TOPICS: dict[type[events.Event], Topic] = {
    events.ResultEntered: Topic.RESULTS,
    events.ResultClaimed: Topic.RESULTS,
    events.BonusGiven: Topic.RESULTS,
    events.RoundDrawn: Topic.DRAWS,
    events.RoundDeleted: Topic.DRAWS,
    events.BoardChanged: Topic.DRAWS,
    events.ByesChanged: Topic.DRAWS,
    events.DrawChanged: Topic.DRAWS,
    events.WishesChanged: Topic.DRAWS,
    events.PlayerRegistered: Topic.PLAYERS,
    events.PlayerChanged: Topic.PLAYERS,
    events.PlayerRemoved: Topic.PLAYERS,
    events.PlayerWithdrew: Topic.PLAYERS,
    events.RoundPublished: Topic.PUBLISHED,
    events.StandingsPublished: Topic.PUBLISHED,
    events.TablePublished: Topic.PUBLISHED,
}


def history_view(
    desk: Desk,
    tournament_id: str,
    *,
    topic: Topic | None = None,
    by: str | None = None,
    before: int | None = None,
    limit: int = 100,
) -> tuple[ToldEntry, ...]:
    """The latest entries first, of one topic or author if wanted, and before an entry to page on."""
    state = desk.state(tournament_id)
    told = desk.recall(state, "history", lambda: _told(state))
    chosen = (
        entry
        for entry in reversed(told)
        if topic in (None, entry.topic)
        and by in (None, entry.by)
        and (before is None or entry.number < before)
    )
    return tuple(islice(chosen, limit))


def look_back(desk: Desk, tournament_id: str, *, entry: int) -> Tournament:
    """The tournament as it stood right after an entry."""
    history = desk.state(tournament_id).history
    if not any(each.number == entry for each in history.entries):
        raise InputError(f"the history has no entry {entry}")
    return History(entries=tuple(each for each in history.entries if each.number <= entry)).tournament()


def _told(state: State) -> tuple[ToldEntry, ...]:
    undone = state.history.undone
    teller = Teller()
    told: dict[int, ToldEntry] = {}
    for entry in state.history.entries:
        match entry.event:
            case events.Undone(entry=number) | events.Redone(entry=number):
                told[entry.number] = _told_undo(entry, told[number])
            case change:
                told[entry.number] = ToldEntry(
                    number=entry.number,
                    at=entry.at,
                    by=entry.by,
                    topic=_TOPICS.get(type(change), Topic.SETTINGS),
                    where=teller.where(change),
                    what=teller.what(change),
                    undone=entry.number in undone,
                    undoable=entry.number not in undone and not isinstance(change, events.TournamentCreated),
                )
                if entry.number not in undone:
                    teller.follow(change)
    return tuple(told.values())


def _told_undo(entry: Entry, target: ToldEntry) -> ToldEntry:
    what = "undone" if isinstance(entry.event, events.Undone) else "done again"
    return ToldEntry(
        number=entry.number,
        at=entry.at,
        by=entry.by,
        topic=target.topic,
        where=target.where,
        what=f"Entry {target.number} {what}",
        undone=False,
        undoable=False,
        undoes=target.number,
    )
