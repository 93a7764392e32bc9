"""The page of this feature in the rail."""

from miai.server.page import Page, Place, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "overview",
    title=mark("Overview"),
    icon="home",
    letter="o",
    place=Place.ROUND,
    suited=everywhere,
    need=Role.DESK,
    viewers=True,
)
