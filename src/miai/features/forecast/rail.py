"""The page of this feature in the side bar."""

from miai.server.page import Page, Place, in_tournament
from miai.server.words import mark

page = Page(
    "forecast",
    title=mark("Forecast"),
    icon="target",
    place=Place.AFTER,
    says=lambda _: mark("who can still win"),
    suited=lambda state: in_tournament(state) and not state.tournament.settings.by_teams,
    viewers=True,
)
