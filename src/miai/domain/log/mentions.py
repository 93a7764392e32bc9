"""Players, teams and stages that a value names, found by the types of its fields.

A field that names something is of the type `PlayerId`, `TeamId` or `StageId`, wherever it is; so a new field
or event needs no code here.
"""

import types
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, Union, cast, get_args, get_origin

from miai.domain.field_facts import field_hints
from miai.domain.log import events
from miai.domain.people.congress import EventEntry
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament


class Named(Enum):
    """Sorts of things that have an id."""

    PLAYER = "player"
    TEAM = "team"
    STAGE = "stage"
    EVENT = "event"


# A sort and an id.
Mention = tuple[Named, str]
_Find = Callable[[Any], Iterator[Mention]]
_SORTS: dict[Any, Named] = {PlayerId: Named.PLAYER, TeamId: Named.TEAM, StageId: Named.STAGE}
# The player of an entry belongs to another log.
_ELSEWHERE = (EventEntry,)
# Their own ids are no mentions.
_OWNERS = ("players", "teams", "stages")


def mentions(value: Any) -> frozenset[Mention]:
    """All that a dataclass names, also deep inside; an unset id names nothing."""
    find = _finder(type(value))
    return frozenset(each for each in find(value) if each[1]) if find else frozenset()


def made_by(event: events.Event) -> frozenset[Mention]:
    """The player, team or stage that an event creates."""
    match event:
        case events.PlayerRegistered(player=player):
            return frozenset({(Named.PLAYER, player.id)})
        case events.TeamEntered(team=team):
            return frozenset({(Named.TEAM, team.id)})
        case events.StageOpened(plan=plan):
            return frozenset({(Named.STAGE, plan.id)})
    return frozenset()


def dangling(tournament: Tournament) -> frozenset[Mention]:
    """All that a tournament, or a stage of it, names although it is not there."""
    known = known_in(tournament)
    found = {each for _, named in places_of(tournament) for each in named} - known
    for stage in tournament.stages:
        # A stage has the rules of its event, whose bands name others too.
        found |= dangling(stage.event) - known
        found |= {each for each in known_in(stage.event) if each[0] is Named.PLAYER} - known
    return frozenset(found)


def unknown_to(tournament: Tournament, event: events.Event) -> frozenset[Mention]:
    """What an event names and a tournament has not; in a stage, neither the stage nor its event."""
    known = known_in(tournament)
    if isinstance(event, events.InStage):
        stage = next((each for each in tournament.stages if each.id == event.stage), None)
        known |= known_in(stage.event) if stage else frozenset()
    return mentions(event) - known


def places_of(tournament: Tournament) -> Iterator[tuple[str, frozenset[Mention]]]:
    """What each field of a tournament names, stages without what is in them."""
    for name, find in _tournament_finders():
        yield name, frozenset(each for each in find(getattr(tournament, name)) if each[1])
    yield "teams", frozenset(each for team in tournament.teams for each in mentions(team))
    yield (
        "stages",
        frozenset(each for stage in tournament.stages for each in (*mentions(stage.plan), *_kept(stage))),
    )
    entries = (entry for person in tournament.congress.entries for entry in person.entries)
    yield "congress", frozenset((Named.EVENT, entry.event) for entry in entries)


def _kept(stage: Stage) -> Iterator[Mention]:
    return ((Named.PLAYER, player) for player in stage.kept)


def known_in(tournament: Tournament) -> frozenset[Mention]:
    """All that has an id in a tournament; the wishes of a team event name teams as entrants."""
    entrants = tournament.teams if tournament.settings.by_teams else ()
    return frozenset(
        (
            *((Named.PLAYER, player.id) for player in tournament.players),
            *((Named.PLAYER, team.id) for team in entrants),
            *((Named.TEAM, team.id) for team in tournament.teams),
            *((Named.STAGE, stage.id) for stage in tournament.stages),
            *((Named.EVENT, each.event) for each in tournament.congress.events),
        )
    )


@cache
def _tournament_finders() -> tuple[tuple[str, _Find], ...]:
    hints = field_hints(Tournament)
    found = ((name, _finder(hint)) for name, hint in hints.items() if name not in _OWNERS)
    return tuple((name, find) for name, find in found if find)


def _finder(hint: Any) -> _Find | None:
    return _known_finder(cast("Hashable", hint))


@cache
def _known_finder(hint: Any) -> _Find | None:
    """Finds what values of a type name; None if they can name nothing."""
    if hint in _SORTS:
        sort = _SORTS[hint]
        return lambda value: iter(((sort, value),))
    origin = get_origin(hint)
    if origin is Annotated:
        return _finder(get_args(hint)[0])
    if origin in (Union, types.UnionType):
        return _of_choice(get_args(hint))
    if origin in (tuple, frozenset):
        return _of_items(get_args(hint))
    if isinstance(hint, type) and is_dataclass(hint) and hint not in _ELSEWHERE:
        return _of_fields(hint)
    return None


def _of_fields(kind: type[Any]) -> _Find | None:
    known = tuple((name, find) for name, hint in field_hints(kind).items() if (find := _finder(hint)))
    if not known:
        return None

    def find_in(value: Any) -> Iterator[Mention]:
        for name, find in known:
            yield from find(getattr(value, name))

    return find_in


def _of_choice(kinds: Iterable[Any]) -> _Find | None:
    """One of several types; of dataclasses, the one that the value has."""
    known = [find for kind in kinds if (find := _finder(kind))]
    if not known:
        return None
    plain = next((_finder(kind) for kind in kinds if not is_dataclass(kind) and _finder(kind)), None)

    def find_in(value: Any) -> Iterator[Mention]:
        if value is None:
            return
        find = _finder(type(value)) if is_dataclass(value) else plain
        yield from find(value) if find else ()

    return find_in


def _of_items(kinds: tuple[Any, ...]) -> _Find | None:
    if kinds[-1] is Ellipsis or len(kinds) == 1:
        each = _finder(kinds[0])
        return None if each is None else lambda items: (found for item in items for found in each(item))
    places = tuple((at, find) for at, kind in enumerate(kinds) if (find := _finder(kind)))
    if not places:
        return None
    return lambda items: (found for at, find in places for found in find(items[at]))
