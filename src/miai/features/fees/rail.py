"""The page of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "fees",
    congress_title=mark("Fees"),
    icon="card",
    says=lambda _: mark("who has paid"),
    suited=everywhere,
    need=Role.DIRECTOR,
    whole=True,
)
