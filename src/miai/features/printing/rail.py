"""The page of this feature in the side bar."""

from miai.server.page import Page, Place
from miai.server.roles import Role
from miai.server.words import mark

page = Page("print", title=mark("Print"), icon="print", place=Place.SHOW, within="show", need=Role.DIRECTOR)
