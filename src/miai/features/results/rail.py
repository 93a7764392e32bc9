"""The page of this feature in the rail."""

from miai.server.page import Page
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "results", title=mark("Results"), icon="tick", letter="r", main=True, need=Role.DESK, viewers=True
)
