"""The words of all listed names, and which of them may be meant by a word that somebody types."""

import sqlite3
from collections.abc import Iterable, Sequence

from miai.domain.people.spellings import is_one_typo_apart, shortened_spellings, sound

SCHEMA = """
CREATE TABLE IF NOT EXISTS words (
    id INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE, sound TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS spellings (
    spelling TEXT NOT NULL, word INTEGER NOT NULL, PRIMARY KEY (spelling, word)
) WITHOUT ROWID;
"""
# The higher, the less likely that the listed word is meant.
_SAME, _BEGINNING, _SAME_SOUND, _TYPO, _TYPO_IN_SOUND = range(5)
# Of a shorter word alone, a typo could mean anybody.
_SHORTEST_ALONE = 4
_SHORTEST_BEGINNING = 3
_MOST_ALTERNATIVES = 40


def index_words(base: sqlite3.Connection, words: set[str]) -> None:
    """Make these the words of the index."""
    known = {word: number for number, word in base.execute("SELECT id, word FROM words")}
    gone = [(number,) for word, number in known.items() if word not in words]
    if gone:
        base.execute("CREATE TEMP TABLE IF NOT EXISTS gone (id INTEGER PRIMARY KEY)")
        base.execute("DELETE FROM gone")
        base.executemany("INSERT INTO gone VALUES (?)", gone)
        base.execute("DELETE FROM spellings WHERE word IN (SELECT id FROM gone)")
        base.execute("DELETE FROM words WHERE id IN (SELECT id FROM gone)")
    new = list(enumerate(sorted(words - known.keys()), start=max(known.values(), default=0) + 1))
    base.executemany("INSERT INTO words VALUES (?, ?, ?)", ((n, word, sound(word)) for n, word in new))
    rows = [(spelling, number) for number, word in new for spelling in shortened_spellings(word)]
    # In the order of the table, which is then written from its beginning to its end.
    base.executemany("INSERT INTO spellings VALUES (?, ?)", sorted(rows))


class WordIndex:
    """Finds the listed words that may be meant by a word, each with how unlikely that is."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._known: dict[str, dict[str, int]] = {}

    def meaning(self, words: Sequence[str]) -> "Meaning":
        """What may be meant by the words of a query."""
        return Meaning(words, [self._costs(word, alone=len(words) == 1) for word in words])

    def _costs(self, word: str, *, alone: bool) -> dict[str, int]:
        if word not in self._known:
            self._known[word] = _alternatives(self._base, word, alone=alone)
        return self._known[word]


class Meaning:
    """The listed words that may be meant by the words of a query, each with how unlikely that is."""

    def __init__(self, words: Sequence[str], costs: Sequence[dict[str, int]]) -> None:
        self.words, self._costs = words, costs

    def query(self) -> str | None:
        """A full-text query for names in which every word is meant; None where there cannot be any."""
        terms = [_terms(word, costs) for word, costs in zip(self.words, self._costs, strict=True)]
        return " AND ".join(f"({' OR '.join(each)})" for each in terms) if all(terms) else None

    def cost(self, name: Iterable[str]) -> int:
        """How unlikely it is that a name is meant; the words of the name are all there is to compare."""
        return sum(
            min(_cost(word, costs, listed) for listed in name)
            for word, costs in zip(self.words, self._costs, strict=True)
        )


def _alternatives(base: sqlite3.Connection, word: str, *, alone: bool) -> dict[str, int]:
    """The listed words that sound like a word or are one typo apart from it, the most likely first."""
    keys = sorted(shortened_spellings(word))
    heard = sound(word)
    places = ", ".join("?" * len(keys))
    found = base.execute(
        "SELECT word, sound FROM words"  # noqa: S608
        f" WHERE id IN (SELECT word FROM spellings WHERE spelling IN ({places}))"
        " AND (abs(length(word) - ?) <= 1 OR abs(length(sound) - ?) <= 1)",
        (*keys, len(word), len(heard)),
    )
    typos = not alone or len(word) >= _SHORTEST_ALONE
    costs: dict[str, int] = {}
    for listed, listed_sound in found:
        if listed == word:
            costs[listed] = _SAME
        elif listed_sound == heard:
            costs[listed] = _SAME_SOUND
        elif typos and is_one_typo_apart(word, listed):
            costs[listed] = _TYPO
        elif typos and is_one_typo_apart(heard, listed_sound):
            costs[listed] = _TYPO_IN_SOUND
    likely = sorted(costs.items(), key=lambda item: (item[1], abs(len(item[0]) - len(word)), item[0]))
    return dict(likely[:_MOST_ALTERNATIVES])


def _terms(word: str, costs: dict[str, int]) -> list[str]:
    """Words are letters and digits only, and quoted, so that none of them is an operator."""
    terms = [f'"{listed}"' for listed in costs]
    return [*terms, f'"{word}" *'] if len(word) >= _SHORTEST_BEGINNING else terms


def _cost(word: str, costs: dict[str, int], listed: str) -> int:
    cost = costs.get(listed, _TYPO_IN_SOUND + 1)
    return min(cost, _BEGINNING) if listed.startswith(word) else cost
