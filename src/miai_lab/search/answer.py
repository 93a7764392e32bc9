"""A search as JSON."""

from miai.answers import JsonObject, Study, rounded
from miai_lab.probe.config import MEASURED
from miai_lab.probe.points import Point
from miai_lab.search.findings import HeldOut, SearchFindings, ValueReach

# The preset that was the default before.
_FORMER = "miai"
_DIGITS = 5


def search_json(found: SearchFindings) -> JsonObject:
    """How it was searched, and every preset and finalist on the tournaments held out."""
    search, held = found.search, found.held_out
    return {
        "seed": search.seed,
        "held_out_seed": search.held_out_seed,
        "points": search.points,
        "events": 0 if search.real is None else len(search.real.events),
        "settings": found.settings_searched,
        "tournaments": found.tournaments_searched + found.tournaments_held_out,
        "tournaments_searched": found.tournaments_searched,
        "tournaments_held_out": found.tournaments_held_out,
        "stages": [
            {"settings": each.settings, "fields": list(each.fields), "tournaments": each.tournaments}
            for each in found.stages
        ],
        "kinds": [
            {
                "name": each.kind.key,
                "players": [each.kind.fewest, each.kind.most],
                "rounds": each.kind.rounds,
                "fields": each.fields,
                "plays": each.plays,
                "held_out": each.held_out,
            }
            for each in search.kinds
        ],
        "qualities": {key: MEASURED[key].title for key in search.keys},
        "priorities": {name: dict(wanted) for name, wanted in search.priorities},
        "level": 0.95,
        "best_tenth": 0.9,
        "cloud": sum(each.in_cloud for each in held.settings),
        "front": sum(not each.dominated_by for each in held.settings),
        "compared": len(held.settings),
        "found": [
            setting_json(found, at) for at, each in enumerate(held.settings) if each.finalist or each.has_name
        ],
    }


def setting_json(found: SearchFindings, at: int) -> JsonObject:
    """One setting on the tournaments held out."""
    held, keys = found.held_out, found.search.keys
    each = held.settings[at]
    data: JsonObject = {
        "name": each.name,
        "role": each.point.role,
        **_weights(each.point),
        "finalist": each.finalist,
        "dominated_by": [held.settings[other].name for other in each.dominated_by],
        "standings": {
            name: {
                "value": rounded(one.value, _DIGITS),
                "low": rounded(one.low, _DIGITS),
                "high": rounded(one.high, _DIGITS),
            }
            for name, one in each.standings.items()
        },
        "qualities": {key: _figure(value) for key, value in zip(keys, each.means, strict=True)},
    }
    if each.has_name:
        # The others are many; the tables hold them kind by kind.
        data["kinds"] = {
            kind: {key: _figure(value) for key, value in zip(keys, one.values, strict=True)}
            for kind, one in zip(found.kinds, each.kinds, strict=True)
        }
        data["scores"] = {
            kind: {name: rounded(score, _DIGITS) for name, score in one.scores.items()}
            for kind, one in zip(found.kinds, each.kinds, strict=True)
        }
    if each.point.role == "preset" and each.point.label != _FORMER:
        data["more_than_miai"] = _differences(held, at, keys)
    return data


def _weights(point: Point) -> JsonObject:
    if point.order:
        return {"order": list(point.order)}
    return {
        "psi": point.psi,
        "weights": {rule: [rounded(weight), rounded(scale)] for rule, weight, scale in point.weights},
    }


def _differences(held: HeldOut, at: int, keys: tuple[str, ...]) -> JsonObject:
    """By how much the qualities are higher than those of the former default."""
    differences, reaches = held.differences
    other = held.named(_FORMER)
    return {
        key: _figure(
            ValueReach(
                value=float(differences[at, other, number]) * (-1 if MEASURED[key].ideal else 1),
                reach=float(reaches[at, other, number]),
            )
        )
        for number, key in enumerate(keys)
    }


def _figure(figure: ValueReach) -> JsonObject:
    return {"value": rounded(figure.value, _DIGITS), "reach": rounded(figure.reach, _DIGITS)}


SEARCH = Study(question="lab-search", json=search_json)
