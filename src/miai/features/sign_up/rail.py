"""The page of this feature in the side bar."""

from miai.server.page import Page, Place, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page(
    "sign-up",
    title=mark("Sign-up"),
    icon="pen",
    place=Place.PLAN,
    says=lambda state: mark("open") if state.tournament.sign_up.is_open else mark("closed"),
    suited=everywhere,
    need=Role.DIRECTOR,
    whole=True,
)
