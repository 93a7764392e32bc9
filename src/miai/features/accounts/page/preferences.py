"""Preferences of one reader: language, light or dark, keys, letters of results, and their own name."""

from starlette.responses import Response

from miai.features.accounts.accounts import plain_name
from miai.features.results.typed_results import Letters
from miai.server.form_fields import OptionalText
from miai.server.page import Page
from miai.server.request_context import Here
from miai.server.roles import Role
from miai.server.words import LANGUAGES, speak

page = Page("look", need=Role.PUBLIC, phones=True)


@page.post("/look")
def choose(
    visit: Here,
    language: OptionalText = None,
    theme: OptionalText = None,
    keys: OptionalText = None,
    letters: OptionalText = None,
    name: OptionalText = None,
) -> Response:
    """Remember what was chosen; what is not on the form stays as it is."""
    if language is not None and language in LANGUAGES:
        visit.keep("miai_language", language)
        speak(language)
    if theme is not None:
        visit.keep("miai_theme", theme if theme in ("light", "dark") else "")
    if keys is not None:
        visit.keep("miai_keys", "off" if keys == "off" else "on")
    if letters is not None:
        visit.keep("miai_letters", Letters.of(letters, visit.language).chosen if letters.strip() else "")
    if name is not None and visit.role > Role.PUBLIC:
        visit.session.rename(plain_name(name))
    return visit.done()
