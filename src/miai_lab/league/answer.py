"""The JSON of `miai lab league`."""

from typing import TYPE_CHECKING

from miai.answers import JsonObject, Study, rounded
from miai_lab.league.report import ContestantResult, KindResult, LeagueResult

if TYPE_CHECKING:
    from miai.engine.forecast.intervals import Estimate
    from miai_lab.league.hypotheses import Judged


def league_json(league: LeagueResult) -> JsonObject:
    """Every measure of every contestant, beside the first one."""
    return {
        "seed": league.seed,
        "held_out": league.held_out,
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
        "hypotheses": [_judged(each) for each in league.hypotheses],
        "kinds": [_kind(kind) for kind in league.kinds],
    }


def _judged(judged: "Judged") -> JsonObject:
    told = judged.hypothesis
    return {
        "kind": told.kind,
        "measure": told.measure,
        "contestant": told.contestant,
        "beside": told.beside,
        "margin": told.margin,
        "expected": told.expected,
        "difference": _estimate(judged.difference),
        "p_difference": rounded(judged.p_difference),
        "p_equivalence": rounded(judged.p_equivalence),
        "verdict": judged.verdict.value,
        "held_out": None if judged.held_out is None else _estimate(judged.held_out),
        "confirmed": judged.confirmed,
    }


def _kind(kind: KindResult) -> JsonObject:
    return {
        "kind": kind.kind,
        "events": kind.events,
        "simulated": kind.simulated,
        "fields": kind.fields,
        "handicaps": kind.handicaps,
        "players": [kind.fewest_players, kind.most_players],
        "rounds": list(kind.rounds),
        "absent": [{"contestant": contestant, "reason": str(reason)} for contestant, reason in kind.absent],
        "notes": [str(note) for note in kind.notes],
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
    }


def _estimate(estimate: "Estimate") -> JsonObject:
    return {
        "value": rounded(estimate.value),
        "low": rounded(estimate.low),
        "high": rounded(estimate.high),
        "events": estimate.events,
    }


LEAGUE = Study(question="lab-league", json=league_json)
