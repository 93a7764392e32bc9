"""The pages of this feature in the rail."""

from miai.server.page import Page, Place, in_congress
from miai.server.roles import Role
from miai.server.words import mark

check_in = Page(
    "check-in",
    title=mark("Check-in"),
    icon="tick",
    letter="c",
    place=Place.ROUND,
    suited=in_congress,
    need=Role.DESK,
)

clashes = Page(
    "clashes",
    title=mark("Clashes"),
    icon="warn",
    place=Place.PLAN,
    says=lambda _: mark("one person in two games"),
    suited=in_congress,
    need=Role.DIRECTOR,
)

events = Page(
    "events",
    title=mark("Events"),
    icon="stones",
    letter="e",
    place=Place.ROUND,
    suited=in_congress,
    need=Role.DESK,
    viewers=True,
)

timetable = Page(
    "timetable",
    title=mark("Timetable"),
    icon="clock",
    letter="t",
    place=Place.ROUND,
    suited=in_congress,
    need=Role.DESK,
    viewers=True,
)
