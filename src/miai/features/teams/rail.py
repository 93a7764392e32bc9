"""The page of this feature in the rail."""

from miai.server.page import Page, Place
from miai.server.words import mark

page = Page(
    "teams",
    title=mark("Teams"),
    icon="teams",
    letter="t",
    place=Place.ROUND,
    suited=lambda state: state.tournament.settings.has_teams,
    viewers=True,
)
