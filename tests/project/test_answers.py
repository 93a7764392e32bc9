"""An answer is declared once; JSON, its schema, its type and its tables are made from the declaration."""

from dataclasses import dataclass, field
from enum import Enum

import pytest
from pydantic import TypeAdapter

from miai.answers import Answer, Field, Heading, Shape, Study, column, keyed, many, maybe, rounded, table_of
from miai.messages import Message
from miai.mounts.questions import questions


class Colour(Enum):
    WHITE = "white"


@dataclass(frozen=True)
class Stone:
    colour: Colour
    weight: float | None = None


@dataclass(frozen=True)
class Bowl:
    name: str
    stones: tuple[Stone, ...] = ()
    lid: Stone | None = None
    kept: dict[str, Stone] = field(default_factory=dict)
    notes: tuple[Message, ...] = ()
    broken: int = 0


STONE: Shape[Stone] = Shape(
    "Stone",
    "A stone.",
    (
        Field("colour", str, columns=column("Colour", "C"), once=True),
        Field("weight", float | None, columns=column("Weight", right=True)),
        Field(
            "size", columns=column("Size", when=lambda bowl: bowl.broken == 0), wide=True, get=lambda _: 22.5
        ),
    ),
)
BOWL: Shape[Bowl] = Shape(
    "Bowl",
    "A bowl with stones.",
    (
        Field("name", str),
        Field("stones", many(STONE)),
        Field("lid", maybe(STONE)),
        Field("kept", keyed(STONE)),
        Field("notes", list[str]),
        Field("broken", int, when=lambda bowl: bowl.broken > 0),
    ),
)
BOWLS = Answer(
    question="bowl",
    whole=BOWL,
    lines="stones",
    title=lambda bowl: (bowl.name, Message("%(num)s stones", num=len(bowl.stones))),
    short=lambda bowl: bowl.name,
)
WHITE, HEAVY = Stone(Colour.WHITE), Stone(Colour.WHITE, 5.5)


def test_values_become_plain_json() -> None:
    bowl = Bowl("Kaya", (WHITE, HEAVY), lid=HEAVY, kept={"best": WHITE}, notes=(Message("old"),), broken=2)
    assert BOWLS.json(bowl) == {
        "name": "Kaya",
        "stones": [{"colour": "white", "weight": None}, {"colour": "white", "weight": 5.5}],
        "lid": {"colour": "white", "weight": 5.5},
        "kept": {"best": {"colour": "white", "weight": None}},
        "notes": ["old"],
        "broken": 2,
    }


def test_a_key_is_left_out_unless_its_condition_holds() -> None:
    assert "broken" not in BOWLS.json(Bowl("Kaya"))
    assert "broken" not in BOWLS.schema()["required"]
    assert BOWLS.json(Bowl("Kaya"))["lid"] is None


def test_the_schema_describes_what_is_answered() -> None:
    schema = BOWLS.schema()
    assert schema["$id"] == "urn:miai.bowl/1"
    assert schema["description"] == "A bowl with stones."
    assert schema["properties"]["schema"] == {"const": "miai.bowl/1"}
    assert schema["required"] == ["schema", "name", "stones", "lid", "kept", "notes"]
    assert schema["properties"]["stones"] == {"items": {"$ref": "#/$defs/Stone"}, "type": "array"}
    assert schema["$defs"]["Stone"]["properties"]["colour"] == {"type": "string"}


def test_the_type_of_a_shape_is_one_and_fits_its_json() -> None:
    assert STONE.type() is STONE.type()
    assert STONE.type().__doc__ == "A stone."
    TypeAdapter(BOWL.type()).validate_python(BOWL.json(Bowl("Kaya", (WHITE,))), strict=True)


def test_a_table_has_a_column_for_each_heading() -> None:
    table = BOWLS.table(Bowl("Kaya", (WHITE, HEAVY)), lambda message: str(message).upper())
    assert table.title == "Kaya: 2 STONES"
    assert [(each.title, each.right) for each in table.columns] == [
        ("COLOUR", False),
        ("WEIGHT", True),
        ("SIZE", False),
    ]
    assert table.rows == (("Colour.WHITE", "", "22.5"), ("Colour.WHITE", "5.5", "22.5"))


def test_a_cell_is_told_in_the_language_of_the_reader() -> None:
    note: Shape[Message] = Shape(
        "Note", "A note.", (Field("text", get=lambda it: it, columns=column("Note")),)
    )
    table = table_of(note, [Message("old")], title="", say=lambda message: str(message).upper())
    assert table.rows == (("OLD",),)


def test_a_terminal_has_short_headings_and_does_not_repeat_itself() -> None:
    table = BOWLS.table(Bowl("Kaya", (WHITE, HEAVY)), narrow=True)
    assert table.title == "Kaya"
    assert [each.title for each in table.columns] == ["C", "Weight"]
    assert table.rows == (("Colour.WHITE", ""), ("", "5.5"))


def test_a_column_may_depend_on_the_whole() -> None:
    assert [each.title for each in BOWLS.table(Bowl("Kaya", broken=1)).columns] == ["Colour", "Weight"]


def test_a_column_can_show_something_else_than_the_value() -> None:
    light: Shape[Stone] = Shape(
        "Light",
        "A stone by its weight.",
        (
            Field(
                "weight",
                float | None,
                columns=column("Light"),
                text=lambda stone: "" if stone.weight else "x",
            ),
        ),
    )
    assert light.json(HEAVY) == {"weight": 5.5}
    assert table_of(light, [WHITE, HEAVY], title="").rows == (("x",), ("",))
    first: Shape[Bowl] = Shape("First", "A bowl.", light.of(lambda bowl: bowl.stones[0]))
    assert table_of(first, [Bowl("Kaya", (WHITE,))], title="").rows == (("x",),)


def test_one_field_can_have_many_columns() -> None:
    scores: Shape[list[float]] = Shape(
        "Scores",
        "Some scores.",
        (
            Field(
                "values",
                list[float],
                lambda scores: scores,
                lambda bowl: [Heading(title=Message(f"R{number}")) for number in range(1, bowl.broken + 1)],
            ),
        ),
    )
    whole: Shape[Bowl] = Shape("Whole", "All.", (Field("rows", many(scores), lambda _: [[1.0, 2.5]]),))
    table = Answer(question="scores", whole=whole, lines="rows").table(Bowl("", broken=2))
    assert [each.title for each in table.columns] == ["R1", "R2"]
    assert table.rows == (("1", "2.5"),)


def test_a_part_of_a_larger_value_is_told_by_the_same_fields() -> None:
    lid: Shape[Bowl] = Shape("Lid", "A lid.", (*STONE.of(lambda bowl: bowl.stones[0]), Field("name", str)))
    assert lid.json(Bowl("Kaya", (HEAVY,))) == {"colour": "white", "weight": 5.5, "name": "Kaya"}


def test_the_keys_of_a_study_are_no_promise() -> None:
    study = Study[int](question="lab-count", json=lambda number: {"number": number})
    assert study.json(3) == {"number": 3}
    assert study.schema()["properties"] == {"schema": {"const": "miai.lab-count/1"}}


@pytest.mark.parametrize(("value", "text"), [(None, None), (0.12345678, 0.123457), (2.0, 2.0)])
def test_a_number_has_no_noise(value: float | None, text: float | None) -> None:
    assert rounded(value) == text


def test_every_question_has_a_schema_and_a_description() -> None:
    for question, answer in questions().items():
        schema = answer.schema()
        assert answer.question == question
        assert isinstance(answer, Study) or schema["description"], question
