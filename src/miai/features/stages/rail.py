"""The page of this feature in the rail."""

from miai.server.page import Page
from miai.server.words import mark

page = Page(
    "stages",
    title=mark("Stages"),
    icon="stones",
    suited=lambda state: not state.tournament.is_congress and not state.tournament.settings.by_teams,
    viewers=True,
    whole=True,
)
