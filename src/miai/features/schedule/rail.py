"""The page of this feature in the side bar."""

from miai.messages import counted
from miai.server.page import Page, Place
from miai.server.words import mark

page = Page(
    "schedule",
    title=mark("Schedule"),
    icon="clock",
    place=Place.PLAN,
    says=lambda state: counted("%(num)s round", "%(num)s rounds", state.tournament.settings.rounds),
    viewers=True,
)
