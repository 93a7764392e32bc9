"""Document 5's maxims as advice for the director about one field."""

import math
from collections.abc import Mapping

from miai.engine.bar.classical import BarField, by_tables, group_count, spoken
from miai.engine.bar.equilibrium import Layer, Solution
from miai.messages import Clauses, Message, counted

# A gap matters within so many grades of the highest.
_NEAR = 4
_FEW = 1
_USUAL_DEPTH = 2
_SHORT = 4


def verdict(field: BarField) -> Message:
    """Where the bar belongs."""
    grade = spoken(field.bar)
    if len(field.groups) == 1:
        return Message(
            "Everybody is %(grade)s: there is no bar to set, and McMahon is a Swiss here.", grade=grade
        )
    return counted(
        "The bar belongs at %(grade)s: %(num)s player starts there.",
        "The bar belongs at %(grade)s: %(num)s players start there.",
        field.population,
        grade=grade,
    )


def toss_up(field: BarField, other: int) -> Message:
    """Another bar is as good as the one found."""
    return Message(
        "It is a toss-up: %(grade)s with %(players)s is as good a bar as %(other)s with %(others)s.",
        grade=spoken(field.bar),
        players=_players(field.population),
        other=spoken(other),
        others=_players(field.above(other)),
    )


def where_balance_is(field: BarField, balance: float) -> Message:
    """Between which grades of the field the balance lies."""
    nearest = spoken(field.bar)
    if round(abs(balance - field.bar), 1) == 0:
        return Message(
            "With a bar at %(grade)s the lowest of the top group meet their equals and win half of their "
            "games.",
            grade=nearest,
        )
    if balance > field.highest:
        return Message(
            "The lowest of the top group would win half of their games only with a bar above the highest "
            "grade, %(grade)s.",
            grade=nearest,
        )
    below = field.next_below(math.ceil(balance))
    if below is None:
        return Message(
            "The lowest of the top group would win half of their games only with a bar below the lowest "
            "grade, %(grade)s.",
            grade=nearest,
        )
    return Message(
        "With a bar between %(lower)s and %(upper)s the lowest of the top group would meet their equals and "
        "win half of their games; %(grade)s is nearer to that.",
        lower=spoken(below),
        upper=spoken(min(grade for grade in field.groups if grade > balance)),
        grade=nearest,
    )


def no_toss_up() -> Message:
    """No other bar may be as good."""
    return Message("It is at least 95 %% sure that no other grade is nearer to that.")


def as_good(present: int) -> Message:
    """The tournament's own bar is as good as the one found."""
    return Message("The tournament's own bar, %(grade)s, is as good.", grade=spoken(present))


def works_like(set_at: int, present: int) -> Message:
    """The bar is set to a grade that nobody has, and divides the players as one at another grade would."""
    return Message(
        "The tournament's own bar is at %(grade)s; for these players it works like one at %(other)s.",
        grade=spoken(set_at),
        other=spoken(present),
    )


def may_stay() -> Message:
    """The bar is set to another grade than the one found, and works as well."""
    return Message("It may stay there.")


def advice(field: BarField, solution: Solution) -> list[Message]:
    """What to consider about this field under the bar that was found."""
    layers = {layer.bar: layer for layer in solution.layers}
    here = layers.get(field.bar)
    found = [
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
    return [message for message in found if message]


def beside_present(field: BarField, present: int, population: int, layer: Layer | None) -> Message:
    """How a tournament's own bar compares with the bar that was found."""
    own = spoken(present)
    if present == field.bar:
        return Message("The tournament's own bar, %(grade)s, is where it belongs.", grade=own)
    if layer is None:
        return Message(
            "Now the top group has %(players)s, from %(grade)s up.",
            grade=own,
            players=_players(population),
        )
    return Message(
        "Now the top group has %(players)s, from %(grade)s up; those at its bottom meet %(opponents)s "
        "and win %(wins)s.",
        grade=own,
        players=_players(population),
        opponents=_opponents_of(layer),
        wins=_wins_of(layer),
    )


def _few_at_the_top(field: BarField) -> Message | None:
    """The population should not be below the number of rounds."""
    below = field.next_below(field.bar)
    if field.population >= field.rounds or below is None:
        return None
    few = Message(
        "Few at the top: %(players)s for %(rounds)s.",
        players=_players(field.population),
        rounds=_rounds(field.rounds),
    )
    opponents = _opponents(field.population - 1)
    # Moving the bar across a gap is no good advice.
    if below != field.bar - 1:
        each = Message(
            "Each has %(opponents)s there and plays below the bar for the rest.", opponents=opponents
        )
    else:
        each = Message(
            "Each has %(opponents)s there and plays below the bar for the rest; with the bar at %(grade)s "
            "there would be %(players)s.",
            opponents=opponents,
            grade=spoken(below),
            players=field.above(below),
        )
    return _sentences(few, each)


def _many_at_the_top(field: BarField) -> Message | None:
    """So many players need more rounds for one of them to win all games; tables stop earlier."""
    if len(field.groups) == 1:
        return None
    if field.population > 2**field.rounds:
        return Message(
            "Many at the top: of %(players)s players at the bar two can win every game.",
            players=field.population,
        )
    limits = tuple(
        Message("%(limit)s (%(table)s)", limit=row.limit, table=row.table)
        for row in by_tables(field.grades, field.rounds)
        if row.limit < field.population
    )
    if not limits:
        return None
    return Message(
        "%(players)s start at the bar, where tables stop at %(limits)s.",
        players=_players(field.population),
        limits=limits,
    )


def _highest_grade(field: BarField) -> Message | None:
    if field.bar != field.highest or len(field.groups) == 1:
        return None
    if field.rounds > _SHORT:
        return Message(
            "The bar is at the highest grade, %(grade)s: unusual for more than %(rounds)s rounds (fewer "
            "than 2 entries in 100).",
            grade=spoken(field.bar),
            rounds=_SHORT,
        )
    return Message(
        "The bar is at the highest grade, %(grade)s: right for %(rounds)s where the top group is large and a "
        "gap follows (10 to 30 entries in 100).",
        grade=spoken(field.bar),
        rounds=_rounds(field.rounds),
    )


def _depth(field: BarField) -> Message | None:
    depth = field.highest - field.bar
    if depth <= _USUAL_DEPTH or len(field.groups) == 1:
        return None
    return Message(
        "The bar lies %(depth)s grades below the highest, %(grade)s; 1 or 2 is usual.",
        depth=depth,
        grade=spoken(field.highest),
    )


def _gap_above(field: BarField, here: Layer | None) -> Message | None:
    """The bar has crossed a gap."""
    last = next((grade for grade in range(field.bar + 1, field.highest) if not field.at(grade)), None)
    if last is None:
        return None
    upper = min(grade for grade in field.groups if grade > last)
    bar, above = spoken(field.bar), field.above(upper)
    if here is None:
        crossing = counted(
            "The bar crosses it to %(bar)s; above the gap there is %(num)s player.",
            "The bar crosses it to %(bar)s; above the gap there are %(num)s players.",
            above,
            bar=bar,
        )
    else:
        crossing = counted(
            "The bar crosses it to %(bar)s, where they meet %(opponents)s and win %(wins)s; above the gap "
            "there is %(num)s player.",
            "The bar crosses it to %(bar)s, where they meet %(opponents)s and win %(wins)s; above the gap "
            "there are %(num)s players.",
            above,
            bar=bar,
            opponents=_opponents_of(here),
            wins=_wins_of(here),
        )
    return _sentences(_gap(upper - 1, last), crossing)


def _gap_below(field: BarField, layers: Mapping[int, Layer]) -> Message | None:
    """It is tempting to cross a gap, or a grade with hardly anybody, for a few more players."""
    near = range(field.bar - 1, field.highest - _NEAR - 1, -1)
    first = next((grade for grade in near if field.at(grade) <= _FEW), None)
    beyond = None if first is None else field.next_below(first)
    if first is None or beyond is None:
        return None
    gap = (
        Message("Mind the gap: only one player at %(grade)s.", grade=spoken(first))
        if field.at(first)
        else _gap(first, beyond + 1)
    )
    layer = layers.get(beyond)
    if layer is None:
        warning = Message(
            "Do not cross it to gather players: the bar at %(bar)s would have %(players)s.",
            bar=spoken(beyond),
            players=field.above(beyond),
        )
    else:
        warning = Message(
            "Do not cross it to gather players: the bar at %(bar)s would have %(players)s; those at its "
            "bottom would meet %(opponents)s and win %(wins)s.",
            bar=spoken(beyond),
            players=field.above(beyond),
            opponents=_opponents_of(layer),
            wins=_wins_of(layer),
        )
    return _sentences(gap, warning)


def _separation(field: BarField, solution: Solution) -> Message | None:
    found, here = solution.separation, solution.at_bar
    below = field.next_below(field.bar)
    if found is None or found.at_bar > 0 or here is None or here.gamma_l is None or below is None:
        return None
    return Message(
        "The bar hardly separates: the %(grade)s group wins more than half in %(share)s of 100 tournaments, "
        "and %(lower)s below it gets as far in %(lower_share)s; a higher bar would separate them better.",
        grade=spoken(field.bar),
        share=_percent(here.gamma_b),
        lower=spoken(below),
        lower_share=_percent(here.gamma_l),
    )


def _winner(here: Layer | None) -> Message | None:
    if here is None or _percent(here.unique) == 100:
        return None
    return Message(
        "One player alone has the best score in %(share)s of 100 tournaments; otherwise tie-breaks decide, "
        "so announce them.",
        share=_percent(here.unique),
    )


def _unpaired(here: Layer | None) -> Message | None:
    if here is None or not here.flawed:
        return None
    return Message(
        "In %(share)s of 100 tournaments somebody stays without a new opponent: the field is small for "
        "so many rounds.",
        share=max(1, _percent(here.flawed)),
    )


def _groups(field: BarField) -> Message | None:
    count = group_count(field)
    if count is None or count.floor is None:
        return None
    return Message(
        "%(groups)s groups for %(players)s: %(least)s to %(most)s are usual in five rounds; a floor at "
        "%(floor)s makes %(most)s.",
        groups=count.groups,
        players=_players(len(field.grades)),
        least=count.least,
        most=count.most,
        floor=spoken(count.floor),
    )


def _opponents_of(layer: Layer) -> Message:
    """The opponents of the group at the bottom of a bar."""
    grades = round(layer.delta_g, 1)
    if grades > 0:
        return counted(
            "opponents %(grades)s grade stronger",
            "opponents %(grades)s grades stronger",
            _one_or_many(grades),
            grades=grades,
        )
    if grades < 0:
        return counted(
            "opponents %(grades)s grade weaker",
            "opponents %(grades)s grades weaker",
            _one_or_many(-grades),
            grades=-grades,
        )
    return Message("their equals")


def _wins_of(layer: Layer) -> Message:
    """How much the group at the bottom of a bar wins."""
    games = round(layer.delta_s, 1)
    if games > 0:
        return counted(
            "%(games)s game more than half",
            "%(games)s games more than half",
            _one_or_many(games),
            games=games,
        )
    if games < 0:
        return counted(
            "%(games)s game fewer than half",
            "%(games)s games fewer than half",
            _one_or_many(-games),
            games=-games,
        )
    return Message("half")


def _one_or_many(amount: float) -> int:
    """The number that chooses between singular and plural: only exactly one is singular."""
    return 1 if amount == 1 else 2


def _gap(upper: int, lower: int) -> Message:
    """Grades in a row that nobody has."""
    if upper == lower:
        return Message("Mind the gap: nobody at %(grade)s.", grade=spoken(upper))
    return Message(
        "Mind the gap: nobody from %(lower)s to %(upper)s.", lower=spoken(lower), upper=spoken(upper)
    )


def _sentences(*messages: Message) -> Message:
    return Message("%(sentences)s", sentences=Clauses(messages, separator=" "))


def _opponents(others: int) -> Message:
    if others == 0:
        return Message("no opponent")
    return counted("one opponent", "%(num)s opponents", others)


def _players(count: int) -> Message:
    return counted("%(num)s player", "%(num)s players", count)


def _rounds(count: int) -> Message:
    return counted("%(num)s round", "%(num)s rounds", count)


def _percent(share: float) -> int:
    return round(100 * share)
