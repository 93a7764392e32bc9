"""What is told of the schedule."""

from collections.abc import Sequence

from miai.answers import Field, Shape, many
from miai.features.schedule.plan_schedule import ScheduledRound

_ROUND: Shape[ScheduledRound] = Shape(
    "ScheduledRound",
    "A round with its times; `seconds` is what its clock shows.",
    (
        Field("round", int, lambda each: each.number),
        Field("starts", str | None, lambda each: each.starts and each.starts.isoformat()),
        Field("expected_end", str | None, lambda each: each.expected_end and each.expected_end.isoformat()),
        Field("deadline", str | None, lambda each: each.deadline and each.deadline.isoformat()),
        Field("minutes", float),
        Field("clock", str, lambda each: each.reading.state),
        Field("seconds", int, lambda each: each.reading.seconds),
        Field("warning", str | None, lambda each: each.warning or None),
    ),
)
SCHEDULE: Shape[Sequence[ScheduledRound]] = Shape(
    "Schedule", "All rounds, drawn or not.", (Field("rounds", many(_ROUND), lambda rounds: rounds),)
)
