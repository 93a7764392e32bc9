"""miai congress."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.authors import COMMAND_LINE
from miai.domain.bounds import bounds_of
from miai.domain.log.new_ids import NewIds
from miai.domain.money import money_text
from miai.domain.settings.fees import Fees
from miai.domain.table_numbers import TableRange
from miai.domain.tournament import Tournament
from miai.domain.typed_text import money
from miai.errors import InputError
from miai.features.congress.answer import (
    CLASHES,
    CONGRESS_EVENTS,
    CONGRESS_PEOPLE,
    CREATED_CONGRESS,
    TIMETABLE,
    Clashes,
    CongressEvents,
    CongressPeople,
    Timetable,
)
from miai.features.congress.check_in import check_in as check_people_in
from miai.features.congress.clashes import clashes as all_clashes
from miai.features.congress.congress_state import whole_congress
from miai.features.congress.enter_events import enter as enter_person
from miai.features.congress.enter_events import enter_side as enter_one_side
from miai.features.congress.enter_events import enter_team as enter_whole_team
from miai.features.congress.enter_events import leave as leave_events
from miai.features.congress.icalendar import icalendar
from miai.features.congress.import_people import add_people
from miai.features.congress.money import congress_money, open_fee, receive_payment
from miai.features.congress.set_up import add_event, create_congress, place_event, remove_event
from miai.features.congress.sync_people import behind, bring_up_to_date
from miai.features.congress.tables import events_file, people_file, timetable_file
from miai.features.congress.timetable import table_clashes
from miai.features.congress.timetable import timetable as all_rounds
from miai.features.fees.answer import FEES
from miai.features.fees.charge_fees import money_file
from miai.features.players.find_entrant import entrant_named
from miai.features.players.table_files import is_table_file, pasted_entries, read_table_file
from miai.formats.registry import save
from miai.messages import Message
from miai.terminal.app import Json, app, reading_of
from miai.terminal.asking import Force, Reason
from miai.terminal.options import Data, Database
from miai.terminal.output import print_answer, print_line, print_lines, print_notes, print_table, write_table
from miai.terminal.paste_notes import paste_notes
from miai.terminal.store_desk import store_desk
from miai.terminal.streams import table_output
from miai.terminal.words import Commands

if TYPE_CHECKING:
    from miai.desk.live_state import Desk
    from miai.domain.people.player import Player, PlayerId
    from miai.features.congress.congress_state import WholeCongress
    from miai.features.congress.set_up import JoinedEvent

congress = Commands(help="Many events with one list of people, in Miai's data.")
app.add_typer(congress, name="congress")

Id = Annotated[str, typer.Argument(metavar="CONGRESS", help="The id of the congress.")]
Person = Annotated[str, typer.Argument(metavar="PERSON", help="A name, the beginning of one, or an id.")]
Events = Annotated[list[str], typer.Argument(metavar="EVENT...", help="The ids of events.")]
Event = Annotated[str, typer.Argument(metavar="EVENT", help="The id of an event.")]
People = Annotated[
    list[str], typer.Argument(metavar="PERSON...", help="Names, the beginnings of them, or ids.")
]
Output = Annotated[Path | None, table_output("Write the table to a file")]


@congress.command()
def create(
    name: Annotated[str, typer.Argument(help="The name of the congress.")],
    place: Annotated[str, typer.Option(help="Where it is.")] = "",
    country: Annotated[str, typer.Option(help="Its country, as two letters.")] = "",
    begin: Annotated[str, typer.Option(help="The first day, as 2026-07-25.")] = "",
    end: Annotated[str, typer.Option(help="The last day.")] = "",
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Create a congress without people and events, and print its id."""
    with store_desk(data, database, new=True) as desk:
        made = create_congress(
            desk, name=name, place=place, country=country, begin=begin, end=end, by=COMMAND_LINE
        )
    if as_json:
        print_answer(CREATED_CONGRESS, made)
    else:
        print_line(made.id)


@congress.command()
def events(
    congress_id: Id,
    add: Annotated[str | None, typer.Option(metavar="EVENT", help="Add a tournament of the store.")] = None,
    remove: Annotated[
        str | None, typer.Option(metavar="EVENT", help="Remove an event; it stays stored.")
    ] = None,
    room: Annotated[str | None, typer.Option(help="The room of the event that is added or named.")] = None,
    of: Annotated[str | None, typer.Option(metavar="EVENT", help="Whose room or tables are set.")] = None,
    tables: Annotated[
        str | None, typer.Option(metavar="RANGES", help='Its tables, as "1-120, 140-".')
    ] = None,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List the events with rooms and tables; add or remove one, or set its room and tables."""
    chosen = add or of
    if (room is not None or tables is not None) and chosen is None:
        raise InputError(Message("say with --of whose room or tables are set"))
    with store_desk(data, database) as desk:

        def changed() -> "JoinedEvent | None":
            joined = add_event(desk, congress_id, add, by=COMMAND_LINE) if add else None
            if chosen:
                _set_place(desk, congress_id, chosen, room, tables)
            if remove:
                remove_event(desk, congress_id, remove, by=COMMAND_LINE)
            return joined

        if (joined := desk.together(congress_id, changed)) is not None:
            print_notes([match.question for match in joined.doubtful if match.question])
        whole = _whole(desk, congress_id)
        found = table_clashes(desk, congress_id)
        if as_json:
            print_answer(CONGRESS_EVENTS, CongressEvents(whole=whole, clashes=found))
        else:
            print_table(events_file(whole))
            print_notes(clash.what for clash in found)


def _set_place(desk: "Desk", congress_id: str, event: str, room: str | None, tables: str | None) -> None:
    """Set the room and the tables of an event, if they are stated."""
    new = None
    if tables is not None:
        ranges = tuple(TableRange.parse(part) for part in tables.split(",") if part.strip())
        new = replace(_whole(desk, congress_id).event(event).settings.tables, ranges=ranges)
    place_event(desk, congress_id, event, room=room, tables=new, by=COMMAND_LINE)


@congress.command()
def people(
    congress_id: Id,
    add: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Add the players of a tournament or a table.")
    ] = None,
    columns: Annotated[
        str, typer.Option(help="The contents of columns of the table: name=1,grade=Level.", metavar="COLUMNS")
    ] = "",
    output: Output = None,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """List the people with their events, whether they are here, and what events have otherwise."""
    with store_desk(data, database) as desk:
        if add:
            done = add_people(desk, congress_id, _people_of(add, data, columns), by=COMMAND_LINE)
            print_notes([match.question for match in done.doubtful if match.question])
        whole = _whole(desk, congress_id)
        differing = behind(desk, congress_id)
        if as_json:
            print_answer(CONGRESS_PEOPLE, CongressPeople(whole=whole, behind=differing))
        elif output:
            write_table(output, people_file(whole))
        else:
            print_table(people_file(whole))
            print_notes(each.what for each in differing)


@congress.command()
def enter(
    congress_id: Id,
    person: Person,
    event_ids: Events,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Enter a person in events; in one that has begun they start in the next round."""
    with store_desk(data, database) as desk:
        done = enter_person(desk, congress_id, _person(desk, congress_id, person), event_ids, by=COMMAND_LINE)
        whole = _whole(desk, congress_id)
        for entry in done.late:
            print_line(f"{whole.events[entry.event].tournament.name} has begun: they start in the next round")


@congress.command(name="enter-side")
def enter_side(
    congress_id: Id,
    event_id: Event,
    names: People,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Enter two or three people together as one side of a Pair Go or rengo event."""
    with store_desk(data, database) as desk:
        chosen = _people(desk, congress_id, names)
        enter_one_side(desk, congress_id, event_id, chosen, by=COMMAND_LINE)


@congress.command(name="enter-team")
def enter_team(
    congress_id: Id,
    event_id: Event,
    team: Annotated[str, typer.Argument(metavar="TEAM", help="The name of the team.")],
    names: People,
    all_the_same: Annotated[
        bool, typer.Option("--all-the-same", help="Enter it even if it breaks a limit of the event.")
    ] = False,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Enter a team of people in a team event."""
    with store_desk(data, database) as desk:
        chosen = _people(desk, congress_id, names)
        enter_whole_team(
            desk, congress_id, event_id, name=team, people=chosen, by=COMMAND_LINE, all_the_same=all_the_same
        )


@congress.command()
def leave(
    congress_id: Id,
    person: Person,
    event_ids: Events,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Let a person leave events; where they have played, they withdraw from the next round on."""
    with store_desk(data, database) as desk:
        done = leave_events(desk, congress_id, _person(desk, congress_id, person), event_ids, by=COMMAND_LINE)
        whole = _whole(desk, congress_id)
        for event_id in done.withdrawn:
            print_line(f"withdrawn from {whole.events[event_id].tournament.name}")


@congress.command(name="check-in")
def check_in(
    congress_id: Id,
    names: People,
    away: Annotated[bool, typer.Option("--away", help="Record that they are not here.")] = False,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Record that people are here, in the congress and in all events that they play in."""
    with store_desk(data, database) as desk:
        chosen = _people(desk, congress_id, names)
        check_people_in(desk, congress_id, chosen, by=COMMAND_LINE, here=not away)


@congress.command()
def timetable(
    congress_id: Id,
    ics: Annotated[
        Path | None, typer.Option("--ics", metavar="FILE", help="Write it as an iCalendar file.")
    ] = None,
    output: Output = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Print all rounds of all events in the order of their starts, or write them to a file."""
    with store_desk(data, database) as desk:
        whole, rounds = _whole(desk, congress_id), all_rounds(desk, congress_id)
    if ics:
        save(ics, icalendar(whole, rounds))
        print_line(f"written: {ics.name}")
    elif output:
        write_table(output, timetable_file(whole, rounds))
    elif as_json:
        print_answer(TIMETABLE, Timetable(whole=whole, rounds=rounds))
    else:
        print_table(timetable_file(whole, rounds))


@congress.command()
def clashes(congress_id: Id, data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """List who is paired or expected in two events at the same time, and tables that two events use."""
    with store_desk(data, database) as desk:
        whole = _whole(desk, congress_id)
        found, shared = all_clashes(desk, congress_id), table_clashes(desk, congress_id)
    if as_json:
        print_answer(CLASHES, Clashes(whole=whole, people=found, tables=shared))
        return
    print_lines(each.what for each in found)
    print_lines(each.what for each in shared)
    if not found and not shared:
        print_line("no clashes")


@congress.command()
def fees(
    congress_id: Id,
    output: Output = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Print what everybody owes for the congress and its events, has paid and wins."""
    with store_desk(data, database) as desk:
        table = congress_money(desk, congress_id)
    if as_json:
        print_answer(FEES, table)
    elif output:
        write_table(output, money_file(table))
    else:
        print_table(money_file(table))


@congress.command()
def pay(
    congress_id: Id,
    person: Person,
    amount: Annotated[
        str, typer.Argument(metavar="[AMOUNT]", help="What was received; without it, all that is open.")
    ] = "",
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Record what a person has paid, and print what is still open."""
    received = money(amount, "AMOUNT", bounds_of(Fees, "usual")) if amount else None
    with store_desk(data, database) as desk:
        chosen = _person(desk, congress_id, person)
        receive_payment(desk, congress_id, chosen, received, by=COMMAND_LINE)
        whole = _whole(desk, congress_id)
        payer = whole.tournament.player(chosen)
        currency = whole.tournament.settings.fees.currency
        still_open = f"{money_text(open_fee(whole, payer))} {currency}".rstrip()
        print_line(f"{payer.name}: {still_open} still to pay")


@congress.command()
def update(
    congress_id: Id,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what was changed in an event, or came after its first draw.")
    ] = False,
    force: Force = False,
    reason: Reason = "",
    data: Data = None,
    database: Database = None,
) -> None:
    """Bring events up to date with the list of people, and print what they still have otherwise."""
    with store_desk(data, database) as desk:
        keys = [each.key for each in behind(desk, congress_id)] if everything else None
        left = bring_up_to_date(desk, congress_id, by=COMMAND_LINE, keys=keys)
    print_lines(f"{each.what}: {each.why}" if each.why else each.what for each in left)


def _whole(desk: "Desk", congress_id: str) -> "WholeCongress":
    return whole_congress(desk, congress_id)


def _people_of(file: Path, data: Path | None, columns: str) -> "Sequence[Player]":
    """The players of a tournament, or of a table of players."""
    if not is_table_file(file):
        reading = reading_of(file, demo=False)
        print_notes(reading.notes)
        return reading.tournament.players
    paste = read_table_file(file, Tournament(), columns=columns, data=data)
    print_notes(paste_notes(paste))
    return [each.player for each in pasted_entries(paste, NewIds.without_log(Tournament()))]


def _people(desk: "Desk", congress_id: str, names: list[str]) -> "list[PlayerId]":
    return [_person(desk, congress_id, name) for name in names]


def _person(desk: "Desk", congress_id: str, name: str) -> "PlayerId":
    return entrant_named(_whole(desk, congress_id).tournament, name).id
