"""Computes every cost of a round again from the log, by the rules of the presets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from miai.domain.people.player import PlayerId
from miai.domain.people.strength import rating_of
from miai.domain.settings.preset_weights import PRESET_WEIGHTS, weights_of_preset
from miai.domain.tournament import Tournament
from miai.engine.verify.before_round import POINT, Facts, facts_before
from miai.engine.verify.deviations import Rule, Rules, handicap_level, places_apart
from miai.engine.verify.gotha import GothaWeights
from miai.engine.verify.information import information
from miai.engine.verify.live_ratings import Ratings, classic_ratings
from miai.engine.verify.prices import AGA_RULES, Deviations, Prices, aga_prices, tier_prices, weighted_prices
from miai.engine.verify.proof_file import Pair
from miai.engine.verify.round_in_log import BY_PRESET, RoundInLog

_BROKEN = "broken"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bans:
    """The pairs that may not be drawn, by the reason; OpenGotha charges for a rematch instead.

    The rematches of players who met `elsewhere`, in other stages alone, give way before all others.
    """

    rematches: frozenset[Pair]
    elsewhere: frozenset[Pair]
    families: frozenset[Pair]
    wishes: frozenset[Pair]

    @property
    def all(self) -> frozenset[Pair]:
        """The pairs that any reason forbids."""
        return self.rematches | self.families | self.wishes

    def broken_by(self, pair: Pair, *, games: int) -> int:
        """How many reasons forbid a pair; a rematch from elsewhere weighs less than one other reason."""
        reasons = (pair in self.rematches) + (pair in self.families) + (pair in self.wishes)
        if not self.elsewhere:
            return reasons
        yielding = pair in self.elsewhere
        return yielding + (games + 1) * (reasons - yielding)


class CostsInLog:
    """The field of a round and all its costs, by the log; players are named by their places in `field`.

    OpenGotha's terms are prices already. Elsewhere a rule finds deviations, which have a price by themselves,
    or in tiers one that depends on all rules below. In the `nearest` draw a forbidden pair costs most of all
    instead of being left out.
    """

    def __init__(self, known: RoundInLog, *, nearest: bool) -> None:
        self._known, self._nearest = known, nearest
        self._preset = known.preset if known.system in BY_PRESET else ""
        self._tournament: Tournament = known.facts
        self.field: Sequence[Facts] = facts_before(
            known.facts, known.number, seed=known.seed, preset=known.preset, pricing=known.pricing
        )
        self.positions: Mapping[PlayerId, int] = {each.player.id: at for at, each in enumerate(self.field)}

    def level(self, each: Facts) -> int:
        """The grade that handicaps are counted from: of the score, or the player's own."""
        return handicap_level(each, self._tournament.settings)

    @cached_property
    def pairs(self) -> list[Pair]:
        """All pairs, row by row."""
        return list(combinations(range(len(self.field)), 2))

    @cached_property
    def forced(self) -> list[list[int]]:
        """The games that the director wants of players who are there, White first."""
        at = self.positions
        games = [game for game in self._tournament.wishes.games if game.round == self._known.number]
        return [[at[game.white], at[game.black]] for game in games if game.white in at and game.black in at]

    @cached_property
    def bans(self) -> Bans:
        """The pairs that may not be drawn."""
        return Bans(
            rematches=self._rematches(lambda each: each.met),
            elsewhere=self._rematches(lambda each: each.met - each.met_here),
            families=self._families(),
            wishes=self._apart(),
        )

    def _rematches(self, of: Callable[[Facts], set[str]]) -> frozenset[Pair]:
        if self._preset == "gotha":
            return frozenset()
        at = self.positions
        return frozenset(
            (i, at[PlayerId(other)])
            for i, each in enumerate(self.field)
            for other in of(each)
            if at.get(PlayerId(other), -1) > i
        )

    def _families(self) -> frozenset[Pair]:
        if not self._tournament.settings.pairing.family_apart:
            return frozenset()
        names = [each.player.family.casefold() for each in self.field]
        return frozenset((i, j) for i, j in self.pairs if names[i] and names[i] == names[j])

    def _apart(self) -> frozenset[Pair]:
        at = self.positions
        pairs = (pair for pair in self._tournament.wishes.apart if pair[0] in at and pair[1] in at)
        return frozenset((min(at[a], at[b]), max(at[a], at[b])) for a, b in pairs if a != b)

    @property
    def forbidden(self) -> frozenset[Pair]:
        """The pairs that are left out."""
        return frozenset() if self._nearest else self.bans.all

    @cached_property
    def prices(self) -> Prices:
        """What each rule charges for each pair, the rules in their order."""
        return self._costs[0]

    @property
    def bye_costs(self) -> list[int]:
        """What it costs each player to sit out."""
        return self._costs[1]

    @cached_property
    def _costs(self) -> tuple[Prices, list[int]]:
        known = self._known
        if self._preset == "gotha" and not self._nearest:
            weights = GothaWeights(
                self._tournament, self.field, known.number, seed=known.seed, pricing=known.pricing
            )
            return weights.prices(), [0] * len(self.field)
        deviations, byes = self._deviations(), self._bye_deviations()
        chosen = self._tournament.settings.pairing
        if self._nearest:
            broken = {_BROKEN: [self.bans.broken_by(pair, games=len(self.field) // 2) for pair in self.pairs]}
            return tier_prices(broken | deviations, byes, [True] * len(self.pairs), len(self.field))
        if known.system == "entropy":
            return deviations, byes
        match self._preset:
            case "aga":
                return aga_prices(deviations, byes)
            case "kaniuk":
                return weighted_prices(chosen.kaniuk, deviations, byes)
            case preset if preset in PRESET_WEIGHTS:
                return weighted_prices(weights_of_preset(preset, chosen), deviations, byes)
        forbidden = self.forbidden
        return tier_prices(deviations, byes, [pair not in forbidden for pair in self.pairs], len(self.field))

    def _deviations(self) -> Deviations:
        """How far each pair is from what each rule wants."""
        field = self.field
        return {key: [rule(field[i], field[j]) for i, j in self.pairs] for key, rule in self._rules().items()}

    def _rules(self) -> dict[str, Rule]:
        """The rules that the preset and the settings ask for."""
        known, preset = self._known, self._preset
        if known.system == "entropy":
            epsilon = self._tournament.settings.classic_rating.epsilon
            return {"information": information(self._live_ratings, epsilon)}
        rules = Rules(self._tournament, self.field, known.number, seed=known.seed).by_key(
            halves_apart=self._nearest or preset in ("miai", *PRESET_WEIGHTS),
            strict=preset == "miai",
        )
        if preset != "aga" or self._nearest:
            return rules
        return {
            key: places_apart if key == "seeding" else rule for key, rule in rules.items() if key in AGA_RULES
        }

    @cached_property
    def _live_ratings(self) -> Ratings:
        known = self._known
        return classic_ratings(self._tournament, known.number, pricing=known.pricing)

    # Who sits out -------------------------------------------------------------------------

    def _bye_deviations(self) -> list[int]:
        """The square of the half points above the lowest score that may sit out.

        Volunteers may, else those with the fewest byes; nobody who is in a game that the director wants.
        """
        if self._known.system == "entropy":
            # A bye tells nothing of anybody.
            return [0] * len(self.field)
        may = [each for each in self.field if self.positions[each.player.id] not in self.busy]
        may = [each for each in may if each.player.id in self._volunteers] or may
        fewest = min((each.byes for each in may), default=0)
        lowest = min((each.score for each in may if each.byes == fewest), default=2**40)
        return [(max(0, each.score - lowest) // 2) ** 2 for each in self.field]

    @cached_property
    def busy(self) -> frozenset[int]:
        """The players of the games that the director wants."""
        return frozenset(seat for pair in self.forced for seat in pair)

    @cached_property
    def _volunteers(self) -> frozenset[PlayerId]:
        offers = self._tournament.wishes.volunteers
        return frozenset(offer.player for offer in offers if offer.round == self._known.number)

    @cached_property
    def bye_order(self) -> list[int]:
        """The players who are free to be paired, the first to sit out first."""
        free = [at for at in range(len(self.field)) if at not in self.busy]
        settings = self._tournament.settings

        def gotha(at: int) -> tuple[float, ...]:
            each = self.field[at]
            worth = (
                each.player.grade.number + 40 * (each.wins // POINT) if settings.by_wins else each.score // 2
            )
            return (worth + 1_000 * each.byes, -each.place)

        def lowest(at: int) -> tuple[float, ...]:
            each = self.field[at]
            live = self._known.system == "entropy"
            rating = self._live_ratings[each.player.id] if live else rating_of(each.player)
            return (each.byes, each.score, rating)

        key = gotha if self._preset == "gotha" else lowest
        return sorted(
            free,
            key=lambda at: (self.field[at].player.id not in self._volunteers, key(at), self.field[at].lot),
        )
