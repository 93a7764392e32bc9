"""Names in the letters of another alphabet: Cyrillic, Greek, Hangul and kana in Latin letters, and ASCII."""

import unicodedata
from collections.abc import Callable

# Latin letters that Unicode does not split into a plain letter and an accent, and marks of typography.
_LATIN = {
    "ß": "ss", "ẞ": "SS", "ı": "i", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe",
    "ħ": "h", "ŋ": "n", "ĸ": "k", "ə": "a", "ƒ": "f", "ŧ": "t", "ɓ": "b", "ɗ": "d", "ʻ": "'", "ʼ": "'",
    "‘": "'", "’": "'", "“": '"', "”": '"', "´": "'", "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-",
    "…": "...", "·": "-", "€": "EUR", "№": "No",
}  # fmt: skip
# As passports write Russian, Ukrainian, Belarusian, Bulgarian, Serbian and Macedonian names.
_CYRILLIC = {
    "а": "a", "б": "b", "в": "v", "г": "g", "ґ": "g", "д": "d", "ѓ": "gj", "ђ": "dj", "е": "e", "ё": "e",
    "є": "ie", "ж": "zh", "з": "z", "ѕ": "dz", "и": "i", "і": "i", "ї": "i", "й": "i", "ј": "j", "к": "k",
    "л": "l", "љ": "lj", "м": "m", "н": "n", "њ": "nj", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "ќ": "kj", "ћ": "c", "у": "u", "ў": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "џ": "dz",
    "ш": "sh", "щ": "shch", "ъ": "", "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "қ": "k", "ғ": "g",
    "ң": "n", "ө": "o", "ү": "u", "ұ": "u", "һ": "h", "ә": "a", "җ": "j",
}  # fmt: skip
_GREEK = {
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i", "κ": "k",
    "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s", "ς": "s", "τ": "t",
    "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
}  # fmt: skip
# Two letters that stand for one sound.
_TOGETHER = {"ου": "ou", "ού": "ou", "Ου": "Ou", "Ού": "Ou"}
_SMALL = _LATIN | _CYRILLIC | _GREEK
_LETTERS = _SMALL | {
    small.upper(): latin.capitalize()
    for small, latin in _SMALL.items()
    if len(small.upper()) == 1 and small.upper() != small
}

# Hangul syllables are numbered by their first consonant, vowel and last consonant.
_HANGUL = range(0xAC00, 0xD7A4)
_FIRST = "g kk n d tt r m b pp s ss - j jj ch k t p h".replace("-", "").split(" ")
_VOWELS = "a ae ya yae eo e yeo ye o wa wae oe yo u wo we wi yu eu ui i".split()
_LAST = ". k k k n n n t l k m l l l p l m p p t t ng t t k t p t".replace(".", "").split(" ")

_KANA_ROWS = {
    "": "アイウエオ", "k": "カキクケコ", "s": "サシスセソ", "t": "タチツテト", "n": "ナニヌネノ",
    "h": "ハヒフヘホ", "m": "マミムメモ", "y": "ヤ ユ ヨ", "r": "ラリルレロ", "w": "ワヰ ヱヲ",
    "g": "ガギグゲゴ", "z": "ザジズゼゾ", "d": "ダヂヅデド", "b": "バビブベボ", "p": "パピプペポ",
}  # fmt: skip
_KANA = {
    kana: row + vowel
    for row, line in _KANA_ROWS.items()
    for kana, vowel in zip(line, "aiueo", strict=True)
    if kana != " "
} | {
    "シ": "shi",
    "チ": "chi",
    "ツ": "tsu",
    "フ": "fu",
    "ジ": "ji",
    "ヂ": "ji",
    "ヅ": "zu",
    "ン": "n",
    "ー": "",
}
_SMALL_KANA = {"ャ": "ya", "ュ": "yu", "ョ": "yo"}
_DOUBLED = "ッ"
_HIRAGANA_TO_KATAKANA = {code: code + 0x60 for code in range(0x3041, 0x3097)}


def ascii_text(text: str) -> str:
    """A text in ASCII: "Łukasz" becomes "Lukasz", "Иванов" "Ivanov"; a sign without any way is left out."""
    return encodable_text(text, "ascii")


def encodable_text(text: str, encoding: str) -> str:
    """A text in the signs of an encoding; only those it lacks are transliterated, or left out."""
    composed = unicodedata.normalize("NFC", text)
    fits = _fits(encoding)
    if fits(composed):
        return composed
    words = _readable(composed)
    found = "".join(sign if fits(sign) else _in_latin(sign, fits) for sign in words)
    # Scripts without capitals give names without any.
    return _with_capitals(found) if composed == composed.upper() == composed.lower() else found


def is_encodable(text: str, encoding: str) -> bool:
    """Whether every sign of a text is in an encoding or can be transliterated to it."""
    plain = _readable(unicodedata.normalize("NFC", text))
    fits = _fits(encoding)
    return all(fits(sign) or sign in _SILENT or _in_latin(sign, fits) for sign in plain)


# Letters that are left out on purpose.
_SILENT = frozenset(sign for sign, latin in _LETTERS.items() if not latin)


def _fits(encoding: str) -> Callable[[str], bool]:
    def fits(text: str) -> bool:
        try:
            text.encode(encoding)
        except UnicodeEncodeError:
            return False
        return True

    return fits


def _in_latin(sign: str, fits: Callable[[str], bool]) -> str:
    if sign in _LETTERS:
        return _LETTERS[sign]
    if ord(sign) in _HANGUL:
        return _syllable(ord(sign) - _HANGUL.start)
    apart = [each for each in unicodedata.normalize("NFKD", sign) if not unicodedata.combining(each)]
    return "".join(each if fits(each) else _LETTERS.get(each, "") for each in apart)


def _syllable(number: int) -> str:
    rest, last = divmod(number, len(_LAST))
    first, vowel = divmod(rest, len(_VOWELS))
    return _FIRST[first] + _VOWELS[vowel] + _LAST[last]


def _readable(text: str) -> str:
    """The text with those signs in Latin letters whose sound depends on their neighbours."""
    for two, latin in _TOGETHER.items():
        text = text.replace(two, latin)
    return _without_kana(text)


def _without_kana(text: str) -> str:
    """The text with Japanese kana in Latin letters."""
    katakana = text.translate(_HIRAGANA_TO_KATAKANA)
    if not any(sign in _KANA for sign in katakana):
        return text
    found: list[str] = []
    doubled = False
    for sign in katakana:
        if sign in _SMALL_KANA and found and found[-1].endswith("i"):
            before = found.pop()[:-1]
            glide = _SMALL_KANA[sign]
            found.append(before + (glide[1:] if before in ("sh", "ch", "j") else glide))
        elif sign == _DOUBLED:
            doubled = True
        else:
            latin = _KANA.get(sign, sign)
            found.append(latin[:1] + latin if doubled else latin)
            doubled = False
    return "".join(found)


def _with_capitals(text: str) -> str:
    return " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
