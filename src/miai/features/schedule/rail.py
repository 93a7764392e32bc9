"""The page of this feature in the rail."""

from miai.server.page import Page
from miai.server.words import mark

page = Page("schedule", title=mark("Schedule"), icon="clock", viewers=True)
