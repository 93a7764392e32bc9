"""Generate a random tournament and play it by any system."""

from dataclasses import replace

from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import demand_system
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import pair, round_of
from miai_lab.entry_generator import Recipe, generate


def generated(recipe: Recipe, seed: int) -> Tournament:
    """A whole tournament from a seed; a round that cannot be drawn stays empty and ends it."""
    demand_system(recipe.system)
    over = False

    def draw(tournament: Tournament, number: int, chance: int) -> Round:
        nonlocal over
        if over:
            return Round(number=number)
        try:
            return round_of(pair(tournament, round=number, seed=chance))
        except (InputError, NoPairingError):
            over = True
            return Round(number=number)

    played = generate(recipe, seed, draw)
    rounds = tuple(drawn for drawn in played.rounds if drawn.boards or drawn.byes)
    return replace(played, rounds=rounds)
