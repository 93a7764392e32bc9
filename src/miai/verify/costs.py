"""Computes every cost of a round again from the log, by the rules of the presets."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from miai.domain.preset_weights import PRESET_WEIGHTS
from miai.domain.presets import added_rules
from miai.domain.settings import KaniukWeights, Rulebook
from miai.domain.tournament import Tournament
from miai.verify.before_round import Facts, facts_before, seeded_by_rating
from miai.verify.deviations import Rules, places_apart
from miai.verify.gotha import GothaWeights
from miai.verify.proof_file import Pair, ProofFile, whole

_MILLION = 1_000_000
# Costs of one round are at most so far apart, and so large in all.
_RANGE, _TOTAL = 2**53, 2**62
_COARSEST = 256
_STRICT = ("score",)
# The AGA's penalty: 10000 for the square of a point, 1 for the square of a place, other wishes between them.
_AGA = {
    "category": 40_000,
    "score": 10_000 // 4,
    "floats": 1_000,
    "geography": 500,
    "colour": 300,
    "grading": 100,
    "handicap": 100,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CostVerdict:
    """Which rules were computed again, which were not and why, and where the proof says something else."""

    recomputed: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    differences: tuple[str, ...] = ()


def check_costs(proof: ProofFile, tournament: Tournament) -> CostVerdict:
    """Compare the costs of a proof with those that the rules give, from the state before the publication."""
    about = proof.about
    reason = _why_not(proof, tournament)
    if reason:
        return CostVerdict(left_out=(("all rules", reason),))
    number, seed = about["round"], int(about["seed"])
    by_rating = about["preset"] != "gotha" and seeded_by_rating(tournament.settings, number)
    names = None if by_rating else about["players"]["name"]
    field = facts_before(tournament, number, seed=seed, names=names)
    if [each.player.name for each in field] != about["players"]["name"]:
        return CostVerdict(differences=("the players and their order in the groups",))
    differences = [*_facts_that_differ(proof, field)]
    rules = Rules(tournament, field, number, seed=seed)
    if not by_rating:
        rules.left_out["the places in the groups"] = "tie-breaks decide them: those of the proof are used"
    if about["preset"] == "gotha":
        found = _gotha_differences(
            proof, tournament, field, GothaWeights(tournament, field, number, seed=seed)
        )
        return CostVerdict(
            recomputed=tuple(rule["key"] for rule in about["rules"]),
            left_out=tuple(rules.left_out.items()),
            differences=(*differences, *found),
        )
    wanted = rules.by_key(halves_apart=about["preset"] in ("miai", *PRESET_WEIGHTS))
    if about["preset"] == "aga":
        wanted = {key: rule for key, rule in wanted.items() if key in (*_AGA, "seeding")}
        wanted["seeding"] = places_apart
    if list(wanted) != [rule["key"] for rule in about["rules"]]:
        return CostVerdict(differences=("which rules there are",))
    pairs = list(combinations(range(len(field)), 2))
    forbidden = {pair for pair in pairs if _is_forbidden(tournament, field, pair, met_before=True)}
    if forbidden != proof.forbidden:
        differences.append("the forbidden pairs")
    deviations: Deviations = {
        key: None if rule is None else [rule(field[i], field[j]) for i, j in pairs]
        for key, rule in wanted.items()
    }
    if about["preset"] == "miai" and None in deviations.values():
        # The weight of a rule depends on the widest deviation of every rule below it.
        return _without_weights(proof, deviations, rules.left_out, differences)
    byes = _bye_deviations(tournament, field, number)
    weights = {**PRESET_WEIGHTS, "kaniuk": tournament.settings.pairing.kaniuk}.get(about["preset"])
    if weights is not None:
        prices, bye_costs = _kaniuk_prices(weights, deviations, byes)
    elif about["preset"] == "aga":
        prices, bye_costs = _aga_prices(deviations, byes)
    else:
        allowed = [pair not in forbidden for pair in pairs]
        prices, bye_costs = _tier_prices(deviations, byes, allowed, len(field))
    done = [key for key, own in prices.items() if own is not None]
    differences += [f"the costs of the rule {key}" for key in done if prices[key] != proof.prices[key]]
    if bye_costs != [whole(cost) for cost in about["bye_costs"]]:
        differences.append("the costs of the bye")
    return CostVerdict(
        recomputed=tuple(done), left_out=tuple(rules.left_out.items()), differences=tuple(differences)
    )


def _why_not(proof: ProofFile, tournament: Tournament) -> str:
    about, settings = proof.about, tournament.settings
    if "rules" not in about:
        return "this system has no costs"
    if about["sides"] == "teams" or settings.sides.people > 1:
        return "teams and sides of several people are not computed again"
    if about["system"] not in ("mcmahon", "swiss"):
        return "only McMahon and Swiss are computed again"
    if added_rules(about["preset"]):
        return "rules of plug-ins are not computed again"
    if about["preset"] == "gotha" and settings.scoring.bands:
        return "OpenGotha has no bands"
    if about["nearest"]:
        return "no draw keeps all rules"
    if settings.scoring.rulebook is not Rulebook.MIAI:
        return "scores by the rules of another program are not computed again"
    names = about["players"]["name"]
    return "two players have the same name" if len(set(names)) < len(names) else ""


def _facts_that_differ(proof: ProofFile, field: Sequence[Facts]) -> list[str]:
    """The public facts in the proof that the log does not have so."""
    own = {
        "grade": [str(each.player.grade) for each in field],
        "club": [each.player.club for each in field],
        "country": [each.player.country for each in field],
        "score": [each.score for each in field],
        "group": [each.group for each in field],
        "place": [each.place + 1 for each in field],
        "of": [each.size for each in field],
        "up": [each.ups for each in field],
        "down": [each.downs for each in field],
        "balance": [each.balance for each in field],
        "last": [each.last_colour for each in field],
        "byes": [each.byes for each in field],
    }
    return [
        f"the {fact} of players" for fact, values in own.items() if values != proof.about["players"][fact]
    ]


def _gotha_differences(
    proof: ProofFile, tournament: Tournament, field: Sequence[Facts], weights: GothaWeights
) -> Iterator[str]:
    """Where OpenGotha's weights are others: a rematch is dear, not forbidden, and the bye costs nothing."""
    prices = weights.prices()
    if list(prices) != [rule["key"] for rule in proof.about["rules"]]:
        yield "which rules there are"
        return
    pairs = combinations(range(len(field)), 2)
    forbidden = {pair for pair in pairs if _is_forbidden(tournament, field, pair, met_before=False)}
    if forbidden != proof.forbidden:
        yield "the forbidden pairs"
    yield from (f"the costs of the rule {key}" for key, own in prices.items() if own != proof.prices[key])
    if any(whole(cost) for cost in proof.about["bye_costs"]):
        yield "the costs of the bye"


def _is_forbidden(tournament: Tournament, field: Sequence[Facts], pair: Pair, *, met_before: bool) -> bool:
    """Whether two are of one family, are kept apart by the director, or have met, where that matters."""
    a, b = field[pair[0]], field[pair[1]]
    both = {a.player.id, b.player.id}
    family = a.player.family.casefold()
    related = bool(family) and family == b.player.family.casefold()
    return (
        (met_before and b.player.id in a.met)
        or (related and tournament.settings.pairing.family_apart)
        or any(set(apart) == both for apart in tournament.wishes.apart)
    )


def _bye_deviations(tournament: Tournament, field: Sequence[Facts], number: int) -> list[int]:
    """The square of the half points above the lowest score that may sit out.

    Volunteers may, else those with the fewest byes; nobody who is in a game that the director wants.
    """
    wanted = {
        seat for game in tournament.wishes.games if game.round == number for seat in (game.white, game.black)
    }
    may = [each for each in field if each.player.id not in wanted]
    offers = {offer.player for offer in tournament.wishes.volunteers if offer.round == number}
    may = [each for each in may if each.player.id in offers] or may
    fewest = min((each.byes for each in may), default=0)
    lowest = min((each.score for each in may if each.byes == fewest), default=2**40)
    return [(max(0, each.score - lowest) // 2) ** 2 for each in field]


Deviations = dict[str, list[int] | None]
Prices = dict[str, list[int] | None]


def _tier_prices(
    deviations: Deviations, byes: Sequence[int], allowed: Sequence[bool], players: int
) -> tuple[Prices, list[int]]:
    """Each rule outweighs as many boards of the rules below it as there is room for; the score, all."""
    widest = {}
    for key, values in deviations.items():
        own = [value for value, may in zip(values or (), allowed, strict=True) if may]
        widest[key] = max(own, default=0)
    widest["score"] = max(widest["score"], *byes, 0)
    steps, weights = _weights(widest, players + players % 2)
    prices: Prices = {
        key: [-(-value // steps[key]) * weights[key] for value in values or ()]
        for key, values in deviations.items()
    }
    return prices, [-(-bye // steps["score"]) * weights["score"] for bye in byes]


def _weights(widest: dict[str, int], players: int) -> tuple[dict[str, int], dict[str, int]]:
    """The finest steps for which there are weights, and of these the largest factor."""
    boards = max(1, players // 2)
    step = 1
    while step <= _COARSEST:
        for factor in range(max(2, boards), 1, -1):
            found = _weights_for(widest, players, boards, factor, step)
            if found is not None:
                return {key: 1 if key in _STRICT else step for key in widest}, found
        step *= 2
    raise ValueError("no weights fit")


def _weights_for(
    widest: dict[str, int], players: int, boards: int, factor: int, step: int
) -> dict[str, int] | None:
    """The weights from the last rule up: 1, and 1 more than what the boards below can cost together."""
    below = 0
    weights = {}
    for key in reversed(widest):
        many, own = (boards, 1) if key in _STRICT else (factor, step)
        weights[key] = many * below + 1
        below += -(-widest[key] // own) * weights[key]
    return weights if below <= min(_RANGE, _TOTAL // players) else None


def _without_weights(
    proof: ProofFile, deviations: Deviations, left_out: dict[str, str], differences: list[str]
) -> CostVerdict:
    """Where some rules are not computed no weights are known: only the order of the prices is checked."""
    for key, own in deviations.items():
        if own is not None and not _same_order(own, proof.prices[key]):
            differences.append(f"the costs of the rule {key}")
    known = tuple(key for key, own in deviations.items() if own is not None)
    reasons = (*left_out.items(), ("the weights of the rules", "they depend on rules that were not computed"))
    return CostVerdict(recomputed=known, left_out=reasons, differences=tuple(differences))


def _same_order(deviations: Sequence[int], prices: Sequence[int]) -> bool:
    """Whether equal deviations cost the same, larger ones at least as much, and none nothing."""
    table = sorted(set(zip(deviations, prices, strict=True)))
    costs = [price for _, price in table]
    return len({deviation for deviation, _ in table}) == len(table) and costs == sorted(costs)


def _aga_prices(deviations: Deviations, byes: Sequence[int]) -> tuple[Prices, list[int]]:
    """A fixed price for each step of a deviation; places count squared."""
    prices: Prices = {
        key: None
        if values is None
        else [value * (value if key == "seeding" else _AGA[key]) for value in values]
        for key, values in deviations.items()
    }
    return prices, [_AGA["score"] * bye for bye in byes]


def _kaniuk_prices(
    chosen: KaniukWeights, deviations: Deviations, byes: Sequence[int]
) -> tuple[Prices, list[int]]:
    """W · (1 - psi(lambda · D)) in millionths; of squares the distance itself is D."""
    prices: Prices = {}
    for key, values in deviations.items():
        known = {value: _forgone(chosen, key, value) for value in set(values or ())}
        prices[key] = None if values is None else [known[value] for value in values]
    rest = sum(_forgone(chosen, key, 0) for key in deviations if key != "score")
    return prices, [_forgone(chosen, "score", bye) + rest for bye in byes]


def _forgone(chosen: KaniukWeights, key: str, deviation: int) -> int:
    weight, scale = next(((each.weight, each.scale) for each in chosen.rules if each.rule == key), (0.0, 1.0))
    distance = {"score": math.sqrt(deviation) / 2, "seeding": math.sqrt(deviation)}.get(key, float(deviation))
    x = scale * distance
    match chosen.psi:
        case "quadratic":
            psi = max(0.0, 1.0 - x * x)
        case "gaussian":
            psi = math.exp(-x * x)
        case _:
            psi = 1.0 / math.cosh(min(x, 700.0))
    return round(_MILLION * weight * (1.0 - psi))
