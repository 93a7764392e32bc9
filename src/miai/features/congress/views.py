"""What a person and the public see of a congress."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from miai.desk.live_state import Desk
from miai.domain.people.congress import EventEntry
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour
from miai.domain.rounds.round import Attendance, Round
from miai.domain.rounds.round_in_progress import ShownTable
from miai.features.congress.clashes import Clash, clashes_of
from miai.features.congress.congress_state import EventPart, WholeCongress, recall, whole_congress
from miai.features.congress.timetable import RoundState, TimetableRound, timetable_of
from miai.features.publish.publish_round import public_round


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRound:
    """A round of somebody: the game with its table and opponent, or why there is none.

    Before the draw there is only the time. `attendance` is None where players cannot see the draw yet.
    """

    round: TimetableRound
    player: Player
    attendance: Attendance | None = None
    board: Board | None = None
    opponent: Player | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonView:
    """All rounds of a person in the order of their times, the events they play in and their clashes."""

    person: Player
    entries: tuple[EventEntry, ...]
    rounds: tuple[PersonRound, ...]
    clashes: tuple[Clash, ...]

    @property
    def games(self) -> tuple[PersonRound, ...]:
        """The rounds in which they have a game."""
        return tuple(each for each in self.rounds if each.board is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicEvent:
    """What the public sees of an event: the rounds that are published, the standings, and what comes next."""

    part: EventPart
    players: int
    published: tuple[int, ...]
    standings: ShownTable | None
    current: TimetableRound | None
    following: TimetableRound | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicView:
    """A congress as everybody can see it."""

    whole: WholeCongress
    events: tuple[PublicEvent, ...]
    timetable: tuple[TimetableRound, ...]


def person_view(
    desk: Desk,
    congress_id: str,
    person: PlayerId,
    *,
    public: bool = False,
    now: datetime | None = None,
) -> PersonView:
    """All games of a person in all events; in `public` only those that are published."""
    whole = whole_congress(desk, congress_id)
    about = whole.tournament.player(person)
    entries = whole.entries.get(person, ())
    players = {entry.event: entry.player for entry in entries}
    rounds = tuple(
        found
        for each in timetable_of(desk, whole, now=now)
        if each.part.event in players
        and (found := _person_round(each, players[each.part.event], public=public))
    )
    mine = recall(desk, whole, "clashes by person", lambda: _by_person(clashes_of(desk, whole)))
    return PersonView(person=about, entries=entries, rounds=rounds, clashes=mine.get(person, ()))


def public_view(desk: Desk, congress_id: str, *, now: datetime | None = None) -> PublicView:
    """The events of a congress, and what of them is published."""
    whole = whole_congress(desk, congress_id)
    rounds = timetable_of(desk, whole, now=now)
    return PublicView(whole=whole, events=tuple(_public_events(whole, rounds)), timetable=rounds)


def _by_person(found: tuple[Clash, ...]) -> dict[PlayerId, tuple[Clash, ...]]:
    by_person: dict[PlayerId, tuple[Clash, ...]] = {}
    for clash in found:
        by_person[clash.person.id] = (*by_person.get(clash.person.id, ()), clash)
    return by_person


def _person_round(each: TimetableRound, player_id: PlayerId, *, public: bool) -> PersonRound | None:
    """A round of a player; None where they are not in that stage."""
    event = each.part.tournament
    player = next((known for known in event.players if known.id == player_id), None)
    if player is None:
        return None
    made = PersonRound(round=each, player=player)
    drawn = public_round(event, each.number) if public else _drawn(each)
    if drawn is None:
        attends = player.attends(each.number)
        return made if attends else PersonRound(round=each, player=player, attendance=Attendance.ABSENT)
    board = drawn.board_of(player_id)
    if board is None:
        return PersonRound(round=each, player=player, attendance=drawn.attendance(player))
    white = board.white == player_id
    return PersonRound(
        round=each,
        player=player,
        attendance=Attendance.PLAYS,
        board=board,
        opponent=event.player(board.black if white else board.white),
        colour=Colour.WHITE if white else Colour.BLACK,
    )


def _drawn(each: TimetableRound) -> Round | None:
    return next((drawn for drawn in each.part.tournament.rounds if drawn.number == each.number), None)


def _public_events(whole: WholeCongress, rounds: tuple[TimetableRound, ...]) -> Iterator[PublicEvent]:
    for part in whole.parts:
        mine = sorted((each for each in rounds if each.part.id == part.id), key=lambda each: each.number)
        published = {each.number for each in part.tournament.shown}
        to_come = [each for each in mine if each.number not in published]
        going_on = [each for each in mine if each.number in published and each.state is not RoundState.OVER]
        yield PublicEvent(
            part=part,
            players=len(part.tournament.players),
            published=tuple(sorted(published)),
            standings=part.tournament.tables_shown[-1] if part.tournament.tables_shown else None,
            current=going_on[-1] if going_on else None,
            following=to_come[0] if to_come else None,
        )
