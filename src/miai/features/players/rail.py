"""The page of this feature in the rail."""

from miai.server.page import Page, Place, everywhere
from miai.server.words import mark

page = Page(
    "players",
    title=mark("Players"),
    congress_title=mark("People"),
    icon="people",
    letter="p",
    place=Place.ROUND,
    suited=everywhere,
    viewers=True,
)
