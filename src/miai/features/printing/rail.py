"""The page of this feature in the rail."""

from miai.server.page import Page
from miai.server.roles import Role
from miai.server.words import mark

page = Page("print", title=mark("Print"), icon="print", need=Role.DIRECTOR)
