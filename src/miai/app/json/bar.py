"""The JSON of `miai bar`."""

from miai.app.json.values import JsonObject, rounded
from miai.bar.classical import BarField, by_tables, group_count
from miai.bar.equilibrium import FittedLine, Layer, Ramp, Solution, tried_grades
from miai.bar.study import BarStudy
from miai.domain.grade import Grade

_DIGITS = 4


def bar_json(study: BarStudy) -> JsonObject:
    """The bar that was found, the bars tried, and the advice."""
    entry, solution, field = study.entry, study.solution, study.field
    found = solution.equilibrium
    return {
        "bar": _grade(solution.bar),
        "b_sol": _number(solution.b_sol),
        **_line(found.opponents if found else None, "g"),
        **_line(found.scores if found else None, "s"),
        "layers": [_layer(each) for each in solution.layers],
        "separation": _separation(solution),
        "interval": None if study.interval is None else [_number(end) for end in study.interval],
        "toss_up": None if study.toss_up is None else _grade(study.toss_up),
        "model": study.model,
        "tournament": entry.name,
        "rounds": entry.rounds,
        "players": len(entry.grades),
        "tried": len(tried_grades(entry.grades, entry.rounds)),
        "population": field.population,
        "pairings": study.pairings,
        "seed": study.seed,
        "field": [
            {"grade": _grade(grade), "players": field.at(grade)}
            for grade in range(field.highest, field.groups[-1] - 1, -1)
        ],
        "present": _present(study),
        "classical": {
            "tables": [
                {
                    "table": row.table,
                    "limit": row.limit,
                    "bar": _grade(row.bar),
                    "population": row.population,
                }
                for row in by_tables(field.grades, field.rounds)
            ],
            "groups": _groups(field),
        },
        "verdict": str(study.verdict),
        "advice": [str(sentence) for sentence in (*study.comparison, *study.certainty, *study.advice)],
        "notes": [str(note) for note in entry.notes],
    }


def _layer(layer: Layer) -> JsonObject:
    return {
        "bar": _grade(layer.bar),
        "population": layer.population,
        "delta_g": _number(layer.delta_g),
        "delta_s": _number(layer.delta_s),
        "gamma_b": _number(layer.gamma_b),
        "gamma_l": _number(layer.gamma_l),
        "unique": _number(layer.unique),
        "rank_deviation": _number(layer.rank_deviation),
        "peer": _number(layer.peer),
        "flawed": _number(layer.flawed),
    }


def _line(line: FittedLine | None, letter: str) -> JsonObject:
    zero, slope = (line.zero, line.slope) if line else (None, None)
    return {f"z_{letter}": _number(zero), f"k_{letter}": _number(slope)}


def _separation(solution: Solution) -> JsonObject | None:
    found = solution.separation
    if found is None:
        return None
    return {
        "above": _ramp(found.above),
        "below": _ramp(found.below),
        "at_bar": _number(found.at_bar),
        "theta": _number(found.theta),
    }


def _ramp(ramp: Ramp) -> JsonObject:
    return {"hinge": _number(ramp.hinge), "slope": _number(ramp.slope)}


def _present(study: BarStudy) -> JsonObject | None:
    entry = study.entry
    if entry.present is None:
        return None
    layer = _layer(study.present) if study.present else None
    return {"bar": _grade(entry.present), "population": entry.present_population, "layer": layer}


def _groups(field: BarField) -> JsonObject | None:
    count = group_count(field)
    if count is None:
        return None
    return {
        "groups": count.groups,
        "least": count.least,
        "most": count.most,
        "floor": None if count.floor is None else _grade(count.floor),
    }


def _grade(number: int) -> str:
    return str(Grade.of_number(number))


def _number(value: float | None) -> float | None:
    """Four digits, and no minus before a zero."""
    number = rounded(value, _DIGITS)
    return None if number is None else number + 0.0
