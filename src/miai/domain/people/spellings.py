"""Spellings of names: the same name in other letters, by other rules of transliteration, or with one typo."""

from functools import lru_cache
from itertools import groupby

from miai.domain.people.names import name_words
from miai.domain.people.transliteration import ascii_text

# What rules of transliteration write differently, in the order of replacement: "Khvostov" and "Hvostov",
# "Müller" and "Mueller", "Sergey", "Sergei" and "Sergej", "Fyodorov" and "Fedorov".
_SAME_SOUND = (
    ("shch", "s"), ("schtsch", "s"), ("stsch", "s"), ("szcz", "s"), ("sch", "s"), ("sh", "s"), ("sz", "s"),
    ("tsch", "7"), ("tch", "7"), ("cz", "7"), ("ch", "7"), ("ts", "7"), ("tz", "7"),
    ("kh", "h"), ("gh", "g"), ("ph", "f"), ("th", "t"), ("zh", "z"), ("h", "g"),
    ("c", "k"), ("x", "ks"), ("q", "k"), ("w", "v"), ("y", "i"), ("j", "i"),
    ("ae", "a"), ("oe", "o"), ("ue", "u"), ("ou", "u"), ("eu", "oi"), ("ai", "ei"),
    ("ii", "i"), ("io", "e"), ("ie", "e"),
)  # fmt: skip
# How many letters are enough to find the words that may be meant.
_BEGINNING = 6
# In shorter words nearly every other one would be a typo apart.
_TYPO_FROM = 4


def latin_words(text: str) -> list[str]:
    """The plain words of a name in Latin letters; signs that cannot be transliterated stay as they are."""
    words = []
    for word in name_words(text):
        words += [word] if word.isascii() else name_words(ascii_text(word)) or [word]
    return words


def joined_words(words: list[str]) -> list[str]:
    """The words, and all of them as one word: "Jean-Pierre" is also found as "Jeanpierre"."""
    return [*words, "".join(words)] if len(words) > 1 else words


@lru_cache(maxsize=65_536)
def sound(word: str) -> str:
    """A key that is the same for the usual transliterations of a name."""
    for spelling, same in _SAME_SOUND:
        if spelling in word:
            word = word.replace(spelling, same)
    return "".join(letter for letter, _ in groupby(word))


def shortened_spellings(word: str) -> set[str]:
    """The beginnings of a word and of its sound, also with one letter left out.

    Words of which one is a typo of the other, or sounds like a typo of it, share at least one of these.
    """
    both = {word[:_BEGINNING], sound(word)[:_BEGINNING]}
    return both | {each[:i] + each[i + 1 :] for each in both if len(each) > 1 for i in range(len(each))}


def is_one_typo_apart(one: str, other: str) -> bool:
    """Whether one letter is missing, too much or wrong, or two neighbouring letters are swapped."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > 1 or one == other:
        return False
    # One mistake is not at both ends of a word; most words end here.
    if len(one) > 2 and one[0] != other[0] and one[-1] != other[-1]:
        return False
    at = next((i for i, letter in enumerate(one) if letter != other[i]), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]


def is_meant(typed: str, word: str) -> bool:
    """Whether a typed word may mean a word: its beginning, another spelling, or one typo apart."""
    if word.startswith(typed):
        return True
    heard, sounds = sound(typed), sound(word)
    return heard == sounds or _is_typo(typed, word) or _is_typo(heard, sounds)


def _is_typo(typed: str, word: str) -> bool:
    """Whether one letter is wrong; very short words have no typos."""
    return len(typed) >= _TYPO_FROM and is_one_typo_apart(typed, word)
