"""OpenGotha's weights as the price of a pair."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.points import POINT
from miai.domain.settings import Weights
from miai.kernel import gotha
from miai.pairing.handicapping import stones_matrix
from miai.pairing.pricing.priced import Part, Priced, with_absent
from miai.pairing.protocol import Flags, Ints, RoundView, Rule
from miai.pairing.rules.category import Category
from miai.pairing.rules.chance import Chance
from miai.pairing.rules.colour import Colour
from miai.pairing.rules.float_place import ENDS
from miai.pairing.rules.floats import Floats
from miai.pairing.rules.geography import Geography
from miai.pairing.rules.handicap import Handicap
from miai.pairing.rules.rematch import Rematch
from miai.pairing.rules.score import Score
from miai.pairing.rules.seeding import METHODS, Seeding

# Who puts a term in words; the rules of the settings come first.
_SPEAKERS: tuple[Rule, ...] = (
    Rematch(), Chance(), Colour(), Category(), Score(), Floats(), Seeding(), Handicap(), Geography(),
)  # fmt: skip
# McMahon scores count from 30 kyu.
_ZERO = 30


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
                    deviation=speaker.deviation(view),
                    costs=lacking,
                    bye=none,
                    best=best,
                )
            )
        return Priced(costs=with_absent(costs, bans), bye_costs=none, parts=tuple(parts), base=base, offset=1)

    def terms(self, view: RoundView) -> dict[str, Ints]:
        """Every term of every pair."""
        seed = self.seed
        rules = view.settings.pairing
        weights: Weights = rules.weights
        stones = stones_matrix(view)
        n = len(view)
        span = group_span(view)
        chance = _pseudo_random(view, seed, weights.seeding // 5)
        terms = {
            "rematch": np.where(view.met == 0, weights.duplicate, 0).astype(np.int64),
            "chance": _pseudo_random(view, seed + 1, weights.random),
        }

        def term(name: str) -> Ints:
            terms[name] = np.zeros((n, n), np.int64)
            return terms[name]

        gotha.fill_colour_weights(view.balances, stones, weights.colour, term("colour"))
        categories = len(view.settings.category_limits) + 1
        category = weights.category if categories > 1 else 0
        gotha.fill_weights_of_difference(
            view.categories, categories, category, weights.concavity, term("category")
        )
        gotha.fill_weights_of_difference(view.groups, span, weights.score, weights.concavity, term("score"))
        gotha.fill_float_weights(
            view.groups, view.places, view.sizes, view.ups, view.downs,
            ENDS[rules.float_down_from], ENDS[rules.float_up_from], int(rules.compensate_floats),
            weights.floats, term("floats"),
        )  # fmt: skip
        method = METHODS[rules.seeding(view.round).method]
        gotha.fill_seeding_weights(
            view.groups, view.places, view.sizes, method, weights.seeding, chance, term("seeding")
        )
        worth = weights.handicap * (1.0 - stones / max(1, span))
        terms["handicap"] = worth.astype(np.int64)
        prefer = np.array([rules.same_country, rules.same_clubs_group, rules.same_club], np.int64)
        countries, clubs = _letters(view)
        gotha.fill_geography_weights(
            countries, clubs, view.clubs_groups, exempt(view), span, prefer,
            weights.geography, weights.score, weights.concavity, term("geography"),
        )  # fmt: skip
        return terms


def group_span(view: RoundView) -> int:
    """How many groups there can be."""
    if view.settings.by_wins:
        return view.round
    scoring = view.settings.scoring
    return max(1, scoring.bar.number - scoring.floor.number + view.round + 3)


def exempt(view: RoundView) -> Flags:
    """Who no longer needs to be kept from compatriots and clubmates."""
    rules, scoring = view.settings.pairing, view.settings.scoring
    # Wins are in quarters: half of them doubles the number.
    enough = view.rounds if rules.exempt_half_won else 2 * view.rounds
    result = view.wins // 2 >= enough
    if not view.settings.by_wins:
        if rules.exempt_at_bar:
            result |= view.starts >= POINT * (scoring.bar.number + _ZERO)
        if rules.exempt_from is not None:
            result |= view.groups >= rules.exempt_from.number + _ZERO
    return np.asarray(result)


def _letters(view: RoundView) -> tuple[Ints, Ints]:
    """Countries and clubs as OpenGotha compares them: clubs by four letters, empty ones alike."""
    countries: dict[str, int] = {}
    clubs: dict[str, int] = {}
    return (
        np.array([countries.setdefault(p.country.upper(), len(countries)) for p in view.players], np.int64),
        np.array([clubs.setdefault(p.club[:4].upper(), len(clubs)) for p in view.players], np.int64),
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
