"""The page of this feature in the side bar."""

from miai.desk.live_state import State
from miai.messages import Message, counted
from miai.server.page import Page, Place
from miai.server.words import mark


def _says(state: State) -> Message | str:
    number = len(state.tournament.stages)
    return counted("%(num)s stage", "%(num)s stages", number) if number else mark("groups, cup, final")


page = Page(
    "stages",
    title=mark("Stages"),
    icon="stages",
    place=Place.PLAN,
    says=_says,
    suited=lambda state: not state.tournament.is_congress and not state.tournament.settings.by_teams,
    viewers=True,
    whole=True,
)
