"""A local copy of the federations' rating lists, fast enough to search while somebody types."""

import json
import re
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from miai.domain.people.grade import Grade
from miai.domain.people.name_likeness import spelling_key
from miai.domain.people.names import name_key
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListFlag, ListSource, PlayerList
from miai.domain.people.spellings import joined_words, latin_words
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.store.people import name_index

FILE_NAME = "player-lists.db"
VERSION = 4
# "Miai" in ASCII marks our files.
_APPLICATION = 0x4D696169
# The date of the list stands once, with the list.
_FIELDS = tuple(field.name for field in fields(ListedPlayer) if field.name != "list_date")
_FROZEN = "CREATE TABLE IF NOT EXISTS frozen (tournament TEXT PRIMARY KEY, after TEXT NOT NULL)"
_NAME_KEYS = """CREATE TABLE IF NOT EXISTS name_keys (key TEXT NOT NULL, player INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS name_keys_by_key ON name_keys (key)"""
_SCHEMA = f"""
CREATE TABLE lists (
    source TEXT PRIMARY KEY, date TEXT, file TEXT NOT NULL, first INTEGER NOT NULL, players INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 1
);
{_FROZEN};
{_NAME_KEYS};
CREATE TABLE players (id INTEGER PRIMARY KEY, key TEXT NOT NULL, {", ".join(_FIELDS)});
CREATE INDEX players_by_source ON players (source);
CREATE INDEX players_by_key ON players (key);
CREATE INDEX players_by_pin ON players (egf_pin) WHERE egf_pin != '';
CREATE INDEX players_by_aga_id ON players (aga_id) WHERE aga_id != '';
CREATE INDEX players_by_licence ON players (ffg_licence) WHERE ffg_licence != '';
CREATE VIRTUAL TABLE names USING fts5(
    surname, first_name, tokenize = "unicode61 remove_diacritics 2", prefix = '1 2 3 4'
);
{name_index.SCHEMA}"""
_COLUMNS = ", ".join(_FIELDS)
_SELECT = f"SELECT {_COLUMNS} FROM players "  # noqa: S608 - the columns are our own
_INSERT = f"INSERT INTO players VALUES (?, ?{', ?' * len(_FIELDS)})"  # noqa: S608
_USED = "source IN (SELECT source FROM lists WHERE used)"
_NAMED = "(key = :key OR id IN (SELECT player FROM name_keys WHERE key = :spelling))"
_BY_KEY = _SELECT + f"WHERE {_NAMED} AND {_USED} ORDER BY key != :key, id"
_BY_NUMBER = (
    _SELECT + "WHERE ((egf_pin != '' AND egf_pin = :number) OR (aga_id != '' AND aga_id = :number)"
    f" OR (ffg_licence != '' AND ffg_licence = :number)) AND {_USED} ORDER BY id"
)
_NUMBER = re.compile(r"\d{1,10}")
# With fewer exact finds than this, names that are only similar are looked for.
_ENOUGH = 5
# No name has more words than this; what follows is ignored.
_MOST_WORDS = 8
# Similar names are looked for with at most so many words, and so many of a list are compared.
_MOST_SIMILAR_WORDS = 4
_MOST_SIMILAR = 200
_MOST_COUNTED = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class ListInfo:
    """An imported list: whose, of which day, how long, from which file, and whether it is searched."""

    source: ListSource
    date: date | None
    players: int
    file: str
    used: bool = True


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _flags(text: str) -> tuple[ListFlag, ...]:
    # A copy of version 1 has sentences here: its flags return with the next import.
    flags = (each for each in json.loads(text) if isinstance(each, list))
    return tuple(ListFlag(kind=FlagKind[kind], text=about) for kind, about in flags)


_DECODERS: dict[str, Callable[[Any], Any]] = {
    "source": ListSource,
    "grade": Grade.parse,
    "proposed_grade": Grade.parse,
    "rating_date": _day,
    "expiry": _day,
    "flags": _flags,
}


class PlayerLists:
    """The lists side by side in one file; use it in a `with`."""

    def __init__(self, folder: Path, *, create: bool = False) -> None:
        """Open the copy in a folder; without `create` it must be there."""
        self.path = folder / FILE_NAME
        if not create and not self.path.exists():
            raise InputError(
                Message("no rating list has been imported yet: %(command)s", command="miai list import FILE")
            )
        with self._explained():
            self._base = sqlite3.connect(self.path, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._base.close()
                raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._base.close()

    def replace(self, imported: PlayerList, *, file: str = "") -> None:
        """Import a list in place of the one of the same source, completely or not at all."""
        # Stored in the order of names, so that results need no sorting.
        named = [(*_words_of(player), player.number, player) for player in imported.players]
        named.sort(key=lambda each: each[:3])
        ordered = [player for *_, player in named]
        with self._explained(), self._transaction():
            source = imported.source.value
            self._delete(source)
            first = self._base.execute("SELECT coalesce(max(id), 0) + 1 FROM players").fetchone()[0]
            self._base.executemany(_INSERT, _player_rows(ordered, first))
            named_players = enumerate(ordered, start=first)
            self._index_keys((number, each.surname, each.first_name) for number, each in named_players)
            self._base.executemany(
                "INSERT INTO names (rowid, surname, first_name) VALUES (?, ?, ?)",
                ((number, *each[:2]) for number, each in enumerate(named, start=first)),
            )
            self._base.execute(
                "INSERT INTO lists (source, date, file, first, players) VALUES (?, ?, ?, ?, ?)",
                (source, _encoded(imported.date), file, first, len(ordered)),
            )
            self._index_words()

    def delete(self, source: ListSource) -> None:
        """Delete a list with all its players."""
        with self._explained(), self._transaction():
            self._delete(source.value)
            self._index_words()

    def set_date(self, source: ListSource, day: date | None) -> None:
        """Say of which day a list is."""
        with self._explained():
            self._base.execute("UPDATE lists SET date = ? WHERE source = ?", (_encoded(day), source.value))

    def use_only(self, sources: Collection[ListSource]) -> None:
        """Search only these lists; the others are kept."""
        with self._explained():
            self._base.executemany(
                "UPDATE lists SET used = ? WHERE source = ?",
                [(source in sources, source.value) for source in ListSource],
            )

    def forget_frozen(self, tournament_id: str) -> None:
        """Forget the day of a tournament: since version 6 it stands among its settings."""
        with self._explained():
            self._base.execute("DELETE FROM frozen WHERE tournament = ?", (tournament_id,))

    def frozen_after(self, tournament_id: str) -> date | None:
        """The day after which ratings are frozen, of a tournament for which it was set before version 6."""
        with self._explained():
            row = self._base.execute(
                "SELECT after FROM frozen WHERE tournament = ?", (tournament_id,)
            ).fetchone()
        return _day(row[0]) if row else None

    def lists(self) -> tuple[ListInfo, ...]:
        """What has been imported."""
        with self._explained():
            rows = self._base.execute(
                "SELECT source, date, players, file, used FROM lists ORDER BY rowid"
            ).fetchall()
        return tuple(
            ListInfo(
                source=ListSource(source),
                date=_day(day) if day else None,
                players=players,
                file=file,
                used=bool(used),
            )
            for source, day, players, file, used in rows
        )

    def sources(self) -> tuple[ListSource, ...]:
        """Whose lists are searched."""
        return tuple(info.source for info in self.lists() if info.used)

    def search(self, text: str, *, limit: int = 20) -> tuple[ListedPlayer, ...]:
        """Players by id, or by the first letters of surname and first name in either order, best first.

        Where few are found, players follow whose names are spelled otherwise or are one typo apart.
        """
        if _NUMBER.fullmatch(text.strip()):
            return self.with_number(text.strip())[:limit]
        words = latin_words(text)[:_MOST_WORDS]
        found: dict[int, None] = {}
        with self._explained():
            broadest = self._matching(_all(dict.fromkeys(words), " *"), limit) if words else []
            shapes = list(_shapes(words)) if broadest else []
            if len(broadest) < limit:
                # It has found everybody whom the narrower ones would find.
                broadest.sort(key=lambda each: _rank(shapes, each[0].split(), each[1].split()))
                shapes = []
            for shape in shapes:
                if len(found) < limit:
                    found |= dict.fromkeys(number for *_, number in self._matching(shape.query, limit))
            found |= dict.fromkeys(number for *_, number in broadest)
            if words and len(found) < min(limit, _ENOUGH):
                found |= dict.fromkeys(self._similar(list(dict.fromkeys(words))))
            return self._players(self._rows(list(found)[:limit]))

    def ratings(self, source: ListSource) -> tuple[ListedPlayer, ...]:
        """The players of a list who have a rating, the strongest first."""
        query = _SELECT + "WHERE source = ? AND rating IS NOT NULL ORDER BY rating DESC, id"
        with self._explained():
            return self._players(self._base.execute(query, (source.value,)))

    def with_number(self, number: str) -> tuple[ListedPlayer, ...]:
        """The players with exactly that PIN, AGA id or licence."""
        with self._explained():
            return self._players(self._base.execute(_BY_NUMBER, {"number": number}))

    def named(self, surname: str, first_name: str) -> tuple[ListedPlayer, ...]:
        """The players of that name, accents, capitals and order aside, then those who are only spelled so."""
        key = name_key(surname, first_name)
        wanted = {"key": key, "spelling": spelling_key(surname, first_name)}
        with self._explained():
            return self._players(self._base.execute(_BY_KEY, wanted) if key else ())

    def name_counts(self, words: Iterable[str]) -> dict[str, tuple[int, int]]:
        """The number of people with each word in the surname, and in the first name, up to a few dozen."""
        with self._explained():
            return {
                word: (self._count(f'surname : "{word}"'), self._count(f'first_name : "{word}"'))
                for word in words
                if word.isalnum()
            }

    def _count(self, query: str) -> int:
        counted = "SELECT COUNT(*) FROM (SELECT 1 FROM names WHERE names MATCH ? LIMIT ?)"
        number: int = self._base.execute(counted, (query, _MOST_COUNTED)).fetchone()[0]
        return number

    def _matching(self, query: str, limit: int) -> list[tuple[str, str, int]]:
        """The names and numbers of the best of every list, in the order of names."""
        found: list[tuple[str, str, int]] = []
        for first, players in self._base.execute("SELECT first, players FROM lists WHERE used").fetchall():
            found += self._base.execute(
                "SELECT surname, first_name, rowid FROM names WHERE names MATCH ? AND rowid BETWEEN ? AND ? "
                "ORDER BY rowid LIMIT ?",
                (query, first, first + players - 1, limit),
            )
        return sorted(found)

    def _similar(self, words: Sequence[str]) -> list[int]:
        """The players whose names are similar to some words, the most similar first."""
        index = name_index.WordIndex(self._base)
        costs: dict[int, int] = {}
        for variant in _variants(words):
            meaning = index.meaning(variant)
            query = meaning.query()
            for surname, first_name, number in self._matching(query, _MOST_SIMILAR) if query else ():
                cost = meaning.cost([*surname.split(), *first_name.split()])
                costs[number] = min(cost, costs.get(number, cost))
        return sorted(costs, key=lambda number: costs[number])

    def _delete(self, source: str) -> None:
        """Delete a list, inside a transaction."""
        self._base.execute(
            "DELETE FROM names WHERE rowid IN (SELECT id FROM players WHERE source = ?)", (source,)
        )
        self._base.execute(
            "DELETE FROM name_keys WHERE player IN (SELECT id FROM players WHERE source = ?)", (source,)
        )
        self._base.execute("DELETE FROM players WHERE source = ?", (source,))
        self._base.execute("DELETE FROM lists WHERE source = ?", (source,))

    def _index_words(self) -> None:
        """Bring the index of words up to date, inside a transaction."""
        names = self._base.execute("SELECT surname, first_name FROM names")
        words = {word for name in names for part in name for word in part.split()}
        name_index.index_words(self._base, words)

    def _index_keys(self, names: Iterable[tuple[int, str, str]]) -> None:
        """Index names by what all their spellings share, inside a transaction."""
        self._base.executemany(
            "INSERT INTO name_keys VALUES (?, ?)",
            ((spelling_key(surname, first_name), number) for number, surname, first_name in names),
        )

    def _upgrade(self) -> None:
        """Index the names of a copy that an earlier version has made."""
        with self._transaction():
            for statement in _statements(f"{name_index.SCHEMA};\n{_NAME_KEYS}"):
                self._base.execute(statement)
            self._base.execute(_FROZEN)
            if "used" not in (column for _, column, *_ in self._base.execute("PRAGMA table_info(lists)")):
                self._base.execute("ALTER TABLE lists ADD COLUMN used INTEGER NOT NULL DEFAULT 1")
            names = self._base.execute("SELECT id, surname, first_name FROM players").fetchall()
            self._index_keys(names)
            self._base.execute("DELETE FROM names")
            self._base.executemany(
                "INSERT INTO names (rowid, surname, first_name) VALUES (?, ?, ?)",
                ((number, _words(surname), _words(first_name)) for number, surname, first_name in names),
            )
            self._index_words()
            self._base.execute(f"PRAGMA user_version = {VERSION}")

    def _players(self, rows: Iterable[Sequence[Any]]) -> tuple[ListedPlayer, ...]:
        """The players of some rows, each with the date of the list."""
        dates = {info.source: info.date for info in self.lists()}
        players = map(_player, rows)
        return tuple(replace(player, list_date=dates.get(player.source)) for player in players)

    def _rows(self, numbers: Sequence[int]) -> list[tuple[Any, ...]]:
        return [self._base.execute(_SELECT + "WHERE id = ?", (number,)).fetchone() for number in numbers]

    def _prepare(self) -> None:
        application, version, tables = (
            self._base.execute(question).fetchone()[0]
            for question in (
                "PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_master",
            )
        )  # fmt: skip
        if not tables and not application:
            with self._transaction():
                for statement in _statements(_SCHEMA):
                    self._base.execute(statement)
                self._base.execute(f"PRAGMA application_id = {_APPLICATION}")
                self._base.execute(f"PRAGMA user_version = {VERSION}")
        elif application != _APPLICATION:
            raise self._refused(_not_ours())
        elif version > VERSION:
            raise self._refused(Message("this copy of the rating lists was made by a newer Miai"))
        elif version < VERSION:
            self._upgrade()

    def _refused(self, what: Message) -> InputError:
        return InputError([Problem(what=what, where=self.path.name)])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._base.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._base.execute("COMMIT")
        except BaseException:
            if self._base.in_transaction:
                self._base.execute("ROLLBACK")
            raise

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn database errors into messages."""
        try:
            yield
        except sqlite3.OperationalError as error:
            what = Message("the copy of the rating lists cannot be used (%(reason)s)", reason=str(error))
            raise self._refused(what) from error
        except sqlite3.DatabaseError as error:
            raise self._refused(_not_ours()) from error


def _not_ours() -> Message:
    return Message("this is not Miai's copy of the rating lists")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """Which word is in the surname, which are in the first name, and whether beginnings are enough."""

    surname: str = ""
    others: Sequence[str] = ()
    surname_begins: bool = False
    others_begin: bool = False

    @property
    def query(self) -> str:
        """The full-text query.

        Words are letters and digits only, and quoted, so that none of them is an operator.
        """
        surname = f'surname : "{self.surname}"{" *" if self.surname_begins else ""}'
        others = _all(self.others, " *" if self.others_begin else "", "first_name : ")
        return " AND ".join(part for part in (self.surname and surname, others) if part)

    def fits(self, surname: Sequence[str], first_name: Sequence[str]) -> bool:
        """Whether the query finds a name with these words."""
        fits = not self.surname or _has(surname, self.surname, begins=self.surname_begins)
        return fits and all(_has(first_name, word, begins=self.others_begin) for word in self.others)


def _shapes(words: Sequence[str]) -> Iterator[_Shape]:
    """The most likely first: whole words before beginnings, surnames before first names."""
    first, last = words[0], words[-1]
    if len(words) == 1:
        yield _Shape(surname=first)
        yield _Shape(others=words)
        yield _Shape(surname=first, surname_begins=True)
        return
    for surname_begins, others_begin in ((False, False), (False, True), (True, True)):
        for surname, others in ((first, words[1:]), (last, words[:-1])):
            yield _Shape(
                surname=surname, others=others, surname_begins=surname_begins, others_begin=others_begin
            )


def _rank(shapes: Sequence[_Shape], surname: Sequence[str], first_name: Sequence[str]) -> int:
    """The number of the first shape that a name has."""
    return next((at for at, shape in enumerate(shapes) if shape.fits(surname, first_name)), len(shapes))


def _has(words: Iterable[str], word: str, *, begins: bool) -> bool:
    return any(each.startswith(word) if begins else each == word for each in words)


def _all(words: Iterable[str], end: str, column: str = "") -> str:
    return " AND ".join(f'{column}"{word}"{end}' for word in words)


def _words_of(player: ListedPlayer) -> tuple[str, str]:
    return _words(player.surname), _words(player.first_name)


def _words(name: str) -> str:
    return " ".join(joined_words(latin_words(name)))


def _variants(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """The first words, and if these are all the same with two neighbours as one word."""
    yield words[:_MOST_SIMILAR_WORDS]
    for i in range(len(words) - 1 if len(words) <= _MOST_SIMILAR_WORDS else 0):
        yield [*words[:i], words[i] + words[i + 1], *words[i + 2 :]]


def _statements(schema: str) -> Iterator[str]:
    return (statement for statement in schema.split(";\n") if statement.strip())


def _player_rows(players: Sequence[ListedPlayer], first: int) -> Iterator[tuple[Any, ...]]:
    for number, player in enumerate(players, start=first):
        values = (_encoded(getattr(player, name)) for name in _FIELDS)
        yield (number, name_key(player.surname, player.first_name), *values)


def _encoded(value: Any) -> Any:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Grade):
        return str(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return json.dumps([(flag.kind.name, flag.text) for flag in value], ensure_ascii=False)
    return value


def _player(row: Sequence[Any]) -> ListedPlayer:
    values = {
        name: _DECODERS[name](value) if name in _DECODERS and value is not None else value
        for name, value in zip(_FIELDS, row, strict=True)
    }
    return ListedPlayer(**values)
