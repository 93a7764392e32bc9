"""How alike two names are: equal in any spelling, similar, partly the same, or altogether different."""

from enum import Enum
from functools import lru_cache
from typing import Protocol

from miai.domain.people.names import PARTICLES, name_key, name_words
from miai.domain.people.spellings import is_one_typo_apart, latin_words, sound

# Vowels and letters as people without them on their keyboards write them.
_SPELT_OUT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe", "ß": "ss"}
)
# In shorter words nearly every other one would be a typo apart.
_TYPO_FROM = 4


class NameLikeness(Enum):
    """How alike two names are; bare are equal surnames without a first name, which tell nobody apart."""

    EQUAL = "equal"
    BARE = "bare"
    SIMILAR = "similar"
    PARTLY = "partly"
    OTHER = "other"


class Named(Protocol):
    """Somebody with a name in two parts."""

    @property
    def surname(self) -> str: ...
    @property
    def first_name(self) -> str: ...


def name_likeness(one: Named, other: Named) -> NameLikeness:
    """How alike two names are, whichever part comes first.

    Equal are names that differ in capitals, accents, hyphens, "ü" or "ue", or the alphabet. Similar are
    other transliterations, one typo, initials, and names that leave out a particle or a further name.
    """
    return _likeness(one.surname, one.first_name, other.surname, other.first_name)


# The same people are compared on every page.
@lru_cache(maxsize=16_384)
def _likeness(surname: str, first_name: str, other_surname: str, other_first: str) -> NameLikeness:
    one, other = f"{surname} {first_name}", f"{other_surname} {other_first}"
    full = min(len(name_words(one)), len(name_words(other))) > 1
    if _is_equal(one, other):
        return NameLikeness.EQUAL if full else NameLikeness.BARE
    if not (first_name and other_first) and _is_equal(surname, other_surname):
        return NameLikeness.BARE
    words = sorted((_telling(one), _telling(other)), key=len)
    alike = _pairs(*words)
    if full and words[0] and alike == len(words[0]) and _has_whole_word(*words):
        return NameLikeness.SIMILAR
    return NameLikeness.PARTLY if alike and _shares_word(*words) else NameLikeness.OTHER


def spelling_key(surname: str, first_name: str) -> str:
    """A key that is the same for all usual spellings and transliterations of a name."""
    return " ".join(sorted(sound(word) for word in latin_words(f"{surname} {first_name}")))


def _is_equal(one: str, other: str) -> bool:
    if name_key(one, "") == name_key(other, ""):
        return bool(name_words(one))
    if _joined(one) == _joined(other) or _same_letters(_forms(one), _forms(other)):
        return True
    # There are several rules to transliterate a name: that of the other side is as good.
    foreign = any(not word.isascii() for text in (one, other) for word in name_words(text))
    return foreign and spelling_key(one, "") == spelling_key(other, "")


def _forms(text: str) -> list[set[str]]:
    """Each word without accents, and as people without them on their keyboards write it."""
    folded = text.casefold()
    both = zip(name_words(folded), name_words(folded.translate(_SPELT_OUT)), strict=True)
    return [set(forms) for forms in both]


def _same_letters(one: list[set[str]], other: list[set[str]]) -> bool:
    """Whether every word of one name has a form of a word of the other, each once."""
    left = list(other)
    for forms in one:
        match = next((each for each in left if forms & each), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _joined(text: str) -> str:
    """The name without blanks and hyphens: "Jean-Pierre" is "Jeanpierre"."""
    return "".join(name_words(text))


def _telling(text: str) -> list[str]:
    """The words of a name in Latin letters, without particles."""
    words = latin_words(text)
    return [word for word in words if word not in PARTICLES] or words


def _pairs(short: list[str], long: list[str]) -> int:
    """How many words of the shorter name are found in the longer one, each once."""
    left, found = list(long), 0
    for word in sorted(short, key=len, reverse=True):
        match = next((each for each in left if word == each), None)
        match = match or next((each for each in left if _is_alike(word, each)), None)
        if match:
            left.remove(match)
            found += 1
    return found


def _is_alike(one: str, other: str) -> bool:
    if min(len(one), len(other)) == 1:
        return one[0] == other[0]
    if sound(one) == sound(other):
        return True
    return min(len(one), len(other)) >= _TYPO_FROM and is_one_typo_apart(one, other)


def _has_whole_word(short: list[str], long: list[str]) -> bool:
    return any(len(word) > 1 and any(sound(word) == sound(each) for each in long) for word in short)


def _shares_word(short: list[str], long: list[str]) -> bool:
    """Whether a word of more than one letter is alike in both."""
    return any(len(word) > 1 and len(each) > 1 and _is_alike(word, each) for word in short for each in long)
