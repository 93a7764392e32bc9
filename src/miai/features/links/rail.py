"""The page of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "links",
    congress_title=mark("Private links"),
    icon="link",
    says=lambda _: mark("for phones of players"),
    suited=everywhere,
    need=Role.DIRECTOR,
    whole=True,
)
