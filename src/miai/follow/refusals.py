"""Why an entry of another server is refused, in words."""

from collections.abc import Collection, Sequence

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.mentions import Named
from miai.errors import InternalError, Problem
from miai.features.history.show_history import HistoryEntry, entry_view
from miai.follow.overlaps import Path
from miai.messages import Message


def would_replace(here: State, number: int, there: State, theirs: int) -> Problem:
    """Another entry would be lost."""
    entry = _entry(there, theirs)
    what = Message(
        "“%(theirs)s” is not entered, because this was entered here meanwhile: %(ours)s",
        theirs=entry.what,
        ours=_entry(here, number).what,
    )
    return Problem(what=what, where=entry.where)


def resting_on_refused(there: State, theirs: int, missed: Collection[Path]) -> Problem:
    """What it rests on was refused before it."""
    entry, names = _entry(there, theirs), _names_of(there)
    what = Message(
        "“%(theirs)s” is not entered, because this was not entered either: %(missed)s",
        theirs=entry.what,
        missed=tuple(names.get(path) or _draw_name(path) for path in sorted(missed, key=str)),
    )
    return Problem(what=what, where=entry.where)


def with_absent(there: State, theirs: int, absent: Sequence[str]) -> Problem:
    """Some players of a draw have left here."""
    entry = _entry(there, theirs)
    what = Message(
        "“%(theirs)s” is not entered, because these do not play in this round here: %(names)s",
        theirs=entry.what,
        names=tuple(absent),
    )
    return Problem(what=what, where=entry.where)


def _entry(state: State, number: int) -> HistoryEntry:
    found = entry_view(state, number)
    if found is None:
        raise InternalError(f"there is no entry {number}")
    return found


def _names_of(state: State) -> dict[Path, str]:
    """The names of all players, teams and stages that a log ever had."""
    names: dict[Path, str] = {}
    for entry in state.history.entries:
        match entry.event:
            case events.PlayerRegistered(player=player):
                names[Named.PLAYER.value, player.id] = player.name
            case events.TeamEntered(team=team):
                names[Named.TEAM.value, team.id] = team.name
            case events.InStage(stage=stage, change=events.TournamentCreated(name=name)):
                names[Named.STAGE.value, stage] = name
    return names


def _draw_name(path: Path) -> Message:
    """A draw, or something without a name by its id."""
    if "draw" in path:
        return Message("the draw of round %(round)s", round=path[-1])
    return Message("%(text)s", text=path[-1])
