"""The order of surname and first name in a name that is typed or pasted as one text."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from miai.domain.people.names import PARTICLES, is_shouted, name_words, plain_name
from miai.domain.people.player import Player
from miai.domain.people.sides import people_of
from miai.domain.people.spellings import latin_words
from miai.features.lists.candidates import RatingLists
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.given_names import is_given_name
from miai.formats.tables.player_columns import GuessedBy, PlayerTable
from miai.messages import Message

# A common first name counts as much as this many listed people; an entrant as much as this many.
_COMMON_NAME = 5
_ENTRANT = 3
# The difference of the two orders from which one of them is clear.
_CLEAR = 0.5
# The usual split of a name of three words or more, such as "Garcia Lopez Ana", is preferred by this.
_USUAL = 0.25
# This many names are looked up to find the order of a table.
_LOOKED_UP = 40
_NAMES = (PlayerColumn.NAME, PlayerColumn.GIVEN_FIRST)
_PARTS = (PlayerColumn.SURNAME, PlayerColumn.FIRST_NAME)


class NameLists(RatingLists, Protocol):
    """Rating lists that know how often a word is a surname or a first name."""

    def name_counts(self, words: Iterable[str]) -> Mapping[str, tuple[int, int]]:
        """The number of listed people with each word in the surname, and in the first name."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NameSplit:
    """A name in two parts; `clear` is false if nothing shows which is the surname."""

    surname: str
    first_name: str = ""
    given_first: bool = False
    clear: bool = True

    @property
    def swapped(self) -> "NameSplit":
        """The same with surname and first name exchanged."""
        return replace(
            self, surname=self.first_name, first_name=self.surname, given_first=not self.given_first
        )


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The words that are surnames or first names of entrants, of listed people, or everywhere."""

    players: Collection[Player] = ()
    lists: NameLists | None = None
    _leanings: dict[str, float] = field(default_factory=dict)
    _entered: dict[str, tuple[int, int]] = field(default_factory=dict)

    def leaning(self, word: str) -> float:
        """From -1 for a surname to 1 for a first name; 0 if nothing is known."""
        if word not in self._leanings:
            parts = latin_words(word)
            listed = self.lists.name_counts(parts) if self.lists else {}
            found = [self._leaning(part, *listed.get(part, (0, 0))) for part in parts]
            self._leanings[word] = sum(found) / len(found) if found else 0.0
        return self._leanings[word]

    def listed(self, words: Sequence[str]) -> int | None:
        """The number of words in the surname of the listed person with this name; negative from the end."""
        if self.lists is None:
            return None
        found = {
            place
            for person in self.lists.named(words[-1], " ".join(words[:-1]))
            if (place := _place_of(words, person.surname, person.first_name)) is not None
        }
        return found.pop() if len(found) == 1 else None

    def _leaning(self, part: str, surnames: int, first_names: int) -> float:
        entered = self._of_entrants().get(part, (0, 0))
        surnames += _ENTRANT * entered[0]
        first_names += _ENTRANT * entered[1] + (_COMMON_NAME if is_given_name(part) else 0)
        return (first_names - surnames) / (first_names + surnames + 2)

    def _of_entrants(self) -> dict[str, tuple[int, int]]:
        if not self._entered and self.players:
            people = [person for player in self.players for person in people_of(player)]
            surnames = Counter(word for each in people for word in latin_words(each.surname))
            first = Counter(word for each in people for word in latin_words(each.first_name))
            self._entered.update({word: (surnames[word], first[word]) for word in surnames | first})
        return self._entered


def split_name(name: str, known: KnownNames, *, given_first: bool | None = None) -> NameSplit:
    """The surname and the first name of a text.

    A comma and words in capitals decide. After them `given_first`, which says the order in a table, then
    particles, rating lists and other entrants; without any of it the surname comes first.
    """
    before, comma, after = name.partition(",")
    if comma:
        return NameSplit(surname=before.strip(), first_name=after.strip())
    words = name.split()
    loud = [word for word in words if is_shouted(word) and len(word) > 1]
    if loud and len(loud) < len(words):
        quiet = [word for word in words if word not in loud]
        return NameSplit(surname=" ".join(loud), first_name=" ".join(quiet), given_first=words[0] not in loud)
    if len(words) < 2:
        return NameSplit(surname=name.strip())
    order = _order_by_particles(words) if given_first is None else given_first
    return _split_by_words(words, known, order)


def name_column(name: str, known: KnownNames) -> PlayerColumn:
    """The column for a typed name: surname first or first name first."""
    return PlayerColumn.GIVEN_FIRST if split_name(name, known).given_first else PlayerColumn.NAME


def with_name_order(table: PlayerTable, known: KnownNames) -> PlayerTable:
    """The table with the order of names that its rows show together, if they show one."""
    columns = list(table.columns)
    whole = next((at for at, column in enumerate(columns) if column in _NAMES), None)
    by_values = all(guess.by is GuessedBy.VALUES for guess in table.guesses)
    if whole is None and not (by_values and set(_PARTS) <= set(columns)):
        return table
    places = [whole] if whole is not None else sorted(columns.index(part) for part in _PARTS)
    names = [
        " ".join(row.cells[at] for at in places if at < len(row.cells)) for row in table.rows[:_LOOKED_UP]
    ]
    # The people of a side have a stroke between them.
    votes = sum(_vote(part, known) for name in names for part in name.split("/"))
    if not votes:
        return table
    if whole is None:
        order = reversed(_PARTS) if votes > 0 else _PARTS
        new = dict(zip(places, order, strict=True))
    else:
        new = {whole: PlayerColumn.GIVEN_FIRST if votes > 0 else PlayerColumn.NAME}
    guesses = tuple(
        replace(guess, column=new.get(at, guess.column)) for at, guess in enumerate(table.guesses)
    )
    return replace(table, guesses=guesses)


def order_warnings(name: str, split: NameSplit, known: KnownNames) -> Iterator[Message]:
    """A remark on a name that looks as if its order were the other one."""
    alone = split_name(name, known)
    if alone.clear and alone.given_first is not split.given_first and alone.first_name:
        yield Message(
            "perhaps surname %(surname)s, first name %(first_name)s",
            surname=alone.surname,
            first_name=alone.first_name,
        )


def _vote(name: str, known: KnownNames) -> int:
    """1 for a name that clearly begins with the first name, -1 with the surname."""
    if "," in name or len(name.split()) < 2:
        return 0
    split = split_name(name, known)
    return 0 if not split.clear else 1 if split.given_first else -1


def _order_by_particles(words: Sequence[str]) -> bool | None:
    plain = [plain_name(word) for word in words]
    if plain[0] in PARTICLES:
        return False
    return True if any(word in PARTICLES for word in plain[1:-1]) else None


def _split_by_words(words: Sequence[str], known: KnownNames, order: bool | None) -> NameSplit:
    """The best of all places at which the words may be split, in one order or in both."""
    listed = known.listed(words)
    if listed is not None and order in (None, listed < 0):
        return _split_at(words, listed, clear=True)
    scores = {
        place: _score(words, place, known)
        for given_first in ((False, True) if order is None else (order,))
        for place in _places(words, given_first=given_first)
    }
    best = max(scores, key=lambda place: scores[place])
    others = [score for place, score in scores.items() if (place < 0) is not (best < 0)]
    return _split_at(words, best, clear=not others or scores[best] - max(others) >= _CLEAR)


def _places(words: Sequence[str], *, given_first: bool) -> list[int]:
    """The possible numbers of words in the surname, the usual one first; negative if it is at the end."""
    count = len(words)
    if not given_first:
        least = next(at for at in range(count) if plain_name(words[at]) not in PARTICLES or at == count - 2)
        return list(range(count - 1, least, -1))
    usual = 1
    while usual < count - 1 and plain_name(words[-usual - 1]) in PARTICLES:
        usual += 1
    return [-number for number in range(usual, count)]


def _score(words: Sequence[str], place: int, known: KnownNames) -> float:
    split = words[:place], words[place:]
    surname, first = split if place > 0 else split[::-1]
    usual = place == _places(words, given_first=place < 0)[0]
    leanings = sum(map(known.leaning, first)) - sum(map(known.leaning, surname))
    return leanings + (_USUAL if usual else 0)


def _split_at(words: Sequence[str], place: int, *, clear: bool) -> NameSplit:
    one, other = " ".join(words[:place]), " ".join(words[place:])
    surname, first = (one, other) if place > 0 else (other, one)
    return NameSplit(surname=surname, first_name=first, given_first=place < 0, clear=clear)


def _place_of(words: Sequence[str], surname: str, first_name: str) -> int | None:
    """The place that splits the words into these parts."""
    wanted = name_words(surname), name_words(first_name)
    for place in range(1, len(words)):
        parts = name_words(" ".join(words[:place])), name_words(" ".join(words[place:]))
        if parts == wanted:
            return place
        if parts[::-1] == wanted:
            return place - len(words)
    return None
