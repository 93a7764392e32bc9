"""The rounds that a player misses by a line of a table, and the questions that its columns leave open."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from miai.domain.people.names import plain_name
from miai.errors import InputError, Problem
from miai.formats.tables.column_headings import ONE_ROUND_COLUMNS, PlayerColumn
from miai.formats.tables.player_columns import NO_WORDS, ColumnGuess
from miai.formats.tables.round_headings import asks_how_many, round_of_heading
from miai.messages import Message, counted

_EVERY = frozenset("all alle every tous toutes tout todas todos yes ja oui y * x".split())
_NONE = frozenset("none keine aucune aucun no nein non - –".split())
_FLAGS = re.compile(r"[01]{2,}")
_SPAN = re.compile(r"([0-9]{1,2})(?:\s*(?:-|–|to|bis|a)\s*([0-9]{1,2}))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class MissedRounds:
    """The rounds missed, and what of the line was not understood."""

    rounds: frozenset[int] = frozenset()
    warnings: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundsQuestion:
    """A column that names rounds without saying if they are played or missed; nothing is assumed of it."""

    column: int
    heading: str
    example: str

    @property
    def problem(self) -> Message:
        """The question as a problem, for surfaces on which it cannot be answered in place."""
        return Message(
            "column %(number)s (%(heading)s) does not show if “%(example)s” are rounds played or missed: "
            "choose rounds, missed_rounds or ignored for it",
            number=self.column + 1,
            heading=self.heading or Message("no heading"),
            example=self.example,
        )


def rounds_questions(
    guesses: Sequence[ColumnGuess], rows: Sequence[Sequence[str]]
) -> tuple[RoundsQuestion, ...]:
    """The questions about columns with rounds; an empty column asks nothing."""
    asked = []
    for at, guess in enumerate(guesses):
        cells = [row[at] for row in rows if at < len(row) and row[at]]
        if guess.column is PlayerColumn.UNCLEAR_ROUNDS and cells:
            named = next((cell for cell in cells if any(map(str.isdecimal, cell))), cells[0])
            asked.append(RoundsQuestion(column=at, heading=guess.heading, example=named))
    return tuple(asked)


def require_answers(questions: Sequence[RoundsQuestion]) -> None:
    """Reject a table with columns whose meaning is still open."""
    if questions:
        raise InputError([Problem(what=question.problem) for question in questions])


def missed_rounds(guesses: Sequence[ColumnGuess], cells: Sequence[str], rounds: int) -> MissedRounds:
    """The rounds missed by the columns about rounds; without any, a player plays in all."""
    every = frozenset(range(1, rounds + 1))
    missed, warnings = _one_by_one(guesses, cells, every), list[Message]()
    for guess, cell in zip(guesses, cells, strict=False):
        if guess.column not in (PlayerColumn.ROUNDS, PlayerColumn.MISSED_ROUNDS) or not cell:
            continue
        plays = guess.column is PlayerColumn.ROUNDS
        named = _named(cell, guess, rounds)
        if named is None:
            warnings.append(Message("'%(text)s' does not say which rounds", text=cell))
        else:
            missed |= every - named if plays else named
    if missed == every and every:
        return MissedRounds(warnings=(*warnings, Message("the line says that they play in no round")))
    if missed:
        numbers = tuple(sorted(missed))
        warnings.append(
            counted("misses round %(rounds)s", "misses rounds %(rounds)s", len(numbers), rounds=numbers)
        )
    return MissedRounds(rounds=missed, warnings=tuple(warnings))


def _named(cell: str, guess: ColumnGuess, rounds: int) -> frozenset[int] | None:
    """The rounds that a cell names; the answer to "how many?" names none unless it is all or none of them."""
    if asks_how_many(guess.heading) and cell.strip().isdecimal():
        every = frozenset(range(1, rounds + 1))
        return {str(rounds): every, "0": frozenset[int]()}.get(cell.strip())
    return rounds_in(cell, rounds, how_many=guess.column is PlayerColumn.ROUNDS)


def rounds_in(text: str, rounds: int, *, how_many: bool = True) -> frozenset[int] | None:
    """The rounds that a text names: "1-3", "1, 2 and 5", "11011", "all", "none"; None for other texts.

    Where forms ask how many rounds somebody plays, the number of all rounds stands for all of them.
    """
    plain = " ".join(plain_name(text).split())
    every = frozenset(range(1, rounds + 1))
    if plain in _EVERY or (how_many and plain == str(rounds)):
        return every
    if plain in _NONE:
        return frozenset()
    if _FLAGS.fullmatch(plain) and (len(plain) >= rounds or len(plain) > 2):
        return frozenset(number for number, flag in enumerate(plain, start=1) if flag == "1") & every
    spans = [(int(first), int(last or first)) for first, last in _SPAN.findall(plain)]
    if not spans:
        return None
    return frozenset(number for first, last in spans for number in range(first, last + 1)) & every


def _one_by_one(
    guesses: Sequence[ColumnGuess], cells: Sequence[str], every: frozenset[int]
) -> frozenset[int]:
    """The rounds missed by columns with one round each; a blank is no, as in tables with crosses."""
    columns = [at for at, guess in enumerate(guesses) if guess.column in ONE_ROUND_COLUMNS]
    plays, misses = dict[int, str](), dict[int, str]()
    for place, at in enumerate(columns, start=1):
        given = plays if guesses[at].column is PlayerColumn.ONE_ROUND else misses
        given[round_of_heading(guesses[at].heading) or place] = cells[at] if at < len(cells) else ""
    absent = {number for number, cell in misses.items() if not _is_no(cell)}
    if any(plays.values()):
        absent |= {number for number, cell in plays.items() if _is_no(cell)}
    return every & absent


def _is_no(cell: str) -> bool:
    return not cell or plain_name(cell.strip()) in NO_WORDS
