"""EPM (document 1, chapter 6): floaters first, then everybody from the top with the best opponent left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.engine.verify.before_round import Facts
from miai.engine.verify.deviations import Rule
from miai.engine.verify.prices import tier_prices
from miai.engine.verify.systems.before import BeforeDraw, Pair
from miai.engine.verify.systems.pool import GroupsBelow, Pool
from miai.engine.verify.systems.seating import OwnDraw, seated

_BY_CHANCE = (SeedMethod.RANDOM, SeedMethod.SPLIT_AND_RANDOM)


def epm(before: BeforeDraw) -> OwnDraw:
    """The pairs from the top."""
    pool = before.pool()
    before.let_sit_out(pool, before.bye_order)
    groups = [sorted(group, key=lambda at: before.facts[at].place) for group in before.groups()]
    for at, group in enumerate(groups[:-1]):
        waiting = pool.waiting_of(group)
        if len(waiting) % 2:
            lower = [pool.waiting_of(each) for each in groups[at + 1 :]]
            _leave(before, pool, waiting, [each for each in lower if each])
    costs = _costs(before, [pool.waiting_of(group) for group in groups])
    standing = sorted(range(len(before.facts)), key=lambda at: _standing(before.facts[at]))
    for group in groups:
        pool.keep_together(group)
        _from_the_top(pool, group, costs, {at: place for place, at in enumerate(standing)})
    return seated(before, pool.pairs, pool.bye, ("rematches", "floats", "pairs from the top"))


def _standing(each: Facts) -> tuple[int, int]:
    return -each.score, each.place


def _leave(before: BeforeDraw, pool: Pool, group: Sequence[int], lower: Sequence[Sequence[int]]) -> None:
    """Pair a player of an odd group with one below, both as near as can be to the wanted part."""
    wanted = before.settings.pairing
    downs = _nearest(wanted.float_down_from, group)
    any(pool.pair(*pair) for pair in _floats(pool, downs, lower, wanted.float_up_from))


def _floats(
    pool: Pool, downs: Sequence[int], lower: Sequence[Sequence[int]], up_from: GroupEnd
) -> Iterator[Pair]:
    """First the games after which all groups below can follow, then all others."""
    if lower:
        groups = GroupsBelow(pool.allowed, (downs, *lower))
        for pair in product(downs, _nearest(up_from, lower[0])):
            if groups.follow(*pair):
                yield pair
    for below in lower:
        yield from product(pool.leavers_first(downs), _nearest(up_from, below))


def _nearest(end: GroupEnd, group: Sequence[int]) -> list[int]:
    """A group in its order, the nearest to the wanted part first."""
    last = len(group) - 1
    wanted = {GroupEnd.TOP: 0, GroupEnd.MIDDLE: last, GroupEnd.BOTTOM: 2 * last + 2}[end]
    return [group[k] for k in sorted(range(len(group)), key=lambda k: (abs(2 * k - wanted), k))]


def _costs(before: BeforeDraw, staying: Sequence[Sequence[int]]) -> Mapping[Pair, int]:
    """What each pair costs by the rules, in tiers; places are those among the players who stay."""
    facts = list(before.facts)
    for group in staying:
        for place, at in enumerate(group):
            facts[at] = replace(facts[at], place=place, size=len(group))
    rules = before.rules.by_key(halves_apart=True, strict=False)
    left_out = {"floats", "float_place", "chance"}
    if before.settings.pairing.seeding(before.number).method in _BY_CHANCE:
        left_out.remove("chance")
    used = {key: _of_one_score(rule) if key == "seeding" else rule for key, rule in rules.items()}
    pairs = list(combinations(range(len(facts)), 2))
    deviations = {
        key: [rule(facts[i], facts[j]) for i, j in pairs] for key, rule in used.items() if key not in left_out
    }
    may_meet = before.may_meet()
    free = [at for at in range(len(facts)) if at not in before.busy]
    lowest = min((facts[at].score for at in before.due_to_sit_out(free)), default=2**40)
    byes = [(max(0, each.score - lowest) // 2) ** 2 for each in facts]
    prices, _ = tier_prices(deviations, byes, [j in may_meet[i] for i, j in pairs], len(facts))
    return dict(zip(pairs, map(sum, zip(*prices.values(), strict=True)), strict=True))


def _of_one_score(rule: Rule) -> Rule:
    """The seeding is that of players with the very same points."""
    return lambda a, b: rule(a, b) if a.score == b.score else 0


def _from_the_top(
    pool: Pool, group: Sequence[int], costs: Mapping[Pair, int], standing: Mapping[int, int]
) -> None:
    """The highest gets the first of the preference list who leaves a pairing for the others."""
    for first in group:
        opponents = pool.opponents(first)
        opponents.sort(key=lambda other: (costs[min(first, other), max(first, other)], standing[other]))
        for other in opponents:
            if pool.pair(first, other):
                break
