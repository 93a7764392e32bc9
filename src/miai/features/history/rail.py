"""The page of this feature in the side bar."""

from miai.messages import counted
from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "history",
    title=mark("History"),
    icon="history",
    letter="h",
    says=lambda state: counted("%(num)s entry", "%(num)s entries", state.version),
    suited=everywhere,
    need=Role.DIRECTOR,
)
