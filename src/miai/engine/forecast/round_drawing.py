"""Drawing a round, as forecasts and the league are given it."""

from collections.abc import Callable

from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament

# Draws a round of a tournament by its own system and preset, None where it is over.
DrawRound = Callable[[Tournament, int, int], Round | None]
