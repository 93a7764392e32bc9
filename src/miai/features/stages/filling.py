"""Fill a stage: from the places of the stages before, or with players who are chosen by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.stages import StageId, TieRule
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError, Problem
from miai.features.stages.entrants import entrants_set
from miai.features.stages.qualifying import UNDECIDED, Decisions, Qualified, qualifiers, start_in
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What was saved, and who entered."""

    saved: Saved
    qualified: Qualified


def fill_stage(
    desk: Desk,
    event_id: str,
    stage: StageId,
    *,
    by: str,
    decisions: Decisions = UNDECIDED,
    as_they_are: bool = False,
) -> Filled:
    """Enter those who qualified, as long as nothing is drawn in the stage.

    Refused while the stages before are not over, unless the places are to be taken as they are, and while a
    tie at the edge is not decided. Filled again, it has those of the present places.
    """
    found: list[Qualified] = []

    def decide(state: State) -> list[events.Event]:
        changes, qualified = stage_filled(
            state.tournament, stage, decisions=decisions, as_they_are=as_they_are
        )
        found.append(qualified)
        return list(changes)

    saved = desk.change(event_id, decide, by=by)
    if found:
        return Filled(saved=saved, qualified=found[-1])
    # A repeated request decided nothing.
    present = saved.state.tournament
    return Filled(saved=saved, qualified=qualifiers(present, present.stage(stage).plan, decisions))


def set_entrants(desk: Desk, event_id: str, stage: StageId, players: Sequence[PlayerId], *, by: str) -> Saved:
    """Put exactly these players of the event into a stage; they are seeded by rating."""

    def decide(state: State) -> list[events.Event]:
        known = state.tournament.stage(stage)
        return list(entrants_set(state.tournament, known, [(player, None) for player in players]))

    return desk.change(event_id, decide, by=by)


def stage_filled(
    tournament: Tournament,
    stage: StageId,
    *,
    decisions: Decisions = UNDECIDED,
    as_they_are: bool = False,
) -> tuple[tuple[events.Change, ...], Qualified]:
    """The events that enter those who qualified, and who they are."""
    known = tournament.stage(stage)
    if not known.plan.sources:
        raise InputError(
            Message(
                "no places lead into %(stage)s: choose its players by hand, or change where they come from",
                stage=known.event.name,
            )
        )
    qualified = qualifiers(tournament, known.plan, decisions)
    _demand_rule_is_kept(known, decisions, qualified)
    problems = list(_obstacles(qualified, as_they_are=as_they_are))
    if problems:
        raise InputError(problems)
    entrants = qualified.entrants
    if not entrants:
        raise InputError(Message("nobody has qualified for %(stage)s", stage=known.event.name))
    system = known.event.settings.system
    wanted = [(each.player.id, start_in(system, known.plan, each, len(entrants))) for each in entrants]
    changes = tuple(entrants_set(tournament, known, wanted))
    return (*changes, *_passed_over(tournament, known, decisions, qualified)), qualified


def _passed_over(
    tournament: Tournament, stage: Stage, decisions: Decisions, qualified: Qualified
) -> Iterator[events.Change]:
    """The players who do not come by the director's decision, and those who come instead.

    The check of the stage does not name them later.
    """
    usual = qualifiers(tournament, stage.plan, replace(decisions, without=frozenset()))
    with_them = {each.player.id for each in usual.entrants}
    coming = {each.player.id for each in qualified.entrants}
    kept = tuple(sorted(with_them ^ coming)) if decisions.without else ()
    if kept != stage.kept:
        yield events.EntrantsKept(stage=stage.id, players=kept, reason="")


def _demand_rule_is_kept(stage: Stage, decisions: Decisions, qualified: Qualified) -> None:
    """Refuse a choice or a lot of the director if the plan says that another rule decides ties."""
    if stage.plan.ties is TieRule.DIRECTOR:
        return
    entering = {each.player.id for each in qualified.entrants}
    if decisions.lot is not None or decisions.chosen - entering:
        name = stage.event.name
        if stage.plan.ties is TieRule.PLAY_OFF:
            raise InputError(
                Message(
                    "ties for %(stage)s are played off: change the plan if the director decides", stage=name
                )
            )
        raise InputError(
            Message(
                "ties for %(stage)s are decided by a lot that nobody chooses: change the plan if the director"
                " decides",
                stage=name,
            )
        )


def _obstacles(qualified: Qualified, *, as_they_are: bool) -> Iterator[Problem]:
    if not as_they_are:
        yield from qualified.open
    for tie in qualified.ties:
        yield Problem(what=tie.message)
