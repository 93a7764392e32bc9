"""What an operation takes that creates a tournament."""

from typing import Annotated, Any

from pydantic import Field

from miai.domain.settings.clock import Clock
from miai.domain.settings.event_settings import DEFAULT_PRESET
from miai.domain.settings.handicap_rules import Handicapping
from miai.server.api.operations import Body, Coded


class NewTournament(Body):
    """What a new tournament needs; everything has a default but the name.

    Its system brings the criteria for places, the rules for rounds not played, bands and handicaps.
    """

    name: str
    begin: str = ""
    end: str = ""
    place: str = ""
    country: str = ""
    director: str = ""
    rounds: Annotated[int | None, Field(ge=1, le=999)] = None
    system: str = "mcmahon"
    preset: str = DEFAULT_PRESET
    komi: Annotated[float, Field(ge=-400, le=400)] = 6.5
    board_size: Annotated[int, Field(ge=2, le=52)] = 19
    people: Annotated[int, Field(ge=1, le=3)] = 1
    team_size: Annotated[int, Field(ge=0, le=10)] = 0
    clock: Annotated[dict[str, Any] | None, Coded(Clock, some=True)] = None
    handicapping: Annotated[dict[str, Any] | None, Coded(Handicapping, some=True)] = None
