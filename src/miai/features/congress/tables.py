"""The people, the events and the timetable of a congress as tables for files and the terminal."""

from collections.abc import Callable, Sequence

from miai.answers import Column, Table
from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, Registration
from miai.features.congress.congress_state import WholeCongress
from miai.features.congress.timetable import RoundState, TimetableRound
from miai.messages import Message

_STATES = {
    RoundState.NOT_DRAWN: Message("not drawn"),
    RoundState.DRAWN: Message("drawn"),
    RoundState.PUBLISHED: Message("published"),
    RoundState.RUNNING: Message("running"),
    RoundState.OVER: Message("over"),
}
Say = Callable[[Message], str]


def state_message(state: RoundState) -> Message:
    """How far a round has come, in a word."""
    return _STATES[state]


def people_file(whole: WholeCongress, say: Say = str) -> Table:
    """Everybody by name, whether they are here, and their events."""
    ordered = sorted(whole.people.values(), key=lambda person: plain_name(person.name))
    return Table(
        title=_title(whole, Message("People"), say),
        columns=(
            Column(title=say(Message("Name"))),
            Column(title=say(Message("Grade")), right=True),
            Column(title=say(Message("Club"))),
            Column(title=say(Message("Here"))),
            Column(title=say(Message("Events"))),
        ),
        rows=tuple(_person_row(whole, person, say) for person in ordered),
    )


def events_file(whole: WholeCongress, say: Say = str) -> Table:
    """The events with their rooms, tables, players and rounds."""
    return Table(
        title=_title(whole, Message("Events"), say),
        columns=(
            Column(title=say(Message("Id"))),
            Column(title=say(Message("Event"))),
            Column(title=say(Message("Room"))),
            Column(title=say(Message("Tables"))),
            Column(title=say(Message("Players")), right=True),
            Column(title=say(Message("Rounds drawn"))),
        ),
        rows=tuple(
            (
                part.id,
                part.name,
                part.room,
                ", ".join(str(each) for each in part.tournament.settings.tables.ranges),
                str(len(part.tournament.players)),
                f"{len(part.tournament.rounds)}/{part.tournament.settings.rounds}",
            )
            for part in whole.parts
        ),
    )


def timetable_file(whole: WholeCongress, rounds: Sequence[TimetableRound], say: Say = str) -> Table:
    """All rounds with their times in this machine's time zone."""
    return Table(
        title=_title(whole, Message("Timetable"), say),
        columns=(
            Column(title=say(Message("Day"))),
            Column(title=say(Message("Start"))),
            Column(title=say(Message("Expected end"))),
            Column(title=say(Message("Event"))),
            Column(title=say(Message("Round")), right=True),
            Column(title=say(Message("Room"))),
            Column(title=say(Message("Tables"))),
            Column(title=say(Message("Status"))),
        ),
        rows=tuple(
            (
                each.day,
                f"{each.starts.astimezone():%H:%M}" if each.starts else "",
                f"{each.ends.astimezone():%H:%M}" if each.ends else "",
                each.part.name,
                str(each.number),
                each.part.room,
                each.tables_text,
                say(state_message(each.state)),
            )
            for each in rounds
        ),
    )


def _title(whole: WholeCongress, what: Message, say: Say) -> str:
    return ": ".join(part for part in (whole.tournament.name, say(what)) if part)


def _person_row(whole: WholeCongress, person: Player, say: Say) -> tuple[str, ...]:
    names = [
        whole.events[entry.event].tournament.name
        for entry in whole.entries.get(person.id, ())
        if entry.event in whole.events
    ]
    here = say(Message("yes")) if person.registration is Registration.FINAL else ""
    return person.name, str(person.grade), person.club, here, ", ".join(names)
