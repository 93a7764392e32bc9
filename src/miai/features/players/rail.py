"""The page of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.words import mark

page = Page(
    "players",
    title=mark("Players"),
    congress_title=mark("People"),
    icon="people",
    letter="p",
    main=True,
    suited=everywhere,
    viewers=True,
)
