"""Names of people: correct capitals, and plain forms for comparing and sorting."""

import re
import unicodedata
from functools import lru_cache

# Letters that Unicode does not split into a plain letter and an accent.
_PLAIN = str.maketrans({
    "ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ŋ": "n",
})  # fmt: skip
_LETTERS = re.compile(r"[^\W\d_]+(?:['’`][^\W\d_]+)*")
_APOSTROPHE = re.compile(r"(['’`])")
_WORD = re.compile(r"[^\W_]+")
PARTICLES = frozenset(
    "af al da de del della den der des di do dos du la le ten ter van vom von zu zum".split()
)
_NUMERALS = frozenset(("II", "III", "IV"))


# Pages compare and sort the same names again and again.
@lru_cache(maxsize=20_000)
def plain_name(text: str) -> str:
    """A name without case and accents: "Søren" becomes "soren"."""
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def name_words(text: str) -> list[str]:
    """The plain words of a name."""
    return _WORD.findall(plain_name(text))


def name_key(surname: str, first_name: str) -> str:
    """A key that is the same for all spellings of a name, whichever part comes first."""
    return " ".join(sorted(name_words(f"{surname} {first_name}")))


def is_shouted(text: str) -> bool:
    """Whether a name is written in capitals only."""
    # The sharp s has no common capital.
    letters = [sign for sign in text if sign.isalpha() and sign != "ß"]
    return bool(letters) and not any(sign.islower() for sign in letters)


def put_right(name: str) -> str:
    """A name with correct capitals; one with both small and capital letters is left alone.

    "MacDonald" cannot be told from "Macron", nor is it known which particles a person writes small: every
    word of a name in capitals gets one capital, and one more after an apostrophe or "Mc".
    """
    composed = unicodedata.normalize("NFC", name)
    small = composed == composed.lower()
    if not small and not is_shouted(composed):
        return name
    # A name with a dotted capital is Turkish: its undotted capital becomes the dotless letter.
    turkish = "İ" in composed
    last = max((match.start() for match in _LETTERS.finditer(composed)), default=0)

    def mended(match: re.Match[str]) -> str:
        word = match[0]
        if small and word in PARTICLES and match.start() != last:
            return word
        if match.start() and word in _NUMERALS:
            return word
        return _capitalised(word, turkish=turkish)

    return _LETTERS.sub(mended, composed)


def put_right_first_name(name: str) -> str:
    """The same for a first name, where "JP" stands for initials."""
    return name if len(name) <= 2 and not set(name) & set("AEIOUY") and name.isupper() else put_right(name)


def _capitalised(word: str, *, turkish: bool) -> str:
    parts = _APOSTROPHE.split(word)
    for at in range(0, len(parts), 2):
        # "O'Brien" and "D'Angelo", but "Sa'di".
        starts = at == 0 or len(parts[at - 2]) == 1 or len(parts[at]) > 2
        parts[at] = _one_capital(parts[at], turkish=turkish) if starts else _lower(parts[at], turkish=turkish)
    return "".join(parts)


def _one_capital(part: str, *, turkish: bool) -> str:
    if part[:2].lower() == "mc" and len(part) > 4:
        return "Mc" + _one_capital(part[2:], turkish=turkish)
    first = part[0].upper()
    return (first if len(first) == 1 else part[0]) + _lower(part[1:], turkish=turkish)


def _lower(text: str, *, turkish: bool) -> str:
    if turkish:
        text = text.replace("I", "ı")
    return text.replace("İ", "i").lower()
