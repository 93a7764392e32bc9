"""Compares pairings: what a change by hand costs, and why two players do not meet."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from miai.domain.points import POINT
from miai.errors import InputError
from miai.pairing.plan import Pair, Plan, Solved
from miai.pairing.pricing.priced import Part
from miai.pairing.protocol import RoundView
from miai.pairing.rules.score import points_text
from miai.pairing.solving import index_of, solve_round

_COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """How one rule fares in a pairing, against the best."""

    rule: str
    cost: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A pairing beside the best one; `changes` lists the rules that differ, the most important first."""

    total: int
    best_total: int
    changes: tuple[RuleChange, ...]

    @property
    def sentence(self) -> str:
        """What the pairing costs, in one sentence."""
        worse = [change.text for change in self.changes if change.cost > 0]
        better = [change.text for change in self.changes if change.cost < 0]
        if not worse and not better:
            return "this costs nothing: it is as good as the best pairing"
        told = f"this costs: {', '.join(worse)}"
        return f"{told}; in return: {', '.join(better)}" if better else told


def compare(view: RoundView, best: Solved, pairs: Sequence[Pair], bye: int | None) -> Comparison:
    """Set a pairing beside the best one."""
    priced = best.priced
    changes = []
    for part in priced.parts:
        ours = _part_cost(part, pairs, bye)
        theirs = _part_cost(part, best.pairs, best.bye)
        if ours != theirs and part.key != "chance":
            text = _change_text(view, part, pairs, best.pairs)
            changes.append(RuleChange(rule=part.key, cost=ours - theirs, text=text))
    cost = sum(_part_cost(part, pairs, bye) for part in priced.parts)
    return Comparison(
        total=priced.shown_total(cost, len(pairs)),
        best_total=priced.shown_total(best.cost, len(best.pairs)),
        changes=tuple(changes),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """The best draw in which two players meet, and what it costs."""

    forbidden: tuple[str, ...]
    comparison: Comparison
    solved: Solved


def why_not(view: RoundView, plan: Plan, best: Solved, a: int, b: int) -> WhyNot:
    """Force two players together and pair the rest as well as can be."""
    if a == b:
        raise InputError(f"{view.name(a)} cannot meet themselves")
    forbidden = tuple(ban.explain(view, a, b) for ban in plan.bans if ban.forbids(view)[a, b])
    with_them = solve_round(view, plan, also_forced=[(a, b)])
    comparison = compare(view, best, with_them.pairs, with_them.bye)
    return WhyNot(forbidden=forbidden, comparison=comparison, solved=with_them)


def find_player(view: RoundView, text: str) -> int:
    """The player meant by a name, or by the start of one."""
    wanted = text.casefold().strip()
    names = [view.name(i).casefold() for i in range(len(view))]
    for fits in (
        [i for i, name in enumerate(names) if name == wanted],
        [i for i, name in enumerate(names) if name.startswith(wanted)],
    ):
        if len(fits) == 1:
            return fits[0]
        if len(fits) > 1:
            raise InputError(f"'{text}' could be {' or '.join(view.name(i) for i in fits[:3])}")
    by_id = [player.id for player in view.players if player.id == text]
    if by_id:
        return index_of(view, by_id[0])
    raise InputError(f"nobody called '{text}' plays in round {view.round}")


def _part_cost(part: Part, pairs: Sequence[Pair], bye: int | None) -> int:
    return sum(int(part.costs[pair]) for pair in pairs) + (0 if bye is None else int(part.bye[bye]))


def _change_text(view: RoundView, part: Part, pairs: Sequence[Pair], best: Sequence[Pair]) -> str:
    """ "one game across two groups more", "two games fewer between clubmates or compatriots"."""
    if part.key == "score":
        return _gaps_text(view, pairs, best)
    fault = part.rule.fault if part.rule else f"game against the rule '{part.key}'"
    more = _faults(part, pairs) - _faults(part, best)
    if more == 0:
        dearer = sum(int(part.deviation[pair]) for pair in pairs) > sum(int(part.deviation[p]) for p in best)
        return f"{fault}: {'worse' if dearer else 'better'}"
    return f"{_counted(abs(more), fault)} {'more' if more > 0 else 'fewer'}"


def _gaps_text(view: RoundView, pairs: Sequence[Pair], best: Sequence[Pair]) -> str:
    """Games across groups, by how far the groups are apart."""
    gaps = Counter(_gap(view, pair) for pair in pairs)
    gaps.subtract(_gap(view, pair) for pair in best)
    told = []
    for gap, more in sorted(gaps.items(), reverse=True):
        if gap and more:
            points = "one point" if gap == POINT else f"{points_text(gap)} points"
            told.append(f"{_counted(abs(more), 'game')} across {points} {'more' if more > 0 else 'fewer'}")
    return " and ".join(told) or "the bye to a higher score"


def _gap(view: RoundView, pair: Pair) -> int:
    return abs(int(view.scores[pair[0]] - view.scores[pair[1]]))


def _faults(part: Part, pairs: Sequence[Pair]) -> int:
    return sum(bool(part.deviation[pair]) for pair in pairs)


def _counted(count: int, noun: str) -> str:
    number = _COUNTS[count] if count < len(_COUNTS) else str(count)
    if count == 1:
        return f"{number} {noun}"
    first, _, rest = noun.partition(" ")
    return f"{number} {first}s {rest}".rstrip()
