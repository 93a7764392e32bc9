"""Draw a round as the tournament's own settings say, for studies that play whole events."""

from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of
from miai.errors import InputError
from miai.features.draw.pair import pair, round_of


def draw_as_set(tournament: Tournament, number: int, seed: int) -> Round | None:
    """The round by the event's system and preset; nothing where a schedule is over."""
    settings = tournament.settings
    try:
        found = pair(tournament, round=number, preset=settings.preset, seed=seed, nearest=True)
    except InputError:
        # A knock-out may need fewer rounds than the event has.
        if number > 1 and abilities_of(settings.system).plans_rounds:
            return None
        raise
    return round_of(found)
