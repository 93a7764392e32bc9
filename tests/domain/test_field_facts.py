"""Fields that say since when there is one: older entries mean what the field says, and never its default."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, get_args

import pytest

from miai.domain.bounds import find_bounds, out_of_bounds
from miai.domain.field_facts import Added, Renamed, classes_inside, facts, field_hints
from miai.domain.json_schema import Schemas
from miai.domain.log import events
from miai.domain.log.codec import decode, encode
from miai.domain.numbers import Between
from miai.errors import InputError


class Luck(Enum):
    BY_LOT = "by lot"
    BY_DICE = "by dice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lot:
    tables: Annotated[int, Between(1, 9), Added(3, before=2)] = 7
    luck: Annotated[Luck, Renamed(2, {"random": "by lot"})] = Luck.BY_DICE
    again: Annotated[bool, Added(4, before=lambda raw: raw["luck"] == "by dice")] = False
    last: Annotated[Annotated[int, Between(1, 9)] | None, Added(4, before=None)] = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    lots: tuple[Lot, ...]
    spare: Annotated[Lot, Added(3, before={"tables": 1, "luck": "by dice"})] = Lot()


OLD = {"lots": [{"luck": "random"}, {"luck": "by dice"}]}


def test_an_older_object_means_what_its_younger_fields_say_wherever_they_are() -> None:
    first = Lot(tables=2, luck=Luck.BY_LOT, again=False, last=None)
    second = Lot(tables=2, luck=Luck.BY_DICE, again=True, last=None)
    assert decode(OLD, Draw, version=1) == Draw(lots=(first, second), spare=replace(second, tables=1))
    with pytest.raises(InputError, match="'random' is not possible"):
        decode(OLD, Draw, version=2)


def test_an_object_of_the_version_of_a_field_has_to_have_it() -> None:
    whole = encode(Lot())
    assert decode(whole, Lot, version=4) == decode(whole, Lot) == Lot()
    for name in whole:
        raw = {key: value for key, value in whole.items() if key != name}
        with pytest.raises(InputError, match=f"'{name}' is missing"):
            decode(raw, Lot, version=4)
        with pytest.raises(InputError, match=f"'{name}' is missing"):
            decode(raw, Lot)


def test_bounds_and_schemas_do_not_see_the_facts() -> None:
    plain = {"tables": Annotated[int, Between(1, 9)], "luck": Luck, "again": bool}
    assert {name: field_hints(Lot)[name] for name in plain} == plain
    assert find_bounds(Lot, "last") == Between(1, 9)
    assert [each.path for each in out_of_bounds(Lot(tables=0, last=10))] == [".tables", ".last"]
    assert Schemas().fields_of(Lot)["tables"] == {"type": "integer", "minimum": 1, "maximum": 9}


def test_what_every_field_of_the_log_says_of_the_time_before_it_can_be_read() -> None:
    for kind in classes_inside(events.Event):
        for name, added in facts(kind, Added).items():
            assert not isinstance(added.before, tuple | Enum), (kind, name)
            decode(added.meaning({}), field_hints(kind)[name], where=name, version=added.version)
    assert set(get_args(events.Event)) <= set(classes_inside(events.Event))
