"""The page of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page("settings", title=mark("Settings"), icon="gear", suited=everywhere, need=Role.DESK, viewers=True)
