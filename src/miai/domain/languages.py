"""The languages of the pages: Miai's own, and those of plug-ins."""

import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from miai.errors import InputError
from miai.messages import Message
from miai.plugins import Registry

_CODE = re.compile("[a-z]{2}")
_LOCALE = re.compile("[a-z]{2}(_[A-Z]{2})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language: its own name, the locale by which dates and numbers are written, and its catalogue.

    The catalogue is a file in gettext's format `.po`; what it does not translate is shown in English.
    """

    name: str
    locale: str
    catalogue: Traversable | Path | None = None


def _own(name: str, locale: str) -> Language:
    folder = files("miai").joinpath("server", "locale", locale[:2], "LC_MESSAGES")
    return Language(name=name, locale=locale, catalogue=folder.joinpath("miai.po"))


def _of_plugin(key: str, value: Any) -> Language:
    if not isinstance(value, Language) or not _CODE.fullmatch(key):
        raise InputError(Message("it is not a Language under a code of two letters, such as sv"))
    if not _LOCALE.fullmatch(value.locale):
        raise InputError(Message("'%(locale)s' is not a locale, such as sv_SE", locale=value.locale))
    if value.catalogue is None or not value.catalogue.is_file():
        raise InputError(Message("its catalogue is not there"))
    return value


LANGUAGES: Registry[Language] = Registry(
    "languages",
    {
        # European English: the day before the month, and 24 hours.
        "en": Language(name="English", locale="en_GB"),
        "fr": _own("Français", "fr_FR"),
        "de": _own("Deutsch", "de_DE"),
    },
    _of_plugin,
)
"""Every language by its code."""
