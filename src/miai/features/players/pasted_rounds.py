"""The rounds that a line of a table says a player misses."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from miai.domain.people.names import plain_name
from miai.formats.tables.column_headings import PlayerColumn, round_of_heading
from miai.formats.tables.player_columns import NO_WORDS, ColumnGuess
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


def missed_rounds(guesses: Sequence[ColumnGuess], cells: Sequence[str], rounds: int) -> MissedRounds:
    """What the columns about rounds say; without any, a player plays in all."""
    every = frozenset(range(1, rounds + 1))
    missed, warnings = _one_by_one(guesses, cells, every), list[Message]()
    for guess, cell in zip(guesses, cells, strict=False):
        if guess.column not in (PlayerColumn.ROUNDS, PlayerColumn.MISSED_ROUNDS) or not cell:
            continue
        plays = guess.column is PlayerColumn.ROUNDS
        named = rounds_in(cell, rounds, how_many=plays)
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
    """What columns with one round each say; a blank is no, as in tables with crosses."""
    columns = [at for at, guess in enumerate(guesses) if guess.column is PlayerColumn.ONE_ROUND]
    given = {
        round_of_heading(guesses[at].heading) or place: cells[at] if at < len(cells) else ""
        for place, at in enumerate(columns, start=1)
    }
    if not any(given.values()):
        return frozenset()
    return every & frozenset(
        number for number, cell in given.items() if not cell or plain_name(cell.strip()) in NO_WORDS
    )
