"""Whole random events with stages, with every draw, entry and place checked by the referee."""

from dataclasses import replace

import numpy as np

from miai.domain.stages import Losers, StageId
from miai.domain.tournament import Tournament
from miai.engine.judging import Violation
from miai.engine.judging.referee import judge
from miai.engine.judging.stage_referee import (
    judge_entry,
    judge_first_round,
    judge_hours,
    judge_settled,
    judge_whole,
)
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import pair, round_of
from miai.features.stages.library_stages import (
    with_groups,
    with_losers_settled,
    with_stage,
    with_stage_event,
    with_stage_filled,
)
from miai.features.stages.overall_standings import whole_standings
from miai.features.stages.qualifying import Decisions
from miai_lab.entry_generator import Recipe, played
from miai_lab.referee.referee_study import RefereeFinding
from miai_lab.staged_events import StagedEvent, StagedKind, staged_event


class _Stopped(Exception):  # noqa: N818 - nothing is wrong, there is no pairing left
    """A system refuses to draw another round: the event ends here."""


def refereed_stages(kind: StagedKind, seed: int) -> list[RefereeFinding]:
    """What the referee finds wrong in the event with stages of a seed."""
    game = _Played(staged_event(kind, seed), seed)
    try:
        match kind:
            case StagedKind.GROUPS:
                game.play_groups()
            case StagedKind.LEAGUE:
                game.play_league()
            case StagedKind.CUP:
                game.play_cup()
    except _Stopped:
        pass
    game.check(None, judge_hours(game.event))
    game.check(None, judge_whole(game.event, whole_standings(game.event).rows))
    return game.found


class _Played:
    """An event with stages while it is played."""

    def __init__(self, planned: StagedEvent, seed: int) -> None:
        self.planned = planned
        self.seed = seed
        self.event = _with_counted_criteria(planned.event)
        self.dice = np.random.default_rng((seed, 1))
        self.found: list[RefereeFinding] = []

    def check(self, number: int | None, wrong: list[Violation]) -> None:
        """Remember what is wrong."""
        self.found += [RefereeFinding(round=number, violation=violation) for violation in wrong]

    def play_groups(self) -> None:
        """Groups, then a final of the first ones."""
        planned = self.planned
        rounds = 3 if planned.group_system in ("swiss", "split_and_cycle") else None
        self.event = with_groups(self.event, planned.groups, system=planned.group_system, rounds=rounds)
        groups = [stage.id for stage in self.event.stages]
        for stage in groups:
            self._set(stage, _with_counted_criteria(self.event.stage(stage).event))
        self._open_final([(stage, 1, planned.going_on) for stage in groups])
        for stage in groups:
            self._demand_refused()
            self._play_all(stage)
        self._play_final()

    def play_league(self) -> None:
        """A qualification, then a final of the best."""
        self._open_final([("", 1, self.planned.going_on)])
        for number in range(1, self.event.settings.rounds + 1):
            self._demand_refused()
            self.event = self._with_round(self.event, number, self.planned.recipe)
        self._play_final()

    def play_cup(self) -> None:
        """A cup beside the rounds of the main event, which those who are out of it join."""
        sources = [("", 1, self.planned.going_on)]
        self.event = with_stage(self.event, "Cup", sources=sources, losers=Losers.JOIN_MAIN)
        cup = self.event.stages[-1].id
        self._fill(cup)
        last = self.event.stage(cup).event.settings.rounds
        for number in range(1, self.event.settings.rounds + 1):
            if number <= last:
                self._play_round(cup, number)
                if number == 1:
                    self.check(1, judge_first_round(self.event, cup))
            self.event = self._with_round(self.event, number, self.planned.recipe)
            if number <= last:
                before = self.event
                self.event = with_losers_settled(before, cup, after=number)
                self.check(number, judge_settled(before, self.event, cup, number))
                again = with_losers_settled(self.event, cup, after=number)
                if again != self.event:
                    self.check(number, [Violation(rule="settled_twice", text="losers were settled twice")])
            self.check(number, judge_hours(self.event))

    def _open_final(self, sources: list[tuple[str, int, int]]) -> None:
        planned = self.planned
        rounds = 3 if planned.final_system == "mcmahon" else None
        self.event = with_stage(
            self.event,
            "Final",
            sources=sources,
            system=planned.final_system,
            rounds=rounds,
            phase=2,
            carry_over=planned.carry_over,
        )

    def _demand_refused(self) -> None:
        """A stage must not be filled while one before it is not over."""
        try:
            with_stage_filled(self.event, "final", decisions=Decisions(lot=self.seed))
        except InputError:
            return
        self.check(None, [Violation(rule="filled_early", text="a stage was filled before its time")])

    def _play_final(self) -> None:
        final = StageId("final")
        self._fill(final)
        self._play_all(final)
        self.check(1, judge_first_round(self.event, final))

    def _fill(self, stage: StageId) -> None:
        before = self.event
        self.event = with_stage_filled(before, stage, decisions=Decisions(lot=self.seed))
        self.check(None, judge_entry(before, self.event, stage))

    def _play_all(self, stage: StageId) -> None:
        for number in range(1, self.event.stage(stage).event.settings.rounds + 1):
            self._play_round(stage, number)

    def _play_round(self, stage: StageId, number: int) -> None:
        event = self.event.stage(stage).event
        recipe = replace(self.planned.recipe, system=event.settings.system)
        self._set(stage, self._with_round(event, number, recipe))

    def _set(self, stage: StageId, event: Tournament) -> None:
        self.event = with_stage_event(self.event, stage, event)

    def _with_round(self, event: Tournament, number: int, recipe: Recipe) -> Tournament:
        try:
            draw = pair(event, round=number, seed=self.seed)
        except (InputError, NoPairingError) as error:
            raise _Stopped from error
        self.check(number, judge(event, draw))
        drawn = played(event, round_of(draw), recipe, self.dice)
        return replace(event, rounds=(*event.rounds, drawn))


def _with_counted_criteria(event: Tournament) -> Tournament:
    """The event without criteria that the second count does not know."""
    settings = event.settings
    known = tuple(key for key in settings.criteria if key not in ("dc", "sdc"))
    return replace(event, settings=replace(settings, criteria=known))
