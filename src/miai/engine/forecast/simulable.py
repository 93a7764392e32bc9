"""Whether the compiled simulation can play an event, and by which of its criteria players are seeded then."""

from dataclasses import replace

from miai.domain.tournament import Tournament
from miai.engine.pairing.event_simulation import why_not_simulated
from miai.messages import Message


def simulable(tournament: Tournament, limit: int) -> tuple[tuple[str, ...], Message | None]:
    """The criteria that players can be seeded by, and why the event cannot be simulated even so."""
    settings = tournament.settings

    def why_not(criteria: tuple[str, ...]) -> Message | None:
        return why_not_simulated(seeded_by(tournament, criteria), limit)

    reason = why_not(settings.criteria)
    if reason is None:
        return settings.criteria, None
    known = tuple(key for key in settings.criteria if why_not((key,)) is None)
    if known and why_not(known) is None:
        return known, None
    return settings.criteria, reason


def seeded_by(tournament: Tournament, criteria: tuple[str, ...]) -> Tournament:
    """The event with other criteria."""
    return replace(tournament, settings=replace(tournament.settings, criteria=criteria))
