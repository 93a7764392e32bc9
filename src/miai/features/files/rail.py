"""The page of this feature in the side bar."""

from miai.server.page import Page, Place
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "files",
    title=mark("Files"),
    icon="file",
    place=Place.AFTER,
    says=lambda _: mark("for federations and programs"),
    address="publish/files",
    need=Role.DIRECTOR,
)
