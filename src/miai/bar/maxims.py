"""Document 5's maxims as advice about one entry: sentences for the director."""

from collections.abc import Mapping, Sequence

from miai.bar.classical import BarField, by_tables, group_count, spoken
from miai.bar.equilibrium import Layer, Solution

# A gap matters within so many grades of the highest.
_NEAR = 4
_FEW = 1
_USUAL_DEPTH = 2
_SHORT = 4


def verdict(field: BarField) -> str:
    """Where the bar belongs, in a sentence."""
    if len(field.groups) == 1:
        return f"Everybody is {spoken(field.bar)}: there is no bar to set, and McMahon is a Swiss here."
    start = "starts" if field.population == 1 else "start"
    return f"The bar belongs at {spoken(field.bar)}: {_players(field.population)} {start} there."


def advice(field: BarField, solution: Solution) -> list[str]:
    """Sentences for the director about this entry under the bar that was found."""
    layers = {layer.bar: layer for layer in solution.layers}
    here = layers.get(field.bar)
    sentences = [
        _few_at_the_top(field),
        _many_at_the_top(field),
        _highest_grade(field),
        _depth(field),
        _gap_above(field, here),
        _gap_below(field, layers),
        _separation(field, solution),
        _winner(here),
        _unpaired(here),
        _groups(field),
    ]
    return [sentence for sentence in sentences if sentence]


def beside_present(field: BarField, present: int, population: int, layer: Layer | None) -> str:
    """What the bar that was found says of the bar that a tournament has."""
    if present == field.bar:
        return f"The tournament's own bar, {spoken(present)}, is where it belongs."
    fate = f"; those at its bottom {_fate(layer)}" if layer else ""
    return (
        f"The tournament's own bar is at {spoken(present)} with {_players(population)}{fate}. "
        f"The balance is at {spoken(field.bar)} with {_players(field.population)}."
    )


def _few_at_the_top(field: BarField) -> str | None:
    """The population should not be below the number of rounds."""
    below = field.next_below(field.bar)
    if field.population >= field.rounds or below is None:
        return None
    # Across a gap is no good advice.
    lower = f"; with the bar at {spoken(below)} there would be {field.above(below)}"
    return (
        f"Few at the top: {_players(field.population)} for {_rounds(field.rounds)}. Each has "
        f"{_opponents(field.population - 1)} there and plays below the bar for the rest"
        f"{lower if below == field.bar - 1 else ''}."
    )


def _many_at_the_top(field: BarField) -> str | None:
    """So many players need more rounds for one of them to win all games; tables stop earlier."""
    if field.population > 2**field.rounds and len(field.groups) > 1:
        return f"Many at the top: of {field.population} players at the bar two can win every game."
    rows = by_tables(field.grades, field.rounds)
    over = [f"{row.limit} ({row.table})" for row in rows if row.limit < field.population]
    if not over or len(field.groups) == 1:
        return None
    return f"{_players(field.population)} start at the bar, where tables stop at {_listed(over)}."


def _highest_grade(field: BarField) -> str | None:
    if field.bar != field.highest or len(field.groups) == 1:
        return None
    if field.rounds > _SHORT:
        return (
            f"The bar is at the highest grade, {spoken(field.bar)}: unusual for more than {_SHORT} rounds "
            "(fewer than 2 entries in 100)."
        )
    return (
        f"The bar is at the highest grade, {spoken(field.bar)}: right for {_rounds(field.rounds)} where the "
        "top group is large and a gap follows (10 to 30 entries in 100)."
    )


def _depth(field: BarField) -> str | None:
    depth = field.highest - field.bar
    if depth <= _USUAL_DEPTH or len(field.groups) == 1:
        return None
    return f"The bar lies {depth} grades below the highest, {spoken(field.highest)}; 1 or 2 is usual."


def _gap_above(field: BarField, here: Layer | None) -> str | None:
    """The bar has crossed a gap."""
    last = next((grade for grade in range(field.bar + 1, field.highest) if not field.at(grade)), None)
    if last is None:
        return None
    upper = min(grade for grade in field.groups if grade > last)
    fate = f", where they {_fate(here)}" if here else ""
    return (
        f"Mind the gap: nobody {_span(upper - 1, last)}. The bar crosses it to {spoken(field.bar)}{fate}; "
        f"above the gap there {'is' if field.above(upper) == 1 else 'are'} {_players(field.above(upper))}."
    )


def _gap_below(field: BarField, layers: Mapping[int, Layer]) -> str | None:
    """It is tempting to cross a gap, or a grade with hardly anybody, for a few more players."""
    near = range(field.bar - 1, field.highest - _NEAR - 1, -1)
    first = next((grade for grade in near if field.at(grade) <= _FEW), None)
    beyond = None if first is None else field.next_below(first)
    if first is None or beyond is None:
        return None
    gap = f"only one player at {spoken(first)}" if field.at(first) else f"nobody {_span(first, beyond + 1)}"
    fate = f"; those at its bottom would {_fate(layers[beyond])}" if beyond in layers else ""
    return (
        f"Mind the gap: {gap}. Do not cross it to gather players: the bar at {spoken(beyond)} "
        f"would have {field.above(beyond)}{fate}."
    )


def _separation(field: BarField, solution: Solution) -> str | None:
    found, here = solution.separation, solution.at_bar
    below = field.next_below(field.bar)
    if found is None or found.at_bar > 0 or here is None or here.gamma_l is None or below is None:
        return None
    return (
        f"The bar hardly separates: the {spoken(field.bar)} group wins more than half in "
        f"{_percent(here.gamma_b)} of 100 tournaments, and {spoken(below)} below it gets as far in "
        f"{_percent(here.gamma_l)}; a higher bar would part them better."
    )


def _winner(here: Layer | None) -> str | None:
    if here is None or _percent(here.unique) == 100:
        return None
    return (
        f"One player alone has the best score in {_percent(here.unique)} of 100 tournaments; "
        "otherwise tie-breaks decide, so announce them."
    )


def _unpaired(here: Layer | None) -> str | None:
    if here is None or not here.flawed:
        return None
    return (
        f"In {max(1, _percent(here.flawed))} of 100 tournaments somebody stays without a new opponent: "
        "the field is small for so many rounds."
    )


def _groups(field: BarField) -> str | None:
    count = group_count(field)
    if count is None or count.floor is None:
        return None
    return (
        f"{count.groups} groups for {_players(len(field.grades))}: {count.least} to {count.most} are usual "
        f"in five rounds; a floor at {spoken(count.floor)} makes {count.most}."
    )


def _fate(layer: Layer) -> str:
    """How those at the bottom of a bar fare, after "they" or "would"."""
    grades, games = f"{abs(layer.delta_g):.1f}", f"{abs(layer.delta_s):.1f}"
    meet = f"opponents {grades} grades {'stronger' if layer.delta_g > 0 else 'weaker'}"
    win = f"{games} games {'fewer' if layer.delta_s < 0 else 'more'} than half"
    return f"meet {'their equals' if grades == '0.0' else meet} and win {'half' if games == '0.0' else win}"


def _span(upper: int, lower: int) -> str:
    """Grades that follow each other: "at 2 dan", "from 9 kyu to 2 kyu"."""
    return f"at {spoken(upper)}" if upper == lower else f"from {spoken(lower)} to {spoken(upper)}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _opponents(others: int) -> str:
    return {0: "no opponent", 1: "one opponent"}.get(others, f"{others} opponents")


def _players(count: int) -> str:
    return "1 player" if count == 1 else f"{count} players"


def _rounds(count: int) -> str:
    return "1 round" if count == 1 else f"{count} rounds"


def _percent(share: float) -> int:
    return round(100 * share)
