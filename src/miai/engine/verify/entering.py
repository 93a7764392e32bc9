"""Derives who qualifies for a stage: the places of the stages before it, counted a second time."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.people.withdrawal import is_withdrawn
from miai.domain.stages import MAIN, Qualification, StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.verify.order import final_keys, not_counted_at_the_end
from miai.engine.verify.round_in_log import RoundInLog
from miai.engine.verify.verdicts import Missing, Why

Groups = list[list[PlayerId]]
# Their places follow from a bracket.
_ELIMINATIONS = ("knockout", "double_elimination")


def check_entrants(known: RoundInLog) -> tuple[Missing, ...]:
    """The players of a stage who do not qualify by the places at the draw, and others who do.

    Players about whom the director keeps the field count as entered; of players who share the last place that
    counts any may enter.
    """
    stage_id = known.source.before.stage
    whole = known.source.whole.tournament() if stage_id != MAIN else Tournament()
    stage = next((each for each in whole.stages if each.id == stage_id), None)
    if stage is None or not stage.plan.sources:
        return ()
    return tuple(_wrong(whole, stage))


def _wrong(whole: Tournament, stage: Stage) -> Iterator[Missing]:
    inside = {player.id for player in stage.event.players}
    names = {player.id: player.name for player in (*whole.players, *stage.event.players)}
    must: set[PlayerId] = set()
    may: set[PlayerId] = set()
    for source in stage.plan.sources:
        event = _source(whole, stage, source.stage)
        if _not_derived(event):
            yield Missing(why=Why.PLACES, of=event.name or whole.name)
            return
        groups = _in_play_offs(whole, source.stage, _places(event))
        gone = _gone(whole, event, inside)
        taken, shared = _of_places(groups, source, gone | (set(stage.kept) - inside))
        must |= taken
        may |= taken | shared
    kept = set(stage.kept)
    yield from (Missing(why=Why.NOT_QUALIFIED, of=names[each]) for each in sorted(inside - may - kept))
    yield from (Missing(why=Why.LEFT_OUT, of=names[each]) for each in sorted(must - inside - kept))


def _source(whole: Tournament, stage: Stage, source: StageId) -> Tournament:
    """The event that players come from; a cup beside the main event is filled before round 1 of that."""
    event = whole if source == MAIN else whole.stage(source).event
    return Tournament(name=event.name, players=event.players) if stage.joins_main else event


def _not_derived(event: Tournament) -> bool:
    if not event.rounds:
        return False
    return event.settings.system in _ELIMINATIONS or bool(not_counted_at_the_end(event.settings))


def _places(event: Tournament) -> Groups:
    """The players by place, those who share one together; before the first round by rating."""
    here = participants(event)
    if event.rounds:
        keys = final_keys(event)
        ordered = sorted(here, key=lambda player: keys[player.id])
        return [[each.id for each in group] for _, group in groupby(ordered, key=lambda each: keys[each.id])]
    ordered = sorted(here, key=rating_of, reverse=True)
    return [[each.id for each in group] for _, group in groupby(ordered, key=rating_of)]


def _in_play_offs(whole: Tournament, source: StageId, groups: Groups) -> Groups:
    """The places that players of a play-off share are one group: any of them may come first."""
    for stage in whole.stages:
        if stage.plan.play_off_of == source:
            tied = {player.id for player in stage.event.players}
            first = [group for group in groups if tied.intersection(group)]
            if first:
                at = groups.index(first[0])
                joined = [each for group in first for each in group]
                groups = [group for group in groups if group not in first]
                groups.insert(at, joined)
    return groups


def _gone(whole: Tournament, event: Tournament, inside: set[PlayerId]) -> set[PlayerId]:
    """The players who have withdrawn from the event or the stage before and did not enter."""
    people: Sequence[Player] = (*whole.players, *event.players)
    return {player.id for player in people if is_withdrawn(player)} - inside


def _of_places(
    groups: Groups, source: Qualification, without: set[PlayerId]
) -> tuple[set[PlayerId], set[PlayerId]]:
    """The players of the places that lead on, and those of whom only some do."""
    taken: set[PlayerId] = set()
    shared: set[PlayerId] = set()
    before = 0
    for group in groups:
        left = [each for each in group if each not in without]
        first, last = before + 1, before + len(left)
        before = last
        seats = min(last, source.last) - max(first, source.first) + 1
        if left and seats >= len(left):
            taken.update(left)
        elif seats > 0:
            shared.update(left)
    return taken, shared
