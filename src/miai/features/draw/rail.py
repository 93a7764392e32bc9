"""The page of this feature in the rail."""

from miai.server.page import Page, Place
from miai.server.words import mark

page = Page("draw", title=mark("Draw"), icon="stones", letter="d", place=Place.ROUND, viewers=True)
