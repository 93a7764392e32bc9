"""Everything that has to be so after every request, whatever it was.

Each function is about one seam: a fact that two parts of Miai have to see alike.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from datetime import date
from functools import cache
from typing import Any

from miai.desk.asking import Proposal
from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.codec import decode, encode
from miai.domain.log.history import Entry, History
from miai.domain.log.mentions import dangling, made_by
from miai.domain.log.replay import apply
from miai.domain.people.congress import EventEntry
from miai.domain.people.participants import participants
from miai.domain.people.player import PlayerId, Registration
from miai.domain.people.sides import mean_grade, side_name
from miai.domain.problems import problems
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring import standings
from miai.features.consequences.confirm import options_of
from miai.features.publish.take_back import taking_back
from miai.store.tournament_id import TournamentId

_ID = re.compile(r"(?:[pt]\d+|[a-z-]+)-(?:kxfd|bcdg|zbqm)(?:-\d+)?")


def after_request(before: Tournament, after: State, new: Sequence[Entry]) -> None:
    """Check an event after a request that was accepted."""
    now = after.tournament
    reads_back(now, new)
    names_only_what_exists(now)
    uses_no_id_again(after, new)
    draws_only_who_plays(before, new)
    announces_what_moves(before, after, new)
    sides_are_their_people(now)


def reads_back(now: Tournament, new: Sequence[Entry]) -> None:
    """The event's own file gives the same event: entry by entry, and made from its state."""
    for entry in new:
        assert decode(encode(entry), Entry) == entry
    assert History.of_tournament(now).tournament() == now
    assert problems(now) == []


def names_only_what_exists(now: Tournament) -> None:
    """Nothing refers to a player, a team or a stage that is gone, in whatever field it is."""
    assert dangling(now) == frozenset()
    known: set[str] = {player.id for player in now.players} | {team.id for team in now.teams}
    known |= {stage.id for stage in now.stages}
    assert {text for text in _texts(now) if _ID.fullmatch(text)} <= known


def uses_no_id_again(after: State, new: Sequence[Entry]) -> None:
    """What is new has an id that nothing had before it, also nothing that was removed or undone."""
    before = (entry for entry in after.history.entries if entry.number < new[0].number)
    known = {made for entry in before for made in made_by(entry.event)}
    for entry in new:
        made = made_by(entry.event)
        assert not made & known, f"{made} was used before"
        known |= made


def sides_are_their_people(now: Tournament) -> None:
    """A side has the names of its people and their mean grade, and no person plays in two sides."""
    people = [member.name for player in now.players for member in player.members]
    assert len(people) == len(set(people)), "a person plays in two sides"
    for player in now.players:
        if player.members:
            grades = [member.grade for member in player.members]
            assert player.grade == mean_grade(grades, now.settings.sides.rounding)
            assert player.surname == side_name(player.members)
            assert not (player.egf_pin or player.ffg_licence or player.aga_id)


def draws_only_who_plays(before: Tournament, new: Sequence[Entry]) -> None:
    """A draw has neither people who withdrew or are absent, nor the same ones twice."""
    now = before
    for entry in new:
        for event, inside in _drawn_in(now, entry.event):
            playing = _playing(inside, event.round.number)
            kept = set(event.kept)
            for board in event.round.boards:
                if board.table in kept or event.round.matches:
                    continue
                for seat in (board.white, board.black):
                    assert seat in playing, f"{seat} is not here, or absent"
        now = _applied(now, entry.event)


def announces_what_moves(before: Tournament, after: State, new: Sequence[Entry]) -> None:
    """What moved in rounds that were played by the same people is shown before it is written."""
    now = after.tournament
    later = {stage.id: stage.event for stage in now.stages}
    parts = [(before, now), *((each.event, later[each.id]) for each in before.stages if each.id in later)]
    if not any(_moved(old, part) for old, part in parts):
        return
    history = replace(after.history, entries=after.history.entries[: -len(new)])
    changes = tuple(entry.event for entry in new)
    if all(_asks_itself(change, before) for change in changes):
        return
    proposal = Proposal(before=before, history=history, events=changes, after=now, apply=lambda _: now)
    assert options_of(proposal), f"moved without a word by {changes}"


def _asks_itself(change: events.Event, before: Tournament) -> bool:
    """True if the page and the API name the loss before they write, as when the last draw is undone."""
    match change:
        case events.InStage(stage=stage, change=inside):
            return _asks_itself(inside, before.stage(stage).event)
        case events.RoundDeleted(round=number):
            last = State(id=TournamentId(""), history=History(), tournament=before, version=0)
            return bool(taking_back(last, number).key)
    return isinstance(change, events.TeamsChanged)


def _moved(before: Tournament, now: Tournament) -> bool:
    """True if the table of a round that is over moved, with the same people in it.

    It is over if all results are known, and a later round has games or the table is published. A player who
    arrives late, or gets points without a game, is a new line in all tables; in a table that nobody has seen
    such a line may go again.
    """
    if [player.id for player in before.players] != [player.id for player in now.players]:
        return False
    published = max((table.after_round for table in before.tables_shown), default=0)
    for number in range(1, max(before.rounds_played - 1, published) + 1):
        boards = before.round(number).boards
        if not boards or not all(board.result.known for board in boards):
            return False
        old, new = (_lines(each, number, before.settings.criteria) for each in (before, now))
        if old != new and (old.keys() == new.keys() or (number <= published and old.keys() > new.keys())):
            return True
    return False


def _lines(event: Tournament, number: int, criteria: tuple[str, ...]) -> dict[PlayerId, int]:
    """The place of each player; players who share one may be listed in another order."""
    if number > len(event.rounds):
        return {}
    return {row.player.id: row.place for row in standings(event, after=number, criteria=criteria).rows}


def _playing(event: Tournament, number: int) -> set[PlayerId]:
    """Who may be drawn in a round: who is here, or everybody while nobody is checked in.

    A plan keeps a place for those who have played in it.
    """
    coming = [player for player in event.players if player.attends(number)]
    final = {player.id for player in coming if player.registration is Registration.FINAL}
    planned = abilities_of(event.settings.system).plans_rounds
    started = {player.id for player in participants(event)} if planned else set()
    return (final or {player.id for player in coming}) | (started & {player.id for player in coming})


def after_joining(ours: State, theirs: State, joined: State) -> None:
    """What was entered here is still so, and each id is still the same person."""
    pairs = zip(ours.history.entries, theirs.history.entries, strict=False)
    common = next((at for at, (one, other) in enumerate(pairs) if one != other), 0)
    made = [
        {made for entry in state.history.entries[common:] for made in made_by(entry.event)}
        for state in (ours, theirs)
    ]
    assert not common or made[0].isdisjoint(made[1]), "two laptops chose the same id"
    assert joined.history.entries[: len(ours.history.entries)] == ours.history.entries
    known = {player.id: player for player in (*theirs.tournament.players, *ours.tournament.players)}
    assert all(player.id in known for player in joined.tournament.players)
    here = {player.id: player.surname for player in ours.tournament.players}
    for player in joined.tournament.players:
        # Nobody became another person; a name may have been corrected on one of the laptops.
        assert player.surname in (
            here.get(player.id),
            known[player.id].surname,
            *_names_of(theirs, player.id),
        )
    assert dangling(joined.tournament) == frozenset()


def _names_of(state: State, player: PlayerId) -> tuple[str, ...]:
    return tuple(each.surname for each in state.tournament.players if each.id == player)


def _drawn_in(now: Tournament, event: events.Event) -> Iterator[tuple[events.RoundDrawn, Tournament]]:
    match event:
        case events.RoundDrawn():
            yield event, now
        case events.InStage(stage=stage, change=events.RoundDrawn() as drawn):
            yield drawn, now.stage(stage).event


def _applied(now: Tournament, event: events.Event) -> Tournament:
    return now if isinstance(event, events.Undone | events.Redone) else apply(now, event)


def _texts(value: Any) -> Iterator[str]:
    """Every text anywhere in a value."""
    kind = type(value)
    if kind is str:
        yield value
    elif kind is tuple or kind is frozenset:
        for item in value:
            yield from _texts(item)
    elif kind not in _PLAIN:
        for name in _names(kind):
            yield from _texts(getattr(value, name))


# The player of an entry belongs to another log.
_PLAIN = frozenset((int, float, bool, type(None), date, EventEntry))


def _names(kind: Any) -> tuple[str, ...]:
    return _known_names(kind)


@cache
def _known_names(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass that can hold texts; none of anything else."""
    return tuple(each.name for each in fields(kind)) if is_dataclass(kind) else ()
