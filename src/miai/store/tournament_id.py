"""The id of a tournament in a store."""

from typing import NewType

TournamentId = NewType("TournamentId", str)
