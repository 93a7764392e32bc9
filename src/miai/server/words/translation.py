"""Translates messages into the reader's language by the catalogues."""

import logging
import re
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from typing import Any

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from miai.domain.languages import LANGUAGES
from miai.domain.numbers import Between
from miai.errors import InputError

DOMAIN = "miai"
_log = logging.getLogger("miai.plugins")

# How much a browser wants a language.
_WEIGHTS = Between(0, 1)

# The spaces of French before and after signs.
_NARROW, _WIDE = re.compile(" (?=[;!?»])|(?<=«) "), re.compile(" (?=:)")

_language: ContextVar[str] = ContextVar("language", default="en")


def speak(language: str) -> None:
    """Use a language for the rest of this request."""
    _language.set(language if language in LANGUAGES else "en")


def language_names() -> dict[str, str]:
    """Every language by its code, as its speakers call it."""
    return {key: each.name for key, each in LANGUAGES.items()}


def language() -> str:
    """The reader's language."""
    return _language.get()


def locale() -> Locale:
    """The locale by which dates and numbers are written."""
    return _locale(language())


def preferred(accepted: str) -> str:
    """The best of our languages for what a browser accepts ("fr-CH, fr;q=0.9, en;q=0.8")."""
    wishes = []
    for place, part in enumerate(accepted.split(",")):
        tag, _, weight = part.partition(";q=")
        try:
            wishes.append((-_WEIGHTS.decimal(weight or "1"), place, tag.strip().lower()[:2]))
        except InputError:
            continue
    return next((tag for weight, _, tag in sorted(wishes) if weight < 0 and tag in LANGUAGES), "en")


def translations() -> NullTranslations:
    """The catalogue of the reader's language."""
    return _translations(language())


def gettext(message: str, **values: object) -> str:
    """A message in the reader's language; "%(name)s" stands for a value."""
    return translations().gettext(message) % values


def in_all_languages(message: str) -> tuple[str, ...]:
    """A message in each of our languages."""
    return tuple(_translations(name).gettext(message) for name in LANGUAGES)


def ngettext(one: str, many: str, num: int, **values: object) -> str:
    """A message that depends on a number, which it may name "%(num)s"."""
    return translations().ngettext(one, many, num) % {"num": num, **values}


def pgettext(context: str, message: str, **values: object) -> str:
    """A message that means something else in another context."""
    return translations().pgettext(context, message) % values


@cache
def _locale(name: str) -> Locale:
    return Locale.parse(LANGUAGES[name].locale)


@cache
def _translations(name: str) -> NullTranslations:
    source = LANGUAGES[name].catalogue
    if source is None:
        return NullTranslations()
    try:
        with source.open("rb") as file:
            catalogue = read_po(file, locale=name, domain=DOMAIN)
    except Exception as error:
        if name in LANGUAGES.own:
            raise
        # The pages of a plug-in whose catalogue is broken are English.
        _log.warning("the catalogue of the language '%s' cannot be read: %s", name, error)
        return NullTranslations()
    if name == "fr":
        for message in catalogue:
            message.string = _with_fixed_spaces(message.string)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _with_fixed_spaces(text: Any) -> Any:
    """French text, or its forms for one and for many, whose spaces at signs do not break a line.

    The catalogue is written with ordinary ones: before ; ! ? and inside « » French has a narrow space.
    """
    if not isinstance(text, str):
        return tuple(map(_with_fixed_spaces, text))
    return _WIDE.sub("\N{NO-BREAK SPACE}", _NARROW.sub("\N{NARROW NO-BREAK SPACE}", text))
