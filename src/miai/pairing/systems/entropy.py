"""Entropy pairing (document 1, 2.4.5 and 2.4.6): the pairing that tells most, ratings updated every round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from miai.domain.system_names import SYSTEM_NAMES
from miai.messages import Message
from miai.pairing.analysis import WeighedRound
from miai.pairing.byes import lowest_order
from miai.pairing.plan import Plan
from miai.pairing.pricing.priced import Part, Priced, with_absent
from miai.pairing.protocol import Draw, Flags, Floats, Ints, RoundView, Rule
from miai.pairing.rules.matrix import nothing
from miai.pairing.system import Abilities
from miai.rating.egf import Egf
from miai.rating.egf_classic import expected_score
from miai.rating.win_models import entropy

_BITS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Information:
    """The bits that a game does not tell: nothing for an even one, a whole bit for a sure one."""

    key: ClassVar[str] = "information"
    title: ClassVar[Message] = Message("Information")
    fault: ClassVar[Message] = Message("games that tell less than a bit")

    def deviation(self, view: RoundView) -> Ints:
        """Millionths of a bit."""
        return np.rint(_BITS * (1.0 - bits(view.ratings))).astype(np.int64)

    def for_bye(self, view: RoundView) -> Ints:
        """A bye tells nothing of anybody."""
        return nothing(view)

    def explain(self, view: RoundView, i: int, j: int) -> Message:
        """What the game is expected to tell."""
        low, high = sorted((float(view.ratings[i]), float(view.ratings[j])))
        chance = expected_score(low, high)
        return Message(
            "ratings %(high)s and %(low)s: %(bits)s bits, %(chance)s %% for the lower",
            high=round(high),
            low=round(low),
            bits=round(entropy(chance), 3),
            chance=round(100 * chance),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MostInformation:
    """The total of bits, maximised."""

    key: ClassVar[str] = "entropy"

    def price(self, view: RoundView, rules: Sequence[Rule], bans: Flags) -> Priced:
        """Each pair costs the bits that it does not tell."""
        (rule,) = rules
        lacking = rule.deviation(view)
        part = Part(key=rule.key, rule=rule, deviation=lacking, costs=lacking, bye=nothing(view), best=_BITS)
        costs = with_absent(lacking.copy(), bans)
        return Priced(costs=costs, bye_costs=nothing(view), parts=(part,), base=_BITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entropy:
    """The pairing of greatest total entropy among those who have not met, in millionths of a bit."""

    key: ClassVar[str] = "entropy"
    name: ClassVar[Message] = SYSTEM_NAMES["entropy"]
    how: ClassVar[Message] = Message("it looks for the games that tell most about the ratings")
    abilities: ClassVar[Abilities] = Abilities(weighs_pairs=True, ratings_inside=Egf())

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


def bits(ratings: Floats) -> Floats:
    """The entropy of every possible game, by EGF ratings."""
    low = np.minimum(ratings[:, None], ratings[None, :])
    gap = np.abs(ratings[:, None] - ratings[None, :])
    spread = np.clip(205.0 - low / 20.0, 70.0, 200.0)
    chance = np.clip(1.0 / (1.0 + np.exp(np.minimum(700.0, gap / spread))), 1e-300, 1.0)
    other = 1.0 - chance
    return np.asarray(-chance * np.log2(chance) - other * np.log2(other))
