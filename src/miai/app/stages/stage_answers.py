"""What is told of the stages of an event."""

from miai.answers import Answer, Field, Shape, many
from miai.app.people_answers import everybody
from miai.domain.stages import Qualification
from miai.domain.tournament import Stage, Tournament

_SOURCE: Shape[Qualification] = Shape(
    "Source",
    "Places of a stage that enter another one.",
    (Field("stage", str), Field("first", int), Field("last", int)),
)
_STAGE: Shape[Stage] = Shape(
    "StageSummary",
    "A stage with who is in it.",
    (
        Field("id", str),
        Field("name", str, lambda stage: stage.event.name),
        Field("phase", int, lambda stage: stage.plan.phase),
        Field("system", str, lambda stage: stage.event.settings.system),
        Field("rounds", int, lambda stage: stage.event.settings.rounds),
        Field("rounds_played", int, lambda stage: stage.event.rounds_played),
        Field("sources", many(_SOURCE), lambda stage: stage.plan.sources),
        Field("carry_over", str, lambda stage: stage.plan.carry_over),
        Field("losers", str, lambda stage: stage.plan.losers),
        *everybody("players", "player_ids", lambda stage: stage.event.players),
    ),
)
_STAGES: Shape[Tournament] = Shape(
    "Stages",
    "The stages of an event.",
    (Field("tournament", str, lambda event: event.name), Field("stages", many(_STAGE))),
)
STAGES = Answer(question="stage-list", whole=_STAGES)
