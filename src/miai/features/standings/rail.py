"""The page of this feature in the rail."""

from miai.server.page import Page, Place
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "standings",
    title=mark("Standings"),
    icon="rank",
    letter="s",
    place=Place.ROUND,
    need=Role.DESK,
    viewers=True,
)
