"""Sides of Pair Go and rengo in Pairgoth's files: the people are players, and each side is a team."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.people.player import Extras, Player, PlayerId, Registration
from miai.domain.people.sides import as_member, mean_grade, people_of, side_of
from miai.domain.points import Quarters
from miai.domain.rounds.round import Round
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.errors import InputError
from miai.formats.pairgoth.json_fields import JsonObject
from miai.formats.pairgoth.terms import PREFIX
from miai.messages import Message

PEOPLE_OF_TYPE = {"INDIVIDUAL": 1, "PAIRGO": 2, "RENGO2": 2, "RENGO3": 3}
TYPE_OF_PEOPLE = {1: "INDIVIDUAL", 2: "PAIRGO", 3: "RENGO3"}
SIDE_FIELDS = frozenset("id name players final skip mmsCorrection rank rating country club".split())
_IDS = Between(0, 10**9)
_GRADES = Between(-99, 99)
_ROUNDS = bounds_of(Round, "number")


def read_sides(root: JsonObject, people: Mapping[int, Player], rules: SideRules) -> dict[int, Player]:
    """The sides by their number in the file."""
    sides: dict[int, Player] = {}
    for fields in root.objects("teams"):
        number = fields.whole("id", _IDS, 0)
        if not number:
            root.faults.problem(Message("a side has no id"), fields.path)
        elif number in sides or number in people:
            root.faults.problem(Message("two players have the id '%(id)s'", id=number), fields.path)
        else:
            side = _side(fields, people, rules, PlayerId(f"p{number}"))
            if side is not None:
                sides[number] = side
    return sides


def _side(
    fields: JsonObject, people: Mapping[int, Player], rules: SideRules, side_id: PlayerId
) -> Player | None:
    known = [people.get(number) if isinstance(number, int) else None for number in fields.items("players")]
    members = [person for person in known if person is not None]
    if len(members) < len(known):
        fields.faults.problem(Message("a person of the side is not among the players"), fields.path)
        return None
    nobody = Player(
        id=side_id,
        surname="",
        grade=Grade.of_number(0),
        registration=_registration(fields, members),
        absent_rounds=frozenset(_skipped(fields, members)),
        correction=Quarters(4 * fields.whole("mmsCorrection", bounds_of(Player, "correction"), 0)),
    )
    try:
        side = _together(nobody, members, rules)
    except InputError as error:
        fields.faults.problem(error.problems[0].what, fields.path)
        return None
    grade = Grade.of_number(fields.whole("rank", _GRADES, side.grade.number))
    return replace(
        side,
        grade=side.grade if grade.number == side.grade.number else grade,
        extras=_kept_of(fields, side),
    )


def _together(nobody: Player, people: list[Player], rules: SideRules) -> Player:
    """The people as a side; a person without a partner plays alone."""
    if len(people) == 1:
        return replace(
            people[0],
            id=nobody.id,
            registration=nobody.registration,
            absent_rounds=nobody.absent_rounds,
            correction=nobody.correction,
        )
    return side_of(nobody, [as_member(person) for person in people], rules)


def _registration(fields: JsonObject, members: list[Player]) -> Registration:
    """Pairgoth takes a side as final when all its people are."""
    everybody = all(person.registration is Registration.FINAL for person in members)
    return Registration.FINAL if fields.flag("final", default=everybody) else Registration.PRELIMINARY


def _skipped(fields: JsonObject, members: list[Player]) -> Iterator[int]:
    yield from (number for number in fields.items("skip") if isinstance(number, int) and number in _ROUNDS)
    for person in members:
        yield from person.absent_rounds


def _kept_of(fields: JsonObject, side: Player) -> Extras:
    """What Miai does not use of a side, or of a player alone and their team."""
    return tuple(sorted({*side.extras, *_extras(fields, side.surname)}))


def _extras(fields: JsonObject, name: str) -> Extras:
    """A name of the side's own, and what Miai does not use."""
    kept = list(fields.others(SIDE_FIELDS))
    own = fields.text("name")
    if own and own != name:
        kept.append(("name", json.dumps(own, ensure_ascii=False)))
    return tuple(sorted((f"{PREFIX}{key}", text) for key, text in kept))


def side_json(side: Player, written: Mapping[str, Any], people: list[int]) -> dict[str, Any]:
    """A side as a team, from what is written of a player; its grade if it is not the people's mean."""
    mean = mean_grade([person.grade for person in people_of(side)], MeanRounding.NEAREST)
    kept = ("id", "final", "skip", "mmsCorrection")
    return {
        **{key: written[key] for key in kept if key in written},
        "name": written["name"],
        "players": people,
        **({"rank": written["rank"]} if mean.number != side.grade.number else {}),
    }
