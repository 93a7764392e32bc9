"""Draw a round as the tournament's own settings say, for studies that play whole events."""

from miai.app.draw.pair import pair, round_of
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.pairing.schedules import SCHEDULES


def draw_as_set(tournament: Tournament, number: int, seed: int) -> Round | None:
    """The round by the event's system and preset; nothing where a schedule is over."""
    settings = tournament.settings
    try:
        found = pair(tournament, round=number, preset=settings.preset, seed=seed, nearest=True)
    except InputError:
        # A knock-out is over when it is over.
        if number > 1 and settings.system in SCHEDULES:
            return None
        raise
    return round_of(found)
