"""The pages of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

audit = Page(
    "audit",
    title=mark("Audit"),
    icon="list",
    suited=everywhere,
    need=Role.OWNER,
    whole=True,
    hosted=True,
)

members = Page(
    "members",
    title=mark("Members"),
    icon="lock",
    suited=everywhere,
    need=Role.OWNER,
    whole=True,
    hosted=True,
)
