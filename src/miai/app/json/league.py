"""The JSON of `miai lab league`."""

from typing import TYPE_CHECKING

from miai.app.json.values import JsonObject, rounded
from miai.report.league import ContestantResult, KindResult, LeagueResult

if TYPE_CHECKING:
    from miai.lab.intervals import Estimate


def league_json(league: LeagueResult) -> JsonObject:
    """Every measure of every contestant, beside the first one."""
    return {
        "seed": league.seed,
        "models": list(league.models),
        "measures": [
            {
                "key": measure.key,
                "title": str(measure.title),
                "says": str(measure.says),
                "unit": measure.unit.value,
                "ideal": measure.ideal,
            }
            for measure in league.measures
        ],
        "kinds": [_kind(kind) for kind in league.kinds],
    }


def _kind(kind: KindResult) -> JsonObject:
    return {
        "kind": kind.kind,
        "events": kind.events,
        "players": [kind.fewest_players, kind.most_players],
        "rounds": list(kind.rounds),
        "absent": [{"contestant": contestant, "reason": str(reason)} for contestant, reason in kind.absent],
        "models": [
            {"model": model.model, "rows": [_contestant(each) for each in model.contestants]}
            for model in kind.models
        ],
    }


def _contestant(result: ContestantResult) -> JsonObject:
    return {
        "contestant": result.contestant,
        "measures": {
            key: {
                **_estimate(found.value),
                "difference": None if found.difference is None else _estimate(found.difference),
            }
            for key, found in result.measures.items()
        },
        "seconds": None if result.seconds is None else _estimate(result.seconds),
    }


def _estimate(estimate: "Estimate") -> JsonObject:
    return {
        "value": rounded(estimate.value),
        "low": rounded(estimate.low),
        "high": rounded(estimate.high),
        "events": estimate.events,
    }
