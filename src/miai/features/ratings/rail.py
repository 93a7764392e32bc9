"""The page of this feature in the side bar."""

from miai.server.page import Page, Place
from miai.server.words import mark

page = Page(
    "ratings",
    title=mark("Rating changes"),
    icon="chart",
    place=Place.AFTER,
    says=lambda _: mark("after the games so far"),
    viewers=True,
)
