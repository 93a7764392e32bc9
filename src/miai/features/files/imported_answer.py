"""What is told of a tournament that was imported."""

from miai.answers import Field, Shape
from miai.features.files.import_event import Imported
from miai.features.tournament.answer import ABOUT

IMPORTED: Shape[Imported] = Shape(
    "ImportedAnswer",
    "A tournament that was imported, and what was noted about its file.",
    (*ABOUT.of(lambda done: done.state), Field("format", str), Field("notes", list[str])),
)
