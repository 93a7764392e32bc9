"""Where the bar belongs, for a tournament or for an entry in one line."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from miai.bar.classical import Field, by_tables, group_count
from miai.bar.equilibrium import Layer, Line, Ramp, Solution, find_bar, layer, tried_grades
from miai.bar.maxims import advice, beside_present, verdict
from miai.domain.grade import Grade
from miai.domain.player import Player, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.report.plots import bar_plot
from miai.standings.scores import start_of

# Enough for a steady solution; with many players fewer tournaments give it.
_PAIRINGS = 1000
_PLAYER_PAIRINGS = 60_000
_FEWEST_PAIRINGS = 100
# No tournament has 10,000 players of one grade.
_DIGITS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Entered:
    """Who plays how many rounds, and under which bar if there is one; grades count from shodan at 0."""

    grades: tuple[int, ...]
    rounds: int
    name: str = ""
    present: int | None = None
    present_population: int = 0
    floor: int | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BarStudy:
    """An entry and the bar that was found for it; `present` is how the entry's own bar fares."""

    entered: Entered
    solution: Solution
    present: Layer | None
    pairings: int
    seed: int

    @property
    def field(self) -> Field:
        """The entry under the bar that was found."""
        entered = self.entered
        return Field(grades=entered.grades, rounds=entered.rounds, bar=self.solution.bar, floor=entered.floor)


def read_entry(text: str, rounds: int) -> Entered:
    """Read "4d:4, 3d:6, 1k:2": how many players of each grade."""
    grades: list[int] = []
    seen: set[Grade] = set()
    problems: list[Problem] = []
    for number, part in enumerate(text.split(","), start=1):
        try:
            grade, count = _read_part(part)
            if grade in seen:
                raise InputError(f"{grade} was given before")
        except InputError as error:
            problems.append(Problem(what=str(error), where=f"entry, part {number}"))
            continue
        seen.add(grade)
        grades += [grade.number] * count
    if problems:
        raise InputError(problems)
    return Entered(grades=tuple(grades), rounds=rounds)


def entered_in(tournament: Tournament, rounds: int | None = None) -> Entered:
    """The registered players who play at least one round; as long as nobody is, all who mean to come."""
    settings = tournament.settings
    rounds = settings.rounds if rounds is None else rounds
    coming = [p for p in tournament.players if any(p.attends(number + 1) for number in range(rounds))]
    players = [p for p in coming if p.registration is Registration.FINAL] or coming
    without_bar = settings.by_wins or not players
    present, population = (None, 0) if without_bar else _present_bar(tournament, players)
    return Entered(
        grades=tuple(player.grade.number for player in players),
        rounds=rounds,
        name=tournament.name,
        present=present,
        present_population=population,
        floor=None if without_bar else settings.scoring.floor.number,
        notes=tuple(_notes(tournament, players)),
    )


def _notes(tournament: Tournament, players: Sequence[Player]) -> Iterator[str]:
    """What a director should know of how the entry was read."""
    left_out = len(tournament.players) - len(players)
    if left_out:
        yield f"left out, not registered or never present: {left_out}"
    if players and all(player.registration is Registration.PRELIMINARY for player in players):
        yield "nobody's registration is final yet: everybody is counted"
    if tournament.settings.by_wins:
        yield f"the tournament's system, {tournament.settings.system}, has no bar"
    elif tournament.rounds_played:
        yield "rounds are drawn already: a new bar would change everybody's score"


def study_bar(entered: Entered, *, pairings: int | None = None, seed: int = 0) -> BarStudy:
    """Find the bar, and see how the entry's own one fares."""
    grades, rounds = entered.grades, entered.rounds
    count = steady_pairings(grades, rounds) if pairings is None else pairings
    solution = find_bar(grades, rounds, pairings=count, seed=seed)
    present = next((each for each in solution.layers if each.bar == entered.present), None)
    if present is None and entered.present in tried_grades(grades, rounds):
        present = layer(grades, rounds, bar=entered.present, pairings=count, seed=seed)
    return BarStudy(entered=entered, solution=solution, present=present, pairings=count, seed=seed)


def steady_pairings(grades: Sequence[int], rounds: int) -> int:
    """How many tournaments give a solution that stays: a thousand, fewer where groups are large."""
    players = max(1, len(tried_grades(grades, rounds)))
    return max(_FEWEST_PAIRINGS, min(_PAIRINGS, _PLAYER_PAIRINGS // players))


def bar_data(study: BarStudy) -> dict[str, Any]:
    """The stable JSON of a bar; the contract's keys first."""
    entered, solution, field = study.entered, study.solution, study.field
    found = solution.equilibrium
    return {
        "bar": _text(solution.bar),
        "b_sol": _rounded(solution.b_sol),
        **_line_data(found.opponents if found else None, "g"),
        **_line_data(found.scores if found else None, "s"),
        "layers": [_layer_data(each) for each in solution.layers],
        "separation": _separation_data(solution),
        "tournament": entered.name,
        "rounds": entered.rounds,
        "players": len(entered.grades),
        "tried": len(tried_grades(entered.grades, entered.rounds)),
        "population": field.population,
        "pairings": study.pairings,
        "seed": study.seed,
        "field": [
            {"grade": _text(grade), "players": field.at(grade)}
            for grade in range(field.highest, field.groups[-1] - 1, -1)
        ],
        "present": _present_data(study),
        "classical": {
            "tables": [
                {**asdict(row), "bar": _text(row.bar)} for row in by_tables(field.grades, field.rounds)
            ],
            "groups": _groups_data(field),
        },
        "verdict": verdict(field),
        "advice": [*_comparison(study), *advice(field, solution)],
        "notes": list(entered.notes),
    }


def bar_picture(study: BarStudy, form: str) -> bytes:
    """The bars tried as a plot."""
    solution = study.solution
    found, apart = solution.equilibrium, solution.separation
    if found is None or apart is None:
        raise InputError("there is nothing to plot: everybody who was tried has the same grade")
    bars = [each.bar for each in solution.layers]
    return bar_plot(
        bars=bars,
        names={grade: _text(grade) for grade in range(min(*bars, solution.bar), max(bars) + 1)},
        opponents=[each.delta_g for each in solution.layers],
        wins=[each.delta_s for each in solution.layers],
        fits=(found.opponents.at, found.scores.at),
        solution=found.grade,
        bar=solution.bar,
        above=[each.gamma_b for each in solution.layers],
        below=[each.gamma_l for each in solution.layers],
        ramps=(apart.above.at, apart.below.at),
        form=form,
    )


def _read_part(part: str) -> tuple[Grade, int]:
    grade, colon, count = part.partition(":")
    if not colon:
        raise InputError(f"'{part.strip()}' is not a grade, a colon and a number of players, such as 4d:6")
    number = count.strip()
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        raise InputError(f"'{number}' is not a number of players")
    return Grade.parse(grade), int(number)


def _present_bar(tournament: Tournament, players: Sequence[Player]) -> tuple[int | None, int]:
    """The grade from which everybody starts on top, and how many do; none where starts ignore grades.

    Those whom the director put somewhere by hand are left aside, and if need be those with corrections too.
    """
    start = {player.id: start_of(player, tournament.settings.scoring) for player in players}
    unmoved = [player for player in players if player.bar_side is None]
    plain = [player for player in unmoved if player.start is None and not player.correction]
    for trusted in (unmoved, plain):
        highest = max((start[player.id] for player in trusted), default=0)
        top = [player.grade.number for player in trusted if start[player.id] == highest]
        lower = [player.grade.number for player in trusted if start[player.id] < highest]
        if top and min(top) > max(lower, default=min(top) - 1):
            return min(top), sum(each >= highest for each in start.values())
    return None, 0


def _comparison(study: BarStudy) -> list[str]:
    entered = study.entered
    if entered.present is None:
        return []
    return [beside_present(study.field, entered.present, entered.present_population, study.present)]


def _layer_data(each: Layer) -> dict[str, Any]:
    values = {
        key: _rounded(value) if isinstance(value, float) else value for key, value in asdict(each).items()
    }
    return {**values, "bar": _text(each.bar)}


def _line_data(line: Line | None, letter: str) -> dict[str, float | None]:
    zero, slope = (line.zero, line.slope) if line else (None, None)
    return {f"z_{letter}": _rounded(zero), f"k_{letter}": _rounded(slope)}


def _separation_data(solution: Solution) -> dict[str, Any] | None:
    found = solution.separation
    if found is None:
        return None
    return {
        "above": _ramp_data(found.above),
        "below": _ramp_data(found.below),
        "at_bar": _rounded(found.at_bar),
        "theta": _rounded(found.theta),
    }


def _ramp_data(ramp: Ramp) -> dict[str, float | None]:
    return {"hinge": _rounded(ramp.hinge), "slope": _rounded(ramp.slope)}


def _present_data(study: BarStudy) -> dict[str, Any] | None:
    entered = study.entered
    if entered.present is None:
        return None
    fares = _layer_data(study.present) if study.present else None
    return {"bar": _text(entered.present), "population": entered.present_population, "layer": fares}


def _groups_data(field: Field) -> dict[str, Any] | None:
    count = group_count(field)
    if count is None:
        return None
    return {**asdict(count), "floor": None if count.floor is None else _text(count.floor)}


def _text(grade: int) -> str:
    return str(Grade.of_number(grade))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4) + 0.0
