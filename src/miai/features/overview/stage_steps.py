"""What the director can do next in the stages of an event."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from miai.domain.stages import StageId, TieRule
from miai.domain.tournament import Stage, Tournament
from miai.features.overview.need import NeedKind
from miai.features.overview.show_overview import Overview, overview
from miai.features.overview.show_overview import Stage as Progress
from miai.features.stages.cup import losers_to_settle
from miai.features.stages.places import event_of
from miai.features.stages.qualification_check import Difference, qualification_check
from miai.features.stages.qualifying import qualifiers
from miai.messages import Message, counted


class StepKind(Enum):
    """What is to be done: it says on which page."""

    SETTLE_CLAIM = "settle a claim"
    LOOK = "look"
    LATE = "late"
    EARLIER_GAMES = "earlier games"
    CHOOSE = "choose players"
    FILL = "fill"
    PLAY_OFF = "play off"
    DRAW = "draw"
    PUBLISH = "publish"
    RESULTS = "results"
    JOIN_MAIN = "join main"
    STANDINGS = "standings"
    QUALIFIERS = "other players qualify"


@dataclass(frozen=True, slots=True, kw_only=True)
class StageStep:
    """Something to do in a stage; `round` and `table` say where."""

    stage: StageId
    kind: StepKind
    what: Message
    round: int | None = None
    table: int | None = None


# What the overview of a stage says that cannot wait until somebody opens it.
_TOLD = {
    NeedKind.CLAIMS: StepKind.SETTLE_CLAIM,
    NeedKind.REPUBLISH: StepKind.PUBLISH,
    NeedKind.GONE: StepKind.LOOK,
    NeedKind.UNPAIRED: StepKind.LOOK,
    NeedKind.LATE: StepKind.LATE,
}


def next_steps(tournament: Tournament) -> tuple[StageStep, ...]:
    """What can be done now, stage by stage."""
    return tuple(step for stage in tournament.stages for step in steps_in(tournament, stage))


def steps_in(tournament: Tournament, stage: Stage) -> Iterator[StageStep]:
    """What can be done now in one stage."""
    seen = overview(stage.event)
    for need in seen.needs:
        if need.kind in _TOLD:
            yield StageStep(
                stage=stage.id,
                kind=_TOLD[need.kind],
                what=Message("%(stage)s: %(what)s", stage=stage.event.name, what=need.what),
                round=need.round,
                table=need.table,
            )
    yield from _qualifiers(tournament, stage)
    yield from _earlier_games(stage, seen)
    yield from _following(tournament, stage, seen)
    out = out_of_cup(tournament, stage)
    if out:
        yield StageStep(
            stage=stage.id,
            kind=StepKind.JOIN_MAIN,
            what=counted(
                "%(stage)s: %(num)s player is out and can join the main event",
                "%(stage)s: %(num)s players are out and can join the main event",
                out,
                stage=stage.event.name,
            ),
        )


def last_finished_round(event: Tournament) -> int:
    """The last round up to which all results are in, 0 before the first."""
    last = 0
    for drawn in sorted(event.rounds, key=lambda each: each.number):
        if not drawn.boards or any(not board.result.known for board in drawn.boards):
            break
        last = drawn.number
    return last


def out_of_cup(tournament: Tournament, stage: Stage) -> int:
    """How many are out of a cup beside the main event and have not joined it yet."""
    after = last_finished_round(stage.event)
    if not stage.joins_main or not after:
        return 0
    return sum(1 for _ in losers_to_settle(tournament, stage.id, after=after))


def _earlier_games(stage: Stage, seen: Overview) -> Iterator[StageStep]:
    """Games that are put off or forgotten; a stage with one of them is not over after its last round."""
    games = [need for need in seen.needs if need.kind is NeedKind.OUTSTANDING]
    if games:
        yield StageStep(
            stage=stage.id,
            kind=StepKind.EARLIER_GAMES,
            what=counted(
                "%(stage)s: %(num)s game of an earlier round is not over",
                "%(stage)s: %(num)s games of earlier rounds are not over",
                len(games),
                stage=stage.event.name,
            ),
            round=games[0].round,
            table=games[0].table,
        )


def _qualifiers(tournament: Tournament, stage: Stage) -> Iterator[StageStep]:
    """A stage whose players are others than the places before it say now."""
    check = qualification_check(tournament, stage.id)
    facts = (fact for fact in check.facts if fact.kind is not Difference.OTHER_SEED or not check.drawn)
    found = [*(fact.message for fact in facts), *(tie.message for tie in check.ties)]
    if found and stage.event.final is None:
        what = Message("%(stage)s: %(what)s", stage=stage.event.name, what=found[0])
        if len(found) > 1:
            what = counted(
                "%(stage)s: %(what)s, and %(num)s more difference between its players and the places",
                "%(stage)s: %(what)s, and %(num)s more differences between its players and the places",
                len(found) - 1,
                stage=stage.event.name,
                what=found[0],
            )
        yield StageStep(stage=stage.id, kind=StepKind.QUALIFIERS, what=what)


def _following(tournament: Tournament, stage: Stage, seen: Overview) -> Iterator[StageStep]:
    name = stage.event.name
    match seen.stage:
        case Progress.EMPTY:
            yield from _entering(tournament, stage)
        case Progress.CHECK_IN | Progress.READY:
            yield StageStep(
                stage=stage.id,
                kind=StepKind.DRAW,
                what=Message(
                    "%(stage)s: round %(round)s can be drawn", stage=name, round=seen.next_round or 1
                ),
                round=seen.next_round,
            )
        case Progress.DRAFT:
            yield StageStep(
                stage=stage.id,
                kind=StepKind.PUBLISH,
                what=Message("%(stage)s: round %(round)s is a draft", stage=name, round=seen.round),
                round=seen.round,
            )
        case Progress.PLAYING:
            yield StageStep(
                stage=stage.id,
                kind=StepKind.RESULTS,
                what=counted(
                    "%(stage)s: round %(round)s, %(num)s game to go",
                    "%(stage)s: round %(round)s, %(num)s games to go",
                    len(seen.open_boards),
                    stage=name,
                    round=seen.round,
                ),
                round=seen.round,
            )


def _entering(tournament: Tournament, stage: Stage) -> Iterator[StageStep]:
    name, sources = stage.event.name, stage.plan.sources
    if not sources:
        what = Message("%(stage)s: choose who plays in it", stage=name)
        yield StageStep(stage=stage.id, kind=StepKind.CHOOSE, what=what)
        return
    found = qualifiers(tournament, stage.plan)
    if found.open:
        return
    names = tuple(dict.fromkeys(event_of(tournament, source.stage).name for source in sources))
    waiting = [tie for tie in found.ties if tie.play_off is None]
    if found.ties and not waiting:
        # The play-offs have steps of their own.
        return
    if waiting and waiting[0].rule is TieRule.PLAY_OFF:
        what = Message("%(stage)s: %(what)s", stage=name, what=waiting[0].message)
        yield StageStep(stage=stage.id, kind=StepKind.PLAY_OFF, what=what)
        return
    if waiting:
        tied = tuple(dict.fromkeys(event_of(tournament, tie.stage).name for tie in waiting))
        what = Message("%(sources)s: decide who goes on to %(stage)s", sources=tied, stage=name)
    elif stage.joins_main:
        what = Message("%(stage)s can be filled", stage=name)
    else:
        what = counted(
            "%(sources)s is over: fill %(stage)s",
            "%(sources)s are over: fill %(stage)s",
            len(names),
            sources=names,
            stage=name,
        )
    yield StageStep(stage=stage.id, kind=StepKind.FILL, what=what)
