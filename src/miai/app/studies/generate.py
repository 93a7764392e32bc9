"""Generate a random tournament and play it by any system."""

from miai.app.draw.pair import pair, round_of
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.lab.generate import Recipe, generate
from miai.pairing.schedules import SCHEDULES
from miai.pairing.systems import SYSTEMS


def generated(recipe: Recipe, seed: int) -> Tournament:
    """A whole tournament from a seed; a round that cannot be drawn stays empty and ends it."""
    known = (*SYSTEMS, *SCHEDULES)
    if recipe.system not in known:
        raise InputError(f"'{recipe.system}' is not a system: {', '.join(known)}")
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
    return Tournament(
        name=played.name,
        place=played.place,
        begin=played.begin,
        end=played.end,
        settings=played.settings,
        players=played.players,
        rounds=rounds,
    )
