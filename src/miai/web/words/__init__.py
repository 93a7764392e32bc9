"""Everything that the pages say, in the reader's language."""

from miai.messages import mark
from miai.web.words.messages import tell, tell_sentence
from miai.web.words.translation import (
    DOMAIN,
    LANGUAGES,
    gettext,
    language,
    locale,
    ngettext,
    pgettext,
    preferred,
    speak,
)

__all__ = [
    "DOMAIN",
    "LANGUAGES",
    "gettext",
    "language",
    "locale",
    "mark",
    "ngettext",
    "pgettext",
    "preferred",
    "speak",
    "tell",
    "tell_sentence",
]
