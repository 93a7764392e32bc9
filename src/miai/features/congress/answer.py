"""What is told of a congress: its events, its people, its timetable, and what clashes."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.desk.live_state import State
from miai.domain.people.player import Player, Registration
from miai.features.congress.clashes import Clash, Engagement
from miai.features.congress.congress_state import EventPart, WholeCongress
from miai.features.congress.matching import PersonMatch
from miai.features.congress.sync_people import Behind
from miai.features.congress.timetable import TableClash, TimetableRound


@dataclass(frozen=True, slots=True, kw_only=True)
class CongressEvents:
    """The events of a congress, and the tables that two of them use at the same time."""

    whole: WholeCongress
    clashes: Sequence[TableClash]


@dataclass(frozen=True, slots=True, kw_only=True)
class CongressPeople:
    """The people of a congress, and what events have otherwise than the list."""

    whole: WholeCongress
    behind: Sequence[Behind]


@dataclass(frozen=True, slots=True, kw_only=True)
class Timetable:
    """All rounds of a congress."""

    whole: WholeCongress
    rounds: Sequence[TimetableRound]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clashes:
    """Who is in two rounds at the same time, and which tables."""

    whole: WholeCongress
    people: Sequence[Clash]
    tables: Sequence[TableClash]


@dataclass(frozen=True, slots=True)
class _Person:
    person: Player
    events: Sequence[str]


_CREATED: Shape[State] = Shape(
    "CreatedCongress",
    "A new congress by its id.",
    (Field("congress", str, lambda made: made.id), Field("name", str, lambda made: made.tournament.name)),
)
CREATED_CONGRESS = Answer(question="congress-create", whole=_CREATED)

_EVENT: Shape[EventPart] = Shape(
    "EventOfCongress",
    "An event of a congress.",
    (
        Field("id", str),
        Field("name", str),
        Field("room", str),
        Field("tables", list[str], lambda part: part.tournament.settings.tables.ranges),
        Field("players", int, lambda part: len(part.tournament.players)),
        Field("rounds", int, lambda part: part.tournament.settings.rounds),
        Field("drawn", int, lambda part: len(part.tournament.rounds)),
    ),
)
_EVENTS: Shape[CongressEvents] = Shape(
    "CongressEvents",
    "The events, and the tables that two of them use at the same time.",
    (
        Field("congress", str, lambda events: events.whole.tournament.name),
        Field("events", many(_EVENT), lambda events: events.whole.parts),
        Field("missing", list[str], lambda events: events.whole.missing),
        Field("table_clashes", list[str], lambda events: [clash.what for clash in events.clashes]),
    ),
)
CONGRESS_EVENTS = Answer(question="congress-events", whole=_EVENTS)

_PERSON: Shape[_Person] = Shape(
    "CongressPerson",
    "Somebody with their events.",
    (
        Field("id", str, lambda each: each.person.id),
        Field("name", str, lambda each: each.person.name),
        Field("grade", str, lambda each: each.person.grade),
        Field("club", str, lambda each: each.person.club),
        Field("here", bool, lambda each: each.person.registration is Registration.FINAL),
        Field("events", list[str]),
    ),
)
_BEHIND: Shape[Behind] = Shape(
    "BehindTheList",
    "What an event has otherwise than the list, and why it stays so.",
    (Field("what", str), Field("why", str | None, lambda behind: behind.why or None)),
)
_PEOPLE: Shape[CongressPeople] = Shape(
    "CongressPeople",
    "Everybody with their events.",
    (
        Field("congress", str, lambda people: people.whole.tournament.name),
        Field(
            "people",
            many(_PERSON),
            lambda people: [
                _Person(person, [entry.event for entry in people.whole.entries.get(person.id, ())])
                for person in people.whole.people.values()
            ],
        ),
        Field("behind", many(_BEHIND)),
    ),
)
CONGRESS_PEOPLE = Answer(question="congress-people", whole=_PEOPLE)

_ROUND: Shape[TimetableRound] = Shape(
    "CongressRound",
    "A round of an event.",
    (
        Field("event", str, lambda each: each.part.id),
        Field("name", str, lambda each: each.part.name),
        Field("round", int, lambda each: each.number),
    ),
)
_TIMED_ROUND: Shape[TimetableRound] = Shape(
    "TimetableRound",
    "A round in the timetable; moments are in UTC.",
    (
        *_ROUND.fields,
        Field("starts", str | None, lambda each: each.starts and each.starts.isoformat()),
        Field("ends", str | None, lambda each: each.ends and each.ends.isoformat()),
        Field("room", str, lambda each: each.part.room),
        Field("tables", list[str]),
        Field("boards", int),
        Field("state", str),
    ),
)
_TIMETABLE: Shape[Timetable] = Shape(
    "Timetable",
    "All rounds of a congress.",
    (
        Field("congress", str, lambda timetable: timetable.whole.tournament.name),
        Field("rounds", many(_TIMED_ROUND)),
    ),
)
TIMETABLE = Answer(question="congress-timetable", whole=_TIMETABLE)

_ENGAGEMENT: Shape[Engagement] = Shape(
    "Engagement",
    "A round that somebody plays in.",
    (*_ROUND.of(lambda each: each.round), Field("drawn", bool), Field("table", int | None)),
)
_CLASH: Shape[Clash] = Shape(
    "PersonClash",
    "Somebody in two rounds at the same time.",
    (
        Field("person", str, lambda clash: clash.person.name),
        Field("person_id", str, lambda clash: clash.person.id),
        Field("drawn", bool, lambda clash: clash.certain),
        Field("rounds", many(_ENGAGEMENT), lambda clash: (clash.first, clash.second)),
    ),
)
_TABLE_CLASH: Shape[TableClash] = Shape(
    "TableClash",
    "Tables in two rounds at the same time.",
    (
        Field("rounds", many(_ROUND), lambda clash: (clash.first, clash.second)),
        Field("tables", list[str]),
    ),
)
_CLASHES: Shape[Clashes] = Shape(
    "Clashes",
    "Who is in two rounds at the same time, and which tables.",
    (
        Field("congress", str, lambda clashes: clashes.whole.tournament.name),
        Field("people", many(_CLASH)),
        Field("tables", many(_TABLE_CLASH)),
    ),
)
CLASHES = Answer(question="congress-clashes", whole=_CLASHES)

_DOUBTFUL: Shape[PersonMatch] = Shape(
    "DoubtfulPerson",
    "Somebody in an event: whom of the list they are, or might be, by their ids.",
    (
        Field("key", str),
        Field("name", str, lambda match: match.entrant.name),
        Field("grade", str, lambda match: match.entrant.grade),
        Field("recognised", str),
        Field("person", str | None),
        Field("person_id", str | None, lambda match: match.person),
        Field("candidates", list[str], lambda match: [each.id for each in match.candidates]),
        Field("candidate_ids", list[str], lambda match: [each.id for each in match.candidates]),
    ),
)
DOUBTFUL_PEOPLE: Shape[Sequence[PersonMatch]] = Shape(
    "DoubtfulPeople",
    "The people of an event beside the list of people.",
    (Field("people", many(_DOUBTFUL), lambda matches: matches),),
)
