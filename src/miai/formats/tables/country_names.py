"""The codes of countries that people write out."""

import re
from functools import cache

from babel import Locale

from miai.domain.people.names import plain_name

_CODE = re.compile(r"[A-Z]{2}")
_OTHER_NAMES = {
    "england": "GB", "scotland": "GB", "wales": "GB", "uk": "GB", "great britain": "GB", "usa": "US",
    "holland": "NL", "czech republic": "CZ", "tschechische republik": "CZ",
}  # fmt: skip


def country_code(text: str) -> str:
    """The code of a country that is named in English, French or German; nothing for other texts."""
    return _codes().get(plain_name(text.strip()), "")


@cache
def _codes() -> dict[str, str]:
    named = {
        plain_name(name): str(code)
        for language in ("de", "fr", "en")
        for code, name in Locale(language).territories.items()
        if _CODE.fullmatch(code)
    }
    return named | _OTHER_NAMES
