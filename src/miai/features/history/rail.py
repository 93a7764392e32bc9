"""The page of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page("history", title=mark("History"), icon="clock", letter="h", suited=everywhere, need=Role.DIRECTOR)
