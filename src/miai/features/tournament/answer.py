"""What is told of a tournament at a glance."""

from miai.answers import Field, Shape
from miai.desk.live_state import State
from miai.domain.tournament import Tournament

_EVENT: Shape[Tournament] = Shape(
    "Event",
    "A tournament.",
    (
        Field("name", str),
        Field("short_name", str),
        Field("place", str),
        Field("country", str),
        Field("director", str),
        Field("begin", str),
        Field("end", str),
        Field("is_congress", bool),
        Field("system", str, lambda event: event.settings.system),
        Field("rounds", int, lambda event: event.settings.rounds),
        Field("rounds_drawn", int, lambda event: event.rounds_played),
        Field("players", int, lambda event: len(event.players)),
        Field("teams", int, lambda event: len(event.teams)),
        Field("stages", list[str], lambda event: [stage.id for stage in event.stages]),
        Field("events", list[str], lambda event: [each.event for each in event.congress.events]),
        Field("final", bool, lambda event: event.final is not None),
    ),
)
ABOUT: Shape[State] = Shape(
    "About",
    "A tournament at a glance; `version` is the number of its last entry.",
    (Field("id", str), Field("version", int), *_EVENT.of(lambda state: state.tournament)),
)
