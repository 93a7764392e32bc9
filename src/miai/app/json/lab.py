"""The JSON of the small commands of `miai lab`: generate and report."""

from typing_extensions import TypedDict

from miai.app.studies.figures import DrawnFigures
from miai.domain.tournament import Tournament


class GeneratedJson(TypedDict):
    """The size of a generated tournament."""

    players: int
    rounds_played: int
    seed: int
    system: str


class FiguresJson(TypedDict):
    """The folder and the files in it."""

    folder: str
    figures: list[str]


def generated_json(event: Tournament, *, seed: int, system: str) -> GeneratedJson:
    """The size of a generated tournament."""
    return {
        "players": len(event.players),
        "rounds_played": event.rounds_played,
        "seed": seed,
        "system": system,
    }


def figures_json(drawn: DrawnFigures) -> FiguresJson:
    """The folder and the files in it."""
    return {"folder": str(drawn.folder), "figures": list(drawn.files)}
