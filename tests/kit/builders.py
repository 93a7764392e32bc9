"""Test tournaments in the players' language."""

import re
from dataclasses import replace
from typing import Any

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.scoring import standings

_TOKEN = re.compile(r"(\w+?)([+\-=?x~])(\w+)?(!)?(?:/(\d))?")
_RESULTS = {
    "+": Result.WHITE_WINS,
    "-": Result.BLACK_WINS,
    "=": Result.JIGO,
    "?": Result.UNKNOWN,
    "x": Result.BOTH_LOSE,
}


def crosstable(text: str, *, start: float | None = 0, **settings: Any) -> Tournament:
    """Rounds parted by "|": "A+B" White A beats B, "A-B" loses, "=" jigo, "?" unknown, "x" both lose.

    "A+B!" is by default, "A+B/3" with three stones; "A+" alone is a forced bye, "A~" a voluntary one,
    "A-" an absence; who is not named is there but unpaired.
    """
    rounds: list[Round] = []
    names: dict[str, set[int]] = {}
    for number, part in enumerate(text.split("|"), start=1):
        boards: list[Board] = []
        byes: list[Bye] = []
        for token in part.split():
            match = _TOKEN.fullmatch(token)
            assert match, token
            white, sign, black = match[1], match[2], match[3]
            names.setdefault(white, set())
            if black is None:
                if sign == "-":
                    names[white].add(number)
                else:
                    kind = ByeKind.FORCED if sign == "+" else ByeKind.VOLUNTARY
                    byes.append(Bye(player=PlayerId(white), kind=kind))
                continue
            names.setdefault(black, set())
            result = _RESULTS[sign].defaulted if match[4] else _RESULTS[sign]
            boards.append(
                Board(
                    table=len(boards) + 1,
                    white=PlayerId(white),
                    black=PlayerId(black),
                    result=result,
                    handicap=int(match[5] or 0),
                )
            )
        rounds.append(Round(number=number, boards=tuple(boards), byes=tuple(byes)))
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=Grade.parse("1d"),
            start=None if start is None else quarters(start),
            absent_rounds=frozenset(absent),
        )
        for name, absent in names.items()
    )
    return Tournament(
        players=players, rounds=tuple(rounds), settings=Settings(rounds=len(rounds), **settings)
    )


def with_scoring(tournament: Tournament, **scoring: Any) -> Tournament:
    """The same tournament under other rules for scores."""
    settings = replace(tournament.settings, scoring=Scoring(**scoring))
    return replace(tournament, settings=settings)


def with_player(tournament: Tournament, name: str, **changes: Any) -> Tournament:
    """The same tournament with something changed about one player."""
    players = tuple(replace(p, **changes) if p.id == name else p for p in tournament.players)
    return replace(tournament, players=players)


def value(tournament: Tournament, name: str, key: str, **how: Any) -> float:
    """One criterion of one player."""
    table = standings(tournament, criteria=[key], **how)
    return next(row.values[key] for row in table.rows if row.player.id == name)
