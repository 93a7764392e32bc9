"""Some of the players: those of a country, a club, an age, a grade and so on.

Prizes and standings use the same limits. As text they are parted by commas: "country=FR, sex=female,
born=2008-, grade=5k-1d, rating=1500-1800, club=Lund, category=2, newcomer".
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from miai.domain.bounds import BirthYear, Category, Rating, within
from miai.domain.numbers import ANY_NUMBER, shortened
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, Sex
from miai.errors import InputError, Problem
from miai.messages import AnyOf, Message

_NEWCOMER = "newcomer"
_PART = re.compile(
    r'\s*(?P<key>[^=,"]*?)\s*(?:=\s*(?:"(?P<quoted>(?:[^"]|"")*)"|(?P<plain>[^",]*?)))?\s*(?:,|$)'
)
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_NUMBERS = re.compile(rf"({_NUMBER})?\s*[-–]\s*({_NUMBER})?|({_NUMBER})")
_GRADES = re.compile(r"([0-9]+\s*[a-z]+)?\s*[-–]\s*([0-9]+\s*[a-z]+)?|([0-9]+\s*[a-z]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Among:
    """Limits on players, each of them included; without any it is everybody.

    Who has no rating or no year of birth is not within a limit on it.
    """

    strongest: Grade | None = None
    weakest: Grade | None = None
    category: Category | None = None
    country: str = ""
    club: str = ""
    sex: Sex | None = None
    born_since: BirthYear | None = None
    born_until: BirthYear | None = None
    rating_from: Rating | None = None
    rating_to: Rating | None = None
    newcomer: bool = False

    def holds(self, player: Player, category: int) -> bool:
        """Whether a player, who is in that category, is one of them."""
        return (
            _between(player.grade, self.weakest, self.strongest)
            and self.category in (None, category)
            and _same(self.country, player.country)
            and _same(self.club, player.club)
            and self.sex in (None, player.sex)
            and _between(player.birth_year, self.born_since, self.born_until)
            and _between(player.rating, self.rating_from, self.rating_to)
            and (player.newcomer or not self.newcomer)
        )

    @classmethod
    def parse(cls, text: str) -> "Among":
        """Read limits as people write them; all that is wrong is reported at once."""
        values: dict[str, Any] = {}
        problems: list[Problem] = []
        for key, value in _parts(text):
            try:
                values |= _read(key, value)
            except InputError as error:
                problems += error.problems
        if problems:
            raise InputError(problems)
        return cls(**values)

    def __str__(self) -> str:
        """The text that reads back as these limits."""
        texts = {
            "country": _quoted(self.country),
            "club": _quoted(self.club),
            "sex": self.sex.value if self.sex else "",
            "born": _span(self.born_since, self.born_until),
            "grade": _span(self.weakest, self.strongest),
            "rating": _span(self.rating_from, self.rating_to),
            "category": "" if self.category is None else str(self.category + 1),
        }
        found = [f"{key}={value}" for key, value in texts.items() if value]
        return ", ".join((*found, _NEWCOMER) if self.newcomer else found)


EVERYBODY = Among()


def _between(value: Any, low: Any, high: Any) -> bool:
    if low is None and high is None:
        return True
    return value is not None and (low is None or low <= value) and (high is None or value <= high)


def _same(wanted: str, found: str) -> bool:
    return not wanted or wanted.casefold() == found.casefold()


def _parts(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None or part.end() == at:
            raise _unreadable(text[at:])
        at = part.end()
        quoted = part["quoted"]
        value = part["plain"] if quoted is None else quoted.replace('""', '"')
        if part["key"] or value:
            yield part["key"].lower(), value or ""


def _read(key: str, value: str) -> dict[str, Any]:
    """The fields that one part of the text sets."""
    if key == _NEWCOMER and not value:
        return {_NEWCOMER: True}
    if key not in _READERS:
        known = (*(f"{each}=" for each in _READERS), _NEWCOMER)
        raise InputError(
            Message(
                "'%(text)s' does not say who is meant: %(known)s", text=shortened(key), known=AnyOf(known)
            )
        )
    if not value.strip():
        raise _unreadable(f"{key}=")
    return _READERS[key](value.strip())


def _sex(text: str) -> dict[str, Any]:
    known = {each.value: each for each in Sex}
    found = known.get(text.lower())
    if found is None:
        raise InputError(
            Message("'%(text)s' is not possible: %(known)s", text=shortened(text), known=AnyOf(tuple(known)))
        )
    return {"sex": found}


def _category(text: str) -> dict[str, Any]:
    number = ANY_NUMBER.whole(text, "category") - 1
    bounds = within(Category)
    if bounds and (fault := bounds.fault(number)):
        raise InputError([Problem(what=fault, where="category")])
    return {"category": number}


def _born(text: str) -> dict[str, Any]:
    since, until = _ends(_NUMBERS, text)
    bounds = within(BirthYear) or ANY_NUMBER
    return {
        "born_since": None if since is None else bounds.whole(since, "born"),
        "born_until": None if until is None else bounds.whole(until, "born"),
    }


def _rating(text: str) -> dict[str, Any]:
    low, high = _ends(_NUMBERS, text)
    bounds = within(Rating) or ANY_NUMBER
    return {
        "rating_from": None if low is None else bounds.decimal(low, "rating"),
        "rating_to": None if high is None else bounds.decimal(high, "rating"),
    }


def _grade(text: str) -> dict[str, Any]:
    one, other = _ends(_GRADES, text)
    if one is None or other is None:
        return {
            "weakest": None if one is None else Grade.parse(one),
            "strongest": None if other is None else Grade.parse(other),
        }
    weakest, strongest = sorted((Grade.parse(one), Grade.parse(other)))
    return {"weakest": weakest, "strongest": strongest}


_READERS: dict[str, Callable[[str], dict[str, Any]]] = {
    "country": lambda text: {"country": text},
    "club": lambda text: {"club": text},
    "sex": _sex,
    "born": _born,
    "grade": _grade,
    "rating": _rating,
    "category": _category,
}


def _ends(pattern: re.Pattern[str], text: str) -> tuple[str | None, str | None]:
    """Both ends of a text such as "1500-1800", "2008-" or "-1d"; "2008" alone is both."""
    found = pattern.fullmatch(text)
    if found is None or not any(found.groups()):
        raise _unreadable(text)
    low, high, single = found.groups()
    return (single, single) if single else (low, high)


def _span(low: object, high: object) -> str:
    if low is None and high is None:
        return ""
    texts = [
        "" if each is None else f"{each:.10g}" if isinstance(each, float) else str(each)
        for each in (low, high)
    ]
    return texts[0] if low == high and not texts[0].startswith("-") else "-".join(texts)


def _quoted(text: str) -> str:
    """A text that stands for itself between commas, or in quotation marks, which are doubled inside."""
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"') else text


def _unreadable(text: str) -> InputError:
    return InputError(
        Message(
            "'%(text)s' cannot be read: write for example country=FR, born=2008-, grade=5k-1d",
            text=shortened(text.strip()),
        )
    )
