"""The JSON of `miai lab informed`."""

from typing import TYPE_CHECKING

from miai.answers import JsonObject, Study, rounded
from miai.engine.forecast.intervals import INTERVAL
from miai_lab.informed_report import Compared, InformedResult

if TYPE_CHECKING:
    from miai.engine.forecast.intervals import Estimate


def informed_json(found: InformedResult) -> JsonObject:
    """Every measure of every way of pairing, with its differences to the first."""
    return {
        "seed": found.seed,
        "weekends": found.weekends,
        "rounds": found.rounds,
        "players": [found.fewest_players, found.most_players],
        "margin": found.margin,
        "interval": INTERVAL,
        "measures": found.titles,
        "ways": [
            {
                "way": way.way,
                "rounds": way.rounds,
                "gains": way.gains,
                "measures": {key: _compared(each) for key, each in way.measures.items()},
            }
            for way in found.ways
        ],
    }


def _compared(measure: Compared) -> JsonObject:
    compared = {"value": _estimate(measure.value), "difference": _estimate(measure.difference)}
    if measure.to_standings is not None:
        compared["to_standings"] = _estimate(measure.to_standings)
    return compared


def _estimate(estimate: "Estimate") -> JsonObject:
    return {"value": rounded(estimate.value), "low": rounded(estimate.low), "high": rounded(estimate.high)}


INFORMED = Study(question="lab-informed", json=informed_json)
