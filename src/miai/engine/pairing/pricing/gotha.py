"""OpenGotha's weights as the price of a pair."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.people.player import Player
from miai.domain.settings.event_settings import Settings
from miai.engine.kernel import gotha
from miai.engine.kernel.event import GothaWeights, Prices, gotha_prices
from miai.engine.pairing.exemption import exempt, gotha_exempt_limits
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.pricing.price_matrix import Part, Priced, compact, with_absent
from miai.engine.pairing.protocol import Flags, Ints, RoundView, Rule
from miai.engine.pairing.rules.category import Category
from miai.engine.pairing.rules.chance import Chance
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.float_place import ENDS
from miai.engine.pairing.rules.floats import Floats
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.handicap import Handicap
from miai.engine.pairing.rules.rematch import Rematch
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.seeding import METHODS, Seeding

# Who puts a term in words; the rules of the settings come first.
_SPEAKERS: tuple[Rule, ...] = (
    Rematch(), Chance(), ColourBalance(), Category(), EqualScore(), Floats(), Seeding(), Handicap(),
    Geography(),
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class GothaPricing:
    """Terms as OpenGotha 3.52 computes them; the total is 1 and their sum, and is maximised."""

    key: ClassVar[str] = "gotha"

    seed: int = 0

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """The cost of a term is what it lacks of its best."""
        speaks: dict[str, Rule] = {rule.key: rule for rule in (*_SPEAKERS, *rules)}
        costs = np.zeros((len(view), len(view)), np.int64)
        none = np.zeros(len(view), np.int64)
        parts = []
        base = 1
        for name, term in self.terms(view).items():
            best = int(term.max(initial=0))
            lacking = best - term
            costs += lacking
            base += best
            speaker = speaks[name]
            parts.append(
                Part(
                    key=name,
                    rule=speaker,
                    # What people read is the rule's own measure, not what the weight lacks.
                    deviation=compact(speaker.deviation(view)),
                    costs=compact(lacking),
                    bye=none,
                    best=best,
                )
            )
        return Priced(costs=with_absent(costs, bans), bye_costs=none, parts=tuple(parts), base=base, offset=1)

    def terms(self, view: RoundView) -> dict[str, Ints]:
        """Every term of every pair."""
        rules, used = view.settings.pairing, weights_of(view.settings)
        handicaps = handicap_matrix(view).astype(np.int64)
        n = len(view)
        span = group_span(view.settings, view.round)
        chance = _pseudo_random(view, self.seed, used.seeding // 5)
        terms = {
            "rematch": np.where(view.met == 0, used.duplicate, 0).astype(np.int64),
            "chance": _pseudo_random(view, self.seed + 1, used.random),
        }

        def term(name: str) -> Ints:
            terms[name] = np.zeros((n, n), np.int64)
            return terms[name]

        gotha.fill_colour_weights(view.balances, handicaps, used.colour, term("colour"))
        gotha.fill_weights_of_difference(
            view.categories, used.categories, used.category, used.concavity, term("category")
        )
        gotha.fill_weights_of_difference(view.groups, span, used.score, used.concavity, term("score"))
        gotha.fill_float_weights(
            view.groups, view.places, view.sizes, view.ups, view.downs,
            ENDS[rules.float_down_from], ENDS[rules.float_up_from], int(rules.compensate_floats),
            used.floats, term("floats"),
        )  # fmt: skip
        method = METHODS[rules.seeding(view.round).method]
        gotha.fill_seeding_weights(
            view.groups, view.places, view.sizes, method, used.seeding, chance, term("seeding")
        )
        gotha.fill_handicap_weights(handicaps, span, used.handicap, term("handicap"))
        countries, clubs = gotha_codes(view.players)
        free = exempt(view, gotha_exempt_limits(view.settings, view.rounds))
        gotha.fill_geography_weights(
            countries, clubs, view.clubs_groups, free, span, used.prefer,
            used.geography, used.score, used.concavity, term("geography"),
        )  # fmt: skip
        return terms

    def tables(self, settings: Settings, rules: Sequence[Rule]) -> Prices:
        """The weights of the settings; OpenGotha's terms are always the same."""
        return gotha_prices(weights_of(settings))


def weights_of(settings: Settings) -> GothaWeights:
    """The weights of the settings, as the compiled code wants them."""
    weights, rules = settings.pairing.weights, settings.pairing
    categories = len(settings.category_limits) + 1
    return GothaWeights(
        duplicate=weights.duplicate,
        random=weights.random,
        colour=weights.colour,
        category=weights.category if categories > 1 else 0,
        score=weights.score,
        floats=weights.floats,
        seeding=weights.seeding,
        geography=weights.geography,
        handicap=weights.handicap,
        concavity=weights.concavity,
        categories=categories,
        prefer=np.array([rules.same_country, rules.same_clubs_group, rules.same_club], np.int64),
    )


def group_span(settings: Settings, round_number: int) -> int:
    """How many groups there can be in a round."""
    if settings.by_wins:
        return round_number
    return max(1, settings.scoring.bar.number - settings.scoring.floor.number + round_number + 3)


def gotha_codes(players: Sequence[Player]) -> tuple[Ints, Ints]:
    """Countries and clubs as OpenGotha compares them: clubs by four letters, empty ones alike."""
    countries: dict[str, int] = {}
    clubs: dict[str, int] = {}
    return (
        np.array([countries.setdefault(p.country.upper(), len(countries)) for p in players], np.int64),
        np.array([clubs.setdefault(p.club[:4].upper(), len(clubs)) for p in players], np.int64),
    )


def _pseudo_random(view: RoundView, seed: int, below: int) -> Ints:
    """Chance that depends on the two names and the seed alone."""
    if below <= 0:
        return np.zeros((len(view), len(view)), np.int64)
    own = [
        int.from_bytes(hashlib.sha256(f"{seed}\0{player.name}".encode()).digest()[:4])
        for player in view.players
    ]
    column = np.array(own, np.int64)
    return (column[:, None] * 7919 + column[None, :] * 7919 + (column[:, None] ^ column[None, :])) % below
