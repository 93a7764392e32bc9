"""The JSON of `miai bar`."""

from typing_extensions import TypedDict

from miai.app.json.values import rounded
from miai.bar.classical import BarField, by_tables, group_count
from miai.bar.equilibrium import Layer, Ramp, Solution, tried_grades
from miai.bar.study import BarStudy
from miai.domain.grade import Grade


class LayerJson(TypedDict):
    """A bar that was tried, and what it gave."""

    bar: str
    population: int
    delta_g: float | None
    delta_s: float | None
    gamma_b: float | None
    gamma_l: float | None
    unique: float | None
    rank_deviation: float | None
    peer: float | None
    flawed: float | None


class RampJson(TypedDict):
    """A line that begins at a hinge."""

    hinge: float | None
    slope: float | None


class SeparationJson(TypedDict):
    """How winners and others lie apart, above and below the bar."""

    above: RampJson
    below: RampJson
    at_bar: float | None
    theta: float | None


class GradePlayersJson(TypedDict):
    """How many players a grade has."""

    grade: str
    players: int


class PresentBarJson(TypedDict):
    """The bar of the file: the grade from which players start there, and the one it is set to."""

    bar: str
    set_at: str | None
    population: int
    layer: LayerJson | None


class BarTableJson(TypedDict):
    """What a classical table says."""

    table: str
    limit: int
    bar: str
    population: int


class GroupCountJson(TypedDict):
    """How many groups the classical rule wants."""

    groups: int
    least: int
    most: int | None
    floor: str | None


class ClassicalJson(TypedDict):
    """What is said of bars without trying them."""

    tables: list[BarTableJson]
    groups: GroupCountJson | None


class BarJson(TypedDict):
    """The bar that was found, the bars tried, and the advice."""

    bar: str
    b_sol: float | None
    z_g: float | None
    k_g: float | None
    z_s: float | None
    k_s: float | None
    layers: list[LayerJson]
    separation: SeparationJson | None
    interval: list[float | None] | None
    toss_up: str | None
    model: str
    tournament: str
    rounds: int
    players: int
    tried: int
    population: int
    pairings: int
    seed: int
    field: list[GradePlayersJson]
    present: PresentBarJson | None
    classical: ClassicalJson
    verdict: str
    advice: list[str]
    notes: list[str]


_DIGITS = 4


def bar_json(study: BarStudy) -> BarJson:
    """The bar that was found, the bars tried, and the advice."""
    entry, solution, field = study.entry, study.solution, study.field
    found = solution.equilibrium
    return {
        "bar": _grade(solution.bar),
        "b_sol": _number(solution.b_sol),
        "z_g": _number(found.opponents.zero if found and found.opponents else None),
        "k_g": _number(found.opponents.slope if found and found.opponents else None),
        "z_s": _number(found.scores.zero if found and found.scores else None),
        "k_s": _number(found.scores.slope if found and found.scores else None),
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


def _layer(layer: Layer) -> LayerJson:
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


def _separation(solution: Solution) -> SeparationJson | None:
    found = solution.separation
    if found is None:
        return None
    return {
        "above": _ramp(found.above),
        "below": _ramp(found.below),
        "at_bar": _number(found.at_bar),
        "theta": _number(found.theta),
    }


def _ramp(ramp: Ramp) -> RampJson:
    return {"hinge": _number(ramp.hinge), "slope": _number(ramp.slope)}


def _present(study: BarStudy) -> PresentBarJson | None:
    entry = study.entry
    if entry.present is None:
        return None
    layer = _layer(study.present) if study.present else None
    return {
        "bar": _grade(entry.present),
        "set_at": None if entry.set_at is None else _grade(entry.set_at),
        "population": entry.present_population,
        "layer": layer,
    }


def _groups(field: BarField) -> GroupCountJson | None:
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
