"""Generate a random tournament and play it by any system."""

from dataclasses import replace

from miai.app.draw.pair import pair, round_of
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.lab.generate import Recipe, generate
from miai.pairing.registry import demand_system


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
