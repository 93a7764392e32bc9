"""Clashes: a person who is paired or expected in two events at the same hour."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.congress.congress_state import EventPart, WholeCongress, recall, whole_congress
from miai.features.congress.find_congress import congress_of
from miai.features.congress.timetable import TimetableRound, overlapping, timetable_of
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Engagement:
    """A round in which somebody plays: drawn, at a table, or only expected, because they attend it."""

    round: TimetableRound
    player: PlayerId
    drawn: bool
    table: int | None = None
    over: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A person in two rounds at the same time."""

    person: Player
    first: Engagement
    second: Engagement

    @property
    def certain(self) -> bool:
        """Whether both rounds are drawn."""
        return self.first.drawn and self.second.drawn

    @property
    def what(self) -> Message:
        """The clash in one sentence."""
        one, other = self.first, self.second
        if other.drawn and not one.drawn:
            one, other = other, one
        values: dict[str, Any] = {
            "name": self.person.name,
            "event": one.round.part.name,
            "round": one.round.number,
            "other": other.round.part.name,
            "number": other.round.number,
        }
        if self.certain:
            return Message(
                "%(name)s is paired in %(event)s, round %(round)s, and in %(other)s, round %(number)s, at the"
                " same time",
                **values,
            )
        if one.drawn:
            return Message(
                "%(name)s is paired in %(event)s, round %(round)s, and expected in %(other)s, round"
                " %(number)s, at the same time",
                **values,
            )
        return Message(
            "%(name)s is expected in %(event)s, round %(round)s, and in %(other)s, round %(number)s, at the"
            " same time",
            **values,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BusyPlayer:
    """A player of a round who plays elsewhere at that hour."""

    player: Player
    person: Player
    elsewhere: Engagement

    @property
    def what(self) -> Message:
        """Where they are."""
        values: dict[str, Any] = {
            "name": self.person.name,
            "event": self.elsewhere.round.part.name,
            "round": self.elsewhere.round.number,
        }
        if self.elsewhere.drawn:
            return Message("%(name)s is paired in %(event)s, round %(round)s, at this hour", **values)
        return Message("%(name)s is expected in %(event)s, round %(round)s, at this hour", **values)


def clashes(desk: Desk, congress_id: str) -> tuple[Clash, ...]:
    """Everybody who is paired or expected in two rounds at the same time, in the order of the rounds.

    A clash with a game that is over is none any more.
    """
    whole = whole_congress(desk, congress_id)
    return clashes_of(desk, whole)


def clashes_of(desk: Desk, whole: WholeCongress) -> tuple[Clash, ...]:
    """The clashes of a congress at one moment."""
    return recall(desk, whole, "clashes", lambda: tuple(_clashes(timetable_of(desk, whole), whole)))


def clashes_of_person(desk: Desk, congress_id: str, person: PlayerId) -> tuple[Clash, ...]:
    """The clashes of one person."""
    return tuple(clash for clash in clashes(desk, congress_id) if clash.person.id == person)


def before_draw(desk: Desk, event_id: str, round: int) -> tuple[BusyPlayer, ...]:
    """Who of those expected in a round, or drawn in it, plays in another event of the congress at that hour.

    Empty for a tournament that belongs to no congress, and for a round without a time.
    """
    congress = congress_of(desk, event_id)
    if congress is None:
        return ()
    whole = whole_congress(desk, congress.id)
    players = {player.id: player for player in _part(whole, event_id).tournament.players}
    found = []
    for clash in clashes_of(desk, whole):
        for here, there in ((clash.first, clash.second), (clash.second, clash.first)):
            if (here.round.part.id, here.round.number) == (event_id, round) and here.player in players:
                busy = BusyPlayer(player=players[here.player], person=clash.person, elsewhere=there)
                found.append(busy)
    return tuple(found)


def mark_absent(desk: Desk, event_id: str, round: int, players: Collection[PlayerId], *, by: str) -> Saved:
    """Record in one entry that several players do not play in a round."""
    if round < 1:
        raise InputError(Message("there is no round %(round)s", round=round))

    def decide(state: State) -> list[events.Event]:
        changed = tuple(
            replace(player, absent_rounds=player.absent_rounds | {round})
            for player in state.tournament.players
            if player.id in players and player.attends(round)
        )
        return [events.PlayersChanged(players=changed)] if changed else []

    return desk.change(event_id, decide, by=by)


def _part(whole: WholeCongress, part_id: str) -> EventPart:
    return next(part for part in whole.parts if part.id == part_id)


def _clashes(rounds: tuple[TimetableRound, ...], whole: WholeCongress) -> Iterator[Clash]:
    known: dict[tuple[str, int], Mapping[PlayerId, Engagement]] = {}

    def engaged(each: TimetableRound) -> Mapping[PlayerId, Engagement]:
        key = each.part.id, each.number
        if key not in known:
            known[key] = dict(_engagements(whole, each))
        return known[key]

    for first, second in overlapping(rounds):
        here, there = engaged(first), engaged(second)
        for person, one in here.items():
            other = there.get(person)
            if other is not None and not (one.over or other.over):
                yield Clash(person=whole.people[person], first=one, second=other)


def _engagements(whole: WholeCongress, each: TimetableRound) -> Iterator[tuple[PlayerId, Engagement]]:
    """Everybody of the list who plays in a round."""
    for engagement in _of_players(each):
        for person in whole.persons.get((each.part.event, engagement.player), ()):
            yield person, engagement


def _of_players(each: TimetableRound) -> Iterator[Engagement]:
    event, number = each.part.tournament, each.number
    if any(drawn.number == number for drawn in event.rounds):
        for board in event.round(number).boards:
            for player in (board.white, board.black):
                yield Engagement(
                    round=each, player=player, drawn=True, table=board.table, over=board.result.known
                )
        return
    resting = {member for team in event.teams if number in team.absent_rounds for member in team.members}
    out = _out(event)
    for known in event.players:
        if known.attends(number) and known.id not in resting and known.id not in out:
            yield Engagement(round=each, player=known.id, drawn=False)


def _out(event: Tournament) -> frozenset[PlayerId]:
    """Who is out of a knock-out: those who are not in the last round that is drawn."""
    if not event.rounds or event.settings.by_teams or event.settings.system != "knockout":
        return frozenset()
    last = event.rounds[-1]
    within = {seat for board in last.boards for seat in (board.white, board.black)}
    within |= {bye.player for bye in last.byes}
    return frozenset(player.id for player in event.players if player.id not in within)
