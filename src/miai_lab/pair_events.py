"""Random events of Pair Go and rengo, from a seed: the same seed gives the same event on every machine."""

from dataclasses import dataclass, replace

import numpy as np

from miai.domain.people.sides import as_member, side_of
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.domain.tournament import Tournament
from miai_lab.entry_generator import Recipe, entry


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRecipe:
    """What kind of event of sides is generated."""

    system: str = "mcmahon"
    fewest: int = 2
    most: int = 14


def pair_event(recipe: PairRecipe, seed: int) -> Tournament:
    """The sides before the first round."""
    dice = np.random.default_rng((seed, 4))
    sides = int(dice.integers(recipe.fewest, recipe.most + 1))
    people = int(dice.integers(2, 4))
    number = sides * people
    event = entry(
        Recipe(system=recipe.system, fewest=number, most=number, rounds=min(5, max(1, sides - 1))), seed
    )
    rules = SideRules(people=people, rounding=list(MeanRounding)[int(dice.integers(0, 3))])
    field = [
        side_of(event.players[at], [as_member(each) for each in event.players[at : at + people]], rules)
        for at in range(0, number, people)
    ]
    settings = replace(event.settings, sides=rules, pairing=_pairing(dice))
    return replace(event, settings=settings, players=tuple(field))


def _pairing(dice: np.random.Generator) -> PairingRules:
    """The usual rules, or everybody kept apart from their own country, their own club, or both."""
    kind = int(dice.integers(0, 4))
    if kind == 0:
        return PairingRules()
    return PairingRules(
        same_country=1 if kind in (1, 3) else 0,
        same_club=3 if kind in (2, 3) else 0,
        same_clubs_group=0,
        exempt_at_bar=False,
        exempt_from=None,
    )
