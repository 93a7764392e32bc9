"""Computes every cost of a round again from the log, by the rules of the presets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from miai.domain.people.player import PlayerId
from miai.domain.pricing_version import PRICING
from miai.domain.settings.preset_weights import PRESET_WEIGHTS, weights_of_preset
from miai.domain.settings.presets import added_rules
from miai.domain.settings.scoring_rules import Rulebook
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import Facts, facts_before, seeded_by_rating
from miai.engine.verify.deviations import Rule, Rules, places_apart
from miai.engine.verify.gotha import GothaWeights
from miai.engine.verify.prices import AGA_RULES, Deviations, Prices, aga_prices, tier_prices, weighted_prices
from miai.engine.verify.proof_file import Pair, ProofFile, whole

_OTHER_RULES = "which rules there are"
_OTHER_BYE_COSTS = "the costs of the bye"


@dataclass(frozen=True, slots=True, kw_only=True)
class CostVerdict:
    """Which rules were computed again, which were not and why, and where the proof says something else."""

    recomputed: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    differences: tuple[str, ...] = ()


def check_costs(
    proof: ProofFile,
    tournament: Tournament,
    *,
    pricing: int = PRICING,
    names: Mapping[PlayerId, str] | None = None,
) -> CostVerdict:
    """Compare the costs of a proof with those that the rules give, from the state that it is about.

    `pricing` is the version of the arithmetic that the log names for the draw. `names` are those that players
    see, if some were corrected since the state.

    OpenGotha's terms are prices already. Elsewhere a rule finds deviations, which have a price by themselves,
    or in tiers one that depends on all rules below: without one of these only the order of prices is known.
    """
    reason = _why_not(proof, tournament)
    if reason:
        return CostVerdict(left_out=(("all rules", reason),))
    drawn = _ProvedRound.of(proof, tournament, names or {}, pricing)
    if drawn.order != list(range(proof.players)):
        return CostVerdict(differences=("the players and their order in the groups",))
    if drawn.preset == "gotha":
        return _check_weights_of_gotha(drawn, pricing)
    rules = drawn.rules_by_key()
    if list(rules) != drawn.rules_of_proof:
        return CostVerdict(differences=(_OTHER_RULES,))
    deviations = drawn.deviations(rules)
    if drawn.preset == "miai" and len(deviations) < len(rules):
        return _check_order(drawn, deviations)
    return _check_prices(drawn, deviations)


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
    namesakes = len(set(names)) < len(names) and "id" not in about["players"]
    return "two players have the same name" if namesakes else ""


def _positions(
    proof: ProofFile, tournament: Tournament, shown: Mapping[PlayerId, str]
) -> dict[PlayerId, int]:
    """The place of each player in the proof, by id if it has ids, because of namesakes, else by name."""
    players = proof.about["players"]
    names = {each.id: shown.get(each.id, each.name) for each in tournament.players}
    if "id" in players:
        by_id = {each: at for at, each in enumerate(players["id"])}
        known = ((each, by_id.get(each)) for each in names)
        return {each: at for each, at in known if at is not None and players["name"][at] == names[each]}
    by_name = {name: at for at, name in enumerate(players["name"])}
    return {each: by_name[name] for each, name in names.items() if name in by_name}


@dataclass(frozen=True, kw_only=True)
class _ProvedRound:
    """The round of a proof, and its players before it as the log knows them."""

    proof: ProofFile
    tournament: Tournament
    number: int
    seed: int
    preset: str
    field: Sequence[Facts]
    rules: Rules
    names: Mapping[PlayerId, str]

    @classmethod
    def of(
        cls, proof: ProofFile, tournament: Tournament, names: Mapping[PlayerId, str], pricing: int
    ) -> "_ProvedRound":
        """Read the facts from the log; if tie-breaks order the groups, the proof gives their order."""
        about = proof.about
        number, seed, preset = about["round"], int(about["seed"]), about["preset"]
        by_rating = preset != "gotha" and seeded_by_rating(tournament.settings, number)
        given = None if by_rating else _positions(proof, tournament, names)
        field = facts_before(tournament, number, seed=seed, given=given, pricing=pricing)
        rules = Rules(tournament, field, number, seed=seed)
        if not by_rating:
            rules.left_out["the places in the groups"] = "tie-breaks decide them: those of the proof are used"
        return cls(
            proof=proof,
            tournament=tournament,
            number=number,
            seed=seed,
            preset=preset,
            field=field,
            rules=rules,
            names=names,
        )

    @property
    def order(self) -> list[int]:
        """The places of the players in the proof; -1 for one whom it does not have."""
        known = _positions(self.proof, self.tournament, self.names)
        return [known.get(each.player.id, -1) for each in self.field]

    @property
    def rules_of_proof(self) -> list[str]:
        return [rule["key"] for rule in self.proof.about["rules"]]

    @property
    def left_out(self) -> tuple[tuple[str, str], ...]:
        """The rules that are not computed again, and why."""
        return tuple(self.rules.left_out.items())

    def rules_by_key(self) -> dict[str, Rule | None]:
        """The rules that the preset and the settings ask for; None for one that is not computed again."""
        rules = self.rules.by_key(
            halves_apart=self.preset in ("miai", *PRESET_WEIGHTS), strict=self.preset == "miai"
        )
        if self.preset != "aga":
            return rules
        return {
            key: places_apart if key == "seeding" else rule for key, rule in rules.items() if key in AGA_RULES
        }

    def deviations(self, rules: Mapping[str, Rule | None]) -> Deviations:
        """How far each pair is from what each rule wants, by the rules that are computed again."""
        pairs = list(combinations(self.field, 2))
        return {key: [rule(a, b) for a, b in pairs] for key, rule in rules.items() if rule is not None}

    @cached_property
    def forbidden(self) -> set[Pair]:
        """Rematches, pairs of one family, and pairs that the director keeps apart.

        OpenGotha charges for a rematch instead.
        """
        rematches = self.preset != "gotha"
        apart = {frozenset(pair) for pair in self.tournament.wishes.apart}
        families = self._families()
        return {
            (i, j)
            for (i, a), (j, b) in combinations(enumerate(self.field), 2)
            if (rematches and b.player.id in a.met)
            or (families[i] and families[i] == families[j])
            or (apart and frozenset((a.player.id, b.player.id)) in apart)
        }

    def _families(self) -> list[str]:
        """The family of each player; none if players of one family may meet."""
        if not self.tournament.settings.pairing.family_apart:
            return [""] * len(self.field)
        return [each.player.family.casefold() for each in self.field]


def _check_weights_of_gotha(drawn: _ProvedRound, pricing: int) -> CostVerdict:
    """Compare OpenGotha's terms, whose bye costs nothing."""
    differences = [*_different_facts(drawn)]
    prices = GothaWeights(
        drawn.tournament, drawn.field, drawn.number, seed=drawn.seed, pricing=pricing
    ).prices()
    if list(prices) != drawn.rules_of_proof:
        differences.append(_OTHER_RULES)
    else:
        differences += _different_forbidden(drawn)
        differences += _different_prices(drawn, prices)
        if any(whole(cost) for cost in drawn.proof.about["bye_costs"]):
            differences.append(_OTHER_BYE_COSTS)
    return CostVerdict(
        recomputed=tuple(drawn.rules_of_proof), left_out=drawn.left_out, differences=tuple(differences)
    )


def _check_order(drawn: _ProvedRound, deviations: Deviations) -> CostVerdict:
    """Compare the order of the prices alone, because the weights depend on rules that are not computed."""
    orders = (
        f"the costs of the rule {key}"
        for key, own in deviations.items()
        if not _same_order(own, drawn.proof.prices[key])
    )
    return CostVerdict(
        recomputed=tuple(deviations),
        left_out=(
            *drawn.left_out,
            ("the weights of the rules", "they depend on rules that were not computed"),
        ),
        differences=(*_different_facts(drawn), *_different_forbidden(drawn), *orders),
    )


def _check_prices(drawn: _ProvedRound, deviations: Deviations) -> CostVerdict:
    """Compare the prices that the preset gives to deviations, and what it costs to sit out."""
    differences = [*_different_facts(drawn), *_different_forbidden(drawn)]
    prices, bye_costs = _prices_of_preset(drawn, deviations)
    differences += _different_prices(drawn, prices)
    if bye_costs != [whole(cost) for cost in drawn.proof.about["bye_costs"]]:
        differences.append(_OTHER_BYE_COSTS)
    return CostVerdict(recomputed=tuple(prices), left_out=drawn.left_out, differences=tuple(differences))


def _prices_of_preset(drawn: _ProvedRound, deviations: Deviations) -> tuple[Prices, list[int]]:
    """The price of each rule for each pair, and the cost of each player's bye."""
    byes = _bye_deviations(drawn.tournament, drawn.field, drawn.number)
    if drawn.preset == "aga":
        return aga_prices(deviations, byes)
    chosen = drawn.tournament.settings.pairing
    if drawn.preset == "kaniuk":
        return weighted_prices(chosen.kaniuk, deviations, byes)
    if drawn.preset in PRESET_WEIGHTS:
        return weighted_prices(weights_of_preset(drawn.preset, chosen), deviations, byes)
    allowed = [pair not in drawn.forbidden for pair in drawn.proof.pairs]
    return tier_prices(deviations, byes, allowed, len(drawn.field))


def _different_facts(drawn: _ProvedRound) -> Iterator[str]:
    """Public facts of the proof that differ from the log."""
    field = drawn.field
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
    for fact, values in own.items():
        if values != drawn.proof.about["players"][fact]:
            yield f"the {fact} of players"


def _different_forbidden(drawn: _ProvedRound) -> list[str]:
    return [] if drawn.forbidden == drawn.proof.forbidden else ["the forbidden pairs"]


def _different_prices(drawn: _ProvedRound, prices: Prices) -> list[str]:
    return [f"the costs of the rule {key}" for key, own in prices.items() if own != drawn.proof.prices[key]]


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


def _same_order(deviations: Sequence[int], prices: Sequence[int]) -> bool:
    """Whether equal deviations cost the same, larger ones at least as much, and none nothing."""
    table = sorted(set(zip(deviations, prices, strict=True)))
    costs = [price for _, price in table]
    return len({deviation for deviation, _ in table}) == len(table) and costs == sorted(costs)
