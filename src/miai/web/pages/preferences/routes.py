"""How the pages look to one reader: language, light or dark, keys, and the name for the history."""

from typing import Annotated

from fastapi import Form
from starlette.responses import Response

from miai.web.server.page import Page
from miai.web.server.request_context import Here
from miai.web.server.roles import Role
from miai.web.words import LANGUAGES, speak

page = Page("look", need=Role.PUBLIC)
Text = Annotated[str | None, Form()]


@page.post("/look")
def choose(
    visit: Here, language: Text = None, theme: Text = None, keys: Text = None, name: Text = None
) -> Response:
    """Remember what was chosen; what is not on the form stays as it is."""
    if language in LANGUAGES:
        visit.keep("miai_language", language)
        speak(language)
    if theme is not None:
        visit.keep("miai_theme", theme if theme in ("light", "dark") else "")
    if keys is not None:
        visit.keep("miai_keys", "off" if keys == "off" else "on")
    if name is not None and visit.role > Role.PUBLIC:
        visit.session.rename(name.strip()[:60])
    return visit.done()
