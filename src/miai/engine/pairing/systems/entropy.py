"""Entropy pairing (document 1, 2.4.5 and 2.4.6): the pairing that tells most, ratings updated every round.

Prices, explanations and the ratings between rounds use the same expectancy: equation 2.1 with the epsilon of
the event.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.engine.pairing.analysis import WeighedRound
from miai.engine.pairing.byes import lowest_order
from miai.engine.pairing.draw_plan import Plan
from miai.engine.pairing.matrix import nothing
from miai.engine.pairing.pricing.price_matrix import Part, Priced, with_absent
from miai.engine.pairing.protocol import Draw, Flags, Floats, Ints, RoundView, Rule
from miai.engine.rating.egf_classic import expected_score, expected_scores, higher_score
from miai.engine.rating.win_models import entropy, entropy_terms
from miai.messages import Message

# Prices are whole numbers: millionths of a bit.
_MILLIONTHS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Information:
    """The bits that a game tells less than the most that any game can tell."""

    key: ClassVar[str] = "information"
    title: ClassVar[Message] = Message("Information")
    fault: ClassVar[Message] = Message("games that tell less than they could")

    def deviation(self, view: RoundView) -> Ints:
        """Millionths of a bit."""
        epsilon = view.settings.classic_rating.epsilon
        return np.rint(_MILLIONTHS * (most_bits(epsilon) - bits(view.ratings, epsilon))).astype(np.int64)

    def for_bye(self, view: RoundView) -> Ints:
        """A bye tells nothing of anybody."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the game is expected to tell."""
        two = np.sort(view.ratings[[i, j]])
        low, high = map(float, two)
        return Message(
            "ratings %(high)s and %(low)s: %(bits)s bits, %(chance)s %% for the lower",
            high=round(high),
            low=round(low),
            bits=round(float(bits(two, view.settings.classic_rating.epsilon)[0, 1]), 3),
            chance=round(100 * expected_score(low, high)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MostInformation:
    """The total of bits, maximised."""

    key: ClassVar[str] = "entropy"

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Each pair costs the bits that it does not tell."""
        (rule,) = rules
        lacking = rule.deviation(view).astype(np.int64)
        most = round(_MILLIONTHS * most_bits(view.settings.classic_rating.epsilon))
        part = Part(key=rule.key, rule=rule, deviation=lacking, costs=lacking, bye=nothing(view), best=most)
        costs = with_absent(lacking.copy(), bans)
        return Priced(costs=costs, bye_costs=nothing(view), parts=(part,), base=most)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entropy:
    """The pairing of the most bits."""

    key: ClassVar[str] = "entropy"
    how: ClassVar[Message] = Message("it looks for the games that tell most about the ratings")

    def analyse(self, view: RoundView, seed: int) -> WeighedRound:
        """Look at a round by the bits that its games tell."""
        plan = Plan(
            system=self.key,
            preset="",
            seed=seed,
            rules=(Information(),),
            pricing=MostInformation(),
            bye_order=lowest_order,
        )
        return WeighedRound(view, plan)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round."""
        return self.analyse(view, seed).draw()


def bits(ratings: Floats, epsilon: float) -> Floats:
    """The entropy of every possible game: equation 2.3 with the chances of equation 2.1."""
    low = np.minimum(ratings[:, None], ratings[None, :])
    high = np.maximum(ratings[:, None], ratings[None, :])
    chances = expected_scores(low, high)
    return entropy_terms(chances) + entropy_terms(higher_score(chances, epsilon))


def most_bits(epsilon: float) -> float:
    """The most that a game can tell, where both chances are the same; a whole bit without epsilon."""
    return entropy((1.0 - epsilon) / 2, (1.0 - epsilon) / 2)
