"""The plan of a schedule, as far as it has been played."""

from dataclasses import replace

from miai.domain.tournament import Tournament
from miai.pairing.registry import schedule_of
from miai.pairing.schedules.bracket import Bracket


def bracket_of(
    tournament: Tournament, *, system: str | None = None, after: int | None = None, seed: int = 0
) -> Bracket:
    """Every match of a round robin, knock-out or double elimination."""
    key = system or tournament.settings.system
    schedule = schedule_of(key)
    event = replace(tournament, settings=replace(tournament.settings, system=key))
    rounds = tournament.rounds_played if after is None else after
    return schedule.bracket(event, after=rounds, seed=seed)
