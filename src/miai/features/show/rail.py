"""The page of this feature in the side bar."""

from miai.server.page import Page, Place, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "show",
    title=mark("Show"),
    icon="show",
    letter="w",
    place=Place.SHOW,
    suited=everywhere,
    need=Role.DIRECTOR,
)
