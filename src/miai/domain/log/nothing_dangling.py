"""Refuse a change after which something names a player, team, stage or event of a congress that is gone."""

from collections.abc import Callable, Sequence

from miai.domain.log import events
from miai.domain.log.mentions import Mention, Named, dangling, known_in, places_of, unknown_to
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

# After these, what stays may name what has gone.
_REMOVES = events.PlayerRemoved | events.TeamRemoved | events.StageRemoved | events.Undone | events.Redone
_PLACES = {
    "wishes": Message("the wishes for draws"),
    "settings": Message("the bands"),
    "teams": Message("a team"),
    "rounds": Message("a round"),
    "final": Message("the final table"),
    "congress": Message("the entries of the congress"),
    "stages": Message("the plan of a stage"),
}


def demand_nothing_dangles(
    before: Callable[[], Tournament], after: Tournament, chosen: Sequence[events.Event]
) -> None:
    """Refuse events that name what does not exist, or remove what is named; what was so before may stay."""
    if any(isinstance(_inside(event), _REMOVES) for event in chosen):
        found = dangling(after)
    else:
        found = frozenset(each for event in chosen for each in unknown_to(after, event))
    if found and (new := found - dangling(before())):
        raise InputError([_problem(before(), after, each) for each in sorted(new, key=str)])
    if any(isinstance(event, events.Undone | events.Redone) for event in chosen):
        _demand_stages_created(after)


def _demand_stages_created(after: Tournament) -> None:
    """Refuse a stage without a name and rules: an undo led back to the middle of its opening."""
    if not all(stage.own.name for stage in after.stages):
        raise InputError(
            Message("a stage would stay without a name and rules: undo or redo its opening as a whole")
        )


def _inside(event: events.Event) -> events.Event:
    return event.change if isinstance(event, events.InStage) else event


def _problem(before: Tournament, after: Tournament, mention: Mention) -> Problem:
    name = _name(before, mention)
    places = (place for part in _parts(after) for place, named in places_of(part) if mention in named)
    where = next((_PLACES[place] for place in places if place in _PLACES), None)
    if mention not in known_in(before) or where is None:
        return Problem(what=Message("'%(id)s' does not exist here", id=mention[1]))
    return Problem(what=Message("%(name)s is still named in %(where)s", name=name, where=where))


def _parts(tournament: Tournament) -> tuple[Tournament, ...]:
    return (tournament, *(stage.event for stage in tournament.stages))


def _name(tournament: Tournament, mention: Mention) -> str:
    sort, known = mention
    if sort is Named.PLAYER:
        return next((each.name for each in tournament.players if each.id == known), known)
    if sort is Named.TEAM:
        return next((each.name for each in tournament.teams if each.id == known), known)
    return next((each.event.name for each in tournament.stages if each.id == known), known)
