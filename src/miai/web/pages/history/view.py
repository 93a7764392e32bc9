"""The history in the reader's words, a page of it at a time."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.app.desk import Desk, State
from miai.app.event.history import Topic, history_view
from miai.domain import events
from miai.domain.history import Entry
from miai.domain.player import BarSide, Player, Registration
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import joined
from miai.web.words.happenings import happening


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One entry for people.

    An earlier result is better corrected than undone: its `correct` is the round and the table.
    """

    number: int
    at: str
    by: str
    where: str
    what: str
    colour: str
    undone: bool
    undoable: bool
    to_settle: bool
    correct: tuple[int, int] | None


def told(
    desk: Desk,
    state: State,
    *,
    topic: Topic | None = None,
    by: str | None = None,
    before: int | None = None,
    limit: int = 100,
) -> list[Told]:
    """The latest entries first, of one topic or author if wanted."""
    chosen = history_view(desk, state.id, topic=topic, by=by, before=before, limit=limit)
    entries = {entry.number: entry for entry in state.history.entries}
    return [
        _told(state, entries[each.number], undone=each.undone, undoable=each.undoable)
        for each in chosen
        if each.number in entries
    ]


def told_entry(state: State, number: int) -> Told | None:
    """One entry by its number."""
    undone = state.history.undone
    for entry in state.history.entries:
        if entry.number == number:
            fixed = isinstance(entry.event, events.TournamentCreated | events.Undone | events.Redone)
            return _told(state, entry, undone=number in undone, undoable=not fixed and number not in undone)
    return None


def _told(state: State, entry: Entry, *, undone: bool, undoable: bool) -> Told:
    happened = happening(entry.event, state)
    what = happened.sentence
    if isinstance(entry.event, events.PlayerChanged):
        what = _player_change(_before(state, entry), entry.event.player)
    return Told(
        number=entry.number,
        at=entry.at,
        by=entry.by,
        where=_where(happened.kind, happened.round, happened.table),
        what=what,
        colour=happened.colour,
        undone=undone,
        undoable=undoable,
        to_settle=_to_settle(state, entry),
        correct=_correctable(state, entry) if undoable else None,
    )


def _where(kind: str, number: int | None, table: int | None) -> str:
    if number is None:
        return _("Players") if kind == "players" else _("Tournament")
    if table is None:
        return _("Round %(number)s", number=number)
    return _("Round %(number)s, table %(table)s", number=number, table=table)


def _correctable(state: State, entry: Entry) -> tuple[int, int] | None:
    """The board of a result on which a later draw rests, as long as the same two sit there."""
    event = entry.event
    if not isinstance(event, events.ResultEntered) or event.round >= state.tournament.rounds_played:
        return None
    for board in state.tournament.round(event.round).boards:
        if board.table == event.table and event.white in (None, board.white):
            return event.round, event.table
    return None


def _to_settle(state: State, entry: Entry) -> bool:
    """Whether two players still report different results of this board."""
    event = entry.event
    if not isinstance(event, events.ResultClaimed):
        return False
    board = state.tournament.round(event.round).board_of(event.claimed_by)
    seats = (board.white, board.black) if board else ()
    said = {
        claim.result
        for claim in state.tournament.claims
        if claim.round == event.round and claim.player in seats
    }
    return len(said) > 1


def _before(state: State, changed: Entry) -> Player | None:
    """A player as they were before an entry."""
    if not isinstance(changed.event, events.PlayerChanged):
        return None
    for entry in reversed(state.history.entries[: changed.number - 1]):
        match entry.event:
            case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player) if (
                player.id == changed.event.player.id
            ):
                return player
    return None


def _player_change(old: Player | None, new: Player) -> str:
    """What is new about a player."""
    said = list(_differences(old, new)) if old else []
    return said[0] if len(said) == 1 else _("Changed: %(name)s", name=new.name)


def _differences(old: Player, new: Player) -> Iterator[str]:
    if new.registration is not old.registration:
        here = new.registration is Registration.FINAL
        yield _("%(name)s is here", name=new.name) if here else _("%(name)s is not here yet", name=new.name)
    missed, back = new.absent_rounds - old.absent_rounds, old.absent_rounds - new.absent_rounds
    if missed:
        yield ngettext(
            "%(name)s misses round %(rounds)s",
            "%(name)s misses rounds %(rounds)s",
            len(missed),
            name=new.name,
            rounds=joined([str(number) for number in sorted(missed)]),
        )
    if back:
        yield ngettext(
            "%(name)s plays in round %(rounds)s",
            "%(name)s plays in rounds %(rounds)s",
            len(back),
            name=new.name,
            rounds=joined([str(number) for number in sorted(back)]),
        )
    if new.bar_side is not old.bar_side:
        yield {
            None: _("%(name)s starts where the grade belongs", name=new.name),
            BarSide.ABOVE: _("%(name)s starts above the bar", name=new.name),
            BarSide.BELOW: _("%(name)s starts below the bar", name=new.name),
        }[new.bar_side]
    if new.grade != old.grade:
        yield _("%(name)s is %(grade)s, was %(old)s", name=new.name, grade=new.grade, old=old.grade)
