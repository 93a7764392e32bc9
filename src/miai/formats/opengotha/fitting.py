"""Fits a tournament to what OpenGotha accepts, and says beforehand what that changes.

Without a first name, with a country of three letters or with a 21st round OpenGotha does not open the file.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.countries import two_letters
from miai.formats.names import fits_name, plain_key
from miai.formats.opengotha.terms import (
    KEY_EXTRA,
    LAST_TABLE,
    MOST_CATEGORIES,
    MOST_PLAYERS,
    MOST_ROUNDS,
    NO_DATE,
    NO_NAME,
)
from miai.messages import Message, counted

_FIRST_YEAR = 1901
# More names would hide what else is said.
_NAMED = 5
_NUMBERED = re.compile(r"(.+) \([0-9]{1,3}\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedPlayer:
    """A player's names, neither of them empty, and the key in games and byes, which no other player has."""

    surname: str
    first_name: str
    key: str
    numbered: bool = False


def fitted_players(players: Iterable[Player]) -> dict[PlayerId, FittedPlayer]:
    """The names and keys of all players; namesakes get a number after the first name, as in "Min (2)"."""
    fitted: dict[PlayerId, FittedPlayer] = {}
    taken: set[str] = set()
    for player in players:
        named = (_fitted(player, number) for number in count(1))
        fitted[player.id] = next(each for each in named if each.key not in taken)
        taken.add(fitted[player.id].key)
    return fitted


def name_without_number(surname: str, first_name: str, keys: Collection[str]) -> str:
    """The first name without the number of a namesake, if the file has the name without it."""
    match = _NUMBERED.fullmatch(first_name)
    return match[1] if match and plain_key(surname + match[1]) in keys else first_name


def _fitted(player: Player, number: int) -> FittedPlayer:
    surname, first_name = player.surname.strip() or NO_NAME, player.first_name.strip() or NO_NAME
    if number > 1:
        first_name = f"{first_name} ({number})"
    kept = dict(player.extras).get(KEY_EXTRA, "")
    name = surname + first_name
    # As the file had it, if it still fits the name.
    key = kept if kept and fits_name(kept, name) else plain_key(name)
    return FittedPlayer(surname=surname, first_name=first_name, key=key, numbered=number > 1)


def fitted_date(text: str) -> str:
    """A date as OpenGotha reads it; its first one where there is none."""
    try:
        return text if date.fromisoformat(text).year >= _FIRST_YEAR and len(text) == len(NO_DATE) else NO_DATE
    except ValueError:
        return NO_DATE


def fitted_rounds(tournament: Tournament) -> tuple[Round, ...]:
    """The rounds that OpenGotha holds."""
    return tuple(drawn for drawn in tournament.rounds if drawn.number <= MOST_ROUNDS)


def fitted_tables(drawn: Round) -> dict[int, int]:
    """The number that each table of a round gets: its own, or counted from 1 where some are too high."""
    tables = sorted(board.table for board in drawn.boards)
    high = bool(tables) and tables[-1] > LAST_TABLE
    return {table: number if high else table for number, table in enumerate(tables, start=1)}


def demand_that_it_fits(tournament: Tournament) -> None:
    """Refuse a field that no file for OpenGotha can hold."""
    if len(tournament.players) > MOST_PLAYERS:
        raise InputError(
            Message(
                "OpenGotha holds at most %(most)s players; here are %(number)s",
                most=MOST_PLAYERS,
                number=len(tournament.players),
            )
        )


def changes(tournament: Tournament) -> list[Message]:
    """What is written differently because OpenGotha would not accept it, by name."""
    return [
        *_dates(tournament),
        *_names(tournament.players),
        *_namesakes(tournament.players),
        *_countries(tournament.players),
        *_limits(tournament),
    ]


def _dates(tournament: Tournament) -> Iterator[Message]:
    if fitted_date(tournament.begin) == NO_DATE:
        yield Message(
            "the first day of the event is missing: OpenGotha needs one and gets %(date)s", date=NO_DATE
        )
    if fitted_date(tournament.end) == NO_DATE:
        yield Message(
            "the last day of the event is missing: OpenGotha needs one and gets %(date)s", date=NO_DATE
        )


def _names(players: Sequence[Player]) -> Iterator[Message]:
    no_first = [player.surname for player in players if not player.first_name.strip()]
    if no_first:
        yield counted(
            "%(num)s player has no first name: OpenGotha needs one and gets “%(text)s” (%(names)s)",
            "%(num)s players have no first name: OpenGotha needs one and gets “%(text)s” (%(names)s)",
            len(no_first),
            text=NO_NAME,
            names=_few(no_first),
        )
    no_surname = [player.first_name for player in players if not player.surname.strip()]
    if no_surname:
        yield counted(
            "%(num)s player has no surname: OpenGotha needs one and gets “%(text)s” (%(names)s)",
            "%(num)s players have no surname: OpenGotha needs one and gets “%(text)s” (%(names)s)",
            len(no_surname),
            text=NO_NAME,
            names=_few(no_surname),
        )


def _namesakes(players: Sequence[Player]) -> Iterator[Message]:
    numbered = [each for each in fitted_players(players).values() if each.numbered]
    if numbered:
        yield counted(
            "%(num)s player has the name of another: OpenGotha cannot distinguish them without a number "
            "(%(names)s)",
            "%(num)s players have the name of another: OpenGotha cannot distinguish them without a number "
            "(%(names)s)",
            len(numbered),
            names=_few([f"{each.surname} {each.first_name}" for each in numbered]),
        )


def _countries(players: Sequence[Player]) -> Iterator[Message]:
    odd = [player for player in players if player.country and two_letters(player.country) != player.country]
    shortened = [f"{p.name}: {p.country} → {two_letters(p.country)}" for p in odd if two_letters(p.country)]
    if shortened:
        yield counted(
            "the country of %(num)s player is written with two letters, as OpenGotha needs it (%(names)s)",
            "the country of %(num)s players is written with two letters, as OpenGotha needs it (%(names)s)",
            len(shortened),
            names=_few(shortened),
        )
    dropped = [f"{p.name}: {p.country}" for p in odd if not two_letters(p.country)]
    if dropped:
        yield counted(
            "the country of %(num)s player is left out, because OpenGotha needs two letters (%(names)s)",
            "the country of %(num)s players is left out, because OpenGotha needs two letters (%(names)s)",
            len(dropped),
            names=_few(dropped),
        )


def _limits(tournament: Tournament) -> Iterator[Message]:
    settings = tournament.settings
    if settings.rounds > MOST_ROUNDS:
        yield Message(
            "OpenGotha holds at most %(most)s rounds; %(rounds)s are planned",
            most=MOST_ROUNDS,
            rounds=settings.rounds,
        )
    beyond = tuple(drawn.number for drawn in tournament.rounds if drawn.number > MOST_ROUNDS)
    if beyond:
        yield counted(
            "round %(rounds)s is not in the file, because OpenGotha holds at most %(most)s",
            "rounds %(rounds)s are not in the file, because OpenGotha holds at most %(most)s",
            len(beyond),
            rounds=beyond,
            most=MOST_ROUNDS,
        )
    high = tuple(
        drawn.number
        for drawn in fitted_rounds(tournament)
        if any(board.table > LAST_TABLE for board in drawn.boards)
    )
    if high:
        yield counted(
            "the tables of round %(rounds)s are numbered from 1, because OpenGotha confuses those above "
            "%(last)s with the next round",
            "the tables of rounds %(rounds)s are numbered from 1, because OpenGotha confuses those above "
            "%(last)s with the next round",
            len(high),
            rounds=high,
            last=LAST_TABLE,
        )
    if len(settings.category_limits) >= MOST_CATEGORIES:
        yield Message(
            "OpenGotha holds at most %(most)s categories; here are %(number)s",
            most=MOST_CATEGORIES,
            number=len(settings.category_limits) + 1,
        )


def _few(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names) if len(names) <= _NAMED else (*names[: _NAMED - 1], "…")
