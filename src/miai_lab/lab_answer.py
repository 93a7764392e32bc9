"""What is told of a generated tournament, and of figures that were drawn."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape
from miai.domain.tournament import Tournament
from miai_lab.figures.study import DrawnFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """A generated tournament, and how it was made."""

    event: Tournament
    seed: int
    system: str


_GENERATED: Shape[Generated] = Shape(
    "Generated",
    "The size of a generated tournament.",
    (
        Field("players", int, lambda made: len(made.event.players)),
        Field("rounds_played", int, lambda made: made.event.rounds_played),
        Field("seed", int),
        Field("system", str),
    ),
)
GENERATED = Answer(question="lab-generate", whole=_GENERATED)

_FIGURES: Shape[DrawnFigures] = Shape(
    "Figures",
    "The folder and the files in it.",
    (Field("folder", str), Field("figures", list[str], lambda drawn: drawn.files)),
)
FIGURES = Answer(question="lab-report", whole=_FIGURES)
