"""Build a tournament from the events of its log."""

from miai.domain.log.replay import around as _around
from miai.domain.log.replay import entrants as _entrants
from miai.domain.log.replay import rounds as _rounds
from miai.domain.log.replay.applying import apply, apply_all, replay

# Importing a module makes its events known.
TOPICS = (_entrants, _rounds, _around)

__all__ = ["apply", "apply_all", "replay"]
