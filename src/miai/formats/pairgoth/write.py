"""Writes Pairgoth's tournaments (".tour")."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from itertools import count
from typing import Any

from miai.domain.numbers import Between, whole_or_none
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Extras, Member, Player, PlayerId, Registration
from miai.domain.people.sides import people_of
from miai.domain.points import NOTHING, POINT
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import scores, start_of
from miai.errors import InputError
from miai.formats.missed_rounds import missed_rounds
from miai.formats.pairgoth.json_fields import pretty_json
from miai.formats.pairgoth.settings import pairing_json, rules_name, tables_json, time_json
from miai.formats.pairgoth.sides import TYPE_OF_PEOPLE, side_json
from miai.formats.pairgoth.terms import PREFIX, RESULT_NAMES, UNUSED_DEFAULTS
from miai.messages import Message

_IDS = Between(1, 10**9)


def write(tournament: Tournament) -> bytes:
    """Write a tournament that Pairgoth can open, with everything that Miai keeps for it but does not use."""
    kept = _kept(tournament.extras)
    numbers = _numbers(tournament)
    settings = tournament.settings
    fields: dict[str, Any] = {
        "id": 1,
        "type": TYPE_OF_PEOPLE[settings.sides.people],
        "name": tournament.name,
        "shortName": tournament.short_name or tournament.name,
        "startDate": _day(tournament.begin or tournament.end),
        "endDate": _day(tournament.end or tournament.begin),
        "director": tournament.director,
        "country": tournament.country.lower(),
        "location": tournament.place,
        "online": settings.internet,
        "komi": float(settings.komi),
        "rules": rules_name(settings),
        "gobanSize": settings.board_size,
        "timeSystem": time_json(settings.clock),
        "rounds": settings.rounds,
        "pairing": pairing_json(settings),
    }
    tables = tables_json(settings)
    if tables:
        fields["tablesExclusion"] = tables
    for path, value in {**UNUSED_DEFAULTS, **kept}.items():
        _put(fields, path, value)
    players = [
        _player(player, numbers[player.id], _missed(player, tournament), settings.scoring)
        for player in tournament.players
    ]
    if settings.sides.people > 1:
        fields["players"], fields["teams"] = _sides(tournament, players)
    else:
        fields["players"] = players
    fields["games"] = _games(tournament, numbers)
    return (pretty_json(fields) + "\n").encode()


def _sides(
    tournament: Tournament, written: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The people of all sides, under numbers of their own, and the sides."""
    numbers = count(max((each["id"] for each in written), default=0) + 1)
    people: list[dict[str, Any]] = []
    sides = []
    for side, fields in zip(tournament.players, written, strict=True):
        own = [_person(person, next(numbers), side) for person in people_of(side)]
        people += own
        sides.append(side_json(side, fields, [person["id"] for person in own]))
    return people, sides


def _person(person: Member | Player, number: int, side: Player) -> dict[str, Any]:
    alone = Player(
        id=side.id,
        surname=person.surname,
        first_name=person.first_name,
        grade=person.grade,
        rating=person.rating,
        country=person.country,
        club=person.club,
        egf_pin=person.egf_pin,
        ffg_licence=person.ffg_licence,
        aga_id=person.aga_id,
        registration=side.registration,
    )
    return _player(alone, number, [], Scoring())


def missing(tournament: Tournament) -> list[Message]:
    """What Pairgoth needs and the tournament does not say."""
    if tournament.begin or tournament.end:
        return []
    return [Message("the first day of the event is missing: Settings > Details")]


def _kept(extras: Extras) -> dict[str, Any]:
    """The values of the file that Miai read, by their place in it."""
    return {name.removeprefix(PREFIX): json.loads(text) for name, text in extras if name.startswith(PREFIX)}


def _put(fields: dict[str, Any], path: str, value: Any) -> None:
    """Put a value at its place, unless the part of the file that it belongs to is not written."""
    *parents, key = path.split(".")
    for parent in parents:
        if not isinstance(fields.get(parent), dict):
            return
        fields = fields[parent]
    fields[key] = value


def _day(text: str) -> str:
    """A date; Pairgoth cannot open a file without one."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        if text:
            what = Message("'%(text)s' is not a date: Settings > Details", text=text)
            raise InputError(what) from None
        raise InputError(Message("the first day of the event is missing: Settings > Details")) from None


def _numbers(tournament: Tournament) -> dict[PlayerId, int]:
    """Each player's number in the file that was read, else the next one that is free."""
    own = {player.id: whole_or_none(player.id.removeprefix("p"), _IDS) for player in tournament.players}
    taken = set(own.values())
    if None not in taken and len(taken) == len(own):
        return {player: number for player, number in own.items() if number}
    return {player.id: number for player, number in zip(tournament.players, count(1), strict=False)}


def _missed(player: Player, tournament: Tournament) -> list[int]:
    """The rounds that a player does not play, on request or otherwise."""
    return sorted(player.absent_rounds | missed_rounds(player, tournament))


def _player(player: Player, number: int, missed: list[int], scoring: Scoring) -> dict[str, Any]:
    correction = _correction(player, scoring)
    held = player.declared_grade or player.grade
    optional = {
        "skip": missed,
        "mmsCorrection": correction,
        "pro": held.step if held.kind is Kind.PRO else 0,
        "egf": player.egf_pin,
        "ffg": player.ffg_licence,
        "aga": player.aga_id,
    }
    return {
        "id": number,
        "name": player.surname,
        "firstname": player.first_name,
        "rating": player.grade.rating if player.rating is None else round(player.rating),
        "rank": Grade.of_number(player.grade.number).number,
        "country": player.country,
        "club": player.club,
        "final": player.registration is Registration.FINAL,
        **{key: value for key, value in optional.items() if value},
        **_kept(player.extras),
    }


def _correction(player: Player, scoring: Scoring) -> int:
    """The difference between the player's start and the start that Pairgoth computes from the grade."""
    plain = replace(player, start=None, correction=NOTHING, bar_side=None)
    return (start_of(player, scoring) - start_of(plain, replace(scoring, bands=()))) // POINT


def _games(tournament: Tournament, numbers: Mapping[PlayerId, int]) -> list[list[dict[str, Any]]]:
    ids = count(1)
    last = max((drawn.number for drawn in tournament.rounds), default=0)
    return [
        list(_round(tournament, number, numbers, ids))
        for number in range(1, max(last, tournament.settings.rounds) + 1)
    ]


def _round(
    tournament: Tournament, number: int, numbers: Mapping[PlayerId, int], ids: Iterator[int]
) -> Iterator[dict[str, Any]]:
    drawn = tournament.round(number)
    if not drawn.boards and not drawn.byes:
        return
    before = scores(tournament, after=number - 1)
    held = before.wins if tournament.settings.by_wins else before.points
    score = {player.id: points for player, points in zip(tournament.players, held, strict=True)}
    for board in drawn.boards:
        result = board.result if board.result in RESULT_NAMES else board.result.played
        difference = score[board.white] - score[board.black]
        yield {
            "id": next(ids),
            "t": board.table,
            "w": numbers[board.white],
            "b": numbers[board.black],
            "h": max(0, board.handicap),
            "r": RESULT_NAMES[result],
            "dd": (difference > 0) - (difference < 0),
        }
    for player in drawn.free:
        yield {"id": next(ids), "t": 0, "w": 0, "b": numbers[player], "h": 0, "r": "b", "dd": 0}
