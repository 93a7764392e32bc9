"""The JSON of the small commands of `miai lab`: generate and report."""

from miai.app.json.values import JsonObject
from miai.app.studies.figures import DrawnFigures
from miai.domain.tournament import Tournament


def generated_json(event: Tournament, *, seed: int, system: str) -> JsonObject:
    """The size of a generated tournament."""
    return {
        "players": len(event.players),
        "rounds_played": event.rounds_played,
        "seed": seed,
        "system": system,
    }


def figures_json(drawn: DrawnFigures) -> JsonObject:
    """The folder and the files in it."""
    return {"folder": str(drawn.folder), "figures": list(drawn.files)}
