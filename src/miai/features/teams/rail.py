"""The page of this feature in the rail."""

from miai.server.page import Page
from miai.server.words import mark

page = Page(
    "teams",
    title=mark("Teams"),
    icon="people",
    letter="t",
    suited=lambda state: state.tournament.settings.has_teams,
    viewers=True,
)
