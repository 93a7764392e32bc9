"""The page of this feature in the rail."""

from miai.server.page import Page, everywhere
from miai.server.roles import Role
from miai.server.words import mark

page = Page("sign-up", title=mark("Sign-up"), icon="list", suited=everywhere, need=Role.DIRECTOR, whole=True)
