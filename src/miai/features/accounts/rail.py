"""The pages of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

audit = Page(
    "audit",
    title=mark("Audit"),
    icon="list",
    says=lambda _: mark("who did what"),
    suited=everywhere,
    need=Role.OWNER,
    whole=True,
    hosted=True,
)

members = Page(
    "members",
    title=mark("Members"),
    icon="key",
    says=lambda _: mark("people with access"),
    suited=everywhere,
    need=Role.OWNER,
    whole=True,
    hosted=True,
)
