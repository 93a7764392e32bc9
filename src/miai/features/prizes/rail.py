"""The page of this feature in the rail."""

from miai.server.page import Page
from miai.server.words import mark

page = Page("prizes", title=mark("Prizes"), icon="trophy", viewers=True, whole=True)
