"""OpenGotha's weights as the price of a pair."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from miai.domain.people.player import Player
from miai.domain.points import POINT
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.settings.event_settings import Settings
from miai.engine.kernel import gotha
from miai.engine.kernel.event import GothaWeights, Prices, gotha_prices
from miai.engine.pairing.exemption import gotha_exempt
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.pricing.price_matrix import Part, Priced, compact, with_absent
from miai.engine.pairing.protocol import Flags, Ints, RoundView, Rule, SmallInts
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
from miai.engine.scoring.scores import bar_start
from miai.messages import Message

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
        if _groups_by_category(view):
            speaks["seeding"] = _SeedingInCategories(rule=speaks["seeding"])
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
        grouped = _grouped(view)
        apart = view.categories if _groups_by_category(view) else np.zeros(n, np.int64)
        span = _span(view)
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
        gotha.fill_score_weights(view.groups, apart, span, used.score, used.concavity, term("score"))
        gotha.fill_float_weights(
            grouped.groups, grouped.places, grouped.sizes, view.ups, view.downs, apart,
            ENDS[rules.float_down_from], ENDS[rules.float_up_from], int(rules.compensate_floats),
            used.floats, term("floats"),
        )  # fmt: skip
        method = METHODS[rules.seeding(view.round).method]
        gotha.fill_seeding_weights(
            grouped.groups, grouped.places, grouped.sizes, method, used.seeding, chance, term("seeding")
        )
        free = gotha_exempt(view)
        if view.source.pricing == FIRST_PRICING:
            terms["handicap"] = (used.handicap * (1.0 - handicaps / max(1, span))).astype(np.int64)
        else:
            gotha.fill_handicap_weights(
                handicap_levels(view, free), handicap_span(view.settings, view.round),
                used.handicap, used.concavity, term("handicap"),
            )  # fmt: skip
        countries, clubs = gotha_codes(view.players)
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
    """How many groups there can be in a round: each category has its own."""
    return (len(settings.category_limits) + 1) * _groups_of_a_category(settings, round_number)


def handicap_span(settings: Settings, round_number: int) -> int:
    """How far the levels of a handicap can be apart."""
    if not settings.by_wins:
        return group_span(settings, round_number)
    return max(1, settings.scoring.bar.number - settings.scoring.floor.number + round_number + 2)


def handicap_top(settings: Settings, round_number: int) -> int:
    """The level of players past a threshold: as if they had started above the bar and won every game."""
    return bar_start(settings.scoring) // POINT + round_number + 1


def handicap_levels(view: RoundView, free: Flags) -> Ints:
    """What the price of a handicap is counted from: the McMahon score in whole points, in every system."""
    top = handicap_top(view.settings, view.round)
    return np.where(free, top, view.points // POINT).astype(np.int64)


def _groups_of_a_category(settings: Settings, round_number: int) -> int:
    if settings.by_wins:
        return round_number
    return max(1, settings.scoring.bar.number - settings.scoring.floor.number + round_number + 3)


def _span(view: RoundView) -> int:
    if view.source.pricing == FIRST_PRICING:
        return _groups_of_a_category(view.settings, view.round)
    return group_span(view.settings, view.round)


def _groups_by_category(view: RoundView) -> bool:
    return bool(view.settings.category_limits) and view.source.pricing != FIRST_PRICING


def _grouped(view: RoundView) -> RoundView:
    """The view with the groups of OpenGotha: by category, then by score; higher numbers are stronger."""
    if not _groups_by_category(view) or not len(view):
        return view
    groups = view.groups - view.categories * (int(np.ptp(view.groups)) + 1)
    places, sizes = np.zeros(len(view), np.int64), np.zeros(len(view), np.int64)
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        places[members[np.argsort(view.places[members])]] = np.arange(len(members))
        sizes[members] = len(members)
    return replace(view, groups=groups, places=places, sizes=sizes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _SeedingInCategories:
    """The rule of seeding, of which each category has its own places."""

    key: ClassVar[str] = Seeding.key
    title: ClassVar[Message] = Seeding.title
    fault: ClassVar[Message] = Seeding.fault

    rule: Rule

    def deviation(self, view: RoundView) -> SmallInts:
        """The rule's own, inside a category."""
        return self.rule.deviation(_grouped(view))

    def for_bye(self, view: RoundView) -> Ints:
        """The rule's own."""
        return self.rule.for_bye(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """The places of the two in the group of their category."""
        return self.rule.explain(_grouped(view), i, j)


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
