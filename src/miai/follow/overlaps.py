"""What an entry is about and rests on, so that one that arrives late means here what it meant there."""

from collections.abc import Collection, Iterator, Sequence

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.log.mentions import made_by, mentions
from miai.domain.people.participants import participants, usual_field
from miai.domain.people.player import PlayerId
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.features.history.history_topics import place_of

# A thing and a part of it: ("round", 2) and ("round", 2, "table", 4).
Path = tuple[object, ...]
_AT_A_TABLE = (
    events.ResultEntered,
    events.ResultClaimed,
    events.ResultContested,
    events.GameDelayed,
    events.BoardChanged,
)
_WHOLE_ROUND = (events.RoundDrawn, events.RoundDeleted, events.ByesChanged, events.DrawChanged)


def entered_meanwhile(
    history: History, common: int, chosen: Sequence[events.Event], *, but: Collection[int] = ()
) -> Entry | None:
    """An entry after the `common` ones, `but` some, that is about the same as one of the chosen events.

    None where there is none, or the latest one says exactly the same.
    """
    since = [entry for entry in _since(history, common) if entry.number not in but]
    for event in chosen:
        for path in _about(event):
            about_it = (
                entry
                for entry in reversed(since)
                if any(each[: len(path)] == path for each in _about_entry(history, entry))
            )
            latest = next(about_it, None)
            if latest is not None and latest.event != event:
                return latest
    return None


def entered_alike(
    history: History, common: int, chosen: Sequence[events.Event], *, but: Collection[int] = ()
) -> bool:
    """Whether each of the chosen events was entered here too, `but` for some entries; then all is there.

    Two laptops draw a round alike from the same players; one draw that was taken back here is no such draw.
    """
    since: list[events.Event] = []
    for entry in _since(history, common):
        match entry.event:
            case events.RoundDeleted(round=number):
                since = [event for event in since if ("draw", number) not in makes(event)]
        if entry.number not in but:
            since.append(entry.event)
    return all(event in since for event in chosen)


def absent_from(tournament: Tournament, event: events.Event) -> tuple[str, ...]:
    """The names of those in a draw who do not play in its round here: they left, or are not here."""
    match event:
        case events.InStage(stage=stage_id, change=change):
            stage = next((each for each in tournament.stages if each.id == stage_id), None)
            return absent_from(stage.event, change) if stage else ()
        case events.RoundDrawn(round=drawn):
            here = usual_field(tournament, drawn.number)
            if abilities_of(tournament.settings.system).plans_rounds:
                # A plan keeps a place for those who have played in it.
                started = participants(tournament)
                here |= {player.id for player in started if player.attends(drawn.number)}
            seats = [seat for board in drawn.boards for seat in (board.white, board.black)]
            names = tournament.names
            return tuple(names[seat] for seat in (*seats, *drawn.free) if seat in names and seat not in here)
    return ()


def makes(event: events.Event) -> frozenset[Path]:
    """What other entries can rest on after an event: a player, a team, a stage or the draw of a round."""
    match event:
        case events.InStage(stage=stage, change=events.RoundDrawn(round=drawn)):
            return frozenset({("stage", stage, "draw", drawn.number)})
        case events.RoundDrawn(round=drawn):
            return frozenset({("draw", drawn.number)})
    return frozenset((sort.value, known) for sort, known in made_by(event))


def rests_on(event: events.Event) -> frozenset[Path]:
    """What has to be there before an event means what it meant where it was entered."""
    named: frozenset[Path] = frozenset((sort.value, known) for sort, known in mentions(event))
    match event:
        case events.InStage(stage=stage, change=change):
            return named | {("stage", stage, *path) for path in _draw_of(change)}
    return named | _draw_of(event)


def _draw_of(event: events.Event) -> frozenset[Path]:
    """The draw that an event adds to; clocks and line-ups are stated before a draw."""
    if isinstance(event, events.ClockSet | events.Undone | events.Redone):
        return frozenset()
    number, _ = place_of(event)
    return frozenset() if number is None else frozenset({("draw", number)})


def _since(history: History, common: int) -> Iterator[Entry]:
    """The entries that count, and those that undo or redo what both logs have."""
    counting = {entry.number for entry in history.effective_entries}
    for entry in history.since(common):
        match entry.event:
            case events.LeaderChanged() | events.ReasonGiven():
                pass
            case events.Undone(entry=number) | events.Redone(entry=number):
                if number <= common:
                    yield entry
            case _ if entry.number in counting:
                yield entry


def _about_entry(history: History, entry: Entry) -> frozenset[Path]:
    match entry.event:
        case events.Undone(entry=number) | events.Redone(entry=number):
            return _about(history.change(number).event)
        case event:
            return _about(event)


def _about(event: events.Event) -> frozenset[Path]:
    """The things that an event changes."""
    match event:
        case events.InStage(stage=stage, change=change):
            return frozenset(("stage", stage, *path) for path in _about(change))
        case events.Undone() | events.Redone():
            return frozenset()
        case events.BonusGiven(round=played, bonus=bonus):
            return frozenset({("bonus", played, bonus.player)})
        case _ if people := _people(event):
            return frozenset(("player", each) for each in people)
    number, table = place_of(event)
    if isinstance(event, _AT_A_TABLE):
        return frozenset({("round", number, "table", table)})
    if isinstance(event, _WHOLE_ROUND):
        return frozenset({("round", number)})
    return frozenset({(type(event).__name__, number)})


def _people(event: events.Event) -> tuple[PlayerId, ...]:
    match event:
        case events.PlayerRegistered(player=player) | events.PlayerChanged(player=player):
            return (player.id,)
        case events.PlayersChanged(players=players):
            return tuple(each.id for each in players)
        case events.PlayerRemoved(player=leaving) | events.PlayerWithdrew(player=leaving):
            return (leaving,)
        case events.EntriesChanged(entries=entries):
            return tuple(each.person for each in entries)
    return ()
