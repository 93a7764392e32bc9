"""The page of this feature in the side bar."""

from miai.server.page import Page, Place, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "settings",
    title=mark("Settings"),
    icon="gear",
    place=Place.PLAN,
    says=lambda _: mark("rules, komi, criteria"),
    suited=everywhere,
    need=Role.DESK,
    viewers=True,
)
