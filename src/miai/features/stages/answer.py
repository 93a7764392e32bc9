"""What is told of the stages of an event."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, column, many
from miai.domain.people.people_answers import everybody
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.system_names import system_name
from miai.domain.stages import MAIN, CarryOver, Losers, Qualification, StagePlan
from miai.domain.tournament import Stage, Tournament
from miai.messages import Message

_CARRIED = {
    CarryOver.NOTHING: Message("nothing is carried over"),
    CarryOver.SCORE: Message("scores are carried over"),
    CarryOver.MUTUAL: Message("scores of games among them are carried over"),
}


@dataclass(frozen=True, slots=True)
class _StageOf:
    event: Tournament
    stage: Stage

    @property
    def settings(self) -> Settings:
        return self.stage.event.settings


def _progress(each: _StageOf) -> str:
    return f"{each.stage.event.rounds_played}/{each.settings.rounds}"


def _entrants(tournament: Tournament, plan: StagePlan) -> Message:
    """Who enters a stage, and what becomes of the losers of a cup."""
    if plan.play_off_of is not None:
        of = tournament.stage(plan.play_off_of).event.name if plan.play_off_of else tournament.name
        return Message("a play-off about places of %(stage)s", stage=of)
    if not plan.sources:
        return Message("players chosen by hand")
    places = tuple(
        Message(
            "places %(first)s to %(last)s of %(stage)s",
            first=source.first,
            last=source.last,
            stage=tournament.name if source.stage == MAIN else tournament.stage(source.stage).event.name,
        )
        for source in plan.sources
    )
    if plan.losers is Losers.JOIN_MAIN:
        return Message("%(places)s; losers join the main event", places=places)
    return Message("%(places)s; %(carried)s", places=places, carried=_CARRIED[plan.carry_over])


_SOURCE: Shape[Qualification] = Shape(
    "Source",
    "Places of a stage that enter another one.",
    (Field("stage", str), Field("first", int), Field("last", int)),
)
_STAGE: Shape[_StageOf] = Shape(
    "StageSummary",
    "A stage with who is in it.",
    (
        Field("id", str, lambda each: each.stage.id, column(Message("Id"))),
        Field("name", str, lambda each: each.stage.event.name, column(Message("Name"))),
        Field("phase", int, lambda each: each.stage.plan.phase, column(Message("Phase"))),
        Field("system", str, lambda each: each.settings.system),
        Field("system_name", None, lambda each: system_name(each.settings.system), column(Message("System"))),
        Field("entered", None, lambda each: len(each.stage.event.players), column(Message("Players"))),
        Field("rounds", int, lambda each: each.settings.rounds),
        Field("rounds_played", int, lambda each: each.stage.event.rounds_played),
        Field("progress", None, _progress, column(Message("Rounds"))),
        Field("sources", many(_SOURCE), lambda each: each.stage.plan.sources),
        Field("carry_over", str, lambda each: each.stage.plan.carry_over),
        Field("losers", str, lambda each: each.stage.plan.losers),
        Field("ties", str, lambda each: each.stage.plan.ties),
        Field("play_off_of", str | None, lambda each: each.stage.plan.play_off_of),
        Field(
            "entrants", None, lambda each: _entrants(each.event, each.stage.plan), column(Message("Entrants"))
        ),
        *everybody("players", "player_ids", lambda each: each.stage.event.players),
    ),
)
_STAGES: Shape[Tournament] = Shape(
    "Stages",
    "The stages of an event.",
    (
        Field("tournament", str, lambda event: event.name),
        Field("stages", many(_STAGE), lambda event: [_StageOf(event, stage) for stage in event.stages]),
    ),
)
STAGES = Answer(
    question="stage-list",
    whole=_STAGES,
    lines="stages",
    title=lambda event: (event.name, Message("Stages")),
)
