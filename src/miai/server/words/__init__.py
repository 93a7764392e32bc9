"""Everything that the pages say, in the reader's language."""

from miai.domain.languages import LANGUAGES
from miai.messages import mark
from miai.server.words.messages import tell, tell_sentence
from miai.server.words.translation import (
    DOMAIN,
    gettext,
    language,
    language_names,
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
    "language_names",
    "locale",
    "mark",
    "ngettext",
    "pgettext",
    "preferred",
    "speak",
    "tell",
    "tell_sentence",
]
