"""The page of this feature in the side bar."""

from miai.desk.live_state import State
from miai.messages import Message, counted
from miai.server.page import Page, Place
from miai.server.words import mark


def _says(state: State) -> Message | str:
    number = len(state.tournament.settings.prizes)
    return counted("%(num)s prize", "%(num)s prizes", number) if number else mark("none yet")


page = Page(
    "prizes", title=mark("Prizes"), icon="trophy", place=Place.AFTER, says=_says, viewers=True, whole=True
)
